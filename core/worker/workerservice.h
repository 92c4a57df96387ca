// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/worker/channel.h"

#include <functional>
#include <optional>

namespace knobscope {

/// Handles requests of higher layers; returns nullopt for unknown ones. May throw.
using OtherService = std::function<std::optional<Message>(const Message& request)>;

/// Main loop of knobscope-worker: answers messages on a socket until the peer is gone.
///   {"op": "hello"}                                       -> {"version", "machine"}
///   {"op": "device", "device": "cuda:0"}                  -> {"device", "driver"} or {"message"}
///   {"op": "build", "task", "entity", "device"}           -> {"error", "message", "kernel", "stages"} + object
///   {"op": "load", "key", "kernel", "options", "best_rate", "calibrate"} + object -> {"ok"} or {"message"}
///   {"op": "run", "key", "kernel", "options", "task", "entity", "references", "best_rate", "calibrate"} + object
///                                                         -> {"error", "message", "costs", "timing", …} or {"missing"}
///   {"op": "rank", "kernels": [{…, "bytes"}], "options", "references", "best_rate"} + objects -> {"ranked"} or {"missing"}
///   {"op": "verify", "key", "kernel", "options", "task", "entity"} + object -> {"error", "message"}
///   {"op": "code", "task", "entity", "levels": ["llvm", "asm"]} -> {"levels": [{"bytes", "problem"}]} + lines
///   {"op": "image", "task", "entity"}                     -> {"kernel"} + image
///   {"op": "try", "target"}                               -> {"ok"} or {"message"}
/// "references" (ReferenceKeys) names kernels by their keys; "missing" is the key of one that must be loaded first.
/// Messages ("message", "problem", "note") are in English; "said" next to them has the pattern and arguments (writeSentence).
/// Calls `others` first: it handles the requests of higher layers.
/// Returns the process's exit code. Exceptions and errors become answers; a kernel's crash ends the process.
int serveWorker(int descriptor, const OtherService& others = {});

} // namespace knobscope
