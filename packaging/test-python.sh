#!/usr/bin/env bash
# Installs the Python package into a fresh virtual environment, as its page says, and there runs the tests, mypy and the
# examples of docs/examples:
#
#   packaging/test-python.sh BUILD TABLES [WORK]
#
# BUILD: a build with the program and the libraries, such as build/release. TABLES: sets of traditional and international
# up to 4 pieces, every metric. WORK: made anew (default: build/python-test). PYTHON names another interpreter than
# Debian's. Needs the packages of `packaging/install-dependencies.sh python`.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 2 ] || {
  printf 'usage: packaging/test-python.sh BUILD TABLES [WORK]\n' >&2
  exit 2
}
build=$(cd "$1" && pwd)
tables=$(cd "$2" && pwd)
work=${3:-build/python-test}
python=${PYTHON:-/usr/bin/python3}

say() {
  printf '\n-- %s\n' "$*"
}

rm -rf --one-file-system "$work"
mkdir -p "$work"
work=$(cd "$work" && pwd)
export MYPY_CACHE_DIR="$work/mypy" PYTHONDONTWRITEBYTECODE=1

say "a fresh environment"
"$python" -m venv --system-site-packages "$work/venv"
export PATH="$work/venv/bin:$PATH"
pip install --no-build-isolation --no-index .

say "pytest"
python -m pytest -q -p no:cacheprovider tests/python --tables "$tables"

say "mypy --strict"
# Beside the tree's own folders, so that the installed package is what is looked at.
(cd tests/python && python -m mypy --strict ./*.py "$OLDPWD/docs/examples/diagonal.py" "$OLDPWD/bench/python_probing.py")
python -m mypy --strict -p lunette
say "stubs against what is there"
python -m mypy.stubtest lunette --allowlist tests/python/stubtest-allowlist.txt

say "examples"
for component in library development; do
  cmake --install "$build" --component "$component" --prefix "$work/prefix" >/dev/null
done
export PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig" LD_LIBRARY_PATH="$work/prefix/lib"
"$python" tests/examples.py . "$build/tools/cli/lunette" "$work/examples"
printf 'all as docs/examples/README.md says\n'
