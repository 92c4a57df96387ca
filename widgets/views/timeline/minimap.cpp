// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/minimap.h"

#include "widgets/base/theme.h"
#include "widgets/views/timeline/lanepicture.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <map>

namespace knobscope {

namespace {

constexpr size_t kMaxTracks = 256; // more would be thinner than one pixel each

/// Paints the spans of a window on `blank`, one row per track.
Result<QImage> drawn(QImage blank, Project& project, SpanWindow window, const TimeScale& scale, bool isDark,
                     const std::atomic<bool>& stop)
{
    if (window.tracks.size() > kMaxTracks) {
        std::ranges::nth_element(window.tracks, window.tracks.begin() + kMaxTracks, std::ranges::greater{}, &TrackRow::spans);
        window.tracks.resize(kMaxTracks);
    }
    auto read = TRY(readBlocks(project, window, stop));
    std::map<int64_t, QColor> colors;
    for (const auto& [id, name] : read.names) {
        colors[id] = spanColor(QString::fromStdString(name), isDark);
    }
    QPainter painter(&blank);
    const double room =
        (blank.deviceIndependentSize().height() - 2) / static_cast<double>(std::max<size_t>(1, window.tracks.size()));
    const double rowHeight = std::clamp(room, 1.0, 6.0);
    for (size_t i = 0; i < window.tracks.size(); ++i) {
        const double top = 1 + static_cast<double>(i) * std::min(rowHeight, room);
        for (const SpanBlock& block : read.blocks[window.tracks[i].id]) {
            const double left = scale.toX(block.begin);
            const double width = std::max(1.0, scale.toX(block.end) - left);
            painter.fillRect(QRectF(left, top, width, std::max(1.0, rowHeight - 1)), colors[block.name]);
        }
    }
    painter.end();
    return blank;
}

} // namespace

Minimap::Minimap(const TimelineScene& scene, QWidget* parent)
    : QWidget(parent)
    , m_scene(scene)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Overview of the whole timeline"));
    setToolTip(tr("The whole timeline. Drag the frame to move, or use A, D, W and S below."));
    setCursor(Qt::PointingHandCursor);
}

std::function<Result<QImage>(Project&, const std::atomic<bool>& stop)> Minimap::drawing() const
{
    const TimeScale all = scale(m_scene.extent);
    const SpanWindow window{m_scene.lanes.tracks(), all.from, all.to, std::max(1, all.pixelsOfTime() / 2), 1};
    QImage blank(QSize(all.width, height()) * devicePixelRatioF(), QImage::Format_RGB32);
    blank.setDevicePixelRatio(devicePixelRatioF());
    blank.fill(palette().color(QPalette::Base));
    return [=, dark = isDark(palette())](Project& project, const auto& stop) {
        return drawn(blank, project, window, all, dark, stop);
    };
}

void Minimap::setImage(const QImage& image, Interval extent)
{
    m_image = image;
    m_extent = extent;
    update();
}

TimeScale Minimap::scale(Interval extent) const
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
        emit rangeRequested(seen.from, seen.to);
    }
}

} // namespace knobscope
