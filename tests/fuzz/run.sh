#!/usr/bin/env bash
# Runs each fuzz target for some seconds on seeds made of real tables. A finding ends it with an error, and its input is
# kept in DIR/findings. What was found to lead further stays in DIR/corpus and is used by the next run.
#
#   tests/fuzz/run.sh SECONDS [TARGET...]     targets: table fen moves pdn probe http
#
# LUNETTE is the program that builds the tables, FUZZERS the build of preset `fuzz`, FUZZ_DIR the place for all files.
set -euo pipefail
cd "$(dirname "$0")/../.."

[ $# -ge 1 ] || {
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
seconds=$1
shift
[ $# -gt 0 ] || set -- table fen moves pdn probe http

lunette=${LUNETTE:-build/release/tools/cli/lunette}
fuzzers=${FUZZERS:-build/fuzz/tests/fuzz}
directory=${FUZZ_DIR:-build/fuzz/run}
mkdir -p "$directory/findings"

for set in brazilian:3 traditional:3 international:2; do
  "$lunette" build --rules "${set%:*}" --pieces "${set#*:}" --metrics wdl,dtc,dtw --tables "$directory/tables" 2>/dev/null
done
"$fuzzers/fuzz_seeds" "$directory/tables" "$directory/seeds"
mkdir -p "$directory/seeds/pdn"
# Each game by itself, and the file as a whole.
cp tests/data/games.pdn "$directory/seeds/pdn/all"
(cd "$directory/seeds/pdn" && csplit -sz -f game- all '/^\[Event/' '{*}')
export LUNETTE_FUZZ_TABLES=$directory/tables

for target in "$@"; do
  mkdir -p "$directory/corpus/$target"
  printf '%s: ' "$target"
  words=()
  [ ! -f "tests/fuzz/$target.dict" ] || words=(-dict="tests/fuzz/$target.dict")
  # A file says how large it is long before it is read: memory limits show what believes it.
  "$fuzzers/fuzz_$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=40000 -print_final_stats=1 "${words[@]}" \
    -artifact_prefix="$directory/findings/$target-" "$directory/corpus/$target" "$directory/seeds/$target" \
    >"$directory/$target.log" 2>&1 || {
    tail -60 "$directory/$target.log"
    exit 1
  }
  grep -E '^Done|^stat::number_of_executed_units' "$directory/$target.log" | tr '\n' ' '
  sed -n 's/.*\(cov: [0-9]* ft: [0-9]*\).*/\1/p' "$directory/$target.log" | tail -1
done
