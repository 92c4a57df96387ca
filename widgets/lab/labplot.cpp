// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/labplot.h"

#include "widgets/plot/colours.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr size_t distinctColours = 7; ///< beyond, lines are dashed
constexpr int faded = 90;

PlotSeries seriesOf(const TunerStanding& tuner, const LabPlotOptions& options)
{
    PlotSeries series;
    series.name = QString::fromStdString(tuner.tuner);
    const size_t colour = options.colourOf(series.name);
    series.colour = seriesColour(options.palette, colour);
    series.isDashed = colour >= distinctColours;
    series.kind = PlotSeries::Kind::Steps;
    const bool isOther = !options.highlighted.isEmpty() && options.highlighted != series.name;
    series.width = isOther ? 1.2 : options.highlighted.isEmpty() ? 2 : 3;
    for (const BandStep& step : tuner.band) {
        series.points.emplace_back(static_cast<double>(step.trial), 100 * step.median);
        if (!isOther) {
            series.low.push_back(100 * step.low);
            series.high.push_back(100 * step.high);
        }
    }
    if (isOther) {
        series.colour.setAlpha(faded);
    }
    return series;
}

PlotSeries shareLine(double share, double last, const QPalette& palette)
{
    PlotSeries line;
    line.colour = palette.color(QPalette::PlaceholderText);
    line.points = {{1, 100 * share}, {last, 100 * share}};
    line.width = 1;
    line.isDashed = true;
    line.canBePicked = false;
    return line;
}

/// Nothing of interest lies below what the worst tuner has after a few trials.
double lowEnd(const SpaceStanding& space)
{
    constexpr size_t afterTrials = 3;
    double low = 90;
    for (const TunerStanding& tuner : space.tuners) {
        if (!tuner.band.empty()) {
            low = std::min(low, 100 * tuner.band[std::min(afterTrials, tuner.band.size()) - 1].low);
        }
    }
    return 10 * std::floor(low / 10);
}

} // namespace

void LabPlot::fill(PlotCanvas& canvas, const SpaceStanding& space, const LabPlotOptions& options)
{
    const double last = static_cast<double>(std::max<int64_t>(2, space.budget));
    std::vector<PlotSeries> all;
    for (const TunerStanding& tuner : space.tuners) {
        all.push_back(seriesOf(tuner, options));
    }
    // What is looked at lies on top of the others.
    std::vector<size_t> order(all.size());
    for (size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::stable_partition(order.begin(), order.end(), [&](size_t i) { return all[i].name != options.highlighted; });
    std::vector<PlotSeries> sorted;
    for (const size_t i : order) {
        sorted.push_back(std::move(all[i]));
    }
    for (const double share : labShares) {
        sorted.push_back(shareLine(share, last, options.palette));
        if (share == labShares.front()) {
            sorted.back().name = tr("90, 95 and 99 % of the best");
        }
    }
    PlotAxis x;
    x.title = tr("Trials");
    x.setRange(options.isLogX ? PlotAxis::Kind::Log : PlotAxis::Kind::Linear, options.isLogX ? 1 : 0, last);
    PlotAxis y;
    y.title = tr("% of the best");
    y.setRange(PlotAxis::Kind::Linear, lowEnd(space), 100);
    canvas.setAxes(x, y);
    canvas.setReading([&canvas](PlotPick pick) {
        const PlotSeries& series = canvas.series()[static_cast<size_t>(pick.series)];
        const auto at = static_cast<size_t>(pick.point);
        const QLocale locale;
        const QString median =
            tr("%1 after %2 trials: %3 % of the best (median)")
                .arg(series.name, locale.toString(series.points[at].x(), 'f', 0), locale.toString(series.points[at].y(), 'f', 1));
        return series.low.empty()
                 ? median
                 : tr("%1, quartiles %2 and %3 %")
                       .arg(median, locale.toString(series.low[at], 'f', 1), locale.toString(series.high[at], 'f', 1));
    });
    canvas.setSeries(std::move(sorted));
}

} // namespace knobscope
