#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-presets.sh ROOT: configures presets that nobody builds every day; exit code 77 where their compiler is missing.
set -euo pipefail
cd "$1"

command -v clang++-19 >/dev/null || {
    echo "clang++-19 is not installed; ./dev asan installs it"
    exit 77
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for preset in asan fuzz core; do
    cmake --preset "$preset" -B "$folder/$preset" >"$folder/said" 2>&1 || {
        cat "$folder/said"
        echo "preset $preset cannot be configured"
        exit 1
    }
done
