// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/minimap.h"

#include "widgets/theme/theme.h"
#include "widgets/timeline/spancolors.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <map>

namespace knobscope {

namespace {

constexpr size_t mostTracks = 256; // more would be thinner than a pixel each

} // namespace

Result<QImage> drawMinimap(Project& project, const MinimapRequest& request, const std::atomic<bool>& stop)
{
    SpanWindow window{request.tracks, request.scale.from, request.scale.to, std::max(1, request.scale.pixelsOfTime() / 2), 1};
    if (window.tracks.size() > mostTracks) {
        std::ranges::nth_element(window.tracks, window.tracks.begin() + mostTracks, std::ranges::greater{}, &TrackRow::spans);
        window.tracks.resize(mostTracks);
    }
    auto read = TRY(readBlocks(project, window, stop));
    std::map<int64_t, QColor> colors;
    for (const auto& [id, name] : read.names) {
        colors[id] = spanColor(name, isDark(request.palette));
    }
    QImage image(QSize(std::max(1, request.scale.width), request.height) * request.pixelRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(request.pixelRatio);
    image.fill(request.palette.color(QPalette::Base));
    QPainter painter(&image);
    const double room = (request.height - 2) / static_cast<double>(std::max<size_t>(1, window.tracks.size()));
    const double rowHeight = std::clamp(room, 1.0, 6.0);
    for (size_t i = 0; i < window.tracks.size(); ++i) {
        const double top = 1 + static_cast<double>(i) * std::min(rowHeight, room);
        for (const SpanBlock& block : read.blocks[window.tracks[i].id]) {
            const double left = request.scale.toX(block.begin);
            const double width = std::max(1.0, request.scale.toX(block.end) - left);
            painter.fillRect(QRectF(left, top, width, std::max(1.0, rowHeight - 1)), colors[block.name]);
        }
    }
    return image;
}

Minimap::Minimap(const TimelineScene& scene, QWidget* parent)
    : QWidget(parent)
    , m_scene(scene)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Overview of the whole timeline"));
    setToolTip(tr("The whole timeline. Drag the frame to move, or use A, D, W and S below."));
    setCursor(Qt::PointingHandCursor);
}

MinimapRequest Minimap::request() const
{
    return {m_scene.lanes.tracks(), scale(m_scene.extent), height(), devicePixelRatioF(), palette()};
}

void Minimap::setImage(const QImage& image, std::pair<int64_t, int64_t> extent)
{
    m_image = image;
    m_extent = extent;
    update();
}

TimeScale Minimap::scale(std::pair<int64_t, int64_t> extent) const
{
    return {extent.first, std::max(extent.second, extent.first + 1), std::max(1, width() - m_scene.gutter), m_scene.scale.map};
}

void Minimap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    const QRect area(m_scene.gutter, 0, width() - m_scene.gutter, height());
    painter.fillRect(area, palette().color(QPalette::Base));
    if (!m_image.isNull()) {
        painter.drawImage(QRectF(area), m_image, QRectF(m_image.rect()));
    }
    const TimeScale all = scale(m_extent);
    const double left = area.left() + std::clamp<double>(all.toX(m_scene.scale.from), 0, all.width);
    const double right = area.left() + std::clamp<double>(all.toX(m_scene.scale.to), 0, all.width);
    QColor veil = palette().color(QPalette::Window);
    veil.setAlpha(150);
    painter.fillRect(QRectF(area.left(), 0, left - area.left(), height()), veil);
    painter.fillRect(QRectF(right, 0, width() - right, height()), veil);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRect(QRectF(left, 1, std::max(3.0, right - left), height() - 2));
}

void Minimap::mousePressEvent(QMouseEvent* event)
{
    const TimeScale all = scale(m_extent);
    const double x = event->position().x() - m_scene.gutter;
    const double left = all.toX(m_scene.scale.from);
    const double right = all.toX(m_scene.scale.to);
    m_grabbed = x >= left && x <= right ? x - left : (right - left) / 2;
    mouseMoveEvent(event);
}

void Minimap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton) {
        const TimeScale all = scale(m_extent);
        const int64_t from = all.place(all.toTime(event->position().x() - m_scene.gutter - m_grabbed));
        const TimeScale seen = all.between(from, from + m_scene.scale.length());
        emit wanted(seen.from, seen.to);
    }
}

} // namespace knobscope
