// SPDX-License-Identifier: GPL-3.0-or-later
// Keyboard, wheel and mouse handling of the canvas.
#include "widgets/views/timeline/timelinecanvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kPanStep = 0.15; // share of the visible range
constexpr int kDragThreshold = 4;

/// Whether a movement is small enough for a click.
bool isShort(QPointF way)
{
    return std::abs(way.x()) < kDragThreshold && std::abs(way.y()) < kDragThreshold;
}

} // namespace

// Letter keys are actions of the view.
void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    switch (isPlain ? event->key() : 0) {
    case Qt::Key_Left: pan(-kPanStep); break;
    case Qt::Key_Right: pan(kPanStep); break;
    case Qt::Key_Up: setCurrentLane(std::max(0, m_scene.current - 1)); break;
    case Qt::Key_Down: setCurrentLane(m_scene.current + 1); break;
    case Qt::Key_PageUp: setScroll(m_scene.scroll - m_scene.bodyHeight()); break;
    case Qt::Key_PageDown: setScroll(m_scene.scroll + m_scene.bodyHeight()); break;
    case Qt::Key_Home: pan(m_scene.scale.toX(m_scene.extent.first) / m_scene.scale.width); break;
    case Qt::Key_End: pan(m_scene.scale.toX(m_scene.extent.second) / m_scene.scale.width - 1); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: emit neighbourWanted(!(event->modifiers() & Qt::ShiftModifier)); break;
    case Qt::Key_Escape:
        if (m_scene.range) {
            setRange(std::nullopt);
        } else {
            emit deselected();
        }
        break;
    default: QWidget::keyPressEvent(event);
    }
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    const QPoint delta = event->angleDelta();
    const bool isSideways = std::abs(delta.x()) > std::abs(delta.y()) || event->modifiers() & Qt::ShiftModifier;
    const double steps = (isSideways && delta.x() != 0 ? delta.x() : delta.y()) / 120.0;
    if (event->modifiers() & Qt::ControlModifier) {
        m_scene.pointer = event->position();
        zoom(std::pow(1.25, steps));
    } else if (isSideways || m_scene.maxScroll() == 0) {
        pan(-steps * kPanStep / 2);
    } else {
        setScroll(m_scene.scroll - static_cast<int>(std::lround(steps * 3 * m_scene.lanes.metrics().row)));
    }
    event->accept();
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) {
        return;
    }
    m_pressed = event->position();
    m_scaleWhenPressed = m_scene.scale;
    m_scrollWhenPressed = m_scene.scroll;
    const int lane = m_scene.laneIndexAt(m_pressed);
    if (m_pressed.x() < m_scene.gutter) {
        if (lane >= 0) {
            setCurrentLane(lane);
            const bool isProcess = m_scene.lanes.lanes()[static_cast<size_t>(lane)].kind == Lane::Kind::Process;
            if (isProcess || m_pressed.x() > m_scene.gutter - 24) {
                togglePin();
            }
        }
        return;
    }
    const bool wantsRange =
        event->button() == Qt::LeftButton && (m_pressed.y() < m_scene.ruler || event->modifiers() & Qt::ShiftModifier);
    m_drag = wantsRange ? Drag::Range : Drag::Pan;
    m_scene.isPanned = !wantsRange;
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_scene.pointer = event->position();
    const QPointF way = event->position() - m_pressed;
    const bool isDrag = event->buttons() != Qt::NoButton && !isShort(way);
    if (m_drag == Drag::Pan && isDrag) {
        TimeScale scale = m_scene.scale;
        scale.from = m_scaleWhenPressed.from;
        scale.to = m_scaleWhenPressed.to;
        setScale(scale.moved(-way.x()));
        setScroll(m_scrollWhenPressed - static_cast<int>(way.y()));
        setCursor(Qt::ClosedHandCursor);
        emit moved();
    } else if (m_drag == Drag::Range && isDrag) {
        setRange(std::pair(m_scene.timeAt(m_pressed.x()), m_scene.timeAt(event->position().x())));
    } else if (event->buttons() == Qt::NoButton) {
        hover(event->position());
    }
    update();
}

void TimelineCanvas::hover(QPointF position)
{
    const SpanBlock* block = m_scene.hitAt(position).block;
    const bool hasTrial = block && block->count == 1 && block->trial > 0;
    emit trialHovered(hasTrial ? block->run : 0, hasTrial ? block->trial : 0);
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const bool isClick = isShort(event->position() - m_pressed);
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_scene.isPanned = false;
    unsetCursor();
    update();
    if (drag == Drag::Range && isClick) {
        setRange(std::nullopt);
    }
    if (drag != Drag::Pan || !isClick) {
        return;
    }
    if (const int lane = m_scene.laneIndexAt(event->position()); lane >= 0) {
        setCurrentLane(lane);
    }
    if (const TrackRow* track = m_scene.hitAt(event->position()).track) {
        emit spanClicked(*track, m_scene.placeAt(event->position()).depth, m_scene.timeAt(event->position().x()),
                         m_scene.reach());
    } else {
        emit deselected();
    }
}

void TimelineCanvas::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_scene.pointer.reset();
    emit trialHovered(0, 0);
    update();
}

} // namespace knobscope
