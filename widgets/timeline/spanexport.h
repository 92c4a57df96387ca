// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <QString>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

namespace knobscope {

/// Which spans are exported.
struct ExportedSpans {
    qint64 run = 0;   ///< of one run; 0: of all
    qint64 trace = 0; ///< an imported trace instead of the runs
    /// Only those that overlap [first, second), nanoseconds; nullopt: all.
    std::optional<std::pair<int64_t, int64_t>> range;
    std::pair<int64_t, int64_t> extent; ///< from the first of them to the end of the last, for the progress
};

/// Writes spans as Chrome trace JSON, compressed when the file's name ends in .gz, and says how many. The file is put in place
/// when all is written, and is as it was when that was stopped. `tell` hears how far it is, of 100. Any thread.
Result<qint64> writeSpans(Project& project, const ExportedSpans& wanted, const QString& path, const std::atomic<bool>& stop,
                          const std::function<void(int percent)>& tell);

} // namespace knobscope
