#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh [bookworm|trixie]… [-- CTEST ARGS]: `./dev test` of what HEAD holds, in a bare root of each Debian release that README.md
# promises: nothing but the packages of `debootstrap --variant=minbase`. `./dev test roots` calls this.
# A release's folder, build/roots/RELEASE, keeps
#   bare      the root as debootstrap made it, which each run copies; remove it to have it made anew
#   packages  what apt downloaded
#   root      the copy that the last run left, with its build; chroot into it to look at a failure
#   log       what the last run printed
# Mounts are made in a mount namespace of their own, and processes run in a process namespace, so that neither outlives a run.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
checkout=$PWD
self=$checkout/tests/roots/run.sh
releases=(bookworm trixie)

say() { printf 'roots: %s\n' "$*" >&2; }

die() {
    say "$*"
    exit 1
}

# Where this machine's apt has LABEL ('Debian', 'Debian-Security') from; empty where it does not say.
mirror_of() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(LABEL) $(REPO_URI)' 2>/dev/null | sed -n "s/^$1 //p" | sed -n 1p
}

# Makes build/roots/RELEASE/bare, from debootstrap's own mirror where apt names none. It has its name once it is complete.
make_bare_root() {
    local release=$1 folder=$2 mirror security
    mirror=$(mirror_of Debian)
    security=$(mirror_of Debian-Security)
    say "making a bare root of $release${mirror:+ from $mirror}"
    rm -rf --one-file-system "$folder/making"
    debootstrap --variant=minbase "$release" "$folder/making" ${mirror:+"$mirror"} >"$folder/debootstrap.log" 2>&1 || {
        tail -n 5 "$folder/debootstrap.log" >&2
        die "debootstrap failed; all it said is in $folder/debootstrap.log"
    }
    if [ -n "$mirror" ]; then printf 'deb %s main\n' "$mirror $release" "$mirror $release-updates" >"$folder/making/etc/apt/sources.list"; fi
    if [ -n "$security" ]; then printf 'deb %s main\n' "$security $release-security" >>"$folder/making/etc/apt/sources.list"; fi
    # How this machine reaches its mirrors: proxies, checks of dates.
    apt-config dump | grep -E '^Acquire::(https?::|Check-)' >"$folder/making/etc/apt/apt.conf.d/90host" || true
    mv "$folder/making" "$folder/bare"
}

# Runs in the namespaces: mounts what a root needs and goes into it.
enter_root() {
    local folder=$1 cache=$2
    shift 2
    mount -t proc proc "$folder/root/proc"
    mount --rbind /dev "$folder/root/dev"
    mount --rbind /sys "$folder/root/sys"
    mount --bind "$folder/packages" "$folder/root/var/cache/apt/archives"
    if [ -n "$cache" ]; then
        mkdir -p "$folder/root/ccache"
        mount --bind "$cache" "$folder/root/ccache"
    fi
    exec chroot "$folder/root" "$@"
}

# This machine's cache of compiled files may serve the roots, too: a compiler is told by its content here, not by its time and
# size, the headers that a file includes by theirs, and what another version of ccache wrote counts as missing. The checkout has
# the same path in a root, since that is part of what is looked up.
ccache_folder() {
    if command -v ccache >/dev/null; then
        mkdir -p "$(ccache --get-config cache_dir)"
        ccache --get-config cache_dir
    fi
}

test_in_root() {
    local release=$1 folder=$checkout/build/roots/$1 cache variables
    shift
    mkdir -p "$folder/packages/partial"
    if [ ! -d "$folder/bare" ]; then make_bare_root "$release" "$folder"; fi
    rm -rf --one-file-system "$folder/root"
    cp -a --reflink=auto "$folder/bare" "$folder/root"
    cp -L /etc/resolv.conf "$folder/root/etc/resolv.conf"
    git clone --quiet --no-hardlinks "$checkout" "$folder/root$checkout"
    cache=$(ccache_folder)
    variables=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "CI=${CI:-}")
    if [ -n "$cache" ]; then
        variables+=(CCACHE_DIR=/ccache CCACHE_COMPILERCHECK=content "CCACHE_MAXSIZE=$(ccache --get-config max_size)")
    fi
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child "$self" --enter "$folder" "$cache" \
        env -i "${variables[@]}" bash -c 'cd "$0" && ./dev test "$@"' "$checkout" "$@" </dev/null
}

main() {
    local asked=() release status started failed=0 outcomes=()
    while [ "$#" -gt 0 ] && [ "$1" != -- ]; do
        case " ${releases[*]} " in
        *" $1 "*) asked+=("$1") ;;
        *) die "'$1' is no release; there are ${releases[*]}, and what ctest is to have stands behind --" ;;
        esac
        shift
    done
    if [ "$#" -gt 0 ]; then shift; fi
    if [ "$(id -u)" -ne 0 ]; then die "only root can make roots and go into them: sudo ./dev test roots"; fi
    command -v debootstrap >/dev/null || die "debootstrap is not installed: apt-get install debootstrap"
    if [ -n "$(git status --porcelain)" ]; then say "what is not committed is not tested"; fi
    for release in "${asked[@]:-${releases[@]}}"; do
        mkdir -p "build/roots/$release"
        started=$(date +%s) status=0
        "$self" --test "$release" "$@" 2>&1 | tee "build/roots/$release/log" || status=$?
        if [ "$status" -ne 0 ]; then failed=1; fi
        outcomes+=("$(printf '%-10s %-8s %4d min  build/roots/%s/log' \
            "$release" "$([ "$status" -eq 0 ] && echo passed || echo FAILED)" $((($(date +%s) - started + 30) / 60)) "$release")")
    done
    printf '\n'
    printf '%s\n' "${outcomes[@]}"
    exit "$failed"
}

case ${1:-} in
--enter) enter_root "${@:2}" ;;
--test) test_in_root "${@:2}" ;;
*) main "$@" ;;
esac
