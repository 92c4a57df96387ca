// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace knobscope {

class NetworkCanvas;

/// A strip with all boxes of a tall graph in their colours, the visible part framed; a click or a drag goes there. Hidden while
/// the graph is little taller than its canvas. GUI thread only.
class NetworkOverview : public QWidget
{
    Q_OBJECT
public:
    /// Follows the canvas, which must live as long.
    explicit NetworkOverview(NetworkCanvas& canvas, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showIfTall();
    /// Part of the scene in sight.
    QRectF visiblePart() const;
    /// An area of the scene, on the strip.
    QRectF onStrip(const QRectF& area) const;

    NetworkCanvas& m_canvas;
    double m_grabbed = 0; ///< pixels from the frame's centre to the pointer
};

} // namespace knobscope
