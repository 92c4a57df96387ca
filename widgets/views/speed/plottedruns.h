// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/projectreader.h"
#include "widgets/plot/plotseries.h"
#include "widgets/project/workspace.h"
#include "widgets/views/speed/plottedrun.h"
#include "widgets/views/speed/runlistmodel.h"

#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace knobscope {

/// A trial of a plotted run.
struct PlottedTrial {
    const PlottedRun* run;
    const TrialPoint* point;

    const Curve& curve() const { return run->curve(); }
    TrialRef ref() const { return curve().ref(*point); }
};

/// Data of the view: reads the ticked runs from the project, keeps them up to date, and holds the scale in which they are
/// drawn. Reads long runs in a thread of its own. GUI thread only.
class PlottedRuns : public QObject
{
    Q_OBJECT
public:
    explicit PlottedRuns(Workspace& workspace, QObject* parent = nullptr);

    /// All runs of the project, and which of them are plotted.
    RunListModel& list() { return m_list; }
    const RunListModel& list() const { return m_list; }
    const std::map<int64_t, PlottedRun>& all() const { return m_runs; }
    /// Number of runs that another thread is still reading.
    int loading() const { return static_cast<int>(m_loading.size() + m_reading.size()); }
    /// Waits for pending reads (pictures, tests).
    void readAllNow();

    const ChartScale& scale() const { return m_scale; }
    /// An unavailable axis falls back to GFLOPS.
    void setAxes(XAxis x, YAxis y, bool isLog);
    /// Percent of peak needs a measured peak of the machine, or that of a plotted run's GPU.
    bool isAvailable(YAxis y) const;
    /// Whether a run is hidden because the peak of its device is unknown.
    bool isPeakMissing() const;

    /// Over the trials that pass the filters.
    qsizetype trialCount() const;
    double bestGflops() const;
    /// Unit of the runs; GFLOPS if they have several.
    SpeedUnit unit() const;
    /// Finds a trial whether or not it passes the filters.
    std::optional<PlottedTrial> find(TrialRef trial) const;
    /// Fastest trial that passes.
    std::optional<PlottedTrial> best() const;
    /// The next (1) or previous (-1) trial that passes; in the last run if `trial` is not plotted.
    std::optional<PlottedTrial> adjacentTrial(TrialRef trial, int direction) const;

    /// Updates the result of an earlier call: one dot per trial and a line of the best so far, in each run's colour. The
    /// functions below are valid as of that call.
    void plot(std::vector<PlotSeries>& series);
    /// One bit per Outcome among the trials that pass. Trials of each outcome but success have a lane of the plot.
    unsigned outcomes() const { return m_outcomes; }
    /// Whether any plotted trial is tied with the best so far of its run.
    bool hasTies() const { return m_hasTies; }
    int laneCount() const { return std::popcount(m_outcomes & ~1U); }
    /// Ends of the axes that show all trials, with some margin.
    double xEnd() const;
    std::pair<double, double> valueRange(const std::vector<PlotSeries>& series) const;

signals:
    /// The contents changed.
    void changed();
    /// The positions changed: other filters, scale or runs.
    void moved();
    /// The plot shows different data, so the zoom is no longer useful.
    void dataReplaced();

private:
    void forgetAll();
    void followRuns();
    void followShown();
    std::vector<RunRow> rowsOf(const std::set<int64_t>& runs) const;
    void readShort();
    void readLong();
    void addRun(Result<Curve> read);
    void readMore(int64_t run);
    void addRead(int64_t run, int64_t after, const std::vector<TrialPoint>& points);
    void append(int64_t run, int64_t last, const std::vector<TrialPoint>& more);
    void readAgain(int64_t run);
    void filterAll();
    void rescale();
    void replot();

    Workspace& m_workspace;
    RunListModel m_list;
    std::map<int64_t, PlottedRun> m_runs;
    std::set<int64_t> m_loading; ///< long runs, read by m_reader
    std::set<int64_t> m_reading; ///< short runs, requested from the workspace
    std::set<int64_t> m_missed; ///< runs of m_reading that got trials meanwhile
    ProjectReader m_reader;
    int64_t m_followed = 0; ///< the last run that was added because it started
    ChartScale m_scale;
    bool m_isReplotted = true; ///< the next plot() starts over
    unsigned m_outcomes = 0;
    bool m_hasTies = false;
};

} // namespace knobscope
