// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/trace/span.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>

namespace knobscope {

/// Returns spans one by one; nullopt at the end, or an error.
using SpanSource = std::function<Result<std::optional<Span>>()>;

/// Writes Chrome's trace event format: complete events ("ph": "X", microseconds from the first span), metadata with the names of
/// processes and threads; function, file and line as arguments. Returns the number of spans, or the source's error.
Result<int64_t> writeChromeTrace(std::ostream& out, const SpanSource& spans);
/// Same for a file, gzip-compressed if its name ends in .gz, which replaces the old one only when everything is written. Fails
/// without spans. If `isCancelled` is set when the spans end, keeps the old file and returns Timeout; null: not cancellable.
Result<int64_t> writeChromeTraceFile(const std::string& path, const SpanSource& spans,
                                     const std::atomic<bool>* isCancelled = nullptr);

} // namespace knobscope
