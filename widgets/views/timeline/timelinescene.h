// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/timeline/lanepicture.h"

#include <QPointF>
#include <QRectF>
#include <QStringList>

#include <cstdint>
#include <optional>

class QPainter;
class QWidget;

namespace knobscope {

/// The content of the timeline and its positions on the canvas, as a value without a widget. Times are nanoseconds, positions
/// pixels.
struct TimelineScene {
    /// A lane and a row of spans in it; -1: none.
    struct Place {
        const Lane* lane = nullptr;
        int depth = -1;
    };

    LaneLayout lanes;
    TimeScale scale{0, 1'000'000'000, 1};
    Interval extent{0, 1'000'000'000}; ///< range of "fit all"
    int64_t origin = 0;                                   ///< times are shown relative to it
    LanePicture picture;
    std::vector<SpanDetail> chosen;  ///< spans of the chosen trials, on top of the others, which are dimmed
    std::vector<FlowEdge> flow;      ///< arrows between the stages of the current trial
    std::vector<SpanDetail> preview; ///< spans of the trial hovered in any view
    std::optional<SpanDetail> selected;
    std::optional<Interval> range;
    std::optional<QPointF> pointer;
    bool isPanned = false;          ///< dragging the lanes, which hides the hover text
    int current = -1;               ///< lane that keys act on; -1: none
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
    /// Rectangle of a span on the canvas; empty if not visible.
    QRectF rectOf(const SpanDetail& span) const;
    /// The current lane; null: none.
    const Lane* currentLane() const;
    /// Index of the lane at a position; -1: none.
    int laneIndexAt(QPointF position) const;
    Place placeAt(QPointF position) const;
    /// Hit tolerance in nanoseconds: about two pixels next to a short span.
    int64_t reach() const { return static_cast<int64_t>(scale.nanosecondsPerPixel() * 2) + 1; }
    /// Finds the spans painted at a position.
    LanePicture::Hit hitAt(QPointF position) const;
    /// Text for the object under the pointer.
    QStringList pointerLines() const;

    /// Returns the scale, moved or zoomed as little as needed to be within the limits: at most three times the full range, and
    /// always with a part of it visible.
    TimeScale allowed(const TimeScale& wanted) const;
    /// The range of "fit selection": the selected span, the marked range, or the chosen trials.
    std::optional<Interval> selection() const;
    /// Describes the picture needed now, with a margin on all sides.
    PictureRequest request() const;
    /// Whether the picture has the current scale and enough margin on all sides that no new one is needed yet.
    bool pictureCoversView() const;
};

/// Paints ruler, lanes and overlays in a widget's colours and font, with a frame if it has the focus.
void paintTimeline(QPainter& painter, const TimelineScene& scene, const QWidget& widget);

} // namespace knobscope
