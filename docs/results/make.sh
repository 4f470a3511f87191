#!/usr/bin/env bash
# Writes the page of one ruleset: results of all classes from the tables' headers, mutual zugzwangs and distances of some
# from scans, the longest wins as PDN.
#
#   docs/results/make.sh LUNETTE RULESET ALL SCANNED PLOTTED...
#
# ALL: directory with the tables of every class to be listed. SCANNED: one with DTC and DTW of the smaller classes,
# which are scanned for zugzwangs and whose longest wins are played out. PLOTTED: classes whose distances are drawn.
set -euo pipefail

[ $# -ge 4 ] || {
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
lunette=$(realpath "$1")
rules=$2
all=$(realpath "$3")
scanned=$(realpath "$4")
shift 4
cd "$(dirname "$0")"

section() { awk -v wanted="## $1" '/^## /{inside = ($0 == wanted)} inside'; }

scan=$(mktemp -d)
trap 'rm -r "$scan"' EXIT
"$lunette" stats --rules "$rules" --tables "$scanned" --markdown --svg "$scan" >"$scan/page.md"
"$lunette" longest --rules "$rules" --tables "$scanned" >"$scan/longest.pdn"
images=("$scan/$rules-results.svg")
for material in "$@"; do images+=("$scan/$rules-$material-dtw.svg"); done
ls "${images[@]}" >/dev/null
{
  printf '# %s\n\n' "$rules"
  printf 'Written by `docs/results/make.sh`; [the index](README.md) says what the columns mean and which tables were read.\n\n'
  "$lunette" stats --rules "$rules" --tables "$scanned" --tables "$all" --markdown
  printf '\nThe smaller classes, drawn:\n\n![Results of the smaller classes](images/%s-results.svg)\n\n' "$rules"
  printf 'Best play in their longest wins as PDN: [%s-longest.pdn](%s-longest.pdn).\n\n' "$rules" "$rules"
  section 'Mutual zugzwangs' <"$scan/page.md"
  [ $# -eq 0 ] || printf '## Plies to the end\n\n'
  for material in "$@"; do
    printf '![%s: how many positions are won and lost in so many plies](images/%s-%s-dtw.svg)\n\n' "$material" "$rules" "$material"
  done
} >"$scan/finished.md"
mkdir -p images
cp "${images[@]}" images/
cp "$scan/longest.pdn" "$rules-longest.pdn"
cp "$scan/finished.md" "$rules.md"
