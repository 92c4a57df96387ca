// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/neighbours.h"

#include "core/stats/statistics.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace knobscope {

namespace {

/// Speeds of a config, by run.
std::map<int64_t, double> mediansByRun(const TrialSet& set, int64_t config, std::vector<double>& all)
{
    std::map<int64_t, std::vector<double>> speeds;
    for (const TrialSet::Trial& trial : set.trials) {
        if (trial.point.index == config && trial.worked()) {
            speeds[trial.run].push_back(trial.point.gflops);
            all.push_back(trial.point.gflops);
        }
    }
    std::map<int64_t, double> medians;
    for (const auto& [run, values] : speeds) {
        medians[run] = median(values);
    }
    return medians;
}

} // namespace

std::vector<Neighbour> neighboursOf(const TrialSet& set, int64_t config)
{
    std::vector<Neighbour> neighbours;
    if (!set.task || config < 0 || config >= set.task->space.rangeLength()) {
        return neighbours;
    }
    const ConfigSpace& space = set.task->space;
    const std::vector<int64_t> from = space.digits(config);
    std::unordered_map<int64_t, size_t> place;
    for (const int64_t index : space.neighbours(config)) {
        const std::vector<int64_t> to = space.digits(index);
        Neighbour neighbour;
        neighbour.index = index;
        while (to[neighbour.knob] == from[neighbour.knob]) {
            ++neighbour.knob;
        }
        neighbour.fromDigit = static_cast<int32_t>(from[neighbour.knob]);
        neighbour.toDigit = static_cast<int32_t>(to[neighbour.knob]);
        neighbours.push_back(neighbour);
    }
    std::sort(neighbours.begin(), neighbours.end(),
              [](const Neighbour& a, const Neighbour& b) { return std::pair(a.knob, a.toDigit) < std::pair(b.knob, b.toDigit); });
    for (size_t i = 0; i < neighbours.size(); ++i) {
        place[neighbours[i].index] = i;
    }
    std::vector<double> own;
    const std::map<int64_t, double> ownByRun = mediansByRun(set, config, own);
    const double ownMedian = own.empty() ? 0 : median(own);
    std::vector<std::vector<double>> speeds(neighbours.size());
    std::vector<std::vector<double>> losses(neighbours.size());
    for (const TrialSet::Trial& trial : set.trials) {
        const auto found = place.find(trial.point.index);
        if (found == place.end()) {
            continue;
        }
        Neighbour& neighbour = neighbours[found->second];
        neighbour.run = trial.run;
        neighbour.number = trial.point.number;
        neighbour.state = std::max(neighbour.state, trial.worked() ? Neighbour::State::Measured : Neighbour::State::Failed);
        const auto sameRun = ownByRun.find(trial.run);
        const double reference = sameRun == ownByRun.end() ? ownMedian : sameRun->second;
        if (trial.worked()) {
            speeds[found->second].push_back(trial.point.gflops);
            losses[found->second].push_back(reference > 0 ? 1 - trial.point.gflops / reference : 0);
        }
    }
    for (size_t i = 0; i < neighbours.size(); ++i) {
        if (!speeds[i].empty()) {
            neighbours[i].gflops = median(speeds[i]);
            neighbours[i].loss = median(losses[i]);
        }
    }
    return neighbours;
}

std::vector<int64_t> unmeasured(std::span<const Neighbour> neighbours)
{
    std::vector<int64_t> configs;
    for (const Neighbour& neighbour : neighbours) {
        if (neighbour.state == Neighbour::State::NotMeasured) {
            configs.push_back(neighbour.index);
        }
    }
    return configs;
}

} // namespace knobscope
