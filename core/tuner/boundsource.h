// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/speedbound.h"
#include "core/tuner/tunercontext.h"

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace knobscope {

/// Cached bounds of a task's configs by index (core/task/speedbound.h). Thread-safe.
class BoundSource
{
public:
    /// Unknown cache sizes of `machine` default to 48 KiB and 2 MiB.
    BoundSource(Task task, const MachineProfile& machine, int threads = 1);

    /// Returns a lower bound of the cycles of a call; nullopt if there is none, for example for an illegal config.
    std::optional<double> cycles(int64_t index);
    /// Number of configs lowered for cycles() so far.
    int64_t computed() const;
    /// True if bounds exist for this task; tries its first valid configs.
    bool isUseful();
    /// Number of bounds that cost as much as `most` bounds of a plain product; smaller for definitions that read at many places
    /// (Winograd's transforms), since each bound lowers all of them. At least `most` / 8 and 1.
    size_t affordable(size_t most);
    /// Index of the config that the template computes for untuned layers (Template::untuned); nullopt if it has none or the
    /// (possibly edited) space lacks it.
    std::optional<int64_t> untuned() const;

    static constexpr size_t kMaxCached = 100'000; ///< the cache is cleared at this size

private:
    std::optional<double> compute(int64_t index) const;
    Task m_task;
    MachineProfile m_machine;
    int m_threads;
    mutable std::mutex m_mutex;
    std::unordered_map<int64_t, double> m_known; ///< 0: no bound
    int64_t m_computed = 0;
    std::optional<bool> m_isUseful;
    std::optional<size_t> m_reads; ///< number of reads in the definition
};

/// Facts for bounds that must not depend on the machine (replays): the target's registers and default caches.
MachineProfile defaultMachine(const Target& target);

/// Returns the context's bounds, or new ones for a default machine; null without a task, on GPUs (docs/decisions/0015), and if
/// bounds are not useful.
std::shared_ptr<BoundSource> usefulBounds(const TunerContext& context);

} // namespace knobscope
