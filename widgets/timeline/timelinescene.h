// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/lanepicture.h"

#include <QPointF>
#include <QRectF>
#include <QStringList>

#include <cstdint>
#include <optional>

class QPainter;
class QWidget;

namespace knobscope {

/// What the timeline shows, and where on the canvas it is: a value without a widget. Times are nanoseconds, places pixels.
struct TimelineScene {
    /// A lane and the row of spans within it; -1: none.
    struct Place {
        const Lane* lane = nullptr;
        int depth = -1;
    };

    LaneLayout lanes;
    TimeScale scale{0, 1'000'000'000, 1};
    Interval extent{0, 1'000'000'000}; ///< what "fit all" shows
    int64_t origin = 0;                                   ///< what times are written from
    LanePicture picture;
    std::vector<SpanDetail> chosen;  ///< of the chosen trials, painted above the others, which are dimmed
    std::vector<FlowEdge> flow;      ///< arrows from stage to stage of the current trial
    std::vector<SpanDetail> preview; ///< of the trial that is pointed at in any view
    std::optional<SpanDetail> selected;
    std::optional<Interval> range;
    std::optional<QPointF> pointer;
    bool isPanned = false;          ///< the pointer drags the lanes along, and nothing is said of what is under it
    int current = -1;               ///< the lane that keys work on; -1: none
    QSize size;
    int scroll = 0;
    int gutter = 150;
    int ruler = 24;

    int bodyTop() const { return ruler + lanes.pinnedHeight(); }
    int bodyHeight() const { return size.height() - bodyTop(); }
    int maxScroll() const { return std::max(0, lanes.height() - bodyHeight()); }
    int laneTop(const Lane& lane) const { return lane.isPinned ? ruler + lane.y : bodyTop() + lane.y - scroll; }
    QRect laneArea() const { return {gutter, ruler, size.width() - gutter, size.height() - ruler}; }
    double xOf(int64_t time) const { return gutter + scale.toX(time); }
    int64_t timeAt(double x) const { return scale.toTime(x - gutter); }
    /// Where a span is painted; empty when it is not in sight.
    QRectF rectOf(const SpanDetail& span) const;
    /// The current lane; null: none.
    const Lane* currentLane() const;
    /// -1: none.
    int laneIndexAt(QPointF position) const;
    Place placeAt(QPointF position) const;
    /// A pixel's worth of time: how far beside a short span one may point.
    int64_t reach() const { return static_cast<int64_t>(scale.nanosecondsPerPixel() * 2) + 1; }
    /// The spans that are painted under a place.
    LanePicture::Hit hitAt(QPointF position) const;
    /// What is said of what is under the pointer.
    QStringList pointerLines() const;

    /// The scale moved or widened as little as needed to be allowed: never farther out than three times everything, and always
    /// with something of it in sight.
    TimeScale allowed(const TimeScale& wanted) const;
    /// What "fit selection" shows: the span, the range, the chosen trials.
    std::optional<Interval> selection() const;
    /// What the picture should hold now, with a margin to all sides.
    PictureRequest request() const;
    /// Whether the picture is of this scale and reaches so far to all sides that a new one is not worth its cost yet.
    bool hasAmplePicture() const;
};

/// Paints ruler, lanes and what lies over them, in a widget's colours and font; its focus frames the whole.
void paintTimeline(QPainter& painter, const TimelineScene& scene, const QWidget& widget);

} // namespace knobscope
