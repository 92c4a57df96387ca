// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/beliefmap.h"

#include "core/study/importance.h"
#include "core/tuner/tuner.h"

#include <cmath>
#include <unordered_map>

namespace knobscope {

namespace {

/// Expected improvement of a speed whose logarithm is normal, over a best of 1, as a share of it.
double expectedGain(double mean, double deviation)
{
    if (deviation <= 0) {
        return std::max(std::exp(mean) - 1, 0.0);
    }
    const auto below = [](double z) { return 0.5 * std::erfc(-z * 0.7071067811865476); };
    const double z = mean / deviation;
    return std::exp(mean + deviation * deviation / 2) * below(z + deviation) - below(z);
}

BeliefMap pairsOf(const SearchHistory& history, size_t trial, size_t knobX, size_t knobY)
{
    const ConfigSpace& space = history.trials.task->space;
    BeliefMap map;
    map.columns = static_cast<size_t>(space.knobs()[knobX].size());
    map.rows = static_cast<size_t>(space.knobs()[knobY].size());
    map.cells.resize(map.columns * map.rows);
    map.trials = trial;
    std::unordered_map<int64_t, double> measured;
    for (size_t i = 0; i < trial; ++i) {
        measured[history.trials.trials[i].point.index] = history.measured[i];
    }
    std::vector<int64_t> digits = space.digits(history.trials.trials[trial].point.index);
    for (size_t y = 0; y < map.rows; ++y) {
        for (size_t x = 0; x < map.columns; ++x) {
            digits[knobX] = static_cast<int64_t>(x);
            digits[knobY] = static_cast<int64_t>(y);
            const int64_t index = space.indexOfDigits(digits);
            BeliefMap::Cell& cell = map.cells[y * map.columns + x];
            cell.index = space.isValid(index) ? index : -1;
            if (const auto found = measured.find(cell.index); found != measured.end()) {
                cell.isMeasured = true;
                cell.gflops = found->second;
            }
        }
    }
    return map;
}

/// A tuner that has received the results before the trial.
Result<std::unique_ptr<Tuner>> tunerBefore(const SearchHistory& history, size_t trial)
{
    const Task& task = *history.trials.task;
    const TunerContext context{.space = &task.space, .task = &task, .seed = history.seed, .parameters = history.parameters};
    auto tuner = TRY(makeTuner(history.tuner, context));
    for (size_t i = 0; i < trial; ++i) {
        tuner->observe({history.trials.trials[i].point.index, history.measured[i] * 1e9});
    }
    return tuner;
}

Result<void> check(const SearchHistory& history, size_t trial, size_t knobX, size_t knobY)
{
    const auto& knobs = history.trials.task->space.knobs();
    if (trial >= history.size() || knobX >= knobs.size() || knobY >= knobs.size()) {
        return fail(ErrorCode::NotFound, "The run has {} (trial|trials), and its space {} (knob|knobs)", history.size(),
                    knobs.size());
    }
    if (knobX == knobY) {
        return fail(ErrorCode::InvalidArgument, "A map needs two different knobs");
    }
    const int64_t pairs = knobs[knobX].size() * knobs[knobY].size();
    if (pairs > static_cast<int64_t>(kMaxBeliefCells)) {
        return fail(ErrorCode::LimitExceeded,
                    "{} and {} have {} pairs of values, of at most {} that a map shows; choose a knob with fewer values",
                    knobs[knobX].name(), knobs[knobY].name(), pairs, kMaxBeliefCells);
    }
    if (history.fastestBefore(trial) <= 0) {
        return fail(ErrorCode::Unsupported, "Nothing had worked before this trial, so the tuner had nothing to learn from");
    }
    return {};
}

} // namespace

Result<BeliefMap> beliefMap(const SearchHistory& history, size_t trial, size_t knobX, size_t knobY)
{
    TRY(check(history, trial, knobX, knobY));
    BeliefMap map = pairsOf(history, trial, knobX, knobY);
    std::vector<int64_t> configs;
    for (const BeliefMap::Cell& cell : map.cells) {
        if (cell.index >= 0) {
            configs.push_back(cell.index);
        }
    }
    const auto tuner = TRY(tunerBefore(history, trial));
    const Beliefs beliefs = tuner->beliefs(configs);
    if (beliefs.isEmpty()) {
        return fail(ErrorCode::Unsupported, "The tuner {} has no model of the configs that it did not measure", history.tuner);
    }
    map.isScore = beliefs.isScore;
    size_t next = 0;
    for (BeliefMap::Cell& cell : map.cells) {
        if (cell.index < 0) {
            continue;
        }
        const double value = beliefs.values[next];
        cell.expected = beliefs.isScore ? value : std::exp(value);
        if (!beliefs.deviations.empty()) {
            cell.factor = std::exp(beliefs.deviations[next]);
            cell.gain = cell.isMeasured ? 0 : expectedGain(value, beliefs.deviations[next]);
        }
        ++next;
    }
    return map;
}

std::pair<size_t, size_t> knobsToLookAt(const SearchHistory& history)
{
    const auto& knobs = history.trials.task->space.knobs();
    std::vector<size_t> order;
    if (const auto importance = knobImportance(history.trials)) {
        for (const KnobImportance& knob : importance->knobs) {
            order.push_back(knob.knob);
        }
    }
    for (size_t i = 0; i < knobs.size(); ++i) {
        order.push_back(i);
    }
    std::vector<size_t> chosen;
    for (const size_t knob : order) {
        const bool isNew = chosen.empty() || chosen.front() != knob;
        const int64_t pairs = knobs[knob].size() * (chosen.empty() ? 1 : knobs[chosen.front()].size());
        if (isNew && chosen.size() < 2 && knobs[knob].size() > 1 && pairs <= static_cast<int64_t>(kMaxBeliefCells)) {
            chosen.push_back(knob);
        }
    }
    chosen.resize(2, chosen.empty() ? 0 : chosen.front());
    return {chosen[0], chosen[1]};
}

} // namespace knobscope
