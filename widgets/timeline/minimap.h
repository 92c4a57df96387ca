// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timelinescene.h"

#include <QWidget>

#include <cstdint>

namespace knobscope {

/// What the minimap shows: all lanes over all of the time, in a few rows of pixels.
struct MinimapRequest {
    std::vector<TrackRow> tracks; ///< in the order of the lanes
    TimeScale scale;
    int height = 30;
    double pixelRatio = 1;
    QPalette palette;
};
/// Reads and draws, in any thread.
Result<QImage> drawMinimap(Project& project, const MinimapRequest& request, const std::atomic<bool>& stop);

/// The whole trace above the lanes of a scene, with the stretch that is seen as a frame that can be dragged. The same can be done
/// with the canvas's keys. GUI thread only.
class Minimap : public QWidget
{
    Q_OBJECT
public:
    explicit Minimap(const TimelineScene& scene, QWidget* parent = nullptr);
    MinimapRequest request() const;
    /// What was drawn of an extent.
    void setImage(const QImage& image, std::pair<int64_t, int64_t> extent);
    QSize sizeHint() const override { return {400, 36}; }

signals:
    void wanted(qint64 from, qint64 to);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    TimeScale scale(std::pair<int64_t, int64_t> extent) const;

    const TimelineScene& m_scene;
    QImage m_image;
    std::pair<int64_t, int64_t> m_extent{0, 1}; ///< of the image
    double m_grabbed = 0; ///< pixels from the seen stretch's begin to where it was taken hold of
};

} // namespace knobscope
