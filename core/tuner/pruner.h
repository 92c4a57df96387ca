// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/boundsource.h"
#include "core/tuner/tuner.h"

#include <cstdint>

namespace knobscope {

/// Options for skipping configs that cannot be fast.
struct PruneOptions {
    double factor = 0; ///< skips configs whose bound is at least this many times the best time; 0: off
    int64_t checkEvery = 16; ///< measures one of this many hopeless configs anyway, to count mistakes; 0: none
    /// Skips nothing until this many hopeless configs were measured without a mistake, and again after each mistake. A tuner
    /// that begins with good bounds has seen nothing of the others, where bounds of another machine are off.
    int64_t firstChecks = 16;

    bool isOn() const { return factor > 0; }
    static constexpr double kDefaultFactor = 2;
};
/// Parses "off", "on", "on=3" and "3". Returns an error for factors below 1: they could skip the best config.
Result<PruneOptions> parsePruneOptions(std::string_view text);
/// The text of a factor: "off" for 0, "auto" for the default one, else "on=3".
std::string pruneText(double factor);

/// Statistics of pruning.
struct PruneCount {
    int64_t judged = 0; ///< proposals with a bound
    int64_t pruned = 0; ///< skipped without building
    int64_t checked = 0; ///< considered hopeless but measured anyway
    int64_t mistaken = 0; ///< checked ones within 5 % of the best at that time, or better
};

/// {"judged", "pruned", "checked", "mistaken"}
nlohmann::json pruneCountToJson(const PruneCount& count);

/// Skips configs that are provably slow, using the bounds of core/task/speedbound.h. Learns the machine's speed from
/// measurements: the most cycles of its bound per second of any config with at least half the best speed. Learns the accuracy of
/// the bounds, too: skips a config only if its speed, predicted by a linear regression of log speed on log bound, is below the
/// best with 99.9 % probability, and if hopeless configs were checked (PruneOptions::firstChecks). Deterministic for the same
/// results in the same order.
class Pruner
{
public:
    enum class Verdict : uint8_t { Measure, Check, Prune };

    /// Without bounds, skips nothing.
    Pruner(std::shared_ptr<BoundSource> bounds, const PruneOptions& options)
        : m_bounds(std::move(bounds))
        , m_options(options)
    {
    }
    /// Decides about a proposal. Measures all until five configs with different bounds have worked.
    Verdict judge(int64_t index);
    /// Returns true if judge() could prune this config now. Counts nothing.
    bool wouldPrune(int64_t index) const;
    /// Adds a result, in order.
    void learn(const Trial& trial);
    /// Upper limit of a config's FLOP/s, for the tuner that proposed it.
    double maxFlops(int64_t index) const;
    const PruneCount& count() const { return m_count; }

private:
    bool canJudge() const;
    bool isHopeless(double cycles) const;
    /// Cycles of a bound per second, in units of the task's FLOPs.
    double rate() const;
    /// FLOP/s that a config with this bound stays below with 99.9 % probability: the upper end of the prediction interval of a
    /// regression over all measured configs. Infinite if there are too few or all have the same bound.
    double highestFlops(double cycles) const;
    struct Seen {
        double cycles = 0;
        double flops = 0;
    };
    std::shared_ptr<BoundSource> m_bounds;
    PruneOptions m_options;
    PruneCount m_count;
    std::vector<Seen> m_seen;
    std::vector<int64_t> m_checks; ///< checks without a result yet
    double m_best = 0;
    int64_t m_hopeless = 0;
    int64_t m_rightChecks = 0; ///< results of checks since the last mistake
};

} // namespace knobscope
