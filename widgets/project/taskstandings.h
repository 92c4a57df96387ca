// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/bestcurve.h"
#include "widgets/project/openproject.h"

#include <cstdint>
#include <unordered_map>

namespace knobscope {

/// Results of a task in the open project: trials over all runs and variants of its space, and the best of the runs made under the
/// same conditions as the last one (space, threads, device).
struct TaskStanding {
    int64_t runs = 0;
    int64_t trials = 0;
    double bestGflops = 0;
    double bestSeconds = 0; ///< of one layer; 0: not measured
    double bestSpeedup = 0; ///< over the untuned config; 0: unknown
    int bestThreads = 0; ///< of the best kernel; 0: none measured, or run on a GPU
    qint64 lastRun = 0;
    int64_t lastTrials = 0; ///< of the last run
    std::vector<CurveStep> curve; ///< of the last run
    friend bool operator==(const TaskStanding&, const TaskStanding&) = default;
};

/// The results of all tasks, updated while a run is active. GUI thread only.
class TaskStandings : public QObject
{
    Q_OBJECT
public:
    explicit TaskStandings(OpenProject& project, QObject* parent = nullptr);
    /// Finds a task by taskKey; null for a task without runs.
    const TaskStanding* find(const std::string& key) const;
    /// Whether any run uses a template that AutoTVM does not have.
    bool hasExtra() const { return m_hasExtra; }
    /// Returns the key of task and target without edits, so that variants of a space share an entry.
    static std::string taskKey(const std::string& name, const nlohmann::json& args, const std::string& target);

signals:
    /// Emitted at most as often as the workspace reports trials.
    void changed();
    /// New trials of a run were read: those with a number above `after`, in order. Views use these instead of reading them again.
    void trialsRead(qint64 run, int64_t after, const std::vector<TrialPoint>& points);

private:
    void reload();
    void addTrials(qint64 run);
    void addTrialPoints(qint64 run, const std::vector<TrialPoint>& points);
    void readCurves();
    void setCurve(qint64 run, const std::vector<CurveStep>& steps);
    struct Known {
        std::string key;
        std::string conditions; ///< conditions of the run: only bests under equal conditions are compared
        double flops = 0;
        int threads = 0;
        int64_t seen = 0; ///< number of trials counted so far
        bool isExtra = false;
        bool isGpu = false;
    };
    OpenProject& m_project;
    LatestWork m_curves;
    bool m_hasExtra = false;
    std::unordered_map<std::string, TaskStanding> m_standings;
    std::unordered_map<qint64, Known> m_runs;
};

} // namespace knobscope
