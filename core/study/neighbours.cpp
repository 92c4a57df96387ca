// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/neighbours.h"

#include "core/base/statistics.h"
#include "core/store/configpoints.h"
#include "core/tuning/storedrun.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace knobscope {

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
    std::ranges::sort(neighbours, {}, [](const Neighbour& n) { return std::pair(n.knob, n.toDigit); });
    for (size_t i = 0; i < neighbours.size(); ++i) {
        place[neighbours[i].index] = i;
    }
    std::vector<double> own; // speeds of the config itself
    std::map<int64_t, std::vector<double>> ownByRun;
    for (const TrialList::Part& part : set.trials.parts()) {
        for (const TrialPoint& trial : part.trials) {
            if (trial.index == config && trial.gflops > 0) {
                own.push_back(trial.gflops);
                ownByRun[part.run].push_back(trial.gflops);
            }
        }
    }
    // Reference speed for a trial of a run.
    const auto reference = [&](int64_t run) {
        const auto sameRun = ownByRun.find(run);
        return sameRun != ownByRun.end() ? median(sameRun->second) : own.empty() ? 0 : median(own);
    };
    std::vector<std::vector<double>> speeds(neighbours.size());
    std::vector<std::vector<double>> losses(neighbours.size());
    for (size_t i = 0; i < set.trials.size(); ++i) {
        const TrialSet::Trial trial = set.trials[i];
        const auto found = place.find(trial.point.index);
        if (found == place.end()) {
            continue;
        }
        Neighbour& neighbour = neighbours[found->second];
        neighbour.run = trial.run;
        neighbour.number = trial.point.number;
        neighbour.state = std::max(neighbour.state, trial.worked() ? Neighbour::State::Measured : Neighbour::State::Failed);
        if (trial.worked()) {
            const double best = reference(trial.run);
            speeds[found->second].push_back(trial.point.gflops);
            losses[found->second].push_back(best > 0 ? 1 - trial.point.gflops / best : 0);
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

Result<std::map<int64_t, MeasuredGain>> measuredGains(Project& project, const Task& task, int64_t config, int threads)
{
    std::map<int64_t, MeasuredGain> gains;
    const auto rows = TRY(project.tasks());
    const nlohmann::json json = taskToJson(task);
    const auto row = std::ranges::find(rows, json, &TaskRow::task);
    if (row == rows.end()) {
        return gains;
    }
    std::vector<int64_t> wanted = task.space.neighbours(config);
    wanted.push_back(config);
    TrialSet set{std::make_shared<const Task>(task), row->id, row->label, {}, {}};
    const auto runs = TRY(project.runs());
    for (const RunRow& run : runs) {
        if (run.task == row->id && threadsOf(run) == threads) {
            const auto points = TRY(pointsOfConfigs(project, run.id, wanted));
            for (const TrialPoint& point : points) {
                set.add(run.id, point);
            }
        }
    }
    const auto isIt = [config](const TrialPoint& point) { return point.index == config && point.gflops > 0; };
    if (std::ranges::none_of(set.trials.parts(), [&](const auto& part) { return std::ranges::any_of(part.trials, isIt); })) {
        return gains;
    }
    for (const Neighbour& neighbour : neighboursOf(set, config)) {
        if (neighbour.state != Neighbour::State::NotMeasured) {
            const bool hasWorked = neighbour.state == Neighbour::State::Measured;
            gains[neighbour.index] = {hasWorked ? 1 - neighbour.loss : 0, neighbour.run};
        }
    }
    return gains;
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
