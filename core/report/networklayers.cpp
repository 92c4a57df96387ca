// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/networklayers.h"

#include "core/base/member.h"
#include "core/network/modelfile.h"
#include "core/tuning/networkplan.h"
#include "core/tuning/storedrun.h"

#include <algorithm>
#include <set>

namespace knobscope {

namespace {

using Setting = std::pair<std::string, int>; ///< target text and number of threads

std::set<Setting> settingsOf(const ReportData& data)
{
    std::set<Setting> settings;
    for (size_t r = 0; r < data.rows.size(); ++r) {
        settings.emplace(data.runs[r].target, threadsOf(data.rows[r]));
    }
    return settings;
}

/// The fastest of the chosen runs of a task; null if none succeeded.
const RunRow* fastestOf(const ReportData& data, const NetworkTask& task, const Setting& setting)
{
    const std::string workload = task.task + " " + task.args.dump();
    const RunRow* fastest = nullptr;
    for (size_t r = 0; r < data.rows.size(); ++r) {
        const RunRow& row = data.rows[r];
        const bool isSame = data.runs[r].workload == workload && data.runs[r].target == setting.first
                         && threadsOf(row) == setting.second && row.bestSeconds > 0;
        if (isSame && (!fastest || row.bestSeconds < fastest->bestSeconds)) {
            fastest = &row;
        }
    }
    return fastest;
}

ReportedNetwork layersOf(const NetworkPlan& plan, const ReportData& data, const Setting& setting)
{
    Table layers({{"layer", "layer", "{}"},
                  {"operator", "operator"},
                  {"shape", "shape"},
                  {"count", "count", "{}"},
                  {"task", "best task"},
                  {"run", "run", "{}"},
                  {"config", "config", "{}"},
                  {"untuned_seconds", "untuned ms", "{:.4g}", 1e3},
                  {"best_seconds", "best ms", "{:.4g}", 1e3},
                  {"speedup", "speed-up", "{:.2f}"}});
    ReportedNetwork out{plan.network, setting.first, setting.second, std::move(layers)};
    for (size_t layer = 0; layer < plan.firstOf.size(); ++layer) {
        const NetworkTask* task = &plan.tasks[plan.firstOf[layer]];
        const int64_t count = task->count;
        const RunRow* best = nullptr;
        for (size_t i = 0; i < plan.tasks.size(); ++i) {
            const RunRow* fastest = plan.layerOf[i] == layer ? fastestOf(data, plan.tasks[i], setting) : nullptr;
            if (fastest && (!best || fastest->bestSeconds < best->bestSeconds)) {
                best = fastest;
                task = &plan.tasks[i];
            }
        }
        const double untuned = best ? best->bestSeconds * best->bestSpeedup : 0;
        out.layers.add({layer + 1, task->op, task->shape, count, best ? TableCell(task->id) : TableCell(nullptr, "not tuned"),
                        best ? TableCell(best->id) : TableCell(), best ? TableCell(best->bestIndex) : TableCell(),
                        positiveCell(untuned), positiveCell(best ? best->bestSeconds : 0),
                        positiveCell(best ? best->bestSpeedup : 0)});
        out.tuned += best ? 1 : 0;
        if (untuned > 0) {
            out.untunedSeconds += untuned * static_cast<double>(count);
            out.bestSeconds += best->bestSeconds * static_cast<double>(count);
        }
    }
    return out;
}

/// Right runs of the whole network; the project finds them by its fingerprint, for which a worker reads it.
Result<std::vector<WholeRun>> wholeRuns(Project& project, const ReportedNetwork& layers, const std::string& worker,
                                        const std::atomic<bool>* stop)
{
    WholeNetwork whole{layers.network, {}, TRY(parseTarget(layers.target)), layers.threads, worker, {}};
    auto runner = TRY(NetworkRunner::start(worker));
    TRY(identify(runner, whole, stop));
    auto runs = TRY(storedWholeRuns(project, whole));
    std::erase_if(runs, [](const WholeRun& run) { return !run.isCorrect(); });
    return runs;
}

} // namespace

Result<std::vector<ReportedNetwork>> readNetwork(Project& project, const std::string& network, const ReportData& data,
                                                 const ReportRequest& request, std::vector<Sentence>& problems,
                                                 const std::atomic<bool>* stop)
{
    auto found = TRY(networkFor(network));
    std::vector<ReportedNetwork> all;
    for (const Setting& setting : settingsOf(data)) {
        TRY(checkNotStopped(stop));
        const auto target = parseTarget(setting.first);
        const auto plan = target ? planNetwork(found, *target, TaskChoice::WithExtra) : fail(target);
        if (!plan) {
            continue; // no layer of it has a template there, so no run has tuned one
        }
        ReportedNetwork layers = layersOf(*plan, data, setting);
        layers.network = network;
        if (layers.tuned == 0) {
            continue;
        }
        if (!target->hasKey("gpu")) {
            auto runs = wholeRuns(project, layers, request.worker, stop);
            TRY(checkNotStopped(stop));
            if (runs) {
                layers.runs = std::move(*runs);
            } else {
                problems.push_back(phrase("Runs of the whole network {} cannot be shown: {}", network, runs.error()));
            }
        }
        all.push_back(std::move(layers));
    }
    if (all.empty()) {
        problems.push_back(phrase("No layer of {} was tuned by the runs of this report", network));
    }
    return all;
}

} // namespace knobscope
