// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chart/plottedrun.h"
#include "widgets/chart/runlistmodel.h"
#include "widgets/plot/plotseries.h"
#include "widgets/query/projectreader.h"
#include "widgets/workspace/workspace.h"

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
    bool passes() const { return run->passes(*point); }
};

/// Where the live chart's trials come from: the runs that are ticked, read from the project and kept up with it, and the scale in
/// which they are drawn. Long runs are read in a thread of their own. GUI thread only.
class PlottedRuns : public QObject
{
    Q_OBJECT
public:
    explicit PlottedRuns(Workspace& workspace, QObject* parent = nullptr);

    /// All runs of the project, with the choice of those that are plotted.
    RunListModel& list() { return m_list; }
    const RunListModel& list() const { return m_list; }
    const std::map<int64_t, PlottedRun>& all() const { return m_runs; }
    /// How many another thread is still reading.
    int loading() const { return static_cast<int>(m_loading.size() + m_reading.size()); }
    /// Waits for what is being read (pictures, tests).
    void readAllNow();

    const ChartScale& scale() const { return m_scale; }
    /// An axis that is not available becomes that of GFLOPS.
    void setAxes(XAxis x, YAxis y, bool isLog);
    /// Percent of peak needs a measured peak of the machine, or that of a plotted run's GPU.
    bool isAvailable(YAxis y) const;
    /// Whether a run is not drawn since the peak of what ran it is not known.
    bool isPeakMissing() const;

    /// Of what passes the filters.
    qsizetype trialCount() const;
    double bestGflops() const;
    /// Whether or not it passes the filters.
    std::optional<PlottedTrial> find(TrialRef trial) const;
    /// The fastest that passes.
    std::optional<PlottedTrial> best() const;
    /// The next that passes after a trial (1) or before it (-1), in the last run where it is not plotted.
    std::optional<PlottedTrial> beside(TrialRef trial, int direction) const;

    /// Takes in what is new since the last call; what follows is as of then.
    void survey();
    /// A bit for each Outcome that occurs among what passes.
    unsigned outcomes() const;
    /// The lane of the plot in which trials of that outcome lie (see PlotSeries); -1: they have a height. Outcomes that do not
    /// occur take no room.
    int laneOf(Outcome outcome) const;
    int laneCount() const;
    /// The ends of the axes that show all trials, with some room to grow.
    double xEnd() const;
    std::pair<double, double> valueRange() const;
    /// A dot a trial and a line of the best so far, in each run's colour.
    std::vector<PlotSeries> series(const CellGrid& grid);

signals:
    /// There is something else to draw.
    void changed();
    /// The same at another place: filters, scale or runs are others.
    void moved();
    /// Something else than before: what was zoomed into is of no use.
    void begunAnew();

private:
    void forgetAll();
    void followRuns();
    void followShown();
    std::vector<RunRow> rowsOf(const std::set<int64_t>& runs) const;
    void readShort();
    void readLong();
    void take(Result<Curve> read);
    void readMore(int64_t run);
    void append(int64_t run, int64_t last, const std::vector<TrialPoint>& more);
    void readAgain(int64_t run);
    void filterAll();
    void rescale();

    Workspace& m_workspace;
    RunListModel m_list;
    std::map<int64_t, PlottedRun> m_runs;
    std::set<int64_t> m_loading; ///< long ones, which m_reader reads
    std::set<int64_t> m_reading; ///< short ones, which are asked for
    std::set<int64_t> m_missed; ///< those of them that got trials meanwhile
    ProjectReader m_reader;
    int64_t m_followed = 0; ///< the last run that was shown because it started
    ChartScale m_scale;
};

} // namespace knobscope
