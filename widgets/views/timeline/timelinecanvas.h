// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/timeline/timelinescene.h"

#include <QWidget>

#include <cstdint>
#include <optional>

namespace knobscope {

/// The painted part of the timeline: ruler, lanes and overlays. Shows the last picture, moved and scaled to the current view, and
/// requests new ones; reads nothing itself. GUI thread only.
class TimelineCanvas : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineCanvas(QWidget* parent = nullptr);
    const TimelineScene& scene() const { return m_scene; }

    // --- content ---
    void setContent(std::vector<TrackRow> tracks, std::vector<CounterRow> counters);
    /// Sets the range of "fit all".
    void setExtent(Interval extent);
    /// Sets the map that narrows pauses; null: none.
    void setMap(std::shared_ptr<const TimeMap> map);
    void setPicture(LanePicture picture);
    /// Sets the spans of the chosen trials, painted on top of the others, which are dimmed, and the arrows between the stages of
    /// the current trial.
    void setChosen(std::vector<SpanDetail> spans, std::vector<FlowEdge> flow);
    /// Sets the spans of the trial hovered in any view.
    void setPreview(std::vector<SpanDetail> spans);
    void setSelectedSpan(std::optional<SpanDetail> span);
    void setPinned(const QSet<QString>& keys);

    // --- visible range ---
    /// Sets the time that others are shown relative to.
    void setOrigin(int64_t time);
    /// Shows a time range, with a margin of this share of its length on both sides.
    void show(int64_t from, int64_t to, double margin = 0);
    void fitAll();
    void fitSelection();
    /// Scrolls to a span, and changes the scale only as much as needed.
    void reveal(const SpanDetail& span);
    void zoom(double factor);
    void pan(double share);
    void setScroll(int y);
    void setRange(std::optional<Interval> range);
    void markSelection();
    void setCurrentLane(int index);
    void togglePin();

signals:
    /// The picture no longer covers the visible range, or its content is out of date.
    void pictureNeeded();
    /// Colours or font have changed, so all pictures are out of date.
    void looksChanged();
    void scaleChanged();
    void pinnedChanged();
    void scrollChanged();
    /// The user has scrolled, so the end is no longer followed.
    void moved();
    void rangeChanged();
    /// A lane was clicked; `reach` is the time of a pixel in nanoseconds.
    void spanClicked(const knobscope::TrackRow& track, int depth, qint64 time, qint64 reach);
    /// The user clicked on an empty place or pressed Escape.
    void deselected();
    void neighbourWanted(bool forward);
    void trialHovered(qint64 run, qint64 trial);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Drag : uint8_t { None, Pan, Range };
    void setScale(const TimeScale& scale);
    void updateMetrics();
    /// Updates after lanes were added, removed or moved.
    void updateLanes();
    /// Repaints, and updates the text for screen readers.
    void showChange();
    void hover(QPointF position);

    TimelineScene m_scene;
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    TimeScale m_scaleWhenPressed;
    int m_scrollWhenPressed = 0;
};

} // namespace knobscope
