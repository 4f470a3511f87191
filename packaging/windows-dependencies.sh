#!/usr/bin/env bash
# zstd, xxHash and Catch2 for the Windows cross build (preset `windows`), into build/windows-dependencies: Debian has
# none for mingw-w64. zstd is compiled from Debian's source package, xxHash from its header, Catch2 is headers alone.
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=$PWD/build/windows-dependencies
target=x86_64-w64-mingw32
[ ! -e "$prefix/complete" ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$prefix"
mkdir -p "$prefix/include" "$prefix/lib/pkgconfig" "$work/sources/partial" "$work/lists/partial"

# The source package from where this machine's binary packages come from, without a change of its settings. apt checks
# signatures and checksums.
apt-get indextargets --format 'deb-src $(SITE) $(RELEASE) main' 'Created-By: Packages' 'Label: Debian' 'Component: main' |
  sort -u >"$work/sources/debian.list"
apt_get() {
  apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/sources" \
    -o Dir::State::Lists="$work/lists" -o Dir::Cache="$work" -o APT::Sandbox::User= "$@" </dev/null
}
apt_get update
(cd "$work" && apt_get source libzstd)

compile() {
  "$target-gcc-posix" -O2 -DNDEBUG "$@"
}

objects=()
for source in "$work"/libzstd-*/lib/{common,compress,decompress}/*.c; do
  objects+=("$work/$(basename "$source" .c).o")
  # Its assembly is written for Unix's calling convention.
  compile -DZSTD_DISABLE_ASM -DZSTD_MULTITHREAD=0 -c "$source" -o "${objects[-1]}"
done
"$target-ar" rcs "$prefix/lib/libzstd.a" "${objects[@]}"
cp "$work"/libzstd-*/lib/{zstd,zstd_errors}.h "$prefix/include/"

cp /usr/include/xxhash.h "$prefix/include/"
printf '#define XXH_STATIC_LINKING_ONLY\n#define XXH_IMPLEMENTATION\n#include <xxhash.h>\n' >"$work/xxhash.c"
compile -I "$prefix/include" -c "$work/xxhash.c" -o "$work/xxhash.o"
"$target-ar" rcs "$prefix/lib/libxxhash.a" "$work/xxhash.o"

# pkgconfig NAME VERSION
pkgconfig() {
  printf 'prefix=%s\nName: %s\nDescription: %s for %s\nVersion: %s\nLibs: -L${prefix}/lib -l%s\nCflags: -I${prefix}/include\n' \
    '${pcfiledir}/../..' "$1" "$1" "$target" "$2" "${1#lib}" >"$prefix/lib/pkgconfig/$1.pc"
}
pkgconfig libzstd "$(pkg-config --modversion libzstd)"
pkgconfig libxxhash "$(pkg-config --modversion libxxhash)"

cp -r /usr/include/catch2 "$prefix/include/"
# Its own CMake package wants the library that Debian made of its main function, too.
catch2=$prefix/lib/cmake/Catch2
mkdir -p "$catch2"
cp /usr/lib/cmake/Catch2/{Catch,CatchAddTests,Catch2ConfigVersion}.cmake "$catch2/"
cat >"$catch2/Catch2Config.cmake" <<'END'
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
add_library(Catch2::Catch2 INTERFACE IMPORTED)
target_include_directories(Catch2::Catch2 SYSTEM INTERFACE "${CMAKE_CURRENT_LIST_DIR}/../../../include")
END
touch "$prefix/complete"
