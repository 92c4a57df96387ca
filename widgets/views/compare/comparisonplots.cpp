// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/comparisonplots.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"

#include <algorithm>
#include <iterator>

namespace knobscope {

namespace {

/// Factor from GFLOPS to y.
double scaleOf(const TaskComparison& task, const ComparisonPlotOptions& options)
{
    return options.isPercent && task.best > 0 ? 100 / task.best : 1;
}

/// The groups, then the manual measurements.
std::vector<const GroupResult*> shownGroups(const TaskComparison& task)
{
    std::vector<const GroupResult*> all;
    for (const auto* groups : {&task.groups, &task.byHand}) {
        std::ranges::transform(*groups, std::back_inserter(all), [](const GroupResult& group) { return &group; });
    }
    return all;
}

} // namespace

void ComparisonPlots::addBand(std::vector<PlotSeries>& all, const GroupResult& group, const ComparisonPlotOptions& options,
                              double scale)
{
    const std::vector<BandStep>& band = options.x == CurveAxis::Trials ? group.byTrials : group.bySeconds;
    const QString name = QString::fromStdString(group.name);
    PlotSeries median{.name = group.runs.size() > 1 ? tr("%1, median and quartiles of %2 runs").arg(name).arg(group.runs.size())
                                                    : name,
                      .colour = options.colour(group.name),
                      .kind = PlotSeries::Kind::Steps,
                      .width = 2.5,
                      .isDashed = options.isDashed && options.isDashed(group.name),
                      .canBePicked = false};
    for (const BandStep& step : band) {
        median.points.emplace_back(step.x, step.median * scale);
        if (group.runs.size() > 1) {
            median.low.push_back(step.low * scale);
            median.high.push_back(step.high * scale);
        }
    }
    all.push_back(std::move(median));
    m_curves.emplace_back();
}

void ComparisonPlots::addRun(std::vector<PlotSeries>& all, const GroupResult& group, const ComparedRun& run,
                             const ComparisonPlotOptions& options, double scale)
{
    PlotSeries line{.colour = options.colour(group.name), .kind = PlotSeries::Kind::Steps, .width = 1};
    line.colour.setAlpha(group.runs.size() > 1 ? 110 : 255);
    Curve curve{run.source == options.projectPath ? run.run : 0,
                run.run > 0 ? tr("%1, run %2").arg(QString::fromStdString(group.name)).arg(run.run)
                            : QString::fromStdString(run.name),
                {}};
    double best = 0;
    double x = 0;
    for (const TrialPoint& trial : run.trials) {
        x = std::max(x, placeOf(trial, options.x, run.started)); // same as the band
        if (trial.gflops > best) {
            best = trial.gflops;
            line.points.emplace_back(x, best * scale);
            curve.trials.push_back(trial.number);
        }
    }
    all.push_back(std::move(line));
    m_curves.push_back(std::move(curve));
}

void ComparisonPlots::markSelected(PlotCanvas& canvas, const TaskComparison& task, std::span<const ComparedRun> runs,
                                   const ComparisonPlotOptions& options)
{
    std::vector<PlotMark> marks;
    for (const GroupResult* group : shownGroups(task)) {
        for (const size_t r : group->runs) {
            const ComparedRun& run = runs[r];
            double best = 0; // the ring is on the run's curve, whatever the trial's own speed
            for (const TrialPoint& trial : run.trials) {
                best = std::max(best, trial.gflops);
                if (run.source == options.projectPath
                    && std::binary_search(options.selected.begin(), options.selected.end(), TrialRef{run.run, trial.number})) {
                    marks.push_back({{placeOf(trial, options.x, run.started), best * scaleOf(task, options)}});
                }
            }
        }
    }
    canvas.setMarks(std::move(marks));
}

void ComparisonPlots::fillProgress(PlotCanvas& canvas, const TaskComparison& task, std::span<const ComparedRun> runs,
                                   const ComparisonPlotOptions& options)
{
    m_curves.clear();
    const double scale = scaleOf(task, options);
    std::vector<PlotSeries> all;
    double last = 0;
    double best = task.best;
    for (const GroupResult* group : shownGroups(task)) {
        addBand(all, *group, options, scale);
        last = all.back().points.empty() ? last : std::max(last, all.back().points.back().x());
        best = std::max(best, *std::ranges::max_element(group->finals));
    }
    for (const GroupResult* group : shownGroups(task)) {
        for (const size_t r : group->runs) {
            addRun(all, *group, runs[r], options, scale);
        }
    }
    const double least = options.x == CurveAxis::Trials ? 1 : std::max(last / 1000, 1e-3);
    canvas.setAxes({options.x == CurveAxis::Trials ? tr("Trials") : tr("Seconds since the run's start"),
                    options.isLogX ? PlotAxis::Kind::Log : PlotAxis::Kind::Linear, options.isLogX ? least : 0,
                    std::max(last, least)},
                   {options.isPercent ? tr("% of the best") : FlopsCount::axisTitle(task.unit), PlotAxis::Kind::Linear, 0,
                    best * scale * 1.04});
    canvas.setReading([this, &canvas](PlotPick pick) {
        const QPointF at = canvas.series()[static_cast<size_t>(pick.series)].points[static_cast<size_t>(pick.point)];
        const Curve& curve = m_curves[static_cast<size_t>(pick.series)];
        return tr("%1: %2 at trial %3").arg(curve.name, number(at.y(), 1)).arg(curve.trials[static_cast<size_t>(pick.point)]);
    });
    canvas.setSeries(std::move(all));
    markSelected(canvas, task, runs, options);
}

void ComparisonPlots::fillDistribution(PlotCanvas& canvas, const TaskComparison& task, const ComparisonPlotOptions& options)
{
    const double scale = scaleOf(task, options);
    double most = 0;
    std::vector<PlotSeries> all;
    for (const GroupResult& group : task.groups) {
        PlotSeries steps{.name = QString::fromStdString(group.name),
                         .colour = options.colour(group.name),
                         .kind = PlotSeries::Kind::Steps,
                         .width = 2};
        if (!group.distribution.empty()) {
            steps.points.emplace_back(0, 0);
        }
        for (const DistributionStep& step : group.distribution) {
            steps.points.emplace_back(step.value * scale, step.share * 100);
        }
        most = steps.points.empty() ? most : std::max(most, steps.points.back().x());
        all.push_back(std::move(steps));
    }
    canvas.setReading([&canvas](PlotPick pick) {
        const PlotSeries& series = canvas.series()[static_cast<size_t>(pick.series)];
        const QPointF at = series.points[static_cast<size_t>(pick.point)];
        return tr("%1: %2 % of its successful trials are at or below %3").arg(series.name, number(at.y(), 1), number(at.x(), 1));
    });
    canvas.setAxes({options.isPercent ? tr("% of the best") : FlopsCount::axisTitle(task.unit), PlotAxis::Kind::Linear, 0,
                    std::max(most * 1.02, 1e-9)},
                   {tr("% of trials"), PlotAxis::Kind::Linear, 0, 100});
    canvas.setSeries(std::move(all));
}

int ComparisonPlots::seriesOfRun(int64_t run) const
{
    const auto found = std::ranges::find(m_curves, run, &Curve::run);
    return found == m_curves.end() ? -1 : static_cast<int>(found - m_curves.begin());
}

TrialRef ComparisonPlots::trialAt(PlotPick pick) const
{
    if (!pick.isValid()) {
        return {};
    }
    const Curve& curve = m_curves[static_cast<size_t>(pick.series)];
    return curve.run > 0 ? TrialRef{curve.run, curve.trials[static_cast<size_t>(pick.point)]} : TrialRef();
}

} // namespace knobscope
