#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# record.sh CLI [FOLDER]: records the sample project on this machine, with the program itself, into FOLDER (this one).
# Takes about twelve minutes of a machine that does nothing else: a run in which its pace is not steady is made again. Each run is
# stored as soon as it is good, so a recording that was ended continues where it was; it stands in FOLDER/recording.part.
# KNOBSCOPE_SAMPLE_SECONDS ends it with code 3 before the first run that would begin later than that, for recording in pieces.
# KNOBSCOPE_SAMPLE_TRIALS (96), KNOBSCOPE_SAMPLE_PACE (0.9, the least mean pace of a run; 0 takes any) and KNOBSCOPE_SAMPLE_TRIES
# (5, how often a run is made) are for trying it out.
set -euo pipefail
cli=$(readlink -f "$1")
folder=$(readlink -f "${2:-$(dirname "$(readlink -f "$0")")}")
trials=${KNOBSCOPE_SAMPLE_TRIALS:-96}
least=${KNOBSCOPE_SAMPLE_PACE:-0.9}
tries=${KNOBSCOPE_SAMPLE_TRIES:-5}
seconds=${KNOBSCOPE_SAMPLE_SECONDS:-1000000}

sample=resnet-18-sample.knobscope
recording=$folder/recording.part
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project=$work/$sample

ask() { sqlite3 -readonly "$1" "$2"; }
recorded() { [ -e "$recording" ] && [ -n "$(ask "$recording" "$1")" ]; }

# Each step works on a copy, which replaces the recording when it is good.
begin() {
    if [ $SECONDS -ge "$seconds" ]; then
        echo "record.sh: $seconds s are over; run it again to continue" >&2
        exit 3
    fi
    rm -f "$project" "$project"-*
    if [ -e "$recording" ]; then cp "$recording" "$project"; fi
}
store() {
    sqlite3 "$project" 'PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;' >/dev/null
    mv "$project" "$recording"
}

# A machine that others use slows down and speeds up: such runs cannot be compared, and a sample of them teaches nonsense. Times
# that no machine can reach, which fail, are another sign.
unsteady() {
    ask "$project" "SELECT printf('run %d went at %.0f %% of the best pace (%.0f to %.0f %%), and %d trials failed', run,
            100 * avg(pace), 100 * min(pace), 100 * max(pace), sum(error_no > 0)) FROM trial
        WHERE run = (SELECT max(id) FROM run) HAVING avg(nullif(pace, 0)) < $least
            OR sum(pace > 0 AND pace < 0.8 * $least) > 0.05 * count(*) OR sum(error_no > 0) > 0;"
}

# In one process of many a kernel runs a tenth faster than in all others, by the place of its data in memory. A run with such a
# best is no measure for the others of its task. One that ends below the others had no luck, which is no reason to make it again.
unusual() {
    ask "$project" "WITH best AS (SELECT run, max(gflops) AS gflops FROM trial JOIN run ON run.id = trial.run
            WHERE task = (SELECT task FROM run ORDER BY id DESC LIMIT 1) AND state = 'finished' GROUP BY run),
        others AS (SELECT avg(gflops) AS mean, count(*) AS runs FROM best WHERE run < (SELECT max(run) FROM best))
        SELECT printf('run %d ends at %.1f GFLOPS, %d runs before it at %.1f', run, gflops, runs, mean) FROM best, others
        WHERE run = (SELECT max(run) FROM best) AND runs >= 3 AND gflops / mean - 1 > 0.05;"
}

# tune TASK TUNER TRIALS SEED. Each run knows nothing of those before it; plain `llvm`, so that every x86 CPU can continue the
# tasks. A run of a machine that was not steady is made again, a few times.
tune() {
    local why=
    if recorded "SELECT run.id FROM run JOIN task ON task.id = run.task WHERE label = '$1' AND tuner = '$2' AND seed = $4
                     AND state = 'finished';"; then return 0; fi
    for _ in $(seq "$tries"); do
        begin
        "$cli" tune "$1" --tuner "$2" --trials "$3" --seed "$4" --target llvm --from-scratch --project "$project"
        why=$(unsteady)
        why=${why:-$(unusual)}
        if [ -z "$why" ]; then
            store
            return 0
        fi
        echo "record.sh: $why; once more" >&2
    done
    echo "record.sh: the machine is not steady: $why; end what else runs, and record again" >&2
    exit 1
}

# Ended after a third of its trials. (SIGINT would not reach it: shells have it ignored by what they run in the background.)
stopped() {
    if recorded "SELECT id FROM run WHERE state = 'stopped';"; then return 0; fi
    begin
    "$cli" tune "$@" --target llvm --from-scratch --project "$project" &
    local pid=$!
    while kill -0 $pid 2>/dev/null && [ "$(ask "$project" "SELECT count(*) FROM trial WHERE run = (SELECT id FROM run WHERE seed = 9);" || echo 0)" -lt $((trials / 3)) ]; do
        sleep 0.2
    done
    kill -TERM $pid 2>/dev/null || true
    wait $pid || true
    store
}

# Kernels that take longer than a limit are failures: an eighth to three quarters of them. The limit is that of a trial, and far
# above what starting a worker takes (a limit near it fails either none or, as each failure starts a worker, all that follow): each
# kernel is called so often that the slower third of them exceeds it. How often follows from a run without a limit.
failing() {
    local limit=1 calls failed all=$((trials / 2)) slower=3
    if recorded "SELECT run FROM trial WHERE error_no > 0;"; then return 0; fi
    begin
    "$cli" tune "$@" --target llvm --from-scratch --project "$project"
    local seconds="SELECT cast(json_extract(costs, '\$[0]') AS REAL) FROM trial WHERE error_no = 0 AND run = (SELECT max(id) FROM run)
        ORDER BY 1 DESC LIMIT 1 OFFSET $all / "
    local -A known
    for slower in 2 3 4 5 6; do known[$slower]=$(ask "$project" "$seconds $slower;"); done
    for slower in 3 2 4 5 6; do
        calls=$(awk "BEGIN {printf \"%d\", 1 + $limit / ${known[$slower]}}")
        begin
        "$cli" tune "$@" --timeout $limit --plain --number "$calls" --repeat 1 --target llvm --from-scratch --project "$project" || true
        failed=$(ask "$project" "SELECT count(*) FROM trial WHERE error_no > 0 AND run = (SELECT max(id) FROM run);")
        if [ "$failed" -le $((all * 3 / 4)) ] && [ "$failed" -ge $(((all + 7) / 8)) ]; then
            store
            return 0
        fi
        echo "record.sh: $failed of $all kernels failed at $calls calls in $limit s; once more" >&2
    done
    echo "record.sh: no number of calls made some of the kernels fail and not all" >&2
    exit 1
}

# Bound by caches that neighbours of this machine may share, and compared with no other run: less steady is steady enough.
steady=$least
least=$(awk "BEGIN {print 0.5 * $steady}")
tune resnet-18:14 default "$trials" 1   # dense
tune mobilenet-v1:2 default "$trials" 1 # depthwise
least=$steady
failing resnet-18:3 --tuner random --trials $((trials / 2)) --seed 1
# Layers of the network.
for task in 1 4 5 7 8 10 11; do
    tune resnet-18:$task default $((trials / 2)) 1
done
stopped resnet-18:2 --tuner ga --trials "$trials" --seed 9
# The convolution last: the window opens on the run that began last.
for seed in 1 2 3 4 5 6; do
    for tuner in random ga default; do
        tune resnet-18:2 $tuner "$trials" $seed
    done
done
# The network with these kernels, step by step.
if ! recorded "SELECT key FROM meta WHERE key LIKE 'steps of %';"; then
    for _ in $(seq "$tries"); do
        begin
        "$cli" network profile resnet-18 --runs 30 --target llvm --project "$project" | tee "$work/network"
        grep -q '^DISTURBED' "$work/network" || break
    done
    store
fi
# For the Lab: three kinds of layers that were measured whole.
spaces=$(dirname "$(readlink -f "$0")")/../recorded
begin
"$cli" lab "$spaces"/{resnet-18-2,resnet-50-4,mobilenet-v1-15,resnet-18-14}.knobscope --tuners random,ga,default --seeds 20 --budget 100 --project "$project"
"$cli" notes "$project" --machine --add "Recorded on $(date -u +%Y-%m-%d) on"
# One file, without its write-ahead log and without free pages.
sqlite3 "$project" 'PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; VACUUM;' >/dev/null
mv "$project" "$folder/$sample"
rm -f "$recording"
ls -l "$folder/$sample"
