// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timelinescene.h"

#include "widgets/base/number.h"
#include "widgets/views/timeline/spannames.h"
#include "widgets/views/timeline/timelinecanvas.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

QRectF TimelineScene::rectOf(const SpanDetail& span) const
{
    const Lane* lane = lanes.laneOf(span.track);
    if (!lane || span.depth >= lane->depths || span.end < scale.from || span.begin > scale.to) {
        return {};
    }
    const double top = laneTop(*lane) + 2 + static_cast<double>(span.depth) * lanes.metrics().row;
    if ((!lane->isPinned && top + lanes.metrics().row <= bodyTop()) || top > size.height()) {
        return {};
    }
    const double left = gutter + std::max(-4.0, scale.toX(span.begin));
    const double right = gutter + std::min(scale.width + 4.0, scale.toX(span.end));
    return {left, top, std::max(1.0, right - left), static_cast<double>(lanes.metrics().row - 1)};
}

const Lane* TimelineScene::currentLane() const
{
    return current >= 0 && current < static_cast<int>(lanes.lanes().size()) ? &lanes.lanes()[static_cast<size_t>(current)]
                                                                            : nullptr;
}

int TimelineScene::laneIndexAt(QPointF position) const
{
    const int y = static_cast<int>(position.y());
    if (y < ruler) {
        return -1;
    }
    return y < bodyTop() ? lanes.laneAt(y - ruler, true) : lanes.laneAt(y - bodyTop() + scroll, false);
}

TimelineScene::Place TimelineScene::placeAt(QPointF position) const
{
    const int index = laneIndexAt(position);
    if (index < 0) {
        return {};
    }
    const Lane& lane = lanes.lanes()[static_cast<size_t>(index)];
    const int row = (static_cast<int>(position.y()) - laneTop(lane) - 2) / lanes.metrics().row;
    return {&lane, lane.kind == Lane::Kind::Thread && row >= 0 && row < lane.depths ? row : -1};
}

LanePicture::Hit TimelineScene::hitAt(QPointF position) const
{
    const Place place = placeAt(position);
    if (place.depth < 0 || position.x() < gutter) {
        return {};
    }
    return picture.blockAt(*place.lane, place.depth, timeAt(position.x()), reach());
}

QStringList TimelineScene::pointerLines() const
{
    QStringList lines;
    if (!pointer || isPanned) {
        return lines;
    }
    const Place place = placeAt(*pointer);
    const int64_t time = timeAt(pointer->x());
    const LanePicture::Hit hit = hitAt(*pointer);
    if (hit.block) {
        const auto name = picture.names.find(hit.block->name);
        lines << (name == picture.names.end() ? QString() : shownName(name->second, hit.track->trace));
        if (hit.block->count > 1) {
            lines << TimelineCanvas::tr("%n spans merged", nullptr,
                                        static_cast<int>(std::min<int64_t>(hit.block->count, INT32_MAX)));
            lines << TimelineCanvas::tr("total %1").arg(preciseDuration(static_cast<double>(hit.block->busy) * 1e-9));
        } else {
            lines << preciseDuration(static_cast<double>(hit.block->end - hit.block->begin) * 1e-9);
            if (hit.block->trial > 0) {
                lines << TimelineCanvas::tr("run %1, trial %2").arg(hit.block->run).arg(hit.block->trial);
            }
        }
    } else if (place.lane && place.lane->kind == Lane::Kind::Counter) {
        const auto points = picture.counters.find(place.lane->counter.id);
        const CounterPoint* last = nullptr;
        for (size_t i = 0; points != picture.counters.end() && i < points->second.size(); ++i) {
            last = points->second[i].time <= time + reach() ? &points->second[i] : last;
        }
        if (last) {
            lines << TimelineCanvas::tr("%1 %2").arg(number(last->value, 1), QString::fromStdString(place.lane->counter.unit));
        }
    }
    if (const auto* pause = scale.map ? scale.map->pauseAt(time) : nullptr) {
        lines = {
            TimelineCanvas::tr("Idle for %1").arg(preciseDuration(static_cast<double>(pause->second - pause->first) * 1e-9))};
    }
    const auto step = static_cast<int64_t>(std::max(1.0, scale.nanosecondsPerPixel()));
    lines << TimelineCanvas::tr("at %1").arg(offsetText(time - origin, step));
    return lines;
}

TimeScale TimelineScene::allowed(const TimeScale& wanted) const
{
    const int64_t first = wanted.place(extent.first);
    const int64_t last = wanted.place(extent.second);
    const int64_t whole = last - first;
    int64_t from = wanted.place(wanted.from);
    int64_t to = wanted.place(wanted.to);
    if (to - from > 3 * whole) {
        const int64_t middle = first + whole / 2;
        from = middle - whole / 2 * 3;
        to = middle + whole / 2 * 3 + 1;
    }
    const int64_t edge = (to - from) / 10;
    const int64_t by = from > last - edge ? last - edge - from : to < first + edge ? first + edge - to : 0;
    return wanted.between(from + by, to + by);
}

std::optional<Interval> TimelineScene::selection() const
{
    if (selected) {
        return std::pair(selected->begin, selected->end);
    }
    if (range || chosen.empty()) {
        return range;
    }
    return std::pair(std::ranges::min_element(chosen, {}, &SpanDetail::begin)->begin,
                     std::ranges::max_element(chosen, {}, &SpanDetail::end)->end);
}

PictureRequest TimelineScene::request() const
{
    PictureRequest r;
    r.metrics = lanes.metrics();
    r.layoutVersion = lanes.version();
    // The margin is a whole number of pixels, so that the picture aligns with the pixel grid.
    const int pixels = scale.width / 4;
    const auto margin = static_cast<int64_t>(pixels * scale.nanosecondsPerPixel());
    r.scale = scale.between(scale.place(scale.from) - margin, scale.place(scale.to) + margin);
    r.scale.width = scale.width + 2 * pixels;
    r.visibleFrom = scale.from;
    r.visibleTo = scale.to;
    const int visible = std::max(1, bodyHeight());
    r.pinnedHeight = lanes.pinnedHeight();
    const int top = std::max(0, scroll - visible / 2);
    const int bottom = std::min(lanes.height(), top + 2 * visible);
    r.top = top;
    for (const Lane& lane : lanes.lanes()) {
        if (lane.isPinned || (lane.y + lane.height > top && lane.y < bottom)) {
            r.lanes.push_back(lane);
            r.top = lane.isPinned ? r.top : std::min(r.top, lane.y); // avoids a partial lane over the pinned ones
        }
    }
    r.height = bottom - r.top;
    return r;
}

bool TimelineScene::pictureCoversView() const
{
    const double margin = scale.width / 10.0;
    const bool isSameScale =
        picture.scale.map == scale.map && std::abs(picture.scale.nanosecondsPerPixel() / scale.nanosecondsPerPixel() - 1) < 1e-6;
    const double bottom = picture.top + picture.image.height() / picture.image.devicePixelRatio() - picture.pinnedHeight;
    return isSameScale && picture.layoutVersion == lanes.version() && scale.toX(picture.scale.from) <= -margin
        && scale.toX(picture.scale.to) >= scale.width + margin && picture.top <= std::max(0, scroll - bodyHeight() / 5)
        && bottom >= std::min(lanes.height(), scroll + bodyHeight() + bodyHeight() / 5);
}

} // namespace knobscope
