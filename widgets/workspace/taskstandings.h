// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/bestcurve.h"
#include "widgets/workspace/openproject.h"

#include <cstdint>
#include <unordered_map>

namespace knobscope {

/// What the open project knows of a task: trials over all its runs and variants of its space, and the best of those runs that
/// were made like the last one, in the same space, with as many threads and on the same device.
struct TaskStanding {
    int64_t runs = 0;
    int64_t trials = 0;
    double bestGflops = 0;
    double bestSeconds = 0;       ///< of one layer; 0: not measured
    double bestSpeedup = 0;       ///< over the untuned config; 0: not known
    int bestThreads = 0;          ///< of the kernel that was the best; 0: none was measured, or a GPU ran it
    qint64 lastRun = 0;
    int64_t lastTrials = 0;       ///< of the last run
    std::vector<BestStep> curve; ///< of the last run
};

/// How far each task is, kept up to date while a run goes on. GUI thread only.
class TaskStandings : public QObject
{
    Q_OBJECT
public:
    explicit TaskStandings(OpenProject& project, QObject* parent = nullptr);
    /// By taskKey; null for a task without runs.
    const TaskStanding* find(const std::string& key) const;
    /// Whether a run is of a template that AutoTVM does not have.
    bool hasExtra() const { return m_hasExtra; }
    /// Task and target without edits: variants of a space share a line.
    static std::string taskKey(const std::string& name, const nlohmann::json& args, const std::string& target);

signals:
    /// At most as often as the workspace tells of trials.
    void changed();

private:
    void reload();
    void addTrials(qint64 run);
    void takeTrials(qint64 run, const std::vector<TrialPoint>& points);
    void readCurves();
    void takeCurve(qint64 run, const std::vector<BestStep>& steps);
    struct Known {
        std::string key;
        std::string manner; ///< in which it was made: bests of others are others'
        double flops = 0;
        int threads = 0;
        int64_t seen = 0; ///< trials that are counted
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
