// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/figures.h"
#include "core/timing/eventcounters.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Events that the CPU and the system counted while a kernel was called.
struct KernelCounts {
    int64_t calls = 0;               ///< of which `events` are the means
    double seconds = 0;              ///< of a call
    std::vector<EventCount> events;  ///< per call
    Sentence problem;                ///< why hardware events are missing; empty: none is

    /// Count of an event; 0: not counted.
    double of(std::string_view event) const;
};
void visitMembers(MaybeConst<KernelCounts> auto& counts, const auto& visit)
{
    visit("calls", counts.calls);
    visit("seconds", counts.seconds);
    visit("events", counts.events);
    visit("problem", counts.problem);
}

/// Counted events as figures per call, with what follows from them: clock rate, instructions per cycle, misses per 1,000
/// instructions. A figure of tone Unknown tells why hardware events are missing.
std::vector<Figure> countFigures(const KernelCounts& counts);

/// Builds a config in a worker process and counts events of a tenth of a second of its calls, on one thread, with warm caches.
/// CPU tasks of this machine only. `worker`: as for findWorker. The error is the config's, or names what is missing.
Result<KernelCounts> countKernel(const Task& task, const ConfigEntity& entity, const std::string& worker = {},
                                 const std::atomic<bool>* stop = nullptr);

} // namespace knobscope
