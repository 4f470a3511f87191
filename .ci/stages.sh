# Sourced by .ci/run and .ci/full: named stages with their seconds, and what several of them do.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

lunette=build/release/tools/cli/lunette
acceptance=tests/acceptance
rulesets=(traditional minor polish international historical german brazilian pool russian)
stages_passed=0

# stage NAME COMMAND...: the first stage that fails ends the run.
stage() {
  local name=$1 start=$SECONDS status
  shift
  printf '\n==== %s\n' "$name"
  # Not as a condition, where `set -e` would be off inside of the command.
  set +e
  (
    set -e
    "$@"
  )
  status=$?
  set -e
  if [ "$status" -ne 0 ]; then
    printf '\n==== FAILED: %s, after %d s, exit status %d\n' "$name" $((SECONDS - start)) "$status"
    printf '%d passed, 1 failed\n' "$stages_passed"
    exit 1
  fi
  stages_passed=$((stages_passed + 1))
  printf '==== passed: %s, %d s\n' "$name" $((SECONDS - start))
}

all_stages_passed() {
  printf '\nAll stages passed in %d s\n%d passed, 0 failed\n' "$SECONDS" "$stages_passed"
}

# preset NAME: configures and builds.
preset() {
  cmake --preset "$1"
  cmake --build --preset "$1"
}

# preset_tests NAME: configures, builds and tests.
preset_tests() {
  preset "$1"
  ctest --preset "$1" --parallel "$(nproc)"
}

# sanitized PRESET FLOOR...: the unit tests of these floors; .ci/full has the long ones and the command line too, and looks
# into the builder, which here only makes the tables that are tested.
sanitized() {
  local preset=$1 floor
  shift
  cmake --preset "$preset" -DLUNETTE_SANITIZE_EXCEPT="lunette_gen;lunette_test_main"
  cmake --build --preset "$preset" --target $(printf 'test_%s ' "$@")
  for floor in "$@"; do
    printf '%s\n' "build/$preset/tests/$floor/test_$floor"
  done | xargs -P "$(nproc)" -I '{}' env '{}' '~[slow]~[long]'
}

# tables DIR PIECES RULESET...: builds every metric, recomputes every entry, compares with an independent solver.
tables() {
  local directory=$1 pieces=$2 rules
  shift 2
  for rules in "$@"; do
    "$lunette" build --rules "$rules" --pieces "$pieces" --metrics wdl,dtc,dtw --tables "$directory"
    "$lunette" verify --rules "$rules" --tables "$directory" --full
  done
  # results.tsv has 16 rows of each ruleset up to three pieces, and at least 22 up to four.
  python3 "$acceptance/results.py" --lunette "$lunette" --tables "$directory" --rules "$@" \
    --pieces "$pieces" --least $((pieces > 3 ? 20 : 16))
}

# answers DIR PIECES RULESET...: single positions and whole lines.
answers() {
  local directory=$1 pieces=$2
  shift 2
  python3 "$acceptance/values.py" --lunette "$lunette" --tables "$directory" --rules "$@" --pieces "$pieces"
  python3 "$acceptance/lines.py" --lunette "$lunette" --tables "$directory" --rules "$@"
}

# packed DIR RULESET...: the shipping form of built sets, every entry recomputed through it.
packed() {
  local directory=$1 rules
  shift
  for rules in "$@"; do
    "$lunette" pack --rules "$rules" --tables "$directory" --to "$directory-packed"
    "$lunette" verify --rules "$rules" --tables "$directory-packed" --full --against "$directory/$rules/manifest.json"
  done
}
