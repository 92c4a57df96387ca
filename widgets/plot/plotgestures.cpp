// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, wheel and key handling of PlotView.
#include "widgets/plot/plotview.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace knobscope {

namespace {

constexpr double kWheelStep = 1.2; // for a notch of the wheel or a key press
constexpr double kKeyStep = 0.1;   // share of the plot's size

} // namespace

void PlotView::zoomAround(QPointF pixel, double xFactor, double yFactor)
{
    const QPointF at = toPlane(pixel);
    const QSizeF size(m_area.width() * xFactor, m_area.height() * yFactor);
    // Below this size, doubles cannot distinguish neighbouring pixels.
    const double smallest = 1e-9;
    if (size.width() < smallest * std::max(1.0, std::abs(at.x())) || size.height() < smallest * std::max(1.0, std::abs(at.y()))) {
        return;
    }
    zoomTo({QPointF(at.x() - (at.x() - m_area.left()) * xFactor, at.y() - (at.y() - m_area.top()) * yFactor), size});
}

void PlotView::zoomBy(int steps)
{
    const double factor = std::pow(kWheelStep, -steps);
    zoomAround(plot().center(), factor, factor);
}

void PlotView::panBy(QPointF pixels)
{
    zoomTo(m_area.translated(-pixels.x() / plot().width() * m_area.width(), pixels.y() / plot().height() * m_area.height()));
}

void PlotView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = m_pointer = event->position();
    const bool isPan = event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_isSpaceDown);
    if (isPan) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    } else if (event->button() == Qt::LeftButton) {
        const bool isSelect = (m_tool == Tool::Select) != event->modifiers().testFlag(Qt::ShiftModifier);
        m_drag = isSelect ? Drag::Select : Drag::Zoom;
        m_lasso = {m_pressed};
    }
    event->accept();
}

void PlotView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF before = std::exchange(m_pointer, event->position());
    if (m_drag == Drag::Pan) {
        panBy(m_pointer - before);
    } else if (m_drag == Drag::Select) {
        m_lasso.append(m_pointer);
        viewport()->update();
    } else if (m_drag == Drag::Zoom) {
        viewport()->update();
    } else {
        emit pointedAt(m_pointer);
    }
}

void PlotView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_pointer = event->position();
    unsetCursor();
    const QPointF moved = m_pointer - m_pressed;
    const bool isClick = moved.manhattanLength() < QApplication::startDragDistance() && m_lasso.size() < 20;
    if (drag == Drag::Pan || drag == Drag::None) {
        return;
    }
    if (isClick) {
        emit clicked(m_pressed, event->modifiers());
    } else if (drag == Drag::Select) {
        emit enclosed(m_lasso, event->modifiers());
    } else {
        const QRectF pixels = QRectF(m_pressed, m_pointer).normalized().intersected(plot());
        if (pixels.width() > 4 && pixels.height() > 4) {
            zoomTo({toPlane(pixels.bottomLeft()), toPlane(pixels.topRight())});
        }
    }
    m_lasso.clear();
    viewport()->update();
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        showAll();
    }
}

void PlotView::wheelEvent(QWheelEvent* event)
{
    const QPoint turn = event->angleDelta();
    const double notches = (turn.y() != 0 ? turn.y() : turn.x()) / 120.0;
    const double factor = std::pow(kWheelStep, -notches);
    const bool xOnly = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool yOnly = event->modifiers().testFlag(Qt::ControlModifier);
    zoomAround(event->position(), yOnly ? 1 : factor, xOnly ? 1 : factor);
    event->accept();
}

void PlotView::keyPressEvent(QKeyEvent* event)
{
    const QPointF step(plot().width() * kKeyStep, plot().height() * kKeyStep);
    switch (event->key()) {
    case Qt::Key_Left: panBy({step.x(), 0}); return;
    case Qt::Key_Right: panBy({-step.x(), 0}); return;
    case Qt::Key_Up: panBy({0, step.y()}); return;
    case Qt::Key_Down: panBy({0, -step.y()}); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(1); return;
    case Qt::Key_Minus: zoomBy(-1); return;
    case Qt::Key_R:
    case Qt::Key_0: showAll(); return;
    case Qt::Key_Space:
        m_isSpaceDown = true;
        if (m_drag == Drag::None) {
            setCursor(Qt::OpenHandCursor);
        }
        return;
    case Qt::Key_Escape:
        if (m_drag != Drag::None) {
            m_drag = Drag::None;
            m_lasso.clear();
            unsetCursor();
            viewport()->update();
            return;
        }
        break;
    default: break;
    }
    QWidget::keyPressEvent(event); // NOLINT(bugprone-parent-virtual-call): the parent class would scroll
}

void PlotView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_isSpaceDown = false;
        if (m_drag == Drag::None) {
            unsetCursor();
        }
        return;
    }
    QWidget::keyReleaseEvent(event); // NOLINT(bugprone-parent-virtual-call): as above
}

void PlotView::leaveEvent(QEvent* event)
{
    m_pointer = {-1, -1};
    m_isSpaceDown = false;
    unsetCursor();
    emit pointerLeft();
    QAbstractScrollArea::leaveEvent(event);
    viewport()->update();
}

} // namespace knobscope
