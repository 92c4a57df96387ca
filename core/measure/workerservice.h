// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/channel.h"

#include <functional>
#include <optional>

namespace knobscope {

/// Answers requests that it knows, and may throw for them.
using OtherService = std::function<std::optional<Message>(const Message& request)>;

/// What knobscope-worker does: answers messages on a socket until the other end is gone.
///   {"op": "hello"}                                       -> {"version"}
///   {"op": "device", "device": "cuda:0"}                  -> {"device", "driver"} or {"message"}
///   {"op": "build", "task", "entity", "device"}           -> {"error", "message", "kernel", "stages"} + object
///   {"op": "run", "key", "kernel", "options", "task", "entity", "best_rate"} + object -> {"error", "message", "costs", "timing",
///   …}
///   {"op": "anchor", "key", "kernel", "seconds", "beside", "options", "best_rate"} + object -> {"seconds", "pace", "best_rate"}
///   or {"message"}
///   {"op": "best", "key", "kernel", "speedup", "options"} + object       -> {"ok"} or {"message"}
///   {"op": "forget best", "key"}                                         -> {"ok"}
///   {"op": "verify", "key", "kernel", "options", "task", "entity"} + object -> {"error", "message"}
///   {"op": "rank", "key", "kernels": [{…, "bytes"}], "options"} + objects -> {"ranked"} or {"message"}
///   {"op": "code", "task", "entity", "levels": ["llvm", "asm"]} -> {"levels": [{"bytes", "problem"}]} + lines
///   {"op": "ptx", "task", "entity", "compiler"}           -> {"levels", "compiler", "architecture"} + lines
///   {"op": "image", "task", "entity", "compiler"}         -> {"kernel"} + image
///   {"op": "try", "target"}                               -> {"ok"} or {"message"}
/// A sentence ("message", "problem", "note") is English; "said" beside it has its pattern and arguments (putSentence).
/// `others` is asked first: it answers for what is built on top of this.
/// Returns the process's exit code. Exceptions and refusals become answers; a kernel's crash ends the process.
int serveWorker(int descriptor, const OtherService& others = {});

} // namespace knobscope
