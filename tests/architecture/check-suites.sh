#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-suites.sh BUILD: every test of BUILD is in one suite, `quick` or `nightly`, and the quick suite covers every folder.
# Reads what CMake wrote for ctest, since ctest within ctest would replace the log of the outer one.
set -euo pipefail
build=$1
lists=$(find "$build" -name CTestTestfile.cmake -exec cat {} +)
tests=$(sed -nE 's/^add_test\((\[=\[)?([A-Za-z0-9_]+).*/\2/p' <<<"$lists" | sort)
labelled() { sed -nE "s/^set_tests_properties\((\[=\[)?([A-Za-z0-9_]+).* LABELS \"$1\".*/\2/p" <<<"$lists" | sort; }
quick=$(labelled quick)

status=0
unlabelled=$(comm -23 <(printf '%s\n' "$tests") <(sort <(printf '%s\n' "$quick") <(labelled nightly)))
if [ -n "$unlabelled" ]; then
    printf "without a label, 'quick' or 'nightly':\n%s\n" "$unlabelled"
    status=1
fi
programs=$(sed -nE 's/^add_test\((\[=\[)?([A-Za-z0-9_]+)(\]=\])? "[^"]*\/(test_[a-z_]+)".*/\2 \4/p' <<<"$lists" | sort)
while read -r program; do
    if [ -z "$(join <(printf '%s\n' "$quick") <(grep " $program$" <<<"$programs"))" ]; then
        echo "the quick suite has no test of $program"
        status=1
    fi
done < <(cut -d' ' -f2 <<<"$programs" | sort -u)
# Or the lists were not read.
if [ "$(wc -l <<<"$tests")" -lt 50 ]; then
    echo "$build has only $(wc -l <<<"$tests") tests"
    status=1
fi
exit "$status"
