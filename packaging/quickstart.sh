#!/usr/bin/env bash
# From a fresh clone to an answered question: installs what is missing, builds Lunette, generates the tables of
# three kings against one on the 8x8 board, and asks them about the main diagonal and the 13-move count.
set -euo pipefail
cd "$(dirname "$0")/.."

packaging/install-dependencies.sh
cmake --preset release
cmake --build --preset release --target lunette_cli

lunette=build/release/tools/cli/lunette
"$lunette" build --rules traditional --material KKKvK --metrics wdl,dtc,dtw --tables tables
"$lunette" diagonal --rules traditional --tables tables
