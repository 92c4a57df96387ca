#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# record.sh CLI [FOLDER]: records the sample project anew on this machine, with the program itself, into FOLDER (this one).
# Takes about five minutes of a machine that does nothing else: where its pace is not steady nothing is kept.
# KNOBSCOPE_SAMPLE_TRIALS (128), KNOBSCOPE_SAMPLE_PACE (0.9, the least mean pace of a run; 0 takes any) and KNOBSCOPE_SAMPLE_TRIES
# (5, how often a run is made) are for trying it out.
set -euo pipefail
cli=$(readlink -f "$1")
folder=$(readlink -f "${2:-$(dirname "$(readlink -f "$0")")}")
trials=${KNOBSCOPE_SAMPLE_TRIALS:-128}
least=${KNOBSCOPE_SAMPLE_PACE:-0.9}
tries=${KNOBSCOPE_SAMPLE_TRIES:-5}

sample=resnet-18-sample.knobscope
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project=$work/$sample

ask() { sqlite3 -readonly "$project" "$1"; }

# A machine that others use slows down and speeds up: such runs cannot be compared, and a sample of them teaches nonsense.
unsteady() {
    ask "SELECT printf('run %d went at %.0f %% of the best pace (%.0f to %.0f %%)', run, 100 * avg(pace),
            100 * min(pace), 100 * max(pace)) FROM trial WHERE pace > 0 AND run = (SELECT max(id) FROM run)
        HAVING avg(pace) < $least OR sum(pace < 0.8 * $least) > 0.05 * count(*);"
}

# Each run knows nothing of those before it; plain `llvm`, so that every x86 CPU can go on with the tasks. A run of a machine that
# was not steady is made again, a few times.
tune() {
    local why=
    for _ in $(seq "$tries"); do
        if [ -e "$project" ]; then cp "$project" "$work/before"; fi
        "$cli" tune "$@" --target llvm --transfer none --project "$project"
        why=$(unsteady)
        if [ -z "$why" ]; then return 0; fi
        echo "record.sh: $why; once more" >&2
        rm -f "$project" "$project"-*
        if [ -e "$work/before" ]; then mv "$work/before" "$project"; fi
    done
    echo "record.sh: the machine is not steady: $why; end what else runs, and record again" >&2
    exit 1
}

# Ended after a third of its trials. (SIGINT would not reach it: shells have it ignored by what they run in the background.)
stopped() {
    "$cli" tune "$@" --target llvm --transfer none --project "$project" &
    local pid=$!
    while kill -0 $pid 2>/dev/null && [ "$(ask "SELECT count(*) FROM trial WHERE run = (SELECT max(id) FROM run);" || echo 0)" -lt $((trials * 4 / 3)) ]; do
        sleep 0.2
    done
    kill -TERM $pid 2>/dev/null || true
    wait $pid || true
}

# Kernels that take longer than a limit to compile, or to run, are failures: an eighth to three quarters of them, at a limit that
# depends on the machine and is searched for.
failing() {
    local low=0.01 high=0.5 limit failed all=$((trials / 2))
    for _ in 1 2 3 4 5 6 7 8; do
        limit=$(awk "BEGIN {printf \"%.3f\", sqrt($low * $high)}")
        cp "$project" "$work/before"
        "$cli" tune "$@" --timeout "$limit" --target llvm --transfer none --project "$project" || true
        failed=$(ask "SELECT count(*) FROM trial WHERE error_no > 0 AND run = (SELECT max(id) FROM run);")
        if [ "$failed" -gt $((all * 3 / 4)) ]; then low=$limit; elif [ "$failed" -lt $(((all + 7) / 8)) ]; then high=$limit; else return 0; fi
        rm -f "$project" "$project"-*
        mv "$work/before" "$project"
    done
    echo "record.sh: no limit of time made some of the kernels fail and not all" >&2
    exit 1
}

# Bound by caches that neighbours of this machine may share, and compared with no other run: less steady is steady enough.
least=$(awk "BEGIN {print 0.5 * $least}") tune resnet-18:13 --tuner default --trials "$trials" --seed 1   # dense
least=$(awk "BEGIN {print 0.5 * $least}") tune mobilenet-v1:2 --tuner default --trials "$trials" --seed 1 # depthwise
failing resnet-18:3 --tuner random --trials $((trials / 2)) --seed 1
stopped resnet-18:2 --tuner ga --trials $((trials * 4)) --seed 9
# The convolution last: the window opens on the run that began last.
for seed in 1 2 3 4 5; do
    for tuner in random ga default; do
        tune resnet-18:2 --tuner $tuner --trials "$trials" --seed $seed
    done
done
# For the Lab: three kinds of layers that were measured whole.
recorded=$(dirname "$(readlink -f "$0")")/../recorded
"$cli" lab "$recorded"/{resnet-18-2,resnet-50-4,mobilenet-v1-15,resnet-18-14}.space --tuners random,ga,default --seeds 20 --budget 100 --project "$project"
"$cli" notes "$project" --machine --add "Recorded on $(date -u +%Y-%m-%d) on"
# One file, without its write-ahead log and without free pages.
sqlite3 "$project" 'PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; VACUUM;' >/dev/null
mv "$project" "$folder/$sample"
ls -l "$folder/$sample"
