#!/usr/bin/env bash
# End-to-end tests of the pages in a headless Chromium: starts `lunette serve` on a free port, runs the tests, stops it.
#
#   tests/web/run.sh --lunette PROGRAM --tables DIR... [TEST...]
#   tests/web/run.sh --lunette PROGRAM --tables DIR... --screenshots DIRECTORY
#
# The tables must hold traditional and international to 4 pieces, all metrics, and may not hold international to 5
# (one test asks for what is missing). TEST: names of files in tests/web, such as board.test.mjs (default: all).
# CHROMIUM: the browser (default: /usr/bin/chromium).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  printf 'web tests: %s\n' "$*" >&2
  exit 2
}

lunette="" screenshots="" tables=() tests=()
while [ $# -gt 0 ]; do
  case $1 in
    --lunette) lunette=${2:?--lunette needs a program} && shift 2 ;;
    --screenshots) screenshots=${2:?--screenshots needs a directory} && shift 2 ;;
    --tables)
      shift
      while [ $# -gt 0 ] && [ -d "$1" ]; do tables+=(--tables "$(realpath "$1")") && shift; done
      ;;
    *.test.mjs) tests+=("$here/${1##*/}") && shift ;;
    *) fail "unknown argument '$1'" ;;
  esac
done
[ -n "$lunette" ] || fail "--lunette PROGRAM is missing"
[ "${#tables[@]}" -gt 0 ] || fail "--tables DIR is missing, or is no directory"
[ "${#tests[@]}" -gt 0 ] || tests=("$here"/*.test.mjs)
[ -z "$screenshots" ] || screenshots=$(realpath -m "$screenshots")
lunette=$(realpath "$lunette")

# No browser is downloaded: Debian's is used.
if [ ! "$here/node_modules/.package-lock.json" -nt "$here/package-lock.json" ]; then
  (cd "$here" && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund)
fi

port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
log=$(mktemp)
"$lunette" serve "${tables[@]}" --port "$port" >"$log" 2>&1 &
server=$!
stop() {
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  rm -f "$log"
}
trap stop EXIT

export LUNETTE=$lunette LUNETTE_URL=http://127.0.0.1:$port
LUNETTE_TABLES=$(printf '%s\n' "${tables[@]}" | grep -vx -- --tables)
export LUNETTE_TABLES
if ! node "$here/wait.mjs" "$LUNETTE_URL/healthz" 20; then
  cat "$log" >&2
  fail "the server did not answer"
fi

cd "$here"
if [ -n "$screenshots" ]; then
  node screenshots.mjs "$screenshots"
else
  node --test "${tests[@]}"
fi
