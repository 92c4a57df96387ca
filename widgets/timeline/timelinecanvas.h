// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timelinescene.h"

#include <QWidget>

#include <cstdint>
#include <optional>

namespace knobscope {

/// The painted part of the timeline: ruler, lanes and what lies over them. It shows the last picture that it was given, moved
/// and stretched to where the person looks, and asks for new ones; it reads nothing itself. GUI thread only.
class TimelineCanvas : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineCanvas(QWidget* parent = nullptr);
    const TimelineScene& scene() const { return m_scene; }

    // --- content ---
    void setContent(std::vector<TrackRow> tracks, std::vector<CounterRow> counters);
    /// What "fit all" shows.
    void setExtent(Interval extent);
    /// Which pauses are narrow; null: none.
    void setMap(std::shared_ptr<const TimeMap> map);
    void setPicture(LanePicture picture);
    /// Spans of the chosen trials, painted above the others, which are dimmed; and the arrows from stage to stage of the current
    /// one.
    void setChosen(std::vector<SpanDetail> spans, std::vector<FlowEdge> flow);
    /// Spans of the trial that is pointed at in any view.
    void setPreview(std::vector<SpanDetail> spans);
    void setSelectedSpan(std::optional<SpanDetail> span);
    void setPinned(const QSet<QString>& keys);

    // --- what is seen ---
    /// What times are written from.
    void setOrigin(int64_t time);
    /// A stretch of time, and of its length so large a part on both sides.
    void show(int64_t from, int64_t to, double margin = 0);
    void fitAll();
    void fitSelection();
    /// Brings a span into view without changing the scale more than needed.
    void reveal(const SpanDetail& span);
    void zoom(double factor);
    void pan(double share);
    void setScroll(int y);
    void setRange(std::optional<Interval> range);
    void markSelection();
    void setCurrentLane(int index);
    void togglePin();

signals:
    /// The picture no longer fits what is seen, or not what there is.
    void pictureNeeded();
    /// Colours or font are other ones: nothing that was painted before fits.
    void looksChanged();
    void scaleChanged();
    void scrollChanged();
    /// The person moved, so that the end is no longer followed.
    void moved();
    void rangeChanged();
    /// A place of a lane was clicked; `reach` is a pixel's worth of nanoseconds.
    void spanClicked(const knobscope::TrackRow& track, int depth, qint64 time, qint64 reach);
    /// By a click on nothing, or Escape.
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
    /// Lanes came, went or moved.
    void takeLanes();
    /// Paints it again and says to a screen reader what there is.
    void showChange();
    void hover(QPointF position);

    TimelineScene m_scene;
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    TimeScale m_scaleWhenPressed;
    int m_scrollWhenPressed = 0;
};

} // namespace knobscope
