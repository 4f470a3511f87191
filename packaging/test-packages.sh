#!/usr/bin/env bash
# Installs the packages and the archive on a bare Debian root, uses them there as a stranger would, and takes them away
# again:
#
#   packaging/test-packages.sh [PACKAGES [WORK]]
#
# PACKAGES: where `cmake --workflow --preset package` left them (default: build/package). WORK: for the root, which is
# some 500 MiB in the end (default: build/bare); WORK/bare.tar of an earlier run is used again. Needs root and the
# packages of `packaging/install-dependencies.sh packages`.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=$(cd "${1:-build/package}" && pwd)
work=${2:-build/bare}
suite=bookworm
mirror=http://deb.debian.org/debian

fail() {
  printf 'test-packages: %s\n' "$*" >&2
  exit 1
}

say() {
  printf '\n-- %s\n' "$*"
}

one_of() {
  local found
  found=$(compgen -G "$packages/$1") || fail "no $packages/$1"
  [ "$(wc -l <<<"$found")" = 1 ] || fail "several: $found"
  printf '%s\n' "$found"
}

[ "$(id -u)" = 0 ] || fail "a root to change into needs root"
program=$(one_of 'lunette_*.deb')
library=$(one_of 'liblunette[0-9]*.deb')
development=$(one_of 'liblunette-dev_*.deb')
archive=$(one_of 'lunette-*.tar.gz')

say "lintian"
# Not for Debian's archive, whose first uploads close a request for packaging.
lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$program" "$library" "$development"

mkdir -p "$work"
work=$(cd "$work" && pwd)
root=$work/root
rm -rf --one-file-system "$root"
mkdir "$root"
if [ ! -f "$work/bare.tar" ]; then
  say "debootstrap $suite"
  debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$work/debootstrap.log"
  tar -C "$root" -cf "$work/bare.tar.new" .
  mv "$work/bare.tar.new" "$work/bare.tar"
else
  tar -C "$root" -xf "$work/bare.tar"
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
mkdir "$root/packages"
cp "$program" "$library" "$development" "$archive" "$root/packages/"

# With its own /proc, which the loader asks for $ORIGIN, for as long as the command runs.
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive \
    unshare --pid --fork --mount-proc="$root/proc" chroot "$root" "$@" </dev/null
}

install() {
  inside apt-get -qq install -y --no-install-recommends "$@" >"$work/apt.log" 2>&1 || {
    cat "$work/apt.log" >&2
    fail "apt-get install $*"
  }
}

# Everything that a package may leave behind; apt's and dpkg's own records are no part of it.
files() {
  inside find / -xdev \( -path /tmp -o -path /proc -o -path /sys -o -path /dev -o -path /packages -o -path /var/cache \
    -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /var/log \) -prune -o -print | LC_ALL=C sort
}

# purged NAME...: takes the packages away, and sees that the root is as it was.
purged() {
  local left
  inside apt-get -qq purge -y --autoremove "$@" >"$work/apt.log" 2>&1 || fail "apt-get purge $*: $(cat "$work/apt.log")"
  left=$(files | LC_ALL=C comm -13 "$work/before" -)
  [ -z "$left" ] || fail "left behind: $left"
  printf 'purged %s: nothing is left\n' "$*"
}

# Two kings against one, with a capture that ends the game at once.
builds_and_probes() {
  local answer
  inside rm -rf /tmp/tables
  inside "$1" --version
  inside "$1" build --rules traditional --material KKvK --metrics wdl,dtc,dtw --tables /tmp/tables
  inside "$1" verify --rules traditional --tables /tmp/tables --full
  answer=$(inside "$1" probe --rules traditional --tables /tmp/tables W:WK1,K2:BK11)
  printf '%s\n' "$answer"
  grep -q 'win in 1 ply' <<<"$answer" || fail "expected a win in 1 ply"
}

say "lunette.deb on the bare root"
inside apt-get -qq update
files >"$work/before"
install "/packages/$(basename "$program")"
inside dpkg -s lunette | grep -E '^(Version|Depends):'
builds_and_probes lunette
for completion in bash-completion/completions/lunette zsh/vendor-completions/_lunette fish/vendor_completions.d/lunette.fish; do
  [ -s "$root/usr/share/$completion" ] || fail "no completion $completion"
done
purged lunette

say "the archive, unpacked anywhere, with nothing installed"
inside mkdir /opt/lunette
inside tar -C /opt/lunette --strip-components=1 -xzf "/packages/$(basename "$archive")"
builds_and_probes /opt/lunette/bin/lunette
inside rm -r /opt/lunette

say "a C program with liblunette-dev, and the manual"
install gcc libc6-dev pkg-config man-db
cp tests/consumer/main.c "$root/tmp/program.c"
files >"$work/before"
for deb in "$program" "$library" "$development"; do
  debs+=("/packages/$(basename "$deb")")
done
install "${debs[@]}"
# shellcheck disable=SC2016
inside sh -c 'gcc -std=c99 /tmp/program.c -o /tmp/program $(pkg-config --cflags --libs lunette)'
inside ldd /tmp/program | grep lunette
answer=$(inside /tmp/program traditional /tmp/tables W:WK1,K2:BK11)
printf '%s\n' "$answer"
grep -qx 'win, dtc 1, dtw 1' <<<"$(head -1 <<<"$answer")" || fail "the C program answers otherwise"
pages=$(dpkg-deb --contents "$program" | grep -o '[^/]*\.1\.gz$')
for page in $pages; do
  inside man --warnings "${page%.1.gz}" >"$work/page" 2>"$work/page.warnings" || fail "man ${page%.1.gz}"
  [ ! -s "$work/page.warnings" ] || fail "man ${page%.1.gz}: $(cat "$work/page.warnings")"
done
printf '%d manual pages read; the last begins:\n' "$(wc -w <<<"$pages")"
head -6 "$work/page"
purged lunette "$(dpkg-deb --field "$library" Package)" liblunette-dev

say "packages and archive work on a bare root, and leave nothing"
