// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timelinescene.h"

#include <QWidget>

#include <functional>

namespace knobscope {

/// The whole trace above the lanes of a scene, with the stretch that is seen as a frame that can be dragged. The same can be done
/// with the canvas's keys. GUI thread only.
class Minimap : public QWidget
{
    Q_OBJECT
public:
    explicit Minimap(const TimelineScene& scene, QWidget* parent = nullptr);
    /// Reads and draws what there is now, in any thread: all lanes over all of the time, in a few rows of pixels.
    std::function<Result<QImage>(Project&, const std::atomic<bool>& stop)> drawing() const;
    /// What was drawn of an extent.
    void setImage(const QImage& image, Interval extent);
    QSize sizeHint() const override { return {400, 36}; }

signals:
    void wanted(qint64 from, qint64 to);
    /// The picture is of another size.
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
    Interval m_extent{0, 1}; ///< of the image
    double m_grabbed = 0; ///< pixels from the seen stretch's begin to where it was taken hold of
};

} // namespace knobscope
