#!/usr/bin/env bash
# Installs the Debian packages that Lunette is built from. Asks apt only where something is missing.
#
#   packaging/install-dependencies.sh              compiler, build tools, libraries, test framework
#   packaging/install-dependencies.sh clang        also Clang with its tidy and format tools
#   packaging/install-dependencies.sh sanitizers   also Clang with its sanitizers
#   packaging/install-dependencies.sh cross        also the ARM64 compiler, libraries and emulator
#   packaging/install-dependencies.sh windows      also the Windows compiler and Wine
#   packaging/install-dependencies.sh docs         also what makes the reference of the public headers
#   packaging/install-dependencies.sh serve        also what checks the service's answers against their description
#   packaging/install-dependencies.sh python       also what builds, tests and types the Python package
#   packaging/install-dependencies.sh packages     also what makes and tries packages, and the shells that complete
#   packaging/install-dependencies.sh cluster      also a Slurm, and what runs the exported plans
#   packaging/install-dependencies.sh web          also the browser, and Node, that the tests of the pages run in
set -euo pipefail

base=(ca-certificates cmake g++ git ninja-build pkg-config python3 libboost-dev
  catch2 libbenchmark-dev libcli11-dev libfmt-dev libtbb-dev libxxhash-dev libzstd-dev nlohmann-json3-dev)
clang=(clang clang-format clang-tidy)
sanitizers=(clang libclang-rt-dev)
cross=(g++-aarch64-linux-gnu qemu-user-static libfmt-dev:arm64 libtbb-dev:arm64 libxxhash-dev:arm64 libzstd-dev:arm64)
windows=(g++-mingw-w64-x86-64-posix dpkg-dev wine wine64)
docs=(doxygen)
serve=(python3-jsonschema)
python=(mypy pybind11-dev python3-dev python3-mypy python3-numpy python3-pybind11 python3-pytest python3-venv)
packages=(debootstrap dpkg-dev fakeroot fish groff lintian man-db zsh)
cluster=(jq make munge slurm-wlm snakemake)
# Another Node than Debian's brings its own npm.
web=(chromium nodejs)
command -v npm >/dev/null || web+=(npm)

fail() {
  printf 'install-dependencies: %s\n' "$*" >&2
  exit 1
}

missing_of() {
  local package
  for package in "$@"; do
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || printf '%s\n' "$package"
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

wanted=("${base[@]}")
for group in "$@"; do
  case $group in
    clang) wanted+=("${clang[@]}") ;;
    sanitizers) wanted+=("${sanitizers[@]}") ;;
    cross) wanted+=("${cross[@]}") ;;
    windows) wanted+=("${windows[@]}") ;;
    docs) wanted+=("${docs[@]}") ;;
    serve) wanted+=("${serve[@]}") ;;
    python) wanted+=("${python[@]}") ;;
    packages) wanted+=("${packages[@]}") ;;
    cluster) wanted+=("${cluster[@]}") ;;
    web) wanted+=("${web[@]}") ;;
    *) fail "unknown group '$group' (clang, sanitizers, cross, windows, docs, serve, python, packages, cluster and web are known)" ;;
  esac
done

command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
  fail "no apt on this system; install what corresponds to these Debian packages by hand: ${wanted[*]}"

mapfile -t missing < <(missing_of "${wanted[@]}")
[ "${#missing[@]}" -gt 0 ] || exit 0

printf 'install-dependencies: installing %s\n' "${missing[*]}"
[ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
  fail "neither root nor sudo; run as root: apt-get install --no-install-recommends ${missing[*]}"

if [[ " ${missing[*]} " == *:arm64* ]] && ! dpkg --print-foreign-architectures | grep -qx arm64; then
  [ "$(dpkg --print-architecture)" != arm64 ] || fail "the cross group is for other machines than ARM64 ones"
  as_root dpkg --add-architecture arm64
fi
apt_get update || fail "apt-get update failed; still missing: ${missing[*]}"
apt_get install -y --no-install-recommends "${missing[@]}" ||
  fail "apt-get install failed; still missing: $(missing_of "${wanted[@]}" | tr '\n' ' ')"
