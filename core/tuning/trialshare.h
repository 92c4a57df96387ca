// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialscale.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace knobscope {

/// A tuning task of a network, as input for sharing trials. Tasks of one layer compute the same with other templates; the layer
/// is as fast as the fastest of them.
struct SharedTask {
    size_t layer = 0;        ///< from 0, without gaps
    double weight = 1;       ///< number of layers in the network like this one
    std::string family;      ///< tasks of one family improve alike: the template's name
    double flops = 0;        ///< of a layer, to estimate its time before one is known
    double boundSeconds = 0; ///< lower bound for all kernels; 0: unknown
    size_t untunedRank = 0;  ///< the lowest of a layer's tasks is used if nothing was tuned
    std::optional<int64_t> untunedIndex; ///< config used then; nullopt: the fallback config
};

/// Returns the shorter of two times; 0 means none.
constexpr double minPositive(double a, double b)
{
    return a > 0 && (b == 0 || a < b) ? a : b;
}

/// Unit of cost when a budget is shared.
enum class TrialCost : uint8_t {
    Trials, ///< the same for each trial
    Seconds ///< duration of the trial
};

/// Decides which task of a network gets the next few trials, so that the network's time, the sum over layers of weight times
/// best, falls fastest: similar to Ansor's task scheduler (Zheng et al. 2020, section 6). Each layer gets a slice first, the
/// heaviest layers before the others; it goes to the task that would be used untuned, so that a started layer has a time to beat.
/// Then the slice goes to the largest expected gain. A task's expected gain follows from how its own best fell lately and from
/// how those of others fell at that stage, its family's with the highest weight; a task near its bound gets nothing. A layer's
/// second template is tried when others of its family make a gain likely. A value.
class TrialShare
{
public:
    /// `slice`: trials per turn of a task. `fixedSeconds`: time of layers without a task; part of the network's time, without
    /// possible gain.
    TrialShare(std::vector<SharedTask> tasks, int64_t slice, TrialCost cost = TrialCost::Trials, double fixedSeconds = 0);

    /// Records the time of the task's fallback config; the first value counts.
    void recordFallback(size_t task, double seconds);
    /// Records the time of its untuned config, if that is another one; the first value counts.
    void recordUntuned(size_t task, double seconds);
    /// Records a trial of the task: seconds per call of the config, 0 if it failed, and the duration of the trial.
    void recordTrial(size_t task, double seconds, double spent = 0);
    /// Replaces the task's best by its re-timed seconds.
    void correct(size_t task, double seconds);
    /// Applies a corrected scale to its untuned times, as to its trials.
    void scale(size_t task, const TrialScale& scale);
    /// Marks a task that has no more configs or cannot be tuned.
    void exhaust(size_t task);

    /// Task for the next slice; nullopt if no task can gain any more.
    std::optional<size_t> next() const;
    int64_t slice() const { return m_slice; }

    const std::vector<SharedTask>& tasks() const { return m_tasks; }
    size_t layers() const { return m_layers.size(); }
    double weight(size_t layer) const { return m_layers[layer].weight; }
    int64_t trials(size_t task) const { return m_curves[task].trials; }
    /// Best of the task's trials; 0: none worked yet.
    double best(size_t task) const { return m_curves[task].best; }
    double fallback(size_t task) const { return m_curves[task].fallback; }
    /// Seconds of the untuned task; 0: unknown.
    double untuned(size_t task) const { return m_curves[task].untuned > 0 ? m_curves[task].untuned : fallback(task); }
    /// Task that computes the layer fastest; nullopt before any worked.
    std::optional<size_t> winner(size_t layer) const;
    /// Returns true if any time of the layer is known.
    bool isKnown(size_t layer) const;
    /// Seconds of one such layer: the best of its tasks' trials, or untuned; estimated from the others' speed if unknown, 0 if
    /// nothing is known.
    double layerSeconds(size_t layer) const;
    /// The same without tuning: the untuned seconds of the layer's first task for which they are known.
    double untunedSeconds(size_t layer) const;
    double fixedSeconds() const { return m_fixedSeconds; }
    /// Seconds of the network: each layer times its weight, plus the fixed seconds.
    double networkSeconds() const
    {
        return sumOf([this](size_t layer) { return layerSeconds(layer); });
    }
    double untunedNetworkSeconds() const
    {
        return sumOf([this](size_t layer) { return untunedSeconds(layer); });
    }
    /// Sum over the layers of weight times seconds, plus the fixed seconds; 0 if no layer is known.
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
        double untuned = 0; ///< 0: unknown, or the fallback
        double best = 0;
        int64_t trials = 0;
        double spent = 0;
        bool isExhausted = false;
        std::vector<double> bests; ///< after each trial: logarithm of the best so far, or of the fallback
    };
    struct Layer {
        std::vector<size_t> tasks; ///< the one that is used untuned first
        double weight = 1;
        double flops = 0;
    };
    bool isDone(size_t task) const;
    bool isBegun(const Layer& layer) const;
    std::optional<size_t> nextUnstarted() const;
    double guessedSeconds(const Layer& layer) const;
    double expectedGain(size_t task) const;
    double gainOfUnstarted(size_t task) const;
    /// Expected decrease of the logarithm of the task's best in its next slice.
    double expectedDrop(size_t task) const;
    double costOf(size_t task) const;

    std::vector<SharedTask> m_tasks;
    std::vector<Layer> m_layers;
    std::vector<Curve> m_curves;
    int64_t m_slice;
    TrialCost m_cost;
    double m_fixedSeconds;
};

} // namespace knobscope
