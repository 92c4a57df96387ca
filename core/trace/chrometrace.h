// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"
#include "core/trace/span.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>

namespace knobscope {

/// Gives spans one after the other; nullopt at the end, or why there is no next one to be had.
using SpanSource = std::function<Result<std::optional<Span>>()>;

/// Writes Chrome's trace event format: complete events ("ph": "X", microseconds from the first span), with the names of
/// processes and threads as metadata; function, file and line among the arguments. The number of spans; the source's failure.
Result<int64_t> writeChromeTrace(std::ostream& out, const SpanSource& spans);
/// The same into a file, gzip-compressed when its name ends in .gz, which is put in place only when all is written; without any
/// span it is refused. When `isCancelled` is set by the time the spans have ended, the file is left as it was, and the answer is
/// Timeout; null: it never is.
Result<int64_t> writeChromeTraceFile(const std::string& path, const SpanSource& spans,
                                     const std::atomic<bool>* isCancelled = nullptr);

} // namespace knobscope
