#!/usr/bin/env bash
# Installs what is missing, builds Lunette and its tests, and runs them.
set -euo pipefail
cd "$(dirname "$0")/.."

packaging/install-dependencies.sh
cmake --preset release
cmake --build --preset release
ctest --preset release --parallel "$(nproc)"
