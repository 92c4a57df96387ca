// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/speed/chartselection.h"

#include "widgets/base/number.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

QString speedText(double gflops, double flops)
{
    const double seconds = flops / (gflops * 1e9);
    const QString time = seconds < 1e-3 ? ChartSelection::tr("%1 µs").arg(number(seconds * 1e6, 1))
                                        : ChartSelection::tr("%1 ms").arg(number(seconds * 1e3, 3));
    return ChartSelection::tr("%1 GFLOPS, %2").arg(number(gflops, 1), time);
}

} // namespace

ChartSelection::ChartSelection(Workspace& workspace, const PlottedRuns& runs, PlotCanvas& canvas)
    : m_workspace(workspace)
    , m_runs(runs)
    , m_canvas(canvas)
{
    connect(&canvas, &PlotView::clicked, this, &ChartSelection::choose);
    connect(&canvas, &PlotView::enclosed, this, &ChartSelection::chooseWithin);
    connect(&canvas, &PlotView::pointedAt, this, &ChartSelection::point);
    connect(&canvas, &PlotView::pointerLeft, this, [this] {
        m_pointed = {-1, -1};
        m_workspace.selection().hover({});
        showHover();
    });
    connect(&workspace.selection(), &Selection::changed, this, &ChartSelection::showChosen);
    connect(&workspace.selection(), &Selection::hoverChanged, this, &ChartSelection::showHover);
}

std::optional<PlotMark> ChartSelection::markOf(const PlottedTrial& trial) const
{
    if (!trial.passes()) {
        return {};
    }
    const TrialPoint& point = *trial.point;
    const ChartScale& scale = m_runs.scale();
    return PlotMark{{scale.xOf(trial.curve(), point), point.errorNo == 0 ? scale.valueOf(trial.curve(), point.gflops) : 0},
                    m_runs.laneOf(outcomeOf(point.errorNo))};
}

std::optional<QPointF> ChartSelection::pixelOf(TrialRef trial) const
{
    const auto found = m_runs.find(trial);
    const auto mark = found ? markOf(*found) : std::nullopt;
    return mark ? std::optional(m_canvas.pixelOf(*mark)) : std::nullopt;
}

std::optional<PlottedTrial> ChartSelection::hitAt(QPointF pixel) const
{
    std::optional<PlottedTrial> nearest;
    const QPointF aside(PlotView::kPickRadius, 0);
    double least = PlotView::kPickRadius * PlotView::kPickRadius;
    const double left = m_canvas.dataAt(pixel - aside).x();
    const double right = m_canvas.dataAt(pixel + aside).x();
    for (const auto& [run, plotted] : m_runs.all()) {
        for (const TrialPoint& point : plotted.curve().points) {
            const double x = m_runs.scale().xOf(plotted.curve(), point);
            const auto mark = x < left || x > right ? std::nullopt : markOf({&plotted, &point});
            if (!mark) {
                continue;
            }
            const QPointF away = m_canvas.pixelOf(*mark) - pixel;
            const double distance = QPointF::dotProduct(away, away);
            if (distance <= least) {
                least = distance;
                nearest = PlottedTrial{&plotted, &point};
            }
        }
    }
    return nearest;
}

void ChartSelection::choose(QPointF pixel, Qt::KeyboardModifiers modifiers)
{
    Selection& selection = m_workspace.selection();
    const auto hit = hitAt(pixel);
    const bool isToggle = modifiers.testFlag(Qt::ControlModifier);
    std::vector<TrialRef> trials = isToggle ? selection.trials() : std::vector<TrialRef>();
    if (hit && std::erase(trials, hit->ref()) == 0) {
        trials.push_back(hit->ref());
    }
    if (hit || !isToggle) {
        selection.select(std::move(trials));
    }
}

void ChartSelection::chooseWithin(const QPolygonF& pixels, Qt::KeyboardModifiers modifiers)
{
    const bool isMore = modifiers.testFlag(Qt::ControlModifier);
    std::vector<TrialRef> trials = isMore ? m_workspace.selection().trials() : std::vector<TrialRef>();
    const QRectF bounds = pixels.boundingRect();
    TrialRef best;
    double bestGflops = -1;
    for (const auto& [run, plotted] : m_runs.all()) {
        for (const TrialPoint& point : plotted.curve().points) {
            const auto mark = markOf({&plotted, &point});
            const QPointF pixel = mark ? m_canvas.pixelOf(*mark) : QPointF();
            if (!mark || !bounds.contains(pixel) || !pixels.containsPoint(pixel, Qt::OddEvenFill)) {
                continue;
            }
            trials.push_back(plotted.curve().ref(point));
            if (point.gflops > bestGflops) {
                bestGflops = point.gflops;
                best = trials.back();
            }
        }
    }
    m_workspace.selection().select(std::move(trials), best);
}

void ChartSelection::point(QPointF pixel)
{
    m_pointed = pixel;
    const auto hit = hitAt(pixel);
    m_workspace.selection().hover(hit ? hit->ref() : TrialRef{});
    showHover();
}

QString ChartSelection::readoutOf(const PlottedTrial& trial) const
{
    const TrialPoint& point = *trial.point;
    const RunRow* row = m_workspace.run(trial.curve().run);
    const QString what = point.errorNo == 0 ? speedText(point.gflops, trial.curve().flops) : outcomeName(point.errorNo);
    return tr("Trial %1 of run %2 (%3): %4, config %5")
        .arg(point.number)
        .arg(trial.curve().run)
        .arg(row ? QString::fromStdString(row->tuner) : QString(), what)
        .arg(point.index);
}

QString ChartSelection::readoutAt(QPointF pixel) const
{
    const ChartScale& scale = m_runs.scale();
    const QPointF at = m_canvas.dataAt(pixel);
    const QString units[] = {tr("%1 GFLOPS"), scale.secondsUnit < 1e-3 ? tr("%1 µs") : tr("%1 ms"), tr("%1 %"), tr("%1 %")};
    const QString x = scale.x == XAxis::Trial ? tr("trial %1").arg(std::llround(at.x())) : tr("%1 s").arg(number(at.x(), 1));
    return tr("%1, %2").arg(x, units[static_cast<int>(scale.y)].arg(number(at.y(), 1)));
}

void ChartSelection::showHover()
{
    const auto trial = m_runs.find(m_workspace.selection().hovered());
    const auto mark = trial ? markOf(*trial) : std::nullopt;
    const bool isOverPlot = m_pointed.x() >= 0 && !m_runs.all().empty();
    m_canvas.setPointed(mark, mark ? readoutOf(*trial) : isOverPlot ? readoutAt(m_pointed) : QString());
}

void ChartSelection::showChosen()
{
    std::vector<PlotMark> marks;
    for (const TrialRef& ref : m_workspace.selection().trials()) {
        const auto trial = m_runs.find(ref);
        if (const auto mark = trial ? markOf(*trial) : std::nullopt) {
            marks.push_back(*mark);
        }
    }
    m_canvas.setMarks(std::move(marks));
    emit descriptionChanged();
}

void ChartSelection::step(int direction)
{
    if (const auto trial = m_runs.adjacentTrial(m_workspace.selection().current(), direction)) {
        m_workspace.selection().select({trial->ref()});
    }
}

void ChartSelection::selectBest()
{
    if (const auto best = m_runs.best()) {
        m_workspace.selection().select({best->ref()});
    }
}

QString ChartSelection::description() const
{
    const QString text =
        tr("%n trial(s), best %1 GFLOPS", nullptr, static_cast<int>(m_runs.trialCount())).arg(number(m_runs.bestGflops(), 1));
    const auto current = m_runs.find(m_workspace.selection().current());
    return current ? tr("%1. Selected: %2").arg(text, readoutOf(*current)) : text;
}

} // namespace knobscope
