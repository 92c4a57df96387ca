// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/timeline/timelinescene.h"

#include <QWidget>

#include <functional>

namespace knobscope {

/// An overview of the whole trace above the lanes, with a draggable frame around the visible range. The canvas's keys offer the
/// same. GUI thread only.
class Minimap : public QWidget
{
    Q_OBJECT
public:
    explicit Minimap(const TimelineScene& scene, QWidget* parent = nullptr);
    /// Returns a function for any thread that reads and paints the current content: all lanes over the full time, a few pixels
    /// high.
    std::function<Result<QImage>(Project&, const std::atomic<bool>& stop)> drawing() const;
    /// Sets the picture of a time range.
    void setImage(const QImage& image, Interval extent);
    QSize sizeHint() const override { return {400, 36}; }

signals:
    void rangeRequested(qint64 from, qint64 to);
    /// The size has changed, so a new picture is needed.
    void pictureNeeded();

protected:
    void resizeEvent(QResizeEvent*) override { emit pictureNeeded(); }
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    TimeScale scale(Interval extent) const;

    const TimelineScene& m_scene;
    QImage m_image;
    Interval m_extent{0, 1}; ///< time range of the image
    double m_grabbed = 0; ///< pixels from the start of the visible range to the grabbed point
};

} // namespace knobscope
