// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintEngine>
#include <QPainter>
#include <QPixmap>

namespace knobscope {

/// A cached picture, painted once while only overlays change, at the screen's resolution. Painted as vectors when a picture is
/// saved.
class CachedPixmap
{
public:
    /// Discards the cache.
    void forget() { m_pixels = {}; }

    /// `paint` takes a painter and paints `size` logical pixels from (0, 0).
    template<class Paint>
    void show(QPainter& painter, QSize size, const Paint& paint)
    {
        if (painter.paintEngine()->type() != QPaintEngine::Raster) {
            paint(painter);
            return;
        }
        const qreal ratio = painter.device()->devicePixelRatioF();
        if (m_pixels.isNull() || m_pixels.devicePixelRatioF() != ratio) {
            m_pixels = QPixmap(size * ratio);
            m_pixels.setDevicePixelRatio(ratio);
            m_pixels.fill(Qt::transparent);
            QPainter still(&m_pixels);
            still.setFont(painter.font());
            paint(still);
        }
        painter.drawPixmap(0, 0, m_pixels);
    }

private:
    QPixmap m_pixels;
};

} // namespace knobscope
