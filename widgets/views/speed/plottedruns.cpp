// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/speed/plottedruns.h"

#include "core/study/roofline.h"
#include "core/tuning/storedrun.h"
#include "widgets/base/flopscount.h"
#include "widgets/project/speedunits.h"
#include "widgets/project/taskstandings.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace knobscope {

namespace {

constexpr size_t kSmallDotThreshold = 1500; // above this, dots are smaller
constexpr double kFailureSize = 8;
constexpr int64_t kMaxSyncTrials = 4000; // trials read synchronously, about 4 ms; longer runs are read in another thread

/// Upper end with a margin, so that the axis does not change with every trial.
double roomFor(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1.0))));
    for (const double step : {1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
        if (value <= step * power) {
            return step * power;
        }
    }
    return 10 * power;
}

Result<Curve> readCurve(Project& project, const RunRow& row, RunTrials& shared)
{
    const auto task = TRY(project.task(row.task));
    Curve curve{.run = row.id, .task = row.task, .started = row.started, .flops = task.flops, .threads = threadsOf(row)};
    curve.unit = speedUnitOf(task.task);
    curve.points = TRY(shared.read(project, row.id));
    curve.best = curve.points.empty() ? 0 : std::ranges::max(curve.points, {}, &TrialPoint::gflops).gflops;
    return curve;
}

} // namespace

PlottedRuns::PlottedRuns(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_list(this)
{
    m_scale.bestOf = [this](const Curve& of) {
        double best = 0;
        for (const auto& [run, plotted] : m_runs) {
            best = plotted.curve().task == of.task ? std::max(best, plotted.curve().best) : best;
        }
        return best;
    };
    connect(&workspace, &Workspace::projectChanged, this, &PlottedRuns::forgetAll);
    connect(&workspace, &Workspace::runsChanged, this, &PlottedRuns::followRuns);
    for (const auto signal : {&Workspace::taskChanged, &Workspace::taskRenamed}) {
        connect(&workspace, signal, this, [this] { m_list.setTask(m_workspace.taskLabel()); });
    }
    connect(&workspace, &Workspace::runWanted, this, [this](qint64 run) {
        if (!m_list.shown().contains(run) && !m_workspace.session().isRunning()) {
            emit dataReplaced();
            m_list.prefer(run);
        }
    });
    connect(&workspace.standings(), &TaskStandings::trialsRead, this, &PlottedRuns::addRead);
    connect(&workspace, &Workspace::trialsChanged, this, &PlottedRuns::readAgain);
    connect(&workspace, &Workspace::peaksChanged, this, &PlottedRuns::rescale);
    connect(&workspace.filters(), &Filters::changed, this, &PlottedRuns::filterAll);
    connect(&m_list, &RunListModel::shownChanged, this, &PlottedRuns::followShown);
    connect(&m_reader, &ProjectReader::failed, this, [this](const QString& sentence) {
        m_loading.clear();
        m_workspace.report(MessageLevel::Error, sentence);
        emit changed();
    });
    forgetAll();
}

void PlottedRuns::forgetAll()
{
    m_reader.setPath(m_workspace.projectPath());
    m_followed = 0;
    m_runs.clear();
    m_loading.clear();
    m_reading.clear();
    m_missed.clear();
    m_list.forgetChoice();
    m_list.setTask(m_workspace.taskLabel());
    emit dataReplaced();
    followRuns();
}

void PlottedRuns::followRuns()
{
    m_list.setRuns(m_workspace.runs(), m_workspace.notes(), runsInCalls(m_workspace));
    const int64_t running = m_workspace.session().isRunning() ? m_workspace.session().run() : 0;
    if (running != 0 && running != m_followed && m_workspace.run(running)) {
        // Shows a run that starts, in addition to the ticked runs.
        m_followed = running;
        emit dataReplaced();
        if (m_list.isChosen()) {
            std::set<int64_t> shown = m_list.shown();
            shown.insert(running);
            m_list.setShown(std::move(shown));
        } else {
            m_list.prefer(running);
        }
    }
    for (const int64_t run : m_list.shown()) {
        readMore(run);
    }
    followShown();
}

void PlottedRuns::followShown()
{
    std::erase_if(m_runs, [&](const auto& entry) { return !m_list.shown().contains(entry.first); });
    const size_t before = m_loading.size();
    int64_t few = 0;
    m_reading.clear();
    for (const int64_t run : m_list.shown()) {
        const RunRow* row = m_workspace.run(run);
        if (!row || m_runs.contains(run) || m_loading.contains(run)) {
            continue;
        }
        if (few + row->trials > kMaxSyncTrials) {
            m_loading.insert(run);
        } else {
            few += row->trials;
            m_reading.insert(run);
        }
    }
    readShort();
    if (m_loading.size() > before) {
        readLong();
    }
    rescale();
}

std::vector<RunRow> PlottedRuns::rowsOf(const std::set<int64_t>& runs) const
{
    std::vector<RunRow> rows;
    for (const int64_t run : runs) {
        if (const RunRow* row = m_workspace.run(run)) {
            rows.push_back(*row);
        }
    }
    return rows;
}

void PlottedRuns::readShort()
{
    if (m_reading.empty()) {
        return;
    }
    m_workspace.ask(
        this, QStringLiteral("curves"),
        [rows = rowsOf(m_reading), shared = m_workspace.runTrials()](Project& project) -> Result<std::vector<Curve>> {
            std::vector<Curve> curves;
            for (const RunRow& row : rows) {
                curves.push_back(TRY(readCurve(project, row, *shared)));
            }
            return curves;
        },
        [this](const Result<std::vector<Curve>>& curves) {
            m_reading.clear();
            if (m_workspace.reportError(curves)) {
                return;
            }
            for (const Curve& curve : *curves) {
                addRun(curve);
            }
            for (const int64_t run : std::exchange(m_missed, {})) {
                readMore(run);
            }
            rescale();
        });
}

void PlottedRuns::readLong()
{
    m_reader.ask([this, rows = rowsOf(m_loading),
                  shared = m_workspace.runTrials()](Project& project, const std::atomic<bool>& stop) -> ProjectReader::Answer {
        auto curves = std::make_shared<std::vector<Result<Curve>>>();
        for (const RunRow& row : rows) {
            curves->push_back(stop ? Result<Curve>(Curve{}) : catchExceptions([&] { return readCurve(project, row, *shared); }));
        }
        return [this, curves] {
            m_loading.clear();
            for (Result<Curve>& curve : *curves) {
                const int64_t run = curve ? curve->run : 0;
                addRun(std::move(curve));
                readMore(run);
            }
            rescale();
        };
    });
}

void PlottedRuns::readAllNow()
{
    m_reader.finishNow();
    m_workspace.finishAsking();
}

void PlottedRuns::addRun(Result<Curve> read)
{
    if (m_workspace.reportError(read) || !m_list.shown().contains(read->run)) {
        return;
    }
    const int64_t run = read->run;
    const auto task = m_workspace.taskOfRun(run);
    if (task) {
        read->plainShare = plainShare(*task);
        read->threads = task->isGpu ? 0 : read->threads;
        read->gpuPeak = task->isGpu ? peakOfGpu(task->target, task->name) : 0;
    }
    const auto added = m_runs.insert_or_assign(run, PlottedRun(std::move(*read))).first;
    added->second.setFilter(m_workspace.filters().all(), task);
    m_isReplotted = true;
    emit changed();
}

void PlottedRuns::readMore(int64_t run)
{
    const auto found = m_runs.find(run);
    if (found == m_runs.end()) {
        if (m_reading.contains(run)) {
            m_missed.insert(run);
        }
        return;
    }
    const int64_t last = found->second.curve().last();
    m_workspace.ask(
        this, QStringLiteral("trials of %1").arg(run), [run, last](Project& project) { return project.points(run, last); },
        [this, run, last](const Result<std::vector<TrialPoint>>& more) {
            if (!m_workspace.reportError(more)) {
                append(run, last, *more);
            }
        });
}

/// Adds trials that were read for the standings; reads itself only what they do not cover.
void PlottedRuns::addRead(int64_t run, int64_t after, const std::vector<TrialPoint>& points)
{
    const auto found = m_runs.find(run);
    const int64_t last = found == m_runs.end() ? 0 : found->second.curve().last();
    if (found == m_runs.end() || after > last) {
        readMore(run);
        return;
    }
    const auto first = std::ranges::upper_bound(points, last, {}, &TrialPoint::number);
    append(run, last, {first, points.end()});
}

/// Ignores trials of a run that was reloaded since they were requested.
void PlottedRuns::append(int64_t run, int64_t last, const std::vector<TrialPoint>& more)
{
    const auto found = m_runs.find(run);
    if (found == m_runs.end()) {
        return;
    }
    Curve& curve = found->second.curve();
    if (curve.last() != last) {
        return;
    }
    const double best = curve.best;
    curve.append(more, m_workspace.runTrials().get());
    if (curve.best > best && m_scale.y == YAxis::PercentOfBest) {
        replot();
    }
    if (!more.empty()) {
        emit changed();
    }
}

void PlottedRuns::readAgain(int64_t run)
{
    m_reader.cancel(); // pending reads are outdated, too
    m_loading.clear();
    m_runs.erase(run);
    followShown();
}

void PlottedRuns::filterAll()
{
    for (auto& [run, plotted] : m_runs) {
        plotted.setFilter(m_workspace.filters().all(), m_workspace.taskOfRun(run));
    }
    replot();
}

void PlottedRuns::replot()
{
    m_isReplotted = true;
    emit moved();
}

qsizetype PlottedRuns::trialCount() const
{
    qsizetype count = 0;
    for (const auto& [run, plotted] : m_runs) {
        const auto& points = plotted.curve().points;
        count += m_workspace.filters().all().empty()
                   ? static_cast<qsizetype>(points.size())
                   : std::count_if(points.begin(), points.end(), [&](const TrialPoint& point) { return plotted.passes(point); });
    }
    return count;
}

double PlottedRuns::bestGflops() const
{
    if (!m_workspace.filters().all().empty()) {
        const auto fastest = best();
        return fastest ? fastest->point->gflops : 0;
    }
    double most = 0; // called at each refresh, so it does not scan all trials
    for (const auto& [run, plotted] : m_runs) {
        most = std::max(most, plotted.curve().best);
    }
    return most;
}

SpeedUnit PlottedRuns::unit() const
{
    const auto inCalls = [](const auto& entry) { return entry.second.curve().unit == SpeedUnit::CallsPerSecond; };
    return !m_runs.empty() && std::ranges::all_of(m_runs, inCalls) ? SpeedUnit::CallsPerSecond : SpeedUnit::Gflops;
}

std::optional<PlottedTrial> PlottedRuns::find(TrialRef trial) const
{
    const auto found = m_runs.find(trial.run);
    const TrialPoint* point = found == m_runs.end() ? nullptr : found->second.curve().find(trial.number);
    return point ? std::optional(PlottedTrial{&found->second, point}) : std::nullopt;
}

std::optional<PlottedTrial> PlottedRuns::best() const
{
    std::optional<PlottedTrial> best;
    for (const auto& [run, plotted] : m_runs) {
        for (const TrialPoint& point : plotted.curve().points) {
            if (point.gflops > (best ? best->point->gflops : 0) && plotted.passes(point)) {
                best = PlottedTrial{&plotted, &point};
            }
        }
    }
    return best;
}

std::optional<PlottedTrial> PlottedRuns::adjacentTrial(TrialRef trial, int direction) const
{
    if (m_runs.empty()) {
        return {};
    }
    const auto found = m_runs.find(trial.run);
    const PlottedRun& plotted = found == m_runs.end() ? m_runs.rbegin()->second : found->second;
    const auto& points = plotted.curve().points;
    auto at = found != m_runs.end() ? std::ranges::lower_bound(points, trial.number, {}, &TrialPoint::number) - points.begin()
            : direction > 0         ? -1
                                    : std::ssize(points);
    for (at += direction; at >= 0 && at < std::ssize(points); at += direction) {
        if (const TrialPoint& point = points[static_cast<size_t>(at)]; plotted.passes(point)) {
            return PlottedTrial{&plotted, &point};
        }
    }
    return {};
}

bool PlottedRuns::isAvailable(YAxis y) const
{
    const auto hasGpus = [](const auto& run) { return run.second.curve().gpuPeak > 0; };
    return y != YAxis::PercentOfPeak || !measuredPeaks().empty() || std::ranges::any_of(m_runs, hasGpus);
}

bool PlottedRuns::isPeakMissing() const
{
    const auto isUnknown = [this](const auto& run) { return m_scale.peakOf(run.second.curve()) <= 0; };
    return m_scale.y == YAxis::PercentOfPeak && std::ranges::any_of(m_runs, isUnknown);
}

void PlottedRuns::setAxes(XAxis x, YAxis y, bool isLog)
{
    y = isAvailable(y) ? y : YAxis::Gflops;
    const bool isOther = x != m_scale.x || y != m_scale.y || isLog != m_scale.isLog;
    m_scale.x = x;
    m_scale.y = y;
    m_scale.isLog = isLog;
    if (isOther) {
        emit dataReplaced();
    }
    rescale();
}

void PlottedRuns::rescale()
{
    m_scale.peaks = measuredPeaks();
    // Choose the time unit in which the fastest kernel has a readable number.
    double fastest = INFINITY;
    for (const auto& [run, plotted] : m_runs) {
        const Curve& curve = plotted.curve();
        fastest = curve.best > 0 ? std::min(fastest, curve.flops / (curve.best * 1e9)) : fastest;
    }
    m_scale.secondsUnit = fastest < 1e-4 ? 1e-6 : 1e-3;
    replot();
}

std::pair<double, double> PlottedRuns::valueRange(const std::vector<PlotSeries>& series) const
{
    std::vector<double> values;
    for (size_t s = 0; s < m_runs.size() * PlottedRun::kSeries; s += PlottedRun::kSeries) {
        for (const QPointF& point : series[s].points) {
            if (std::isfinite(point.y())) {
                values.push_back(point.y());
            }
        }
    }
    if (values.empty()) {
        return {m_scale.isLog ? 1 : 0, m_scale.isLog ? 100 : 1};
    }
    auto [low, high] = std::ranges::minmax(values);
    if (m_scale.isLog) {
        low = std::max(low, high * 1e-9);
        const double margin = std::pow(high / low, 0.06) * 1.05;
        return {low / margin / (low == high ? 2 : 1), high * margin};
    }
    if (m_scale.y == YAxis::Time) {
        // Ends at 1.5 times the 90th percentile: a few very slow kernels would flatten the rest. Zooming out shows them.
        const auto most = values.begin() + static_cast<std::ptrdiff_t>(values.size() * 9 / 10);
        std::nth_element(values.begin(), most, values.end());
        high = std::min(high, *most * 1.5);
    }
    return {0, high * 1.06};
}

double PlottedRuns::xEnd() const
{
    double end = 0;
    for (const auto& [run, plotted] : m_runs) {
        end = std::max(end, plotted.end());
    }
    const bool grows = m_workspace.session().isRunning() && m_runs.contains(m_workspace.session().run());
    return grows ? roomFor(std::max(10.0, end)) : std::max(m_scale.x == XAxis::Trial ? 10.0 : 1.0, end * 1.01);
}

void PlottedRuns::plot(std::vector<PlotSeries>& series)
{
    series.resize(std::exchange(m_isReplotted, false) ? 0 : m_runs.size() * PlottedRun::kSeries);
    const bool isNew = series.empty();
    series.resize(m_runs.size() * PlottedRun::kSeries);
    m_outcomes = 0;
    m_hasTies = false;
    size_t dots = 0;
    size_t s = 0;
    for (auto& [run, plotted] : m_runs) {
        if (isNew) {
            plotted.forgetPlotted();
        }
        const auto ofRun = std::span(series).subspan(s).first<PlottedRun::kSeries>();
        plotted.plot(m_scale, ofRun);
        for (size_t outcome = 0; outcome < kAllOutcomes.size(); ++outcome) {
            m_outcomes |= ofRun[outcome].points.empty() ? 0 : 1U << outcome;
        }
        dots += ofRun.front().points.size();
        m_hasTies = m_hasTies || !ofRun[PlottedRun::kTies].points.empty();
        s += PlottedRun::kSeries;
    }
    s = 0;
    for (const auto& [run, plotted] : m_runs) {
        for (size_t outcome = 0; outcome < kAllOutcomes.size(); ++outcome) {
            PlotSeries& marks = series[s++];
            marks.colour = m_list.colorOf(run);
            marks.kind = PlotSeries::Kind::Dots;
            marks.width = dots > kSmallDotThreshold ? 4 : 6;
            if (outcome == 0) {
                marks.colour.setAlpha(190); // overlapping trials at one speed look darker
                marks.marker = m_list.isDashed(run) ? diamondMarker(marks.width + 1) : QPainterPath();
            } else {
                marks.marker = outcomeMarker(kAllOutcomes[outcome], kFailureSize);
                marks.lane = std::popcount(m_outcomes & ((1U << outcome) - 1) & ~1U);
            }
        }
        PlotSeries& ties = series[s++];
        ties.colour = m_list.colorOf(run);
        ties.kind = PlotSeries::Kind::Dots;
        ties.width = dots > kSmallDotThreshold ? 4 : 6;
        ties.marker = tieMarker(ties.width + 1);
        PlotSeries& best = series[s++];
        best.colour = m_list.colorOf(run);
        best.isDashed = m_list.isDashed(run);
        best.kind = PlotSeries::Kind::Steps;
        best.width = 2;
        best.canBePicked = false;
    }
}

} // namespace knobscope
