// SPDX-License-Identifier: GPL-3.0-or-later
// What keys, wheel and mouse do on the canvas.
#include "widgets/timeline/timelinecanvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr double zoomStep = 1.5;
constexpr double panStep = 0.15; // of what is seen
constexpr int dragThreshold = 4;

} // namespace

bool TimelineCanvas::press(int key, Qt::KeyboardModifiers modifiers)
{
    switch (key) {
    case Qt::Key_W: zoom(zoomStep); return true;
    case Qt::Key_S: zoom(1 / zoomStep); return true;
    case Qt::Key_A:
    case Qt::Key_Left: pan(-panStep); return true;
    case Qt::Key_D:
    case Qt::Key_Right: pan(panStep); return true;
    case Qt::Key_Period: emit neighbourWanted(true); return true;
    case Qt::Key_Comma: emit neighbourWanted(false); return true;
    case Qt::Key_F: fitSelection(); return true;
    case Qt::Key_R:
        fitAll();
        emit moved();
        return true;
    case Qt::Key_M: markSelection(); return true;
    case Qt::Key_P: togglePin(); return true;
    case Qt::Key_Up: setCurrentLane(std::max(0, m_current - 1)); return true;
    case Qt::Key_Down: setCurrentLane(m_current + 1); return true;
    case Qt::Key_PageUp: setScroll(m_scroll - (height() - bodyTop())); return true;
    case Qt::Key_PageDown: setScroll(m_scroll + (height() - bodyTop())); return true;
    case Qt::Key_Home:
        setScale(m_scale.moved(m_extent.first - m_scale.from));
        emit moved();
        return true;
    case Qt::Key_End:
        setScale(m_scale.moved(m_extent.second - m_scale.to));
        emit moved();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: emit neighbourWanted(!(modifiers & Qt::ShiftModifier)); return true;
    case Qt::Key_Escape:
        if (m_range) {
            setRange(std::nullopt);
        } else {
            emit escapePressed();
        }
        return true;
    default: return false;
    }
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (!isPlain || !press(event->key(), event->modifiers())) {
        QWidget::keyPressEvent(event);
    }
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    const QPoint delta = event->angleDelta();
    const bool isSideways = std::abs(delta.x()) > std::abs(delta.y()) || event->modifiers() & Qt::ShiftModifier;
    const double steps = (isSideways && delta.x() != 0 ? delta.x() : delta.y()) / 120.0;
    if (event->modifiers() & Qt::ControlModifier) {
        m_pointer = event->position();
        zoom(std::pow(1.25, steps));
    } else if (isSideways || maxScroll() == 0) {
        pan(-steps * panStep / 2);
    } else {
        setScroll(m_scroll - static_cast<int>(std::lround(steps * 3 * m_lanes.metrics().row)));
    }
    event->accept();
}

TimelineCanvas::Place TimelineCanvas::placeAt(QPointF position) const
{
    const int index = laneIndexAt(position);
    if (index < 0) {
        return {};
    }
    const Lane& lane = m_lanes.lanes()[static_cast<size_t>(index)];
    const int row = (static_cast<int>(position.y()) - laneTop(lane) - 2) / m_lanes.metrics().row;
    return {&lane, lane.kind == Lane::Kind::Thread && row >= 0 && row < lane.depths ? row : -1};
}

int TimelineCanvas::laneIndexAt(QPointF position) const
{
    const int y = static_cast<int>(position.y());
    if (y < m_ruler) {
        return -1;
    }
    return y < bodyTop() ? m_lanes.laneAt(y - m_ruler, true) : m_lanes.laneAt(y - bodyTop() + m_scroll, false);
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) {
        return;
    }
    m_pressed = event->position();
    m_scaleWhenPressed = m_scale;
    m_scrollWhenPressed = m_scroll;
    const int lane = laneIndexAt(m_pressed);
    if (m_pressed.x() < m_gutter) {
        if (lane >= 0) {
            setCurrentLane(lane);
            const bool isProcess = m_lanes.lanes()[static_cast<size_t>(lane)].kind == Lane::Kind::Process;
            if (isProcess || m_pressed.x() > m_gutter - 24) {
                togglePin();
            }
        }
        return;
    }
    const bool wantsRange =
        event->button() == Qt::LeftButton && (m_pressed.y() < m_ruler || event->modifiers() & Qt::ShiftModifier);
    m_drag = wantsRange ? Drag::Range : Drag::Pan;
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    const QPointF way = event->position() - m_pressed;
    const bool isDrag =
        event->buttons() != Qt::NoButton && (std::abs(way.x()) >= dragThreshold || std::abs(way.y()) >= dragThreshold);
    if (m_drag == Drag::Pan && isDrag) {
        setScale(TimeScale{m_scaleWhenPressed.from, m_scaleWhenPressed.to, m_scale.width}.moved(
            static_cast<int64_t>(-way.x() * m_scaleWhenPressed.nanosecondsPerPixel())));
        setScroll(m_scrollWhenPressed - static_cast<int>(way.y()));
        setCursor(Qt::ClosedHandCursor);
        emit moved();
    } else if (m_drag == Drag::Range && isDrag) {
        setRange(std::pair(m_scale.toTime(m_pressed.x() - m_gutter), m_scale.toTime(event->position().x() - m_gutter)));
    } else if (event->buttons() == Qt::NoButton) {
        hover(event->position());
    }
    update();
}

void TimelineCanvas::hover(QPointF position)
{
    const Place place = placeAt(position);
    const SpanBlock* block = nullptr;
    if (place.lane && place.depth >= 0 && position.x() >= m_gutter) {
        const LanePicture& picture = place.lane->isPinned ? m_pinned : m_body;
        block = picture
                    .blockAt(*place.lane, place.depth, m_scale.toTime(position.x() - m_gutter),
                             static_cast<int64_t>(m_scale.nanosecondsPerPixel() * 2))
                    .block;
    }
    const bool hasTrial = block && block->count == 1 && block->trial > 0;
    emit trialHovered(hasTrial ? block->run : 0, hasTrial ? block->trial : 0);
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const QPointF way = event->position() - m_pressed;
    const bool isClick = std::abs(way.x()) < dragThreshold && std::abs(way.y()) < dragThreshold;
    const Drag drag = std::exchange(m_drag, Drag::None);
    unsetCursor();
    update();
    if (drag == Drag::Range && isClick) {
        setRange(std::nullopt);
    }
    if (drag != Drag::Pan || !isClick) {
        return;
    }
    const Place place = placeAt(event->position());
    if (place.lane) {
        setCurrentLane(laneIndexAt(event->position()));
    }
    const int64_t time = m_scale.toTime(event->position().x() - m_gutter);
    const auto reach = static_cast<int64_t>(m_scale.nanosecondsPerPixel() * 2) + 1;
    if (place.lane && place.depth >= 0) {
        const LanePicture& picture = place.lane->isPinned ? m_pinned : m_body;
        const LanePicture::Hit hit = picture.blockAt(*place.lane, place.depth, time, reach);
        if (const TrackRow* track = m_lanes.track(hit.track)) {
            emit spanClicked(*track, place.depth, time, reach);
            return;
        }
    }
    emit emptyClicked();
}

void TimelineCanvas::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_pointer.reset();
    emit trialHovered(0, 0);
    update();
}

} // namespace knobscope
