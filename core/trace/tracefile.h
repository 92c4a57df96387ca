// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/chrometrace.h"

#include <atomic>

namespace knobscope {

/// writeChromeTraceFile (chrometrace.h) that can be given up: when `isCancelled` is set by the time the spans have ended, the
/// file is left as it was, and the answer is Timeout.
Result<void> writeChromeTraceFile(const std::string& path, const SpanSource& spans, const std::atomic<bool>& isCancelled);

} // namespace knobscope
