// SPDX-License-Identifier: GPL-3.0-or-later
// How the live chart shows and changes what is chosen and pointed at.
#include "widgets/chart/livechart.h"
#include "widgets/text/number.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace knobscope {

namespace {

constexpr double reach = 12; // pixels within which a click or a pointer means a trial
constexpr size_t mostMarks = 3000;

QString speedText(double gflops, double flops)
{
    const double seconds = flops / (gflops * 1e9);
    const QString time = seconds < 1e-3 ? LiveChart::tr("%1 µs").arg(number(seconds * 1e6, 1))
                                        : LiveChart::tr("%1 ms").arg(number(seconds * 1e3, 3));
    return LiveChart::tr("%1 GFLOPS, %2").arg(number(gflops, 1), time);
}

} // namespace

void LiveChart::connectCanvas()
{
    connect(m_canvas, &ChartCanvas::areaRequested, this, &LiveChart::zoomTo);
    connect(m_canvas, &ChartCanvas::resetRequested, this, &LiveChart::resetZoom);
    connect(m_canvas, &ChartCanvas::clicked, this, &LiveChart::choose);
    connect(m_canvas, &ChartCanvas::enclosed, this, &LiveChart::chooseWithin);
    connect(m_canvas, &ChartCanvas::pointedAt, this, &LiveChart::point);
    connect(m_canvas, &ChartCanvas::pointerLeft, this, [this] {
        m_pointed = {-1, -1};
        workspace().selection().hover({});
        showHover();
    });
    connect(m_canvas, &ChartCanvas::resized, this, &LiveChart::refreshSoon);
}

std::optional<ChartCanvas::Mark> LiveChart::markOf(TrialRef trial) const
{
    const auto found = m_plotted.find(trial.run);
    const TrialPoint* point = found == m_plotted.end() ? nullptr : found->second.curve().find(trial.number);
    if (!point || !found->second.passes(*point)) {
        return {};
    }
    const Outcome outcome = outcomeOf(point->errorNo);
    const double x = m_scale.xOf(found->second.curve(), *point);
    return ChartCanvas::Mark{outcome == Outcome::Success ? m_scale.map(found->second.curve(), *point) : QPointF(x, 0), outcome};
}

std::optional<QPointF> LiveChart::pixelOf(TrialRef trial) const
{
    const auto mark = markOf(trial);
    return mark ? std::optional(m_canvas->pixelOf(*mark)) : std::nullopt;
}

std::optional<LiveChart::Hit> LiveChart::hitAt(QPointF pixel) const
{
    std::optional<Hit> nearest;
    double least = reach * reach;
    const double left = m_canvas->toPlane(pixel - QPointF(reach, 0)).x();
    const double right = m_canvas->toPlane(pixel + QPointF(reach, 0)).x();
    for (const auto& [run, plotted] : m_plotted) {
        for (const TrialPoint& point : plotted.curve().points) {
            const double x = m_scale.xOf(plotted.curve(), point);
            if (x < left || x > right || !plotted.passes(point)) {
                continue;
            }
            const Outcome outcome = outcomeOf(point.errorNo);
            const QPointF place = outcome == Outcome::Success ? m_scale.map(plotted.curve(), point) : QPointF(x, 0);
            const QPointF away = m_canvas->pixelOf({place, outcome}) - pixel;
            const double distance = QPointF::dotProduct(away, away);
            if (distance <= least) {
                least = distance;
                nearest = Hit{&plotted, &point};
            }
        }
    }
    return nearest;
}

void LiveChart::choose(QPointF pixel, Qt::KeyboardModifiers modifiers)
{
    Selection& selection = workspace().selection();
    const auto hit = hitAt(pixel);
    const bool isToggle = modifiers.testFlag(Qt::ControlModifier);
    if (!hit) {
        if (!isToggle) {
            selection.clear();
        }
        return;
    }
    const TrialRef trial = hit->run->curve().ref(*hit->point);
    if (!isToggle) {
        selection.select({trial});
        return;
    }
    std::vector<TrialRef> trials = selection.trials();
    if (std::erase(trials, trial) == 0) {
        trials.push_back(trial);
    }
    selection.select(std::move(trials));
}

void LiveChart::chooseWithin(const QPolygonF& pixels, Qt::KeyboardModifiers modifiers)
{
    std::vector<TrialRef> trials;
    if (modifiers.testFlag(Qt::ControlModifier)) {
        trials = workspace().selection().trials();
    }
    const QRectF bounds = pixels.boundingRect();
    TrialRef best;
    double bestGflops = -1;
    for (const auto& [run, plotted] : m_plotted) {
        for (const TrialPoint& point : plotted.curve().points) {
            const TrialRef ref = plotted.curve().ref(point);
            const auto pixel = plotted.passes(point) ? pixelOf(ref) : std::nullopt;
            if (!pixel || !bounds.contains(*pixel) || !pixels.containsPoint(*pixel, Qt::OddEvenFill)) {
                continue;
            }
            trials.push_back(ref);
            if (point.gflops > bestGflops) {
                bestGflops = point.gflops;
                best = ref;
            }
        }
    }
    workspace().selection().select(std::move(trials), best);
}

void LiveChart::point(QPointF pixel)
{
    m_pointed = pixel;
    const auto hit = hitAt(pixel);
    workspace().selection().hover(hit ? hit->run->curve().ref(*hit->point) : TrialRef{});
    showHover();
}

QString LiveChart::readoutOf(const Hit& hit) const
{
    const Curve& curve = hit.run->curve();
    const RunRow* row = workspace().run(curve.run);
    const QString what =
        hit.point->errorNo == 0 ? speedText(hit.point->gflops, curve.flops) : outcomeText(outcomeOf(hit.point->errorNo));
    return tr("Trial %1 of run %2 (%3): %4, config %5")
        .arg(hit.point->number)
        .arg(curve.run)
        .arg(row ? QString::fromStdString(row->tuner) : QString(), what)
        .arg(hit.point->index);
}

void LiveChart::showHover()
{
    const TrialRef trial = workspace().selection().hovered();
    const auto found = m_plotted.find(trial.run);
    const TrialPoint* point = found == m_plotted.end() ? nullptr : found->second.curve().find(trial.number);
    if (point && markOf(trial)) {
        m_canvas->setHovered(markOf(trial), readoutOf({&found->second, point}));
        return;
    }
    QString readout;
    if (m_pointed.x() >= 0 && !m_plotted.empty()) {
        const QPointF plane = m_canvas->toPlane(m_pointed);
        const double value = m_scale.fromPlane(plane.y());
        const QString units[] = {tr("%1 GFLOPS"), m_scale.secondsUnit < 1e-3 ? tr("%1 µs") : tr("%1 ms"), tr("%1 %"), tr("%1 %")};
        const QString x =
            m_scale.x == XAxis::Trial ? tr("trial %1").arg(std::llround(plane.x())) : tr("%1 s").arg(number(plane.x(), 1));
        readout = tr("%1, %2").arg(x, units[static_cast<int>(m_scale.y)].arg(number(value, 1)));
    }
    m_canvas->setHovered({}, readout);
}

void LiveChart::showSelection()
{
    // Marks that would hide each other are drawn once: a selection may be as large as the project.
    std::unordered_set<qint64> taken;
    std::vector<ChartCanvas::Mark> marks;
    for (const TrialRef& trial : workspace().selection().trials()) {
        const auto mark = markOf(trial);
        if (!mark || marks.size() >= mostMarks) {
            continue;
        }
        const QPoint pixel = m_canvas->pixelOf(*mark).toPoint() / 3;
        if (taken.insert((static_cast<qint64>(pixel.x()) << 32) ^ static_cast<quint32>(pixel.y())).second) {
            marks.push_back(*mark);
        }
    }
    m_canvas->setSelected(std::move(marks));
    describe();
}

void LiveChart::step(int direction)
{
    if (m_plotted.empty()) {
        return;
    }
    const TrialRef now = workspace().selection().current();
    const auto found = m_plotted.find(now.run);
    const PlottedRun& plotted = found == m_plotted.end() ? m_plotted.rbegin()->second : found->second;
    const auto& points = plotted.curve().points;
    auto at = found == m_plotted.end()
                ? (direction > 0 ? -1 : static_cast<std::ptrdiff_t>(points.size()))
                : std::lower_bound(points.begin(), points.end(), now.number, [](const TrialPoint& p, qint64 n) {
                      return p.number < n;
                  }) - points.begin();
    for (at += direction; at >= 0 && at < std::ssize(points); at += direction) {
        const TrialPoint& point = points[static_cast<size_t>(at)];
        if (plotted.passes(point)) {
            workspace().selection().select({plotted.curve().ref(point)});
            return;
        }
    }
}

void LiveChart::filterToVisibleTime()
{
    if (m_scale.x != XAxis::Time || m_plotted.size() != 1) {
        workspace().say(MessageLevel::Info, m_scale.x != XAxis::Time ? tr("Show time on the horizontal axis first.")
                                                                     : tr("Show a single run first: each has times of its own."));
        return;
    }
    const Curve& curve = m_plotted.begin()->second.curve();
    const QRectF area = m_zoom.value_or(wholeArea());
    TrialFilter filter;
    filter.kind = TrialFilter::Kind::Time;
    filter.from = curve.started + std::max(0.0, area.left());
    filter.to = curve.started + area.right();
    workspace().filters().add(filter);
}

void LiveChart::selectBest()
{
    TrialRef best;
    double gflops = 0;
    for (const auto& [run, plotted] : m_plotted) {
        for (const TrialPoint& point : plotted.curve().points) {
            if (point.gflops > gflops && plotted.passes(point)) {
                gflops = point.gflops;
                best = plotted.curve().ref(point);
            }
        }
    }
    if (best.isValid()) {
        workspace().selection().select({best});
    }
}

void LiveChart::describe()
{
    QString text = tr("%n trial(s), best %1 GFLOPS", nullptr, static_cast<int>(trialCount())).arg(number(bestGflops(), 1));
    const TrialRef current = workspace().selection().current();
    const auto found = m_plotted.find(current.run);
    if (const TrialPoint* point = found == m_plotted.end() ? nullptr : found->second.curve().find(current.number)) {
        text = tr("%1. Chosen: %2").arg(text, readoutOf({&found->second, point}));
    }
    setAccessibleDescription(text);
    m_canvas->setAccessibleDescription(text);
}

} // namespace knobscope
