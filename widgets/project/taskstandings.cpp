// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/taskstandings.h"

#include "core/template/template.h"
#include "core/tuning/storedrun.h"

namespace knobscope {

namespace {

/// Key of a run's conditions: bests are comparable only for equal space, threads, weight placement and device.
std::string conditionsKey(const RunRow& run)
{
    const MeasureOptions measuring = measuringOf(run);
    return std::to_string(run.task) + ' ' + std::to_string(measuring.threads) + ' ' + (measuring.coldWeights ? "cold " : "")
         + measuring.device;
}

} // namespace

TaskStandings::TaskStandings(OpenProject& project, QObject* parent)
    : QObject(parent)
    , m_project(project)
{
    connect(&project, &OpenProject::runsChanged, this, &TaskStandings::reload);
    connect(&project, &OpenProject::trialsAdded, this, &TaskStandings::addTrials);
    reload();
}

const TaskStanding* TaskStandings::find(const std::string& key) const
{
    const auto found = m_standings.find(key);
    return found == m_standings.end() ? nullptr : &found->second;
}

std::string TaskStandings::taskKey(const std::string& name, const nlohmann::json& args, const std::string& target)
{
    const auto parsed = parseTarget(target);
    return name + '\n' + args.dump() + '\n' + (parsed ? parsed->text : target);
}

void TaskStandings::reload()
{
    m_standings.clear();
    m_runs.clear();
    m_hasExtra = false;
    std::unordered_map<int64_t, Known> known;
    for (const TaskRow& row : m_project.tasks()) {
        const std::string key =
            taskKey(row.task.value("task", ""), row.task.value("args", nlohmann::json::array()), row.task.value("target", ""));
        const auto made = findTemplate(row.task.value("task", ""));
        known[row.id] = {key, {}, row.flops, 0, 0, made && (*made)->isExtra, made && (*made)->isGpu};
    }
    std::unordered_map<std::string, std::string> last; // conditions of the last run of each task
    for (const RunRow& run : m_project.runs()) {
        last[known[run.task].key] = conditionsKey(run);
    }
    for (const RunRow& run : m_project.runs()) {
        Known& mine = m_runs[run.id] = known[run.task];
        mine.seen = run.trials;
        m_hasExtra = m_hasExtra || mine.isExtra;
        mine.conditions = conditionsKey(run);
        mine.threads = mine.isGpu ? 0 : threadsOf(run);
        TaskStanding& standing = m_standings[mine.key];
        ++standing.runs;
        standing.trials += run.trials;
        if (mine.conditions == last[mine.key] && run.bestGflops > standing.bestGflops) {
            standing.bestGflops = run.bestGflops;
            standing.bestSeconds = run.bestSeconds;
            standing.bestSpeedup = run.bestSpeedup;
            standing.bestThreads = mine.threads;
        }
        standing.lastRun = run.id;
        standing.lastTrials = run.trials;
    }
    readCurves();
    emit changed();
}

void TaskStandings::readCurves()
{
    std::vector<int64_t> runs;
    for (const auto& [key, standing] : m_standings) {
        runs.push_back(standing.lastRun);
    }
    using Curves = std::vector<std::pair<int64_t, std::vector<CurveStep>>>;
    m_curves.ask(
        [path = m_project.projectPath().toStdString(), runs = std::move(runs)](const std::atomic<bool>& stop) -> Result<Curves> {
            Curves curves;
            auto project = Project::open(path, Project::Mode::ReadOnly);
            for (size_t i = 0; project && i < runs.size() && !stop; ++i) {
                if (auto steps = bestCurve(*project, runs[i])) {
                    curves.emplace_back(runs[i], std::move(*steps));
                }
            }
            return curves;
        },
        [this](const Result<Curves>& curves) {
            if (m_project.reportError(curves)) {
                return;
            }
            for (const auto& [run, steps] : *curves) {
                setCurve(run, steps);
            }
            emit changed();
        });
}

void TaskStandings::addTrials(qint64 run)
{
    const auto known = m_runs.find(run);
    if (known == m_runs.end()) {
        return;
    }
    m_project.ask(
        this, QStringLiteral("trials of %1").arg(run),
        [run, seen = known->second.seen](Project& project) { return project.points(run, seen); },
        [this, run, seen = known->second.seen](const Result<std::vector<TrialPoint>>& points) {
            if (points && !points->empty()) {
                addTrialPoints(run, *points);
                emit trialsRead(run, seen, *points);
            }
        });
}

/// Skips trials that are counted already: an answer requested before the runs were reloaded may arrive late.
void TaskStandings::addTrialPoints(qint64 run, const std::vector<TrialPoint>& points)
{
    const auto known = m_runs.find(run);
    if (known == m_runs.end()) {
        return;
    }
    TaskStanding& standing = m_standings[known->second.key];
    const bool isLikeLast = known->second.conditions == m_runs[standing.lastRun].conditions;
    for (const TrialPoint& point : points) {
        if (point.number <= known->second.seen) {
            continue;
        }
        known->second.seen = point.number;
        ++standing.trials;
        if (isLikeLast && point.gflops > standing.bestGflops) {
            standing.bestGflops = point.gflops;
            standing.bestSeconds = known->second.flops / point.gflops / 1e9;
            standing.bestThreads = known->second.threads;
            standing.bestSpeedup = 0; // not part of the point; set from the run's row at its end
        }
        if (run == standing.lastRun) {
            standing.lastTrials = point.number;
            if (standing.curve.empty() ? point.gflops > 0 : point.gflops > standing.curve.back().best) {
                standing.curve.push_back({static_cast<double>(point.number), point.gflops});
            }
        }
    }
    emit changed();
}

void TaskStandings::setCurve(qint64 run, const std::vector<CurveStep>& steps)
{
    const auto known = m_runs.find(run);
    if (known == m_runs.end()) {
        return;
    }
    TaskStanding& standing = m_standings[known->second.key];
    // Trials that arrived during the query are among its steps or follow them.
    if (run == standing.lastRun) {
        std::vector<CurveStep> all = steps;
        for (const CurveStep& step : standing.curve) {
            if (all.empty() || (step.x > all.back().x && step.best > all.back().best)) {
                all.push_back(step);
            }
        }
        standing.curve = std::move(all);
    }
}

} // namespace knobscope
