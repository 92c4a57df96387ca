// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace knobscope {

/// What knobscope-worker does: answers messages on a socket until the other end is gone.
///   {"op": "hello"}                                       -> {"version"}
///   {"op": "device", "device": "cuda:0"}                  -> {"device", "driver"} or {"message"}
///   {"op": "build", "task", "entity", "device"}           -> {"error", "message", "kernel", "stages"} + object
///   {"op": "run", "key", "kernel", "options", "task", "entity"} + object -> {"error", "message", "costs", …}
///   {"op": "reference", "key", "kernel", "seconds", "options"} + object  -> {"ok"}
///   {"op": "compare", "kernels": [{…, "bytes"}], "options"} + objects    -> {"seconds"} or {"message"}
///   {"op": "code", "task", "entity", "levels": ["llvm", "asm"]} -> {"levels": [{"bytes", "problem"}]} + texts and line numbers
///   {"op": "ptx", "task", "entity", "compiler"}           -> {"levels", "compiler", "architecture"} + text and line numbers
///   {"op": "image", "task", "entity", "compiler"}         -> {"kernel"} + image
///   {"op": "try", "target"}                               -> {"ok"} or {"message"}
/// Returns the process's exit code. Exceptions and refusals become answers; a kernel's crash ends the process.
int serveWorker(int descriptor);

} // namespace knobscope
