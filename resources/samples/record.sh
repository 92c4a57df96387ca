#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# record.sh CLI: records the sample project anew on this machine, with the program itself. Takes about a minute.
set -euo pipefail
cli=$(readlink -f "$1")
cd "$(dirname "$(readlink -f "$0")")"

sample=resnet-18-sample.knobscope
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

project=$work/$sample
"$cli" tune resnet-18:2 --tuner random --trials 40 --seed 1 --project "$project"
"$cli" tune resnet-18:2 --tuner ga --trials 40 --seed 1 --project "$project"
"$cli" tune resnet-18:13 --tuner default --trials 24 --seed 1 --project "$project"
"$cli" notes "$project" --machine --add "Recorded on $(date -u +%Y-%m-%d) on"
# One file, without its write-ahead log and without free pages.
sqlite3 "$project" 'PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; VACUUM;' >/dev/null
mv "$project" "$sample"
ls -l "$sample"
