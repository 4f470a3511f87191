#!/usr/bin/env bash
# Builds oneTBB with ThreadSanitizer from Debian's own source package, for the `tsan` preset:
#
#   packaging/instrumented-tbb.sh [PREFIX]         default: build/tbb-tsan, where the preset looks
#
# Debian's libtbb is not instrumented, so ThreadSanitizer sees none of its synchronisation. Suppressing the reports
# by frame is no way out: every access in a parallel loop has frames of oneTBB below it, real races included.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
prefix=${1:-$root/build/tbb-tsan}
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
[ ! -f "$prefix/complete" ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The machine's sources as they are, but for source packages; apt's own lists stay untouched.
mkdir -p "$work/sources" "$work/lists/partial" "$work/cache/archives/partial"
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
  case $file in
    *.list) [ ! -f "$file" ] || sed -n 's/^deb[[:space:]]/deb-src /p' "$file" >"$work/sources/$(basename "$file")" ;;
    *.sources) sed 's/^Types:.*/Types: deb-src/' "$file" >"$work/sources/$(basename "$file")" ;;
  esac
done
apt_get() {
  apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/sources" -o Dir::State::Lists="$work/lists" \
    -o Dir::Cache="$work/cache" -o APT::Sandbox::User= -o Debug::NoLocking=1 "$@" </dev/null
}
# A third party's list may have no source packages: what counts is whether oneTBB can be had.
apt_get update || true
(cd "$work" && apt_get source --download-only onetbb) || {
  echo "instrumented-tbb: apt has no source package of onetbb" >&2
  exit 1
}
mkdir "$work/source"
(cd "$work/source" && cmake -E tar xf "$work"/onetbb_*.orig.tar.*)

cmake -S "$work"/source/* -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_INSTALL_PREFIX="$prefix" \
  -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_CXX_FLAGS=-fsanitize=thread -DTBB_TEST=OFF -DTBBMALLOC_BUILD=OFF -DTBB_STRICT=OFF >"$work/log"
cmake --build "$work/build" >>"$work/log" 2>&1 && cmake --install "$work/build" >>"$work/log" || {
  tail -40 "$work/log" >&2
  exit 1
}
touch "$prefix/complete"
