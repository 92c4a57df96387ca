#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Plants one breach of each rule in an otherwise clean tree and expects check-sources.sh to name it.
set -euo pipefail
checker=$(dirname "$(readlink -f "$0")")/check-sources.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

licence='// SPDX-License-Identifier: GPL-3.0-or-later'
failures=0

clean_tree() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree"/core/{ir,space,lower,schedule,template} "$tree"/widgets/{project,views/{speed,tasks}}
    for folder in "$tree"/core/*/ "$tree"/widgets/project/ "$tree"/widgets/views/*/; do printf '# a\nb\n' >"${folder}README.md"; done
    printf '%s\n' "$licence" '#include "core/ir/expr.h"' >"$tree/core/space/knob.h"
    printf '%s\n' "$licence" '#include "core/schedule/stage.h"' >"$tree/core/lower/lower.h"
    printf '%s\n' "$licence" '#include <QWidget>' '#include "core/space/knob.h"' >"$tree/widgets/views/speed/chart.h"
}

# expect FILE LINE-OF-CODE… MESSAGE: with these lines added to FILE the checker fails and says MESSAGE.
expect() {
    local file=$1 message=${*: -1} output
    clean_tree
    if [ ! -f "$tree/$file" ]; then printf '%s\n' "$licence" >"$tree/$file"; fi
    printf '%s\n' "${@:2:$#-2}" >>"$tree/$file"
    if output=$("$checker" "$tree") || [[ $output != *"$file"*"$message"* ]]; then
        printf 'not found: "%s" in %s; the checker said:\n%s\n' "$message" "$file" "$output"
        failures=$((failures + 1))
    fi
}

clean_tree
if ! "$checker" "$tree"; then failures=1; fi
expect core/ir/expr.h '#include "core/space/knob.h"' 'core/ir may not know core/space'
expect core/schedule/stage.h '#include "core/lower/lower.h"' 'core/schedule may not know core/lower'
expect core/space/knob.h '#include "widgets/views/speed/chart.h"' 'core/space may not know widgets'
expect widgets/views/tasks/tasks.h '#include "widgets/views/speed/chart.h"' 'a view may not know another view (speed)'
expect widgets/project/work.h '#include "widgets/views/speed/chart.h"' 'widgets/project may not know widgets/views'
expect core/space/knob.h '#include "core/attic/old.h"' 'folder core/attic has no place among the layers'
expect core/space/edit.cpp '#include <QString>' 'core includes no Qt'
expect core/space/edit.cpp '#include <QtCore/QString>' 'core includes no Qt'
expect core/space/edit.cpp '#include <onnx/onnx_pb.h>' 'only core/graph/onnx includes ONNX'
mapfile -t many < <(seq -f 'int line%.0f;' 500)
expect core/space/long.cpp "${many[@]}" 'longer than 500 lines'
expect core/template/long.cpp "${many[@]:0:120}" 'Template longOne()' 'a template is longer than 120 lines'
expect core/space/edit.cpp 'class KnobManager {};' 'no Utils, Helper or Manager'
expect core/space/knobutils.h 'no utils, helper or manager'
expect core/space/edit.cpp '// TO''DO later' 'unfinished work is no comment'
expect core/space/knob.h 'int64_t size();' 'without including <cstdint>'
expect widgets/views/speed/code.cpp 'auto code = kernelCode(task, entity);' 'compilers run in workers'
expect widgets/views/speed/seen.h '    Q_OBJECT' '#ifdef Q_OS_UNIX' '    void seen();' '#endif' 'moc may not see'
expect widgets/views/speed/look.cpp 'QColor colour(0xff0000);' 'come from widgets/base/theme.h'
expect widgets/views/speed/look.cpp 'font.setBold(true);' 'come from widgets/base/theme.h'
expect widgets/views/speed/look.cpp 'layout->setContentsMargins(0, 6, 0, 0);' 'come from widgets/base/theme.h'
expect dev 'sort tests | ''head -n 10' 'leaves its pipe early'
expect widgets/views/tasks/check.sh 'said | ''grep -q word' 'leaves its pipe early'
expect core/space/README.md 'a' 'b' 'c' 'd' 'e' '2 to 6'

clean_tree
printf 'int x;\n' >"$tree/core/space/bare.cpp"
if output=$("$checker" "$tree") || [[ $output != *"bare.cpp:1: the first line names no licence"* ]]; then
    printf 'a missing licence line was not found\n'
    failures=$((failures + 1))
fi

printf '%d expectations failed\n' "$failures"
exit "$((failures > 0))"
