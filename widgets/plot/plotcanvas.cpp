// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/plotcanvas.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace knobscope {

namespace {

constexpr double pickPixels = 14;

} // namespace

PlotCanvas::PlotCanvas(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PlotCanvas::setAxes(PlotAxis x, PlotAxis y)
{
    m_seenX = sameOf(m_wholeX, x, m_seenX, m_x);
    m_seenY = sameOf(m_wholeY, y, m_seenY, m_y);
    m_wholeX = std::move(x);
    m_wholeY = std::move(y);
    applyZoom();
}

void PlotCanvas::setSeries(std::vector<PlotSeries> series)
{
    m_series = std::move(series);
    m_current = {};
    m_emphasised = -1;
    repaintAll();
}

void PlotCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    repaintAll();
}

void PlotCanvas::setMarked(int series, std::vector<size_t> points)
{
    if (series >= 0 && series < static_cast<int>(m_series.size())) {
        m_series[static_cast<size_t>(series)].marked = std::move(points);
        update();
    }
}

void PlotCanvas::setEmphasised(int series)
{
    if (std::exchange(m_emphasised, series) != series) {
        update();
    }
}

QPointF PlotCanvas::toPixel(QPointF data) const
{
    const QRect r = plotRect();
    return {r.left() + m_x.toUnit(data.x()) * r.width(), r.bottom() + 1 - m_y.toUnit(data.y()) * r.height()};
}

QPointF PlotCanvas::toData(QPointF pixel) const
{
    const QRect r = plotRect();
    return {m_x.fromUnit((pixel.x() - r.left()) / std::max(1, r.width())),
            m_y.fromUnit((r.bottom() + 1 - pixel.y()) / std::max(1, r.height()))};
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
            const QPointF d = toPixel(points[p]) - pixel;
            const double distance = d.x() * d.x() + d.y() * d.y();
            if (distance < nearest) {
                nearest = distance;
                best = {static_cast<int>(s), static_cast<int>(p)};
            }
        }
    }
    return best;
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
    setAccessibleDescription(pick.isValid() ? readingOf(pick) : QString());
    update();
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
    if (zoomKey(*event)) {
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left: return step(0, -1);
    case Qt::Key_Right: return step(0, 1);
    case Qt::Key_Up: return step(-1, 0);
    case Qt::Key_Down: return step(1, 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_current.isValid()) {
            emit chosen(m_current);
        }
        return;
    case Qt::Key_Escape:
        m_rubber = {};
        m_pressed.reset();
        setCurrent({});
        update();
        return;
    default: QWidget::keyPressEvent(event);
    }
}

void PlotCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        m_pressed = event->pos();
        m_rubber = {};
    } else if (event->button() == Qt::MiddleButton) {
        m_panned = event->position();
    }
}

void PlotCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_panned) {
        panBy(event->position() - *m_panned);
        m_panned = event->position();
        return;
    }
    if (m_pressed && (event->pos() - *m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
        m_rubber = QRect(*m_pressed, event->pos()).normalized().intersected(plotRect());
        update();
        return;
    }
    setCurrent(pick(event->position()));
}

void PlotCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::MiddleButton) {
        m_panned.reset();
    }
    if (event->button() != Qt::LeftButton || !m_pressed) {
        return;
    }
    m_pressed.reset();
    if (m_rubber.isValid()) {
        const QRect rubber = std::exchange(m_rubber, QRect());
        update();
        emit banded(QRectF(toData(rubber.bottomLeft()), toData(rubber.topRight())).normalized());
        return;
    }
    const PlotPick at = pick(event->position());
    setCurrent(at);
    if (at.isValid()) {
        emit chosen(at);
    }
}

void PlotCanvas::leaveEvent(QEvent*)
{
    setCurrent({});
}

void PlotCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        repaintAll();
    }
}

void PlotCanvas::resizeEvent(QResizeEvent*)
{
    repaintAll();
}

void PlotCanvas::repaintAll()
{
    m_still = {};
    m_plotRect.reset();
    update();
}

QRect PlotCanvas::plotRect() const
{
    if (!m_plotRect) {
        m_plotRect = layOut();
    }
    return *m_plotRect;
}

} // namespace knobscope
