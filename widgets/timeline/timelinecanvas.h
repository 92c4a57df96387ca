// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timelinescene.h"

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <optional>

namespace knobscope {

/// The painted part of the timeline: ruler, lanes and what lies over them. It shows the last pictures that it was given, moved
/// and stretched to where the person looks, and asks for new ones; it reads nothing itself. GUI thread only.
class TimelineCanvas : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineCanvas(QWidget* parent = nullptr);

    // --- content ---
    void setContent(std::vector<TrackRow> tracks, std::vector<CounterRow> counters);
    /// What "fit all" shows.
    void setExtent(std::pair<int64_t, int64_t> extent);
    /// Which pauses are narrow; null: none.
    void setMap(std::shared_ptr<const TimeMap> map);
    void setPictures(LanePicture pinned, LanePicture body);
    /// Spans of the chosen trials, painted above the others, which are dimmed; and the arrows from stage to stage of the current
    /// one.
    void setChosen(std::vector<SpanDetail> spans, std::vector<FlowEdge> flow);
    /// Spans of the trial that is pointed at in any view.
    void setPreview(std::vector<SpanDetail> spans);
    void setSelectedSpan(std::optional<SpanDetail> span);
    const std::optional<SpanDetail>& selectedSpan() const { return m_scene.selected; }
    const LaneLayout& lanes() const { return m_scene.lanes; }
    void setPinned(const QSet<QString>& keys);

    // --- what is seen ---
    const TimeScale& scale() const { return m_scene.scale; }
    std::pair<int64_t, int64_t> extent() const { return m_scene.extent; }
    /// What times are written from.
    int64_t origin() const { return m_scene.origin; }
    void setOrigin(int64_t time);
    void show(int64_t from, int64_t to);
    void fitAll();
    void fitSelection();
    /// Brings a span into view without changing the scale more than needed.
    void reveal(const SpanDetail& span);
    void zoom(double factor);
    void pan(double share);
    int scroll() const { return m_scene.scroll; }
    int maxScroll() const { return m_scene.maxScroll(); }
    void setScroll(int y);
    const std::optional<std::pair<int64_t, int64_t>>& range() const { return m_scene.range; }
    void setRange(std::optional<std::pair<int64_t, int64_t>> range);
    void markSelection();
    /// The lane that keys work on; -1: none.
    int currentLane() const { return m_scene.current; }
    void setCurrentLane(int index);
    void togglePin();
    /// What the two pictures should hold now, with a margin to both sides.
    PictureRequest request(bool pinned) const;
    bool hasFreshPicture() const { return m_scene.hasFreshPicture(); }
    bool hasAmplePicture() const { return m_scene.hasAmplePicture(); }
    /// Where a time and a depth of a track are painted; empty when they are not in sight.
    QRectF rectOf(int64_t track, int64_t depth, int64_t begin, int64_t end) const
    {
        return m_scene.rectOf(track, depth, begin, end);
    }
    int gutterWidth() const { return m_scene.gutter; }
    int rulerHeight() const { return m_scene.ruler; }

signals:
    /// The pictures no longer fit what is seen, or not what there is.
    void pictureNeeded();
    void scaleChanged();
    void scrollChanged();
    /// The person moved, so that the end is no longer followed.
    void moved();
    void rangeChanged();
    /// A place of a lane was clicked; `reach` is a pixel's worth of nanoseconds.
    void spanClicked(const knobscope::TrackRow& track, int depth, qint64 time, qint64 reach);
    void emptyClicked();
    void neighbourWanted(bool forward);
    void trialHovered(qint64 run, qint64 trial);
    void escapePressed();

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
    void showPlaces(int64_t first, int64_t last, int64_t margin = 0);
    void updateMetrics();
    void describe();
    void hover(QPointF position);
    bool press(int key, Qt::KeyboardModifiers modifiers);

    TimelineScene m_scene;
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    TimeScale m_scaleWhenPressed;
    int m_scrollWhenPressed = 0;
};

} // namespace knobscope
