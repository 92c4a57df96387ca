// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/dots.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

/// Returns the image of a group's dot, centred.
QImage sprite(const DotGroup& group, double ratio)
{
    const QRectF bounds = group.marker.boundingRect();
    const double half = std::max({-bounds.left(), bounds.right(), -bounds.top(), bounds.bottom()});
    const int side = static_cast<int>(std::ceil(2 * half * ratio)) + 2;
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(side / 2.0, side / 2.0);
    painter.scale(ratio, ratio);
    painter.fillPath(group.marker, group.colour);
    return image;
}

/// Composites source over destination, for premultiplied pixels.
QRgb blendOver(QRgb source, QRgb destination)
{
    const uint rest = 255U - static_cast<uint>(qAlpha(source));
    const auto channel = [&](int s, int d) {
        return static_cast<int>(static_cast<uint>(s) + (static_cast<uint>(d) * rest + 127U) / 255U);
    };
    return qRgba(channel(qRed(source), qRed(destination)), channel(qGreen(source), qGreen(destination)),
                 channel(qBlue(source), qBlue(destination)), channel(qAlpha(source), qAlpha(destination)));
}

void stamp(QImage& target, const QImage& dot, int left, int top)
{
    const int x0 = std::max(0, -left);
    const int x1 = std::min(dot.width(), target.width() - left);
    const int y1 = std::min(dot.height(), target.height() - top);
    for (int y = std::max(0, -top); y < y1; ++y) {
        const auto* source = reinterpret_cast<const QRgb*>(dot.constScanLine(y));
        auto* line = reinterpret_cast<QRgb*>(target.scanLine(top + y)) + left;
        for (int x = x0; x < x1; ++x) {
            if (qAlpha(source[x]) != 0) {
                line[x] = blendOver(source[x], line[x]);
            }
        }
    }
}

} // namespace

void paintDots(QPainter& painter, const QRect& area, const std::vector<DotGroup>& groups)
{
    if (groups.empty() || area.isEmpty()) {
        return;
    }
    if (painter.paintEngine()->type() != QPaintEngine::Raster) {
        for (const DotGroup& group : groups) {
            for (const QPointF& pixel : group.pixels) {
                painter.fillPath(group.marker.translated(pixel), group.colour);
            }
        }
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    QImage image((QSizeF(area.size()) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    for (const DotGroup& group : groups) {
        const QImage dot = sprite(group, ratio);
        for (const QPointF& pixel : group.pixels) {
            const QPointF corner = (pixel - area.topLeft()) * ratio - QPointF(dot.width(), dot.height()) / 2;
            stamp(image, dot, static_cast<int>(std::lround(corner.x())), static_cast<int>(std::lround(corner.y())));
        }
    }
    painter.drawImage(area.topLeft(), image);
}

} // namespace knobscope
