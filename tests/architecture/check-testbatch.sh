#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-testbatch.sh ROOT: what a test and moc's output of it include comes before the namespaces in which a batch includes them.
# Which headers moc writes depends on the version of Qt; a header that is first included in a namespace declares its names there.
set -euo pipefail
script=$(readlink -f "$1/cmake/TestBatch.cmake")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

for name in tst_a tst_b; do
    printf '#include "%s.h"\n#include <QTest>\n#include "%s.moc"\n' "$name" "$name" >"$name.cpp"
    printf '#include <QtCore/%s_helpers.h>\n#if !defined(Q_MOC_OUTPUT_REVISION)\n#endif\n' "$name" >"$name.moc"
done
cmake "-DTESTS=$folder/tst_a.cpp;$folder/tst_b.cpp" "-DMOCS=$folder" -DOUTPUT=batch.cpp -P "$script"

first=$(grep -n '^namespace ' batch.cpp | sed -n '1s/:.*//p')
for header in '"tst_a.h"' '"tst_b.h"' '<QTest>' '<QtCore/tst_a_helpers.h>' '<QtCore/tst_b_helpers.h>'; do
    at=$(grep -nFx "#include $header" batch.cpp | cut -d: -f1 | sed -n 1p || true)
    if [ -z "$at" ] || [ "$at" -ge "$first" ]; then
        printf '%s is not included before the namespaces in\n' "$header"
        cat batch.cpp
        exit 1
    fi
done
if grep -n '\.moc"' batch.cpp; then
    echo "moc's output belongs to its test, which includes it"
    exit 1
fi
