// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialscale.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace knobscope {

/// A tuning task of a network, as sharing trials among tasks sees it. Tasks of one layer compute the same by other templates;
/// the layer is as fast as the fastest of them.
struct SharedTask {
    size_t layer = 0;        ///< from 0 on, none left out
    double weight = 1;       ///< how many layers of the network are like this
    std::string family;      ///< tasks of one improve alike: the template's name
    double flops = 0;        ///< a layer's operations, to guess a time before there is one
    double boundSeconds = 0; ///< no kernel is quicker; 0: not known
    size_t untunedRank = 0;  ///< of a layer's tasks the one with the least is taken where nothing was tuned …
    std::optional<int64_t> untunedIndex; ///< … with this config; none: with the fallback config
};

/// The shorter of two times, of which 0 is none.
constexpr double quicker(double a, double b)
{
    return a > 0 && (b == 0 || a < b) ? a : b;
}

/// What trials are counted in when a budget is shared.
enum class TrialCost : uint8_t {
    Trials, ///< each costs the same
    Seconds ///< what it took
};

/// Decides which task of a network the next few trials go to, so that the network's time, the sum over layers of weight times
/// best, falls fastest: in the manner of Ansor's task scheduler (Zheng et al. 2020, section 6). Each layer gets a slice first,
/// the heaviest layers before the others; it goes to the task that would be taken untuned, so that a layer that was
/// begun knows what it has to beat. Then the slice goes where the expected gain is largest. What a task is expected to gain
/// follows from how its own best fell lately and from how those of others fell at that stage, its family's most; a task near its
/// bound gets nothing. A layer's second template is tried when others of its family make it likely to pay. A value.
class TrialShare
{
public:
    /// `slice`: trials that a task gets at a time. `fixedSeconds`: what layers take that no task computes; part of the network's
    /// time, and nothing can be gained there.
    TrialShare(std::vector<SharedTask> tasks, int64_t slice, TrialCost cost = TrialCost::Trials, double fixedSeconds = 0);

    /// What the task's fallback config takes; the first one that is heard counts.
    void hearFallback(size_t task, double seconds);
    /// What its untuned config takes, where that is another one; likewise.
    void hearUntuned(size_t task, double seconds);
    /// A trial of the task: how long a call of the config takes, 0 when it failed, and what the trial took.
    void hear(size_t task, double seconds, double spent = 0);
    /// What the task's best takes, timed anew: instead of all heard so far.
    void correct(size_t task, double seconds);
    /// What it takes untuned counts on this scale from now on, as its trials do.
    void scale(size_t task, const TrialScale& scale);
    /// The task has no more configs, or cannot be tuned.
    void exhaust(size_t task);

    /// The task that the next slice goes to; nothing when no task can gain any more.
    std::optional<size_t> next() const;
    int64_t slice() const { return m_slice; }

    const std::vector<SharedTask>& tasks() const { return m_tasks; }
    size_t layers() const { return m_layers.size(); }
    double weight(size_t layer) const { return m_layers[layer].weight; }
    int64_t trials(size_t task) const { return m_curves[task].trials; }
    /// The best of the task's trials; 0: none worked yet.
    double best(size_t task) const { return m_curves[task].best; }
    double fallback(size_t task) const { return m_curves[task].fallback; }
    /// What the task takes untuned; 0: not known.
    double untuned(size_t task) const { return m_curves[task].untuned > 0 ? m_curves[task].untuned : fallback(task); }
    /// The task that computes the layer fastest; nothing before any worked.
    std::optional<size_t> winner(size_t layer) const;
    /// Whether anything was heard of the layer's time.
    bool isKnown(size_t layer) const;
    /// Of one of a kind: the best of its tasks' trials, or as it is untuned; guessed by the others' speed where none is known, 0
    /// where there is none at all.
    double layerSeconds(size_t layer) const;
    /// The same as if nothing had been tuned: what the layer's first task of which that is known takes then.
    double untunedSeconds(size_t layer) const;
    double fixedSeconds() const { return m_fixedSeconds; }
    /// The network's: each layer as often as there is one like it, and the fixed seconds.
    double networkSeconds() const
    {
        return sumOf([this](size_t layer) { return layerSeconds(layer); });
    }
    double untunedNetworkSeconds() const
    {
        return sumOf([this](size_t layer) { return untunedSeconds(layer); });
    }
    /// The sum over the layers of weight times seconds, and the fixed seconds; 0 where nothing is known of any layer.
    template<class Seconds>
    double sumOf(Seconds&& secondsOf) const
    {
        double sum = 0;
        for (size_t layer = 0; layer < m_layers.size(); ++layer) {
            sum += m_layers[layer].weight * secondsOf(layer);
        }
        return sum > 0 ? sum + m_fixedSeconds : 0;
    }

private:
    struct Curve {
        double fallback = 0;
        double untuned = 0; ///< 0: not known, or the fallback
        double best = 0;
        int64_t trials = 0;
        double spent = 0;
        bool isExhausted = false;
        std::vector<double> bests; ///< after each trial: the logarithm of the best so far, or of the fallback
    };
    struct Layer {
        std::vector<size_t> tasks; ///< the one that is taken untuned first
        double weight = 1;
        double flops = 0;
    };
    bool isDone(size_t task) const;
    bool isBegun(const Layer& layer) const;
    std::optional<size_t> firstOfUntried() const;
    double guessedSeconds(const Layer& layer) const;
    double expectedGain(size_t task) const;
    double gainOfUntried(size_t task) const;
    /// By how much, as a logarithm, the task's best is expected to fall in its next slice.
    double expectedFall(size_t task) const;
    double costOf(size_t task) const;

    std::vector<SharedTask> m_tasks;
    std::vector<Layer> m_layers;
    std::vector<Curve> m_curves;
    int64_t m_slice;
    TrialCost m_cost;
    double m_fixedSeconds;
};

} // namespace knobscope
