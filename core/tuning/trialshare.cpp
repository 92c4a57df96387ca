// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/trialshare.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope {
namespace {

// Prior for the decrease of a time's logarithm, weighted like one observed task. A best is expected to be kExcess / (trials +
// kBlindTrials) above its final value: an excess inversely proportional to the trials gives shares that grow with the square root
// of a layer's cost.
constexpr double kExcess = 6;
constexpr double kBlindTrials = 4;
constexpr double kUntriedSpread = 0.3;
// Weight of tasks of other families, relative to a task's own family.
constexpr double kOtherFamily = 0.25;
// Weight of a task's own last slices, relative to all other tasks.
constexpr double kOwn = 1;
constexpr double kDefaultRate = 1e11; // FLOP/s, if nothing was timed yet
constexpr double kNearBound = 1.03; // times the bound; below, no trial is worthwhile

/// Expected relative improvement of the time that counts, for log-gap `logGap` to it (negative: faster) and an exponentially
/// distributed decrease with mean `meanDrop`.
double expectedRelativeGain(double logGap, double meanDrop)
{
    if (logGap < 0) {
        return 1 - std::exp(logGap) / (1 + meanDrop);
    }
    return meanDrop > 0 ? std::exp(-logGap / meanDrop) * meanDrop / (1 + meanDrop) : 0;
}

/// The same, limited by the task's bound; `referenceSeconds`: the time that counts, in seconds.
double boundedRelativeGain(double logGap, double meanDrop, double referenceSeconds, const SharedTask& task)
{
    const double room = task.boundSeconds > 0 ? std::max(0.0, std::log(referenceSeconds / task.boundSeconds))
                                              : std::numeric_limits<double>::infinity();
    return std::min(expectedRelativeGain(logGap, meanDrop), 1 - std::exp(-room));
}

} // namespace

TrialShare::TrialShare(std::vector<SharedTask> tasks, int64_t slice, TrialCost cost, double fixedSeconds)
    : m_tasks(std::move(tasks))
    , m_curves(m_tasks.size())
    , m_slice(std::max<int64_t>(1, slice))
    , m_cost(cost)
    , m_fixedSeconds(fixedSeconds)
{
    for (size_t i = 0; i < m_tasks.size(); ++i) {
        const SharedTask& task = m_tasks[i];
        m_layers.resize(std::max(m_layers.size(), task.layer + 1));
        Layer& layer = m_layers[task.layer];
        layer.tasks.push_back(i);
        layer.weight = task.weight;
        layer.flops = task.flops;
    }
    for (Layer& layer : m_layers) {
        std::ranges::stable_sort(layer.tasks, {}, [this](size_t task) { return m_tasks[task].untunedRank; });
    }
}

void TrialShare::recordFallback(size_t task, double seconds)
{
    Curve& curve = m_curves[task];
    if (curve.fallback == 0 && seconds > 0) {
        curve.fallback = seconds;
        for (double& best : curve.bests) { // of trials that have all failed so far
            best = std::min(best, std::log(seconds));
        }
    }
}

void TrialShare::recordUntuned(size_t task, double seconds)
{
    double& untuned = m_curves[task].untuned;
    untuned = untuned > 0 ? untuned : seconds;
}

void TrialShare::recordTrial(size_t task, double seconds, double spent)
{
    Curve& curve = m_curves[task];
    ++curve.trials;
    curve.spent += spent;
    curve.best = minPositive(seconds, curve.best);
    const double known = minPositive(curve.best, curve.fallback);
    curve.bests.push_back(known > 0 ? std::log(known) : std::numeric_limits<double>::infinity());
}

void TrialShare::correct(size_t task, double seconds)
{
    m_curves[task].best = std::max(0.0, seconds);
}

void TrialShare::scale(size_t task, const TrialScale& scale)
{
    Curve& curve = m_curves[task];
    curve.fallback *= scale.factor;
    curve.untuned = curve.untuned > 0 ? scale.seconds(curve.untuned) : 0;
}

void TrialShare::exhaust(size_t task)
{
    m_curves[task].isExhausted = true;
}

std::optional<size_t> TrialShare::next() const
{
    if (const auto first = nextUnstarted()) {
        return first;
    }
    std::optional<size_t> chosen;
    double most = 0;
    for (size_t task = 0; task < m_tasks.size(); ++task) {
        const double gain = isDone(task) ? 0 : expectedGain(task) / costOf(task);
        if (gain > most) {
            most = gain;
            chosen = task;
        }
    }
    return chosen;
}

std::optional<size_t> TrialShare::winner(size_t layer) const
{
    std::optional<size_t> fastest;
    for (const size_t task : m_layers[layer].tasks) {
        if (best(task) > 0 && (!fastest || best(task) < best(*fastest))) {
            fastest = task;
        }
    }
    return fastest;
}

bool TrialShare::isKnown(size_t layer) const
{
    return std::ranges::any_of(m_layers[layer].tasks, [&](size_t task) { return best(task) > 0 || untuned(task) > 0; });
}

double TrialShare::layerSeconds(size_t layer) const
{
    double least = 0;
    for (const size_t task : m_layers[layer].tasks) {
        least = minPositive(minPositive(best(task), untuned(task)), least);
    }
    return least > 0 ? least : guessedSeconds(m_layers[layer]);
}

double TrialShare::untunedSeconds(size_t layer) const
{
    for (const size_t task : m_layers[layer].tasks) {
        if (untuned(task) > 0) {
            return untuned(task);
        }
    }
    return layerSeconds(layer);
}

bool TrialShare::isDone(size_t task) const
{
    return m_curves[task].isExhausted
        || (best(task) > 0 && m_tasks[task].boundSeconds > 0 && best(task) <= kNearBound * m_tasks[task].boundSeconds);
}

bool TrialShare::isBegun(const Layer& layer) const
{
    return std::ranges::any_of(layer.tasks, [&](size_t task) { return trials(task) > 0; });
}

std::optional<size_t> TrialShare::nextUnstarted() const
{
    std::optional<size_t> first;
    double heaviest = -1;
    for (const Layer& layer : m_layers) {
        const auto open = std::ranges::find_if(layer.tasks, [&](size_t task) { return !isDone(task); });
        const bool isUnstarted = open != layer.tasks.end() && !isBegun(layer);
        const double weight = layer.weight * layer.flops;
        if (isUnstarted && weight > heaviest) {
            heaviest = weight;
            first = *open;
        }
    }
    return first;
}

double TrialShare::guessedSeconds(const Layer& layer) const
{
    double seconds = 0;
    double flops = 0;
    for (size_t other = 0; other < m_layers.size(); ++other) {
        if (isKnown(other)) {
            seconds += layerSeconds(other);
            flops += m_layers[other].flops;
        }
    }
    return flops > 0 ? layer.flops * seconds / flops : 0;
}

double TrialShare::expectedGain(size_t task) const
{
    const SharedTask& own = m_tasks[task];
    if (trials(task) == 0) {
        return gainOfUnstarted(task);
    }
    const double referenceSeconds = layerSeconds(own.layer);
    const double from = m_curves[task].bests.back();
    if (referenceSeconds == 0 || !std::isfinite(from)) { // nothing works yet: less likely with each trial
        const double seconds = referenceSeconds > 0 ? referenceSeconds : own.flops / kDefaultRate;
        return own.weight * seconds / (1 + static_cast<double>(trials(task)));
    }
    return own.weight * referenceSeconds
         * boundedRelativeGain(from - std::log(referenceSeconds), expectedDrop(task), referenceSeconds, own);
}

double TrialShare::gainOfUnstarted(size_t task) const
{
    const SharedTask& own = m_tasks[task];
    const double referenceSeconds = layerSeconds(own.layer);
    // Averages where others of the family ended after a slice, relative to their layers' untuned times, and one guess: where this
    // layer's own first task ended.
    double sum = 0;
    double count = 0;
    for (size_t other = 0; other < m_tasks.size(); ++other) {
        const Curve& curve = m_curves[other];
        const bool isGuess = m_tasks[other].layer == own.layer && other == m_layers[own.layer].tasks.front();
        if (curve.bests.empty() || !std::isfinite(curve.bests.back()) || (m_tasks[other].family != own.family && !isGuess)) {
            continue;
        }
        const auto at = static_cast<size_t>(std::min<int64_t>(m_slice, curve.trials)) - 1;
        if (std::isfinite(curve.bests[at])) {
            sum += curve.bests[at] - std::log(untunedSeconds(m_tasks[other].layer));
            ++count;
        }
    }
    const double expected = std::log(untunedSeconds(own.layer)) + (count > 0 ? sum / count : 0);
    return own.weight * referenceSeconds
         * boundedRelativeGain(expected - std::log(referenceSeconds), kUntriedSpread, referenceSeconds, own);
}

double TrialShare::expectedDrop(size_t task) const
{
    const auto excess = [](double trials) { return 1 / (trials + kBlindTrials); };
    const Curve& own = m_curves[task];
    const auto now = static_cast<double>(own.trials);
    const double ahead = excess(now) - excess(now + static_cast<double>(m_slice));
    double sum = kExcess * ahead;
    double count = 1;
    for (size_t other = 0; other < m_tasks.size(); ++other) {
        const Curve& curve = m_curves[other];
        if (other == task || curve.trials < own.trials + m_slice) {
            continue;
        }
        const double before = curve.bests[static_cast<size_t>(own.trials) - 1];
        const double after = curve.bests[static_cast<size_t>(own.trials + m_slice) - 1];
        if (std::isfinite(before) && std::isfinite(after)) {
            const double weight = m_tasks[other].family == m_tasks[task].family ? 1 : kOtherFamily;
            sum += weight * (before - after);
            count += weight;
        }
    }
    const auto half = static_cast<size_t>(own.trials / 2);
    const double earlier = half > 0 ? own.bests[half - 1] : own.fallback > 0 ? std::log(own.fallback) : own.bests.front();
    if (!std::isfinite(earlier) || !std::isfinite(own.bests.back())) {
        return sum / count;
    }
    const double lately = (earlier - own.bests.back()) * ahead / (excess(static_cast<double>(half)) - excess(now));
    return (sum / count + kOwn * lately) / (1 + kOwn);
}

double TrialShare::costOf(size_t task) const
{
    if (m_cost == TrialCost::Trials) {
        return 1;
    }
    double spent = m_curves[task].spent;
    auto count = static_cast<double>(trials(task));
    if (count == 0 || spent == 0) { // uses the others' mean
        for (const Curve& curve : m_curves) {
            spent += curve.spent;
            count += static_cast<double>(curve.trials);
        }
    }
    return count > 0 && spent > 0 ? spent / count : 1;
}

} // namespace knobscope
