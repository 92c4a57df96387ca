// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/boundsource.h"
#include "core/tuner/tuner.h"

#include <cstdint>

namespace knobscope {

/// Whether configs that cannot be fast are left out, and how.
struct PruneOptions {
    double factor = 0; ///< a config is hopeless when its bound is at least so many times the best time; 0: none is left out
    int64_t checkEvery = 16; ///< one hopeless config in so many is measured all the same, to count mistakes; 0: none

    bool isOn() const { return factor > 0; }
    static constexpr double usualFactor = 2;
};
/// Reads "off", "on", "on=3" and "3". Refuses factors below 1: they would leave out what may be the best.
Result<PruneOptions> parsePruneOptions(std::string_view text);

/// What leaving out came to.
struct PruneCount {
    int64_t judged = 0; ///< proposals that a bound could be told of
    int64_t pruned = 0; ///< never built
    int64_t checked = 0; ///< called hopeless and measured all the same
    int64_t mistaken = 0; ///< of them: within 5 % of the best of its time, or better
};

/// {"judged", "pruned", "checked", "mistaken"}
nlohmann::json pruneCountToJson(const PruneCount& count);

/// Leaves out configs that can be shown to be slow, from the bounds of core/task/speedbound.h. How fast the machine is it learns
/// from what is measured: the most cycles of its bound that a config of at least half the best speed got done in a second. How
/// far bounds can be trusted on this machine it learns, too: a config is left out only when its speed, as predicted by a line
/// through the logarithms of bounds and measured speeds, stays below the best one with a probability of 99 %. Given the same
/// results in the same order it says the same.
class Pruner
{
public:
    enum class Verdict : uint8_t { Measure, Check, Prune };

    /// Without bounds nothing is left out.
    Pruner(std::shared_ptr<BoundSource> bounds, const PruneOptions& options)
        : m_bounds(std::move(bounds))
        , m_options(options)
    {
    }
    /// What becomes of a proposal. Until five configs of different bounds have worked all are measured.
    Verdict judge(int64_t index);
    /// A result, in order.
    void learn(const Trial& trial);
    /// FLOP/s that a config may have at most, for the tuner that proposed it.
    double mostFlops(int64_t index);
    const PruneCount& count() const { return m_count; }

private:
    /// Cycles of a bound that are done in a second, in units of the task's FLOPs.
    double rate() const;
    /// FLOP/s that a config with this bound stays below with a probability of 99 %: the upper end of the prediction interval of a
    /// regression over all configs measured. Infinite while they are too few, or all of one bound.
    double highestFlops(double cycles) const;
    struct Seen {
        double cycles = 0;
        double flops = 0;
    };
    std::shared_ptr<BoundSource> m_bounds;
    PruneOptions m_options;
    PruneCount m_count;
    std::vector<Seen> m_seen;
    std::vector<int64_t> m_checks; ///< without a result yet
    double m_best = 0;
    int64_t m_hopeless = 0;
};

} // namespace knobscope
