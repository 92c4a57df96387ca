// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonmembers.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// An event that the system can count for a thread.
struct CounterEvent {
    const char* name; ///< "L1d misses"
    uint32_t type;    ///< PERF_TYPE_…
    uint64_t config;
};
/// Cycles, instructions, misses of the first-level data cache and of the last-level cache, mispredicted branches: counted by the
/// CPU, in user code only.
std::span<const CounterEvent> hardwareEvents();
/// The thread's time on a core in nanoseconds, page faults, context switches: counted by the system on every machine.
std::span<const CounterEvent> softwareEvents();

/// Counts of an event.
struct EventCount {
    std::string name;
    double count = 0; ///< scaled to the whole time where the CPU counted it in a part only
    double share = 1; ///< part of the time in which it was counted: below 1 where events share a counter
};
void visitElements(MaybeConst<EventCount> auto& event, const auto& visit)
{
    visit(event.name, event.count, event.share);
}

/// Counts events of the calling thread (perf_event_open on Linux) from start() to stop(). Events are in one group: counted at the
/// same time.
class EventCounters
{
public:
    /// Opens those of the events that this machine can count. Without any, the error gives the reason and the remedy: the
    /// system forbids it (perf_event_paranoid), or there is no such counter, as in most virtual machines.
    static Result<EventCounters> open(std::span<const CounterEvent> events);
    EventCounters(EventCounters&&) noexcept;
    EventCounters& operator=(EventCounters&&) noexcept;
    ~EventCounters();

    void start();
    void stop();
    /// Between the last start() and stop(); leaves out an event for which no counter was ever free.
    Result<std::vector<EventCount>> counts() const;
    /// Events that could not be opened, by name.
    const std::vector<std::string>& missing() const { return m_missing; }

private:
    struct Opened;
    EventCounters();
    std::vector<Opened> m_opened;
    std::vector<std::string> m_missing;
};

/// Why an event cannot be counted, from the errno of perf_event_open; `paranoid`: the value of kernel.perf_event_paranoid.
Error counterError(int code, int paranoid);
/// `raw` events, counted for `running` of `enabled` nanoseconds, for all of the time.
double scaledCount(uint64_t raw, uint64_t enabled, uint64_t running);

} // namespace knobscope
