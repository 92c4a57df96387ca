// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/speedbound.h"
#include "core/tuner/tunercontext.h"

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace knobscope {

/// The bounds of a task's configs by index (core/task/speedbound.h), remembered. From any thread.
class BoundSource
{
public:
    /// Caches that `machine` does not know are taken for a usual core's, 48 KiB and 2 MiB.
    BoundSource(Task task, const MachineFacts& machine, int threads = 1);

    /// The least cycles of a call; nullopt where nothing can be said, as of an illegal config.
    std::optional<double> cycles(int64_t index);
    /// Whether it can say anything of this task: tried on its first valid configs.
    bool isOfUse();
    /// How many bounds may be asked for where `most` of a plain product would be: fewer of a definition that reads at many places
    /// (Winograd's transforms), since each costs the lowering of them all. At least an eighth.
    size_t affordable(size_t most);
    /// The config that runs best untuned, where the task's template computes it from the layer (Template::untuned) and the space,
    /// edited perhaps, has it.
    std::optional<int64_t> untuned() const;

    static constexpr size_t mostRemembered = 100'000; ///< then all are forgotten

private:
    std::optional<double> compute(int64_t index) const;
    Task m_task;
    MachineFacts m_machine;
    int m_threads;
    std::mutex m_mutex;
    std::unordered_map<int64_t, double> m_known; ///< 0: nothing can be said
    std::optional<bool> m_isOfUse;
    std::optional<size_t> m_reads; ///< places that the definition reads at
};

/// What bounds are computed from where replays must not depend on the machine: the target's registers, usual caches.
MachineFacts usualMachine(const Target& target);

/// The context's bounds, or own ones of a usual machine; null without a task, on GPUs (docs/decisions/0015), and where they are
/// of no use.
std::shared_ptr<BoundSource> usefulBounds(const TunerContext& context);

} // namespace knobscope
