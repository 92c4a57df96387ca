// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/plotcanvas.h"

#include <QChart>
#include <QKeyEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace knobscope {

namespace {

constexpr double pickPixels = 14;

TickKind tickKindOf(const PlotAxis& axis)
{
    return axis.kind() == PlotAxis::Kind::Log ? TickKind::Logarithm : TickKind::Number;
}

} // namespace

PlotCanvas::PlotCanvas(QWidget* parent)
    : PlotView(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(this, &PlotView::areaRequested, this, &PlotCanvas::showArea);
    connect(this, &PlotView::resetRequested, this, &PlotCanvas::showAll);
    connect(this, &PlotView::pointedAt, this, [this](QPointF pixel) { setCurrent(pick(pixel)); });
    connect(this, &PlotView::pointerLeft, this, [this] { setCurrent({}); });
    connect(this, &PlotView::resized, this, &PlotCanvas::repaintAll);
    connect(chart(), &QChart::plotAreaChanged, this, &PlotCanvas::repaintAll);
    connect(this, &PlotView::clicked, this, [this](QPointF pixel) {
        setCurrent(pick(pixel));
        if (m_current.isValid()) {
            emit chosen(m_current);
        }
    });
}

void PlotCanvas::setAxes(PlotAxis x, PlotAxis y)
{
    const bool isKept = isZoomed() && x.means(m_x) && y.means(m_y);
    m_x = std::move(x);
    m_y = std::move(y);
    m_whole = {m_x.toPlane(m_x.low()), m_y.toPlane(m_y.low()), m_x.toPlane(m_x.high()) - m_x.toPlane(m_x.low()),
               m_y.toPlane(m_y.high()) - m_y.toPlane(m_y.low())};
    showArea(isKept ? area() : m_whole);
    setTitles(m_x.title, tickKindOf(m_x), m_y.title, tickKindOf(m_y));
}

/// As much of it as there is.
void PlotCanvas::showArea(const QRectF& wanted)
{
    const QSizeF size = wanted.size().boundedTo(m_whole.size());
    setArea({std::clamp(wanted.left(), m_whole.left(), std::max(m_whole.left(), m_whole.right() - size.width())),
             std::clamp(wanted.top(), m_whole.top(), std::max(m_whole.top(), m_whole.bottom() - size.height())), size.width(),
             size.height()});
    repaintAll();
}

std::vector<Tick> PlotCanvas::ticksOf(Qt::Orientation axis, double low, double high, int wanted) const
{
    const PlotAxis& of = axis == Qt::Horizontal ? m_x : m_y;
    if (of.kind() != PlotAxis::Kind::Categories) {
        return PlotView::ticksOf(axis, low, high, wanted);
    }
    int widest = 1;
    for (const QString& name : of.categories()) {
        widest = std::max(widest, fontMetrics().horizontalAdvance(name) + fontMetrics().averageCharWidth());
    }
    std::vector<Tick> ticks = of.ticks(std::max(2, static_cast<int>(plot().width() / widest)));
    std::erase_if(ticks, [&](const Tick& tick) { return tick.place < low || tick.place > high; });
    return ticks;
}

bool PlotCanvas::isEmpty() const
{
    return std::all_of(m_series.begin(), m_series.end(), [](const PlotSeries& s) { return s.points.empty(); });
}

void PlotCanvas::setSeries(std::vector<PlotSeries> series)
{
    m_series = std::move(series);
    m_current = {};
    setReadout({});
    m_emphasised = -1;
    setMessage(isEmpty() ? m_emptyText : QString());
    placeLegend();
}

void PlotCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    setMessage(isEmpty() ? m_emptyText : QString());
}

void PlotCanvas::setMarked(int series, std::vector<size_t> points)
{
    if (series >= 0 && series < static_cast<int>(m_series.size())) {
        m_series[static_cast<size_t>(series)].marked = std::move(points);
        viewport()->update();
    }
}

void PlotCanvas::setEmphasised(int series)
{
    if (std::exchange(m_emphasised, series) != series) {
        viewport()->update();
    }
}

PlotPick PlotCanvas::pick(QPointF pixel) const
{
    PlotPick best;
    double nearest = pickPixels * pickPixels;
    for (size_t s = 0; s < m_series.size(); ++s) {
        if (!m_series[s].canBePicked) {
            continue;
        }
        const auto& points = m_series[s].points;
        for (size_t p = 0; p < points.size(); ++p) {
            const QPointF d = pixelOf(points[p]) - pixel;
            const double distance = d.x() * d.x() + d.y() * d.y();
            if (distance < nearest) {
                nearest = distance;
                best = {static_cast<int>(s), static_cast<int>(p)};
            }
        }
    }
    return best;
}

std::vector<size_t> PlotCanvas::pointsWithin(int series, const QPolygonF& pixels) const
{
    std::vector<size_t> within;
    const auto& points = m_series[static_cast<size_t>(series)].points;
    for (size_t i = 0; i < points.size(); ++i) {
        if (pixels.containsPoint(pixelOf(points[i]), Qt::OddEvenFill)) {
            within.push_back(i);
        }
    }
    return within;
}

QString PlotCanvas::readingOf(PlotPick pick) const
{
    if (m_reading) {
        return m_reading(pick);
    }
    const PlotSeries& series = m_series[static_cast<size_t>(pick.series)];
    const QPointF point = series.points[static_cast<size_t>(pick.point)];
    return tr("%1: %2, %3").arg(series.name, m_x.text(point.x()), m_y.text(point.y()));
}

void PlotCanvas::setCurrent(PlotPick pick)
{
    if (pick == m_current) {
        return;
    }
    m_current = pick;
    const QString reading = pick.isValid() ? readingOf(pick) : QString();
    setAccessibleDescription(reading);
    setReadout(reading);
    emit hovered(pick);
}

void PlotCanvas::step(int dSeries, int dPoint)
{
    const int count = static_cast<int>(m_series.size());
    int series = m_current.series;
    const auto canStand = [&](int s) {
        return s >= 0 && m_series[static_cast<size_t>(s)].canBePicked && !m_series[static_cast<size_t>(s)].points.empty();
    };
    series = series < 0 && dSeries < 0 ? count : series;
    for (int tried = 0; tried < count && (tried == 0 ? dSeries != 0 || series < 0 : !canStand(series)); ++tried) {
        series = (series + (dSeries < 0 ? -1 : 1) + count) % count;
    }
    if (!canStand(series)) {
        return;
    }
    const int last = static_cast<int>(m_series[static_cast<size_t>(series)].points.size()) - 1;
    const int point = m_current.isValid() ? m_current.point + dPoint : (dPoint < 0 ? last : 0);
    setCurrent({series, std::clamp(point, 0, last)});
}

void PlotCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_R:
    case Qt::Key_0: return showAll();
    case Qt::Key_Comma: return step(0, -1);
    case Qt::Key_Period: return step(0, 1);
    case Qt::Key_PageUp: return step(-1, 0);
    case Qt::Key_PageDown: return step(1, 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current.isValid()) {
            emit chosen(m_current);
        }
        return;
    case Qt::Key_Escape: setCurrent({}); break;
    default: break;
    }
    PlotView::keyPressEvent(event);
}

void PlotCanvas::applyTheme()
{
    PlotView::applyTheme();
    placeLegend();
}

void PlotCanvas::placeLegend()
{
    const bool isNamed = std::any_of(m_series.begin(), m_series.end(), [](const PlotSeries& s) { return !s.name.isEmpty(); });
    chart()->setMargins(QMargins(2, isNamed ? fontMetrics().height() + 8 : 8, 24, 2));
    repaintAll();
}

void PlotCanvas::repaintAll()
{
    m_still = {};
    viewport()->update();
}

} // namespace knobscope
