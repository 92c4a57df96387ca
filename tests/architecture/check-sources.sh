#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-sources.sh ROOT: what the tree itself can tell about the rules of docs/architecture.md. Prints one line a breach
# ("file:line: what and why") and fails when there is one.
set -euo pipefail
cd "$1"

longest_file=500
longest_template=120

folders=()
for folder in core widgets app bench tests; do
    if [ -d "$folder" ]; then folders+=("$folder"); fi
done
mapfile -t sources < <(find "${folders[@]}" -name '*.cpp' -o -name '*.h' | sort)
mapfile -t core_sources < <(printf "%s\n" "${sources[@]}" | grep "^core/")

# Lower layers know nothing of higher ones; folders of one layer not of each other, but for the pairs in `sideways`. Within
# widgets/ the shell knows the views, the views the project and what they share, and no view knows another one.
check_arrows() {
    awk '
        function folder(path,    part) {
            split(path, part, "/")
            return part[1] == "core" || part[1] == "widgets" ? part[1] "/" part[2] : part[1]
        }
        function view(path,    part) {
            split(path, part, "/")
            return part[2] == "views" ? part[3] : ""
        }
        function add(n, names,    i, name, count) { count = split(names, name, " "); for (i = 1; i <= count; i++) layer[name[i]] = n }
        BEGIN {
            add(0, "core/base"); add(1, "core/ir"); add(2, "core/graph core/schedule core/lower core/codegen"); add(3, "core/target")
            add(4, "core/device core/op core/space"); add(5, "core/script"); add(6, "core/template"); add(7, "core/task")
            add(8, "core/runtime"); add(9, "core/timing core/tuner core/record core/store core/trace"); add(10, "core/network")
            add(11, "core/worker"); add(12, "core/tuning"); add(13, "core/study core/lesson"); add(14, "core/report")
            add(20, "widgets/base"); add(21, "widgets/controls widgets/plot"); add(22, "widgets/project"); add(23, "widgets/views")
            add(24, "widgets/shell"); add(25, "app bench")
            sideways["core/lower core/schedule"]; sideways["core/store core/trace"];
        }
        /^ *# *include *"(core|widgets|app|bench)\// {
            split($0, quoted, "\"")
            from = folder(FILENAME); to = folder(quoted[2])
            if (view(FILENAME) != "" && view(quoted[2]) != "" && view(FILENAME) != view(quoted[2])) {
                print FILENAME ":" FNR ": a view may not know another view (" view(quoted[2]) ")"; next
            }
            if (from == to || from == "tests") next
            if (!(from in layer)) { print FILENAME ":" FNR ": folder " from " has no place among the layers"; next }
            if (!(to in layer)) { print FILENAME ":" FNR ": folder " to " has no place among the layers"; next }
            if (layer[to] < layer[from] || (from " " to) in sideways) next
            print FILENAME ":" FNR ": " from " may not know " to
        }' "${sources[@]}"
}

check_qt() {
    grep -HnE '# *include *[<"](Q[A-Z]|Qt)' "${core_sources[@]}" /dev/null |
        sed -E 's/^([^:]+:[0-9]+):.*/\1: core includes no Qt/' || true
}

# What protobuf brings along stays behind one library's headers; the generator of random models makes them with ONNX itself.
check_onnx() {
    printf '%s\n' "${sources[@]}" | grep -vE '^(core/graph/onnx|tests/randomgraphs)/' |
        xargs -r grep -HnE '# *include *[<"](onnx|google/protobuf)/' /dev/null |
        sed -E 's/^([^:]+:[0-9]+):.*/\1: only core\/graph\/onnx includes ONNX/' || true
}

check_lengths() {
    awk -v limit="$longest_file" 'FNR == limit + 1 { print FILENAME ":" FNR ": longer than " limit " lines" }' "${sources[@]}"
}

check_templates() {
    printf '%s\n' "${core_sources[@]}" | grep '^core/template/' | xargs -r grep -lE '^Template \w+\(\)$' |
        xargs -r awk -v limit="$longest_template" 'FNR == limit + 1 { print FILENAME ":" FNR ": a template is longer than " limit " lines" }' || true
}

check_licences() {
    awk 'FNR == 1 && !/SPDX-License-Identifier: GPL-3.0-or-later/ { print FILENAME ":1: the first line names no licence (SPDX)" }' "${sources[@]}"
    find "${sources[@]}" -empty -printf '%p:1: empty file\n'
}

check_names() {
    grep -HnE '^ *(class|struct|enum class|namespace) +\w*(Utils?|Helpers?|Manager)\b' "${sources[@]}" |
        sed -E 's/^([^:]+:[0-9]+):.*/\1: no Utils, Helper or Manager: name what it is/' || true
    printf '%s\n' "${sources[@]}" | grep -iE '/[^/]*(utils?|helpers?|manager)[^/]*\.(cpp|h)$' |
        sed 's/$/:1: no utils, helper or manager: name what it is/' || true
}

check_marks() {
    grep -HnwE 'TODO|FIXME|XXX|HACK' "${sources[@]}" | sed -E 's/^([^:]+:[0-9]+):.*/\1: unfinished work is no comment/' || true
}

# The library headers of g++ 12 bring these names along, those of g++ 13 no longer do.
check_integers() {
    local headers
    mapfile -t headers < <(printf '%s\n' "${sources[@]}" | grep '\.h$')
    grep -lE '^[^/]*\bu?int(8|16|32|64|ptr)_t\b' "${headers[@]}" /dev/null | xargs -r grep -L '#include <cstdint>' |
        sed 's/$/:1: names fixed-width integers without including <cstdint>/' || true
}

# LLVM ends its process for some targets: what people look at is compiled by a CodeWorker.
check_compilers() {
    printf '%s\n' "${sources[@]}" | grep -E '^(app|widgets|core/(tuner|record|store|trace|network|tuning|study|report))/' |
        xargs -r grep -HnE '\b(kernelCode|generatedText|trySimpleKernel|ptxText|compileLoopNest|compileCuda|assemblyText|llvmText)\(' /dev/null |
        sed -E 's/^([^:]+:[0-9]+):.*/\1: compilers run in workers; ask a CodeWorker (core\/worker)/' || true
}

# moc gets no folders to include from (cmake/Mocs.cmake), and so does not know what the macros of other headers say.
check_moc() {
    awk 'FNR == 1 { conditions = 0; object = 0 }
        /Q_OBJECT/ { object = 1 } /^#if/ { ++conditions } /^#endif/ { --conditions }
        object && conditions && /^    void [a-zA-Z_]+\(/ { print FILENAME ":" FNR ": moc may not see a slot or signal behind a condition of the preprocessor" }' "${sources[@]}"
}

check_readmes() {
    local folder lines
    for folder in core/*/ widgets/[!v]*/ widgets/views/*/; do
        lines=0
        if [ -f "${folder}README.md" ]; then lines=$(wc -l <"${folder}README.md"); fi
        if [ "$lines" -lt 2 ] || [ "$lines" -gt 6 ]; then
            printf '%sREADME.md:1: has %s lines; 2 to 6 say what belongs here\n' "$folder" "$lines"
        fi
    done
}

# With pipefail a reader that leaves early fails the whole pipe whenever its writer still has something to say: the rest
# is read to the end (sed -n 1,10p), or there is no pipe (grep -q <<<).
check_pipes() {
    local scripts=() script
    for script in dev .ci/*; do if [ -f "$script" ]; then scripts+=("$script"); fi; done
    mapfile -t -O "${#scripts[@]}" scripts < <(find "${folders[@]}" packaging resources -name '*.sh' 2>/dev/null | sort)
    if [ ${#scripts[@]} = 0 ]; then return; fi
    grep -HnE '[|] *(head|grep +-[a-zA-Z]*[qm])([ 0-9]|$)' "${scripts[@]}" /dev/null |
        sed -E 's/^([^:]+:[0-9]+):.*/\1: under pipefail a reader that leaves its pipe early fails it/' || true
}

# One theme (widgets/base/theme.h): views take colours, fonts and distances from it, so that they look alike in both themes.
check_look() {
    local colours='setStyleSheet\(|QColor\(0x|0x(ff)?[0-9a-fA-F]{6}\b|Qt::(white|black|(dark|light)?(gray|red|green|blue|cyan|magenta|yellow))\b'
    local fonts='QFontDatabase|set(Point|Pixel)Size|setBold\('
    local margins='setContentsMargins\([0-9, ]*[1-9]|QMargins\([0-9, ]*[1-9][0-9, ]*\)|set(Spacing|Margin|VerticalSpacing|HorizontalSpacing)\([1-9]'
    printf '%s\n' "${sources[@]}" | grep -E '^widgets/(views|shell|project|controls)/' |
        xargs -r grep -HnE "$colours|$fonts|$margins" /dev/null |
        sed -E 's/^([^:]+:[0-9]+):.*/\1: colours, fonts and margins come from widgets\/base\/theme.h/' || true
}

breaches=$(check_arrows; check_qt; check_onnx; check_lengths; check_templates; check_licences; check_names; check_marks; check_integers; check_compilers; check_moc; check_readmes; check_pipes; check_look)
if [ -n "$breaches" ]; then
    printf '%s\n' "$breaches"
    exit 1
fi
printf '%d files keep to the layers, the licence line, the names and %d lines\n' "${#sources[@]}" "$longest_file"
