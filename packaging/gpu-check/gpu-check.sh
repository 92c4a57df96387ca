#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# gpu-check.sh kit DIR       on a developer's machine: collects what the smallest build needs, so that a machine with no more
#                            than a C++20 compiler, CMake and the CUDA toolkit can build it
# gpu-check.sh run [OUT]     builds core + CUDA + command line + worker, runs every GPU template's answers against the operators'
#                            definitions, tunes four ResNet-50 convolutions, compares with cuDNN where PyTorch is there, and writes
#                            one table to OUT/gpu-check.md and .json (default: build/gpu-check)
# Needs neither LLVM nor Qt nor Python. Without a GPU it goes as far as compiling and says so.
#   GPU_CHECK_KIT      where the kit is (default: build/gpu-check-kit, used where it exists)
#   GPU_CHECK_TRIALS   of each tuned task (default 256);  GPU_CHECK_CONFIGS  of each checked one (default 48)
#   GPU_CHECK_DEVICE   cuda:1 for the second GPU;         GPU_CHECK_BUILD    the build's folder
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.." || exit

here=packaging/gpu-check
kit=${GPU_CHECK_KIT:-build/gpu-check-kit}
build=${GPU_CHECK_BUILD:-build/gpu-check}
trials=${GPU_CHECK_TRIALS:-256}
configs=${GPU_CHECK_CONFIGS:-48}
device=${GPU_CHECK_DEVICE:-cuda:0}

say() { printf 'gpu-check: %s\n' "$*" >&2; }
die() {
    say "$*"
    exit 1
}

# --- what a bare machine lacks ------------------------------------------------------------------------------------

kit_packages=(nlohmann-json3-dev libfmt-dev libexpected-dev libcli11-dev libsqlitecpp-dev libsqlite3-dev zlib1g-dev)

# Debian's fmt is a shared library, whose package has a number in its name.
installed_fmt() { dpkg-query -W -f='${db:Status-Status} ${Package}\n' 'libfmt[0-9]*' 2>/dev/null | sed -n 's/^installed \(libfmt[0-9]*\)$/\1/p' | sed -n 1p; }

# Headers, static libraries and CMake files of the packages, in the places that they have below /usr.
collect_kit() {
    local to=$1 package file
    command -v dpkg >/dev/null || die "the kit is collected from Debian packages, but this system has no dpkg"
    # A kit that was carried here stays where this machine could not make one.
    for package in "${kit_packages[@]}"; do
        dpkg -s "$package" >/dev/null 2>&1 || die "$package is not installed, which the kit needs; ./dev deps installs it"
    done
    rm -rf "$to"
    mkdir -p "$to"
    # shellcheck disable=SC2046
    for package in "${kit_packages[@]}" $(installed_fmt); do
        dpkg -L "$package" | grep -E '^/usr/(include|share/cmake|lib)/' | grep -vE '/(doc|pkgconfig)/' | while read -r file; do
            if [ -d "$file" ] && [ ! -L "$file" ]; then continue; fi
            case $file in *libsqlite3.so* | *libz.so*) continue ;; esac # the static ones travel
            mkdir -p "$to$(dirname "$file")"
            cp -a "$file" "$to$file"
        done
    done
    say "$(du -sh "$to" | cut -f1) in $to: copy it together with the sources"
}

# --- building -----------------------------------------------------------------------------------------------------

build_core() {
    local generator=() prefix='' compiler cores
    command -v cmake >/dev/null || die "cmake is missing"
    compiler=$(command -v "${CXX:-c++}" || command -v g++ || command -v clang++) || die "there is no C++ compiler"
    if command -v ninja >/dev/null; then generator=(-G Ninja); fi
    if command -v ccache >/dev/null; then generator+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
    if [ -d "$kit/usr" ]; then
        prefix="$PWD/$kit/usr;$PWD/$kit/usr/lib/$(uname -m)-linux-gnu"
        case $kit in /*) prefix="$kit/usr;$kit/usr/lib/$(uname -m)-linux-gnu" ;; esac
    fi
    cores=$(nproc 2>/dev/null || echo 2)
    say "building with $compiler on $cores cores"
    cmake -S . -B "$build" "${generator[@]}" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_COMPILER=$compiler" "-DCMAKE_PREFIX_PATH=$prefix" \
        "-DCMAKE_LIBRARY_ARCHITECTURE=$(uname -m)-linux-gnu" -DKNOBSCOPE_GUI=OFF -DKNOBSCOPE_LLVM=OFF -DKNOBSCOPE_TESTS=OFF \
        -DKNOBSCOPE_BENCH=OFF -DKNOBSCOPE_XGBOOST=OFF -DKNOBSCOPE_ONNX=OFF >"$build.log" 2>&1 || {
        tail -n 20 "$build.log" >&2
        die "configuring failed; on a bare machine the kit must be in $kit (gpu-check.sh kit DIR creates one)"
    }
    cmake --build "$build" --parallel "$cores" --target knobscope-cli knobscope-worker >>"$build.log" 2>&1 || {
        grep -E 'error|Error' "$build.log" | sed -n 1,20p >&2
        die "building failed; the complete output is in $build.log"
    }
    cli=$build/bin/knobscope-cli
}

# A machine whose only CUDA is PyTorch's has NVRTC among Python's packages.
find_nvrtc() {
    local found
    if [ -n "${KNOBSCOPE_NVRTC:-}" ] || ! command -v python3 >/dev/null; then return; fi
    "$cli" devices --json 2>/dev/null | sed -n '/"gpu_compilers"/,$p' | member version | grep . >/dev/null && return
    found=$(python3 -c 'import glob, sys
print(*sorted(p for d in sys.path for p in glob.glob(d + "/nvidia/*/lib/libnvrtc.so.*") if ".alt." not in p), sep="\n")' 2>/dev/null | tail -n 1)
    if [ -n "$found" ]; then
        export KNOBSCOPE_NVRTC=$found
        say "NVRTC of Python's packages: $found"
    fi
}

# --- what the command line says -----------------------------------------------------------------------------------

# The first value of a member of a JSON document on stdin, strings without their quotes; nlohmann writes one member a line.
member() { sed -nE "s/^ *\"$1\": \"?([^\"]*[^\",])\"?,?\$/\1/p" | sed -n 1p; }

# How many trials of an AutoTVM log ended with an error number.
ended_with() { grep -cE "\"result\": \[\[[^]]*\], $1," "$2" 2>/dev/null || true; }

lines_of() { grep -v '^#' $here/tasks.txt | grep "^$1|"; }

# --- with a GPU ---------------------------------------------------------------------------------------------------

rows_checked=()
rows_tuned=()
json_checked=()
json_tuned=()
failures=0

check_answers() {
    local label workload log right refused slow wrong other seconds verdict
    while IFS='|' read -r _ label workload <&3; do
        log=$out/check.log
        rm -f "$log" "$out"/check.knobscope*
        seconds=$SECONDS
        "$cli" tune "$workload" --target cuda --device "$device" --tuner random --trials "$configs" --check --log "$log" \
            --project "$out/check.knobscope" >"$out/last.txt" 2>&1 || true
        "$cli" failures "$out/check.knobscope" >>"$out/last.txt" 2>&1 || true
        right=$(ended_with 0 "$log")
        refused=$(ended_with 1 "$log")
        slow=$(ended_with 6 "$log") # NVRTC takes longer than the builder's limit for some: an outcome of the config, as in AutoTVM
        wrong=$(ended_with 5 "$log")
        other=$(($(wc -l <"$log" 2>/dev/null || echo 0) - ${right:-0} - ${refused:-0} - ${slow:-0} - ${wrong:-0}))
        verdict=right
        if [ "${wrong:-0}" -gt 0 ] || [ "$other" -gt 0 ] || [ "${right:-0}" -eq 0 ]; then
            verdict="FAILED: $(tail -n 1 "$out/last.txt" | tr '|' ' ' | tr -s ' ' | cut -c1-200)"
            failures=$((failures + 1))
            cp "$log" "$out/failed-$failures.log" 2>/dev/null || true
        fi
        rows_checked+=("| $label | ${right:-0} | ${refused:-0} | ${slow:-0} | ${wrong:-0} | $other | $verdict |")
        json_checked+=("{\"task\": \"$label\", \"right\": ${right:-0}, \"refused\": ${refused:-0}, \"slow_to_build\": ${slow:-0}, \"wrong\": ${wrong:-0}, \"failed\": $other}")
        say "$label: ${right:-0} right, ${refused:-0} refused by the limits, ${slow:-0} too slow to build, ${wrong:-0} wrong, $other failed ($((SECONDS - seconds)) s)"
    done 3< <(lines_of check)
}

peer() {
    if command -v python3 >/dev/null; then
        # shellcheck disable=SC2086
        CUDA_VISIBLE_DEVICES=${CUDA_VISIBLE_DEVICES:-${device#cuda:}} python3 $here/peer.py $1
    else
        echo "- there is no Python"
    fi
}

tune_tasks() {
    local label workload shape best rate errors peer share index
    while IFS='|' read -r _ label workload shape <&3; do
        "$cli" tune "$workload" --target cuda --device "$device" --tuner ga --trials "$trials" --seed 1 --json \
            --log "$out/tuned.log" >"$out/last.json" 2>"$out/last.txt" || true
        best=$(member best_gflops <"$out/last.json")
        rate=$(member trials_per_second <"$out/last.json")
        errors=$(member errors <"$out/last.json")
        index=$(member best_index <"$out/last.json")
        peer=$(peer "$shape")
        share=$(awk -v a="${best:-0}" -v b="$peer" 'BEGIN { if (b + 0 > 0) printf "%.2f", a / b; else print "-" }')
        if [ "$(printf '%.0f' "${best:-0}")" -eq 0 ]; then failures=$((failures + 1)); fi
        rows_tuned+=("| $label | $(printf '%.0f' "${best:-0}") | $peer | $share | $(printf '%.1f' "${rate:-0}") | ${errors:-?} | ${index:--} |")
        json_tuned+=("{\"task\": \"$label\", \"trials\": $trials, \"best_gflops\": ${best:-0}, \"best_index\": ${index:--1}, \"peer\": \"$peer\", \"trials_per_second\": ${rate:-0}, \"errors\": ${errors:-0}}")
        say "$label: ${best:-0} GFLOPS, cuDNN $peer, ${rate:-0} trials/s"
    done 3< <(lines_of tune)
}

# --- without one --------------------------------------------------------------------------------------------------

# A few configs of each template through limits and compiler, for the architecture that most clouds lend.
compile_only() {
    local label workload length i index said compiled refused failed verdict
    while IFS='|' read -r _ label workload _ <&3; do
        length=$("$cli" space "$workload" --target "cuda -arch=sm_90" --json 2>/dev/null | member len)
        compiled=0 refused=0 failed=0 verdict=compiles
        for i in 0 1 2 3 4 5 6 7; do
            index=$(awk -v n="${length:-1}" -v i="$i" 'BEGIN { printf "%d", int(n * i / 8) }')
            said=$("$cli" config "$workload" "$index" --target "cuda -arch=sm_90" --show sass-info 2>&1 >/dev/null)
            if [ -z "$said" ]; then
                compiled=$((compiled + 1))
            elif grep -q ' allows ' <<<"$said"; then
                refused=$((refused + 1))
            else
                failed=$((failed + 1)) verdict="FAILED: $(head -n 1 <<<"$said" | cut -c1-160 | tr '|' ' ')"
            fi
        done
        if [ "$failed" -gt 0 ]; then failures=$((failures + 1)); fi
        rows_checked+=("| $label | $compiled | $refused | - | - | $failed | $verdict |")
        json_checked+=("{\"task\": \"$label\", \"compiled\": $compiled, \"refused\": $refused, \"failed\": $failed}")
        say "$label: $compiled compiled, $refused refused by the limits, $failed failed"
    done 3< <(lines_of check; lines_of tune)
}

# --- the table ----------------------------------------------------------------------------------------------------

joined() {
    local IFS=,
    printf '%s' "$*"
}

write_table() {
    local what=$1 card=$2 commit
    commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
    {
        printf '# GPU check, %s: %s\n\n' "$(date +%F)" "$card"
        printf 'Sources %s, compiler %s, %s.\n\n' "$commit" "$compiler_text" "$driver_text"
        if [ "$what" = compiled ]; then
            printf '**NOT RUN: %s** Only the steps without a GPU were done; no answer was checked and nothing was timed.\n\n' "$why_not"
            printf '| template, 8 configs for sm_90 | compiled | refused by the limits | too slow to build | wrong | failed | |\n'
        else
            printf '%s random configs per task, random inputs, every output compared with the definition of the operator.\n\n' "$configs"
            printf '| template | right | refused by the limits | too slow to build | wrong | failed | |\n'
        fi
        printf '| --- | --: | --: | --: | --: | --: | --- |\n'
        printf '%s\n' "${rows_checked[@]}"
        if [ "$what" = run ]; then
            printf '\nfp32, %s trials of the genetic tuner per task; cuDNN: best fp32 algorithm without TF32.\n\n' "$trials"
            printf '| ResNet-50 task | GFLOPS | cuDNN | share | trials/s | failed | config |\n| --- | --: | --: | --: | --: | --: | --: |\n'
            printf '%s\n' "${rows_tuned[@]}"
        fi
        printf '\n%s\n' "$([ "$failures" -eq 0 ] && echo 'Nothing failed.' || echo "$failures tasks FAILED.")"
    } >"$out/gpu-check.md"
    printf '{"date": "%s", "card": "%s", "commit": "%s", "driver": "%s", "ran": %s, "failures": %s, "checked": [%s], "tuned": [%s]}\n' \
        "$(date +%F)" "$card" "$commit" "$driver_text" "$([ "$what" = run ] && echo true || echo false)" "$failures" \
        "$(joined "${json_checked[@]}")" "$(joined "${json_tuned[@]}")" >"$out/gpu-check.json"
    cat "$out/gpu-check.md"
}

run() {
    local document
    out=${1:-build/gpu-check-results}
    mkdir -p "$out" "$(dirname "$build")"
    build_core
    export KNOBSCOPE_WORKER=$PWD/$build/bin/knobscope-worker
    case $build in /*) KNOBSCOPE_WORKER=$build/bin/knobscope-worker ;; esac
    find_nvrtc
    "$cli" devices >&2
    document=$("$cli" devices --json)
    compiler_text=$(sed -n '/"gpu_compilers"/,$p' <<<"$document" | member version)
    compiler_text=${compiler_text:+NVRTC $compiler_text}
    compiler_text=${compiler_text:-none}
    driver_text="driver for CUDA $(member driver <<<"$document")${KNOBSCOPE_LIBCUDA:+ ($KNOBSCOPE_LIBCUDA instead of the system)}"
    if grep -q "\"id\": \"$device\"" <<<"$document" && [ "$compiler_text" != none ]; then
        check_answers
        tune_tasks
        write_table run "$(grep -A30 "\"id\": \"$device\"" <<<"$document" | member name)"
    else
        driver_text="no driver"
        why_not=$(sed -n '/"devices"/,/"gpu_compilers"/p' <<<"$document" | grep '"why_not": "[^"]' | tail -n 1 | sed -E 's/.*"why_not": "(.*)",?/\1/')
        [ "$compiler_text" = none ] && why_not="there is no NVRTC. $why_not"
        say "NOT RUN ON A GPU: $why_not"
        compile_only
        write_table compiled "no GPU"
    fi
    [ "$failures" -eq 0 ]
}

case ${1:-run} in
kit) collect_kit "${2:-$kit}" ;;
run) run "${2:-}" ;;
*) die "usage: gpu-check.sh kit DIR | run [OUT]" ;;
esac
