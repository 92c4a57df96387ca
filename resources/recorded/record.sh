#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# record.sh CLI: records the spaces of this folder anew on this machine, about ten minutes; what is there already is kept, so delete
# first what is to be measured again. At real-time priority where that is allowed, so that other programs disturb the kernels less.
set -euo pipefail
cli=$(readlink -f "$1")
cd "$(dirname "$(readlink -f "$0")")"

first=()
if chrt -f 10 true 2>/dev/null; then first=(chrt -f 10); fi
for task in resnet-18:2 resnet-18:4 resnet-18:8 resnet-18:11 resnet-18:12 resnet-18:14 resnet-50:4 resnet-50:10 resnet-50:15 \
    resnet-50:22 mobilenet-v1:15 mobilenet-v1:16 mobilenet-v1:18; do
    "${first[@]}" "$cli" lab record "$task" -o "${task/:/-}.knobscope" --timeout 60
done
