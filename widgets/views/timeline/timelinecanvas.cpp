// SPDX-License-Identifier: GPL-3.0-or-later
// Keyboard, wheel and mouse handling of the canvas.
#include "widgets/views/timeline/timelinecanvas.h"

#include "widgets/base/theme.h"
#include "widgets/views/timeline/spannames.h"

#include <QAccessible>
#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
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

TimelineCanvas::TimelineCanvas(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setProperty("zooms", true);
    setAccessibleName(tr("Timeline"));
    setMinimumSize(240, 80);
    m_scene.size = size();
    updateMetrics();
}

void TimelineCanvas::updateMetrics()
{
    const QFontMetrics metrics(font());
    m_scene.ruler = metrics.height() + 8;
    m_scene.gutter = lettersWide(metrics, 22);
    m_scene.lanes.setMetrics({metrics.height() + 3, 5, metrics.height() + 6, metrics.height() * 5 / 2});
}

void TimelineCanvas::setExtent(Interval extent)
{
    m_scene.extent = {extent.first, std::max(extent.second, extent.first + 1000)};
}

void TimelineCanvas::setContent(std::vector<TrackRow> tracks, std::vector<CounterRow> counters)
{
    m_scene.lanes.setContent(std::move(tracks), std::move(counters));
    m_scene.current = std::min(m_scene.current, static_cast<int>(m_scene.lanes.lanes().size()) - 1);
    updateLanes();
}

void TimelineCanvas::updateLanes()
{
    setScroll(m_scene.scroll);
    emit scrollChanged();
    emit pictureNeeded();
    showChange();
}

void TimelineCanvas::setPicture(LanePicture picture)
{
    m_scene.picture = std::move(picture);
    update();
}

void TimelineCanvas::setChosen(std::vector<SpanDetail> spans, std::vector<FlowEdge> flow)
{
    m_scene.chosen = std::move(spans);
    m_scene.flow = std::move(flow);
    showChange();
}

void TimelineCanvas::setPreview(std::vector<SpanDetail> spans)
{
    m_scene.preview = std::move(spans);
    update();
}

void TimelineCanvas::setSelectedSpan(std::optional<SpanDetail> span)
{
    m_scene.selected = std::move(span);
    if (m_scene.selected) {
        const Lane* lane = m_scene.lanes.laneOf(m_scene.selected->track);
        m_scene.current = lane ? static_cast<int>(lane - m_scene.lanes.lanes().data()) : m_scene.current;
    }
    showChange();
}

void TimelineCanvas::setPinned(const QSet<QString>& keys)
{
    m_scene.lanes.setPinned(keys);
    updateLanes();
    emit pinnedChanged();
}

void TimelineCanvas::showChange()
{
    update();
    QString text = tr("%n lane(s), %1 shown from %2", nullptr, static_cast<int>(m_scene.lanes.lanes().size()))
                       .arg(preciseDuration(static_cast<double>(m_scene.scale.to - m_scene.scale.from) * 1e-9),
                            offsetText(m_scene.scale.from - m_scene.origin, 1'000'000));
    if (m_scene.selected) {
        text =
            tr("%1, %2, at %3, in %4. %5")
                .arg(shownName(m_scene.selected->span.name, m_scene.selected->trace),
                     preciseDuration(m_scene.selected->span.seconds), offsetText(m_scene.selected->begin - m_scene.origin, 1000),
                     shownName(m_scene.selected->span.thread, m_scene.selected->trace), text);
    } else if (const Lane* lane = m_scene.currentLane()) {
        text = tr("Lane %1. %2").arg(lane->title, text);
    }
    if (text != accessibleDescription()) {
        setAccessibleDescription(text);
        if (hasFocus()) {
            QAccessibleEvent event(this, QAccessible::DescriptionChanged);
            QAccessible::updateAccessibility(&event);
        }
    }
}

void TimelineCanvas::setScale(const TimeScale& scale)
{
    const TimeScale before = m_scene.scale;
    m_scene.scale = m_scene.allowed(scale);
    if (m_scene.scale != before) {
        emit scaleChanged();
        if (!m_scene.pictureCoversView()) {
            emit pictureNeeded();
        }
        showChange();
    }
}

void TimelineCanvas::setOrigin(int64_t time)
{
    m_scene.origin = time;
    showChange();
}

void TimelineCanvas::setMap(std::shared_ptr<const TimeMap> map)
{
    TimeScale scale = m_scene.scale;
    if (scale.map != map && !(scale.map && map && *scale.map == *map)) {
        scale.map = std::move(map);
        setScale(scale);
        emit pictureNeeded();
    }
}

void TimelineCanvas::show(int64_t from, int64_t to, double margin)
{
    TimeScale scale = m_scene.scale;
    scale.width = std::max(1, width() - m_scene.gutter);
    const int64_t first = scale.place(from);
    const int64_t last = std::max(scale.place(to), first + 100);
    const auto room = static_cast<int64_t>(static_cast<double>(last - first) * margin);
    setScale(scale.between(first - room, last + room));
}

void TimelineCanvas::fitAll()
{
    show(m_scene.extent.first, m_scene.extent.second, 0.02);
}

void TimelineCanvas::fitSelection()
{
    if (const auto target = m_scene.selection()) {
        show(target->first, target->second, 0.2);
        emit moved();
    }
}

void TimelineCanvas::reveal(const SpanDetail& span)
{
    if (span.begin < m_scene.scale.from || span.end > m_scene.scale.to) {
        const int64_t first = m_scene.scale.place(span.begin);
        const int64_t last = m_scene.scale.place(span.end);
        const int64_t wanted = std::max(m_scene.scale.length(), (last - first) / 4 * 5);
        const int64_t middle = first + (last - first) / 2;
        setScale(m_scene.scale.between(middle - wanted / 2, middle + wanted / 2));
        emit moved();
    }
    if (const Lane* lane = m_scene.lanes.laneOf(span.track); lane && !lane->isPinned) {
        const int top = lane->y + static_cast<int>(span.depth) * m_scene.lanes.metrics().row;
        const int visible = m_scene.bodyHeight();
        if (top < m_scene.scroll || top + m_scene.lanes.metrics().row > m_scene.scroll + visible) {
            setScroll(top - visible / 3);
        }
    }
}

void TimelineCanvas::zoom(double factor)
{
    const double x = m_scene.pointer && m_scene.pointer->x() > m_scene.gutter ? m_scene.pointer->x() - m_scene.gutter
                                                                              : m_scene.scale.width / 2.0;
    setScale(m_scene.scale.zoomed(factor, x));
    emit moved();
}

void TimelineCanvas::pan(double share)
{
    setScale(m_scene.scale.moved(share * m_scene.scale.width));
    emit moved();
}

void TimelineCanvas::setScroll(int y)
{
    const int next = std::clamp(y, 0, m_scene.maxScroll());
    if (next != m_scene.scroll) {
        m_scene.scroll = next;
        emit scrollChanged();
        if (!m_scene.pictureCoversView()) {
            emit pictureNeeded();
        }
        update();
    }
}

void TimelineCanvas::setRange(std::optional<Interval> range)
{
    if (range && range->first > range->second) {
        std::swap(range->first, range->second);
    }
    if (range != m_scene.range) {
        m_scene.range = range;
        emit rangeChanged();
        update();
    }
}

void TimelineCanvas::markSelection()
{
    const auto& selected = m_scene.selected;
    setRange(selected ? Interval(selected->begin, selected->end) : Interval(m_scene.scale.from, m_scene.scale.to));
}

void TimelineCanvas::setCurrentLane(int index)
{
    const int last = static_cast<int>(m_scene.lanes.lanes().size()) - 1;
    m_scene.current = std::clamp(index, -1, last);
    if (const Lane* lane = m_scene.currentLane(); lane && !lane->isPinned) {
        const int visible = m_scene.bodyHeight();
        if (lane->y < m_scene.scroll || lane->y + std::min(lane->height, visible) > m_scene.scroll + visible) {
            setScroll(lane->y < m_scene.scroll ? lane->y : lane->y + lane->height - visible);
        }
    }
    showChange();
}

void TimelineCanvas::togglePin()
{
    if (const Lane* lane = m_scene.currentLane()) {
        m_scene.lanes.toggle(*lane);
        updateLanes();
    }
}

void TimelineCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintTimeline(painter, m_scene, *this);
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_scene.size = size();
    show(m_scene.scale.from, m_scene.scale.to);
    updateLanes();
}

void TimelineCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::ApplicationPaletteChange) {
        updateMetrics();
        show(m_scene.scale.from, m_scene.scale.to); // the gutter's width has changed
        emit looksChanged();
        update();
    }
}

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
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(1.5); break;
    case Qt::Key_Minus: zoom(1 / 1.5); break;
    case Qt::Key_0: fitAll(); break;
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
