// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelinecanvas.h"

#include <QAccessible>
#include <QEvent>

#include <algorithm>
#include <cmath>

namespace knobscope {

TimelineCanvas::TimelineCanvas(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    setMinimumSize(240, 80);
    updateMetrics();
}

void TimelineCanvas::updateMetrics()
{
    const QFontMetrics metrics(font());
    m_ruler = metrics.height() + 8;
    m_gutter = metrics.averageCharWidth() * 22;
    m_lanes.setMetrics({metrics.height() + 3, 5, metrics.height() + 6, metrics.height() * 5 / 2});
}

void TimelineCanvas::setExtent(std::pair<int64_t, int64_t> extent)
{
    m_extent = {extent.first, std::max(extent.second, extent.first + 1000)};
}

void TimelineCanvas::setContent(std::vector<TrackRow> tracks, std::vector<CounterRow> counters)
{
    m_lanes.setContent(std::move(tracks), std::move(counters));
    m_current = std::min(m_current, static_cast<int>(m_lanes.lanes().size()) - 1);
    setScroll(m_scroll);
    emit scrollChanged();
    emit pictureNeeded();
    update();
    describe();
}

void TimelineCanvas::setPictures(LanePicture pinned, LanePicture body)
{
    m_pinned = std::move(pinned);
    m_body = std::move(body);
    update();
}

void TimelineCanvas::setChosen(std::vector<SpanDetail> spans, std::vector<FlowEdge> flow)
{
    m_chosen = std::move(spans);
    m_flow = std::move(flow);
    update();
    describe();
}

void TimelineCanvas::setPreview(std::vector<SpanDetail> spans)
{
    m_preview = std::move(spans);
    update();
}

void TimelineCanvas::setSelectedSpan(std::optional<SpanDetail> span)
{
    m_selected = std::move(span);
    if (m_selected) {
        const Lane* lane = m_lanes.laneOf(m_selected->track);
        m_current = lane ? static_cast<int>(lane - m_lanes.lanes().data()) : m_current;
    }
    update();
    describe();
}

void TimelineCanvas::setPinned(const QSet<QString>& keys)
{
    m_lanes.setPinned(keys);
    emit pictureNeeded();
    update();
}

void TimelineCanvas::describe()
{
    QString text = tr("%n lane(s), %1 shown from %2", nullptr, static_cast<int>(m_lanes.lanes().size()))
                       .arg(durationText(static_cast<double>(m_scale.to - m_scale.from) * 1e-9),
                            offsetText(m_scale.from - m_origin, 1'000'000));
    if (m_selected) {
        text = tr("%1, %2, at %3, in %4. %5")
                   .arg(QString::fromStdString(m_selected->span.name), durationText(m_selected->span.seconds),
                        offsetText(m_selected->begin - m_origin, 1000), QString::fromStdString(m_selected->span.thread), text);
    } else if (m_current >= 0 && m_current < static_cast<int>(m_lanes.lanes().size())) {
        text = tr("Lane %1. %2").arg(m_lanes.lanes()[static_cast<size_t>(m_current)].title, text);
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
    const TimeScale before = m_scale;
    m_scale = scale;
    // Never farther out than three times everything, and always with something of it in sight.
    const int64_t whole = m_extent.second - m_extent.first;
    if (m_scale.to - m_scale.from > 3 * whole) {
        const int64_t middle = m_extent.first + whole / 2;
        m_scale.from = middle - whole / 2 * 3;
        m_scale.to = middle + whole / 2 * 3 + 1;
    }
    const int64_t span = m_scale.to - m_scale.from;
    if (m_scale.from > m_extent.second - span / 10) {
        m_scale = m_scale.moved(m_extent.second - span / 10 - m_scale.from);
    } else if (m_scale.to < m_extent.first + span / 10) {
        m_scale = m_scale.moved(m_extent.first + span / 10 - m_scale.to);
    }
    if (m_scale.from != before.from || m_scale.to != before.to || m_scale.width != before.width) {
        emit scaleChanged();
        if (!hasAmplePicture()) {
            emit pictureNeeded();
        }
        update();
        describe();
    }
}

void TimelineCanvas::setOrigin(int64_t time)
{
    m_origin = time;
    update();
    describe();
}

void TimelineCanvas::show(int64_t from, int64_t to)
{
    setScale({from, std::max(to, from + 100), std::max(1, width() - m_gutter)});
}

void TimelineCanvas::fitAll()
{
    const int64_t margin = (m_extent.second - m_extent.first) / 50;
    show(m_extent.first - margin, m_extent.second + margin);
}

void TimelineCanvas::fitSelection()
{
    std::optional<std::pair<int64_t, int64_t>> target;
    if (m_selected) {
        target = {m_selected->begin, m_selected->end};
    } else if (m_range) {
        target = m_range;
    } else if (!m_chosen.empty()) {
        target = {m_chosen.front().begin, m_chosen.front().end};
        for (const SpanDetail& span : m_chosen) {
            target = {std::min(target->first, span.begin), std::max(target->second, span.end)};
        }
    }
    if (target) {
        const int64_t margin = std::max<int64_t>(100, (target->second - target->first) / 5);
        show(target->first - margin, target->second + margin);
        emit moved();
    }
}

void TimelineCanvas::reveal(const SpanDetail& span)
{
    const int64_t width = m_scale.to - m_scale.from;
    if (span.begin < m_scale.from || span.end > m_scale.to) {
        const int64_t wanted = std::max(width, (span.end - span.begin) / 4 * 5);
        const int64_t middle = span.begin + (span.end - span.begin) / 2;
        show(middle - wanted / 2, middle + wanted / 2);
        emit moved();
    }
    if (const Lane* lane = m_lanes.laneOf(span.track); lane && !lane->isPinned) {
        const int top = lane->y + static_cast<int>(span.depth) * m_lanes.metrics().row;
        const int visible = height() - bodyTop();
        if (top < m_scroll || top + m_lanes.metrics().row > m_scroll + visible) {
            setScroll(top - visible / 3);
        }
    }
}

void TimelineCanvas::zoom(double factor)
{
    const double x = m_pointer && m_pointer->x() > m_gutter ? m_pointer->x() - m_gutter : m_scale.width / 2.0;
    setScale(m_scale.zoomed(factor, x));
    emit moved();
}

void TimelineCanvas::pan(double share)
{
    setScale(m_scale.moved(static_cast<int64_t>(share * static_cast<double>(m_scale.to - m_scale.from))));
    emit moved();
}

int TimelineCanvas::maxScroll() const
{
    return std::max(0, m_lanes.height() - (height() - bodyTop()));
}

void TimelineCanvas::setScroll(int y)
{
    const int next = std::clamp(y, 0, maxScroll());
    if (next != m_scroll) {
        m_scroll = next;
        emit scrollChanged();
        if (!hasAmplePicture()) {
            emit pictureNeeded();
        }
        update();
    }
}

void TimelineCanvas::setRange(std::optional<std::pair<int64_t, int64_t>> range)
{
    if (range && range->first > range->second) {
        std::swap(range->first, range->second);
    }
    if (range != m_range) {
        m_range = range;
        emit rangeChanged();
        update();
    }
}

void TimelineCanvas::markSelection()
{
    if (m_selected) {
        setRange(std::pair(m_selected->begin, m_selected->end));
    } else {
        setRange(std::pair(m_scale.from, m_scale.to));
    }
}

void TimelineCanvas::setCurrentLane(int index)
{
    const int last = static_cast<int>(m_lanes.lanes().size()) - 1;
    m_current = std::clamp(index, -1, last);
    if (m_current >= 0) {
        const Lane& lane = m_lanes.lanes()[static_cast<size_t>(m_current)];
        const int visible = height() - bodyTop();
        if (!lane.isPinned && (lane.y < m_scroll || lane.y + std::min(lane.height, visible) > m_scroll + visible)) {
            setScroll(lane.y < m_scroll ? lane.y : lane.y + lane.height - visible);
        }
    }
    update();
    describe();
}

void TimelineCanvas::togglePin()
{
    if (m_current < 0 || m_current >= static_cast<int>(m_lanes.lanes().size())) {
        return;
    }
    const Lane lane = m_lanes.lanes()[static_cast<size_t>(m_current)];
    if (lane.kind == Lane::Kind::Process) {
        m_lanes.toggleFolded(lane.key);
    } else {
        m_lanes.togglePinned(lane.key);
        emit pinsChanged();
    }
    setScroll(m_scroll);
    emit scrollChanged();
    emit pictureNeeded();
    update();
}

PictureRequest TimelineCanvas::request(bool pinned) const
{
    PictureRequest r;
    r.metrics = m_lanes.metrics();
    r.layoutVersion = m_lanes.version();
    // A whole number of pixels more to each side, so that the picture fits pixel on pixel.
    const int pixels = m_scale.width / 4;
    const auto margin = static_cast<int64_t>(pixels * m_scale.nanosecondsPerPixel());
    r.scale = {m_scale.from - margin, m_scale.to + margin, m_scale.width + 2 * pixels};
    r.seenFrom = m_scale.from;
    r.seenTo = m_scale.to;
    const int visible = std::max(1, height() - bodyTop());
    r.top = pinned ? 0 : std::max(0, m_scroll - visible / 2);
    r.height = pinned ? m_lanes.pinnedHeight() : std::min(m_lanes.height() - r.top, 2 * visible);
    for (const Lane& lane : m_lanes.lanes()) {
        if (lane.isPinned == pinned && lane.y + lane.height > r.top && lane.y < r.top + r.height) {
            r.lanes.push_back(lane);
        }
    }
    r.pixelRatio = devicePixelRatioF();
    r.font = font();
    r.palette = palette();
    return r;
}

bool TimelineCanvas::hasFreshPicture() const
{
    return m_body.layoutVersion == m_lanes.version() && m_body.scale.from <= m_scale.from && m_body.scale.to >= m_scale.to;
}

bool TimelineCanvas::hasAmplePicture() const
{
    const int64_t margin = (m_scale.to - m_scale.from) / 10;
    const bool isSameScale = std::abs(m_body.scale.nanosecondsPerPixel() / m_scale.nanosecondsPerPixel() - 1) < 1e-6;
    const int visible = height() - bodyTop();
    const double bottom = m_body.top + m_body.image.height() / m_body.image.devicePixelRatio();
    return isSameScale && m_body.layoutVersion == m_lanes.version() && m_body.scale.from <= m_scale.from - margin
        && m_body.scale.to >= m_scale.to + margin && m_body.top <= std::max(0, m_scroll - visible / 5)
        && bottom >= std::min(m_lanes.height(), m_scroll + visible + visible / 5);
}

int TimelineCanvas::laneTop(const Lane& lane) const
{
    return lane.isPinned ? m_ruler + lane.y : bodyTop() + lane.y - m_scroll;
}

QRect TimelineCanvas::laneArea() const
{
    return {m_gutter, m_ruler, width() - m_gutter, height() - m_ruler};
}

QRectF TimelineCanvas::rectOf(int64_t track, int64_t depth, int64_t begin, int64_t end) const
{
    const Lane* lane = m_lanes.laneOf(track);
    if (!lane || depth >= lane->depths || end < m_scale.from || begin > m_scale.to) {
        return {};
    }
    const double top = laneTop(*lane) + 2 + static_cast<double>(depth) * m_lanes.metrics().row;
    if ((!lane->isPinned && top + m_lanes.metrics().row <= bodyTop()) || top > height()) {
        return {};
    }
    const double left = m_gutter + std::max(-4.0, m_scale.toX(begin));
    const double right = m_gutter + std::min(m_scale.width + 4.0, m_scale.toX(end));
    return {left, top, std::max(1.0, right - left), static_cast<double>(m_lanes.metrics().row - 1)};
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setScale({m_scale.from, m_scale.to, std::max(1, width() - m_gutter)});
    setScroll(m_scroll);
    emit scrollChanged();
    emit pictureNeeded();
}

void TimelineCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::ApplicationPaletteChange) {
        updateMetrics();
        emit pictureNeeded();
        update();
    }
}

} // namespace knobscope
