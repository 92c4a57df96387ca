// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/timeline.h"
#include "widgets/timeline/timescale.h"

#include <QImage>
#include <QPalette>
#include <QWidget>

#include <atomic>
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

/// The whole trace above the lanes, with the stretch that is seen as a frame that can be dragged. The same can be done with the
/// canvas's keys. GUI thread only.
class Minimap : public QWidget
{
    Q_OBJECT
public:
    explicit Minimap(QWidget* parent = nullptr);
    void setImage(const QImage& image, std::pair<int64_t, int64_t> extent);
    /// Which pauses are narrow, as on the canvas.
    void setMap(std::shared_ptr<const TimeMap> map);
    void setSeen(int64_t from, int64_t to);
    /// Where the lanes begin, so that times lie above each other.
    void setGutter(int width);
    TimeScale scale(std::pair<int64_t, int64_t> extent) const;
    QSize sizeHint() const override { return {400, 36}; }

signals:
    void wanted(qint64 from, qint64 to);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    QImage m_image;
    std::pair<int64_t, int64_t> m_extent{0, 1};
    int64_t m_from = 0;
    int64_t m_to = 1;
    int m_gutter = 0;
    double m_grabbed = 0; ///< pixels from the seen stretch's begin to where it was taken hold of
    std::shared_ptr<const TimeMap> m_map;
};

} // namespace knobscope
