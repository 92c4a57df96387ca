// SPDX-License-Identifier: GPL-3.0-or-later
// How a plot is zoomed and panned: a part of the ranges that it was given, kept in their unit intervals.
#include "widgets/plot/plotcanvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr double narrowest = 1e-6; // of a range
constexpr double wheelStep = 1.25; // for a notch
constexpr double keyStep = 1.5;
constexpr double keyPan = 0.1; // of what is seen

} // namespace

/// `at`: the point that stays in place, 0 to 1 of what is seen.
void PlotCanvas::narrow(Seen& seen, double at, double factor)
{
    const double width = seen.high - seen.low;
    const double wanted = std::clamp(width / factor, narrowest, 1.0);
    const double fixed = seen.low + std::clamp(at, 0.0, 1.0) * width;
    seen.low = std::clamp(fixed - std::clamp(at, 0.0, 1.0) * wanted, 0.0, 1 - wanted);
    seen.high = seen.low + wanted;
}

void PlotCanvas::shift(Seen& seen, double by)
{
    const double width = seen.high - seen.low;
    seen.low = std::clamp(seen.low + by * width, 0.0, 1 - width);
    seen.high = seen.low + width;
}

/// The part of a new range that shows the values seen before; all of it where it is an axis of something else.
PlotCanvas::Seen PlotCanvas::sameOf(const PlotAxis& old, const PlotAxis& now, const Seen& seen, const PlotAxis& shown)
{
    if (seen.isAll() || old.kind() != now.kind() || old.title != now.title) {
        return {};
    }
    const Seen same{std::max(0.0, now.toUnit(shown.low())), std::min(1.0, now.toUnit(shown.high()))};
    return same.high - same.low >= narrowest ? same : Seen();
}

void PlotCanvas::applyZoom()
{
    const auto part = [](const PlotAxis& whole, const Seen& seen) {
        PlotAxis axis = whole;
        if (!seen.isAll()) {
            axis.setRange(whole.kind(), whole.fromUnit(seen.low), whole.fromUnit(seen.high));
        }
        return axis;
    };
    m_x = part(m_wholeX, m_seenX);
    m_y = part(m_wholeY, m_seenY);
    repaintAll();
}

void PlotCanvas::zoomAt(QPointF pixel, double factor, Qt::Orientations along)
{
    const QRect r = plotRect();
    if (along.testFlag(Qt::Horizontal) && m_wholeX.kind() != PlotAxis::Kind::Categories) {
        narrow(m_seenX, (pixel.x() - r.left()) / std::max(1, r.width()), factor);
    }
    if (along.testFlag(Qt::Vertical) && m_wholeY.kind() != PlotAxis::Kind::Categories) {
        narrow(m_seenY, (r.bottom() + 1 - pixel.y()) / std::max(1, r.height()), factor);
    }
    applyZoom();
}

void PlotCanvas::panBy(QPointF pixels)
{
    const QRect r = plotRect();
    shift(m_seenX, -pixels.x() / std::max(1, r.width()));
    shift(m_seenY, pixels.y() / std::max(1, r.height()));
    applyZoom();
}

void PlotCanvas::showAll()
{
    m_seenX = {};
    m_seenY = {};
    applyZoom();
}

bool PlotCanvas::zoomKey(const QKeyEvent& event)
{
    const QRect r = plotRect();
    const bool isShifted = event.modifiers().testFlag(Qt::ShiftModifier);
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomAt(r.center(), keyStep); return true;
    case Qt::Key_Minus: zoomAt(r.center(), 1 / keyStep); return true;
    case Qt::Key_0: showAll(); return true;
    case Qt::Key_Left: return isShifted && (panBy({keyPan * r.width(), 0}), true);
    case Qt::Key_Right: return isShifted && (panBy({-keyPan * r.width(), 0}), true);
    case Qt::Key_Up: return isShifted && (panBy({0, keyPan * r.height()}), true);
    case Qt::Key_Down: return isShifted && (panBy({0, -keyPan * r.height()}), true);
    default: return false;
    }
}

void PlotCanvas::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    if (notches == 0) {
        event->ignore();
        return;
    }
    const QRect r = plotRect();
    const QPointF at = event->position();
    const Qt::Orientations along = at.x() < r.left()   ? Qt::Orientations(Qt::Vertical)
                                 : at.y() > r.bottom() ? Qt::Orientations(Qt::Horizontal)
                                                       : Qt::Horizontal | Qt::Vertical;
    zoomAt(at, std::pow(wheelStep, notches), along);
    event->accept();
}

void PlotCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && isZoomed()) {
        showAll();
    }
}

} // namespace knobscope
