// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/plotaxis.h"

#include <QAbstractScrollArea>

#include <cstdint>

namespace knobscope {

/// Base of all plots: a plane with axes and the common gestures and keys. A drag zooms, with Shift it selects; the
/// middle button, or Space with the left one, and the arrow keys pan; the wheel, + and - zoom (Shift or Ctrl with the wheel zooms
/// one axis only); a double click, R and 0 reset. Derived classes paint the data. Pixels are viewport coordinates. GUI thread
/// only.
class PlotView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    /// Effect of a drag with the left button; Shift selects the other.
    enum class Tool : uint8_t { Zoom, Select };
    /// Largest distance in pixels from the pointer to a point that it picks.
    static constexpr double kPickRadius = 14;

    explicit PlotView(QWidget* parent = nullptr);

    /// The axes' ranges are the unzoomed view; `strip` pixels at the bottom are reserved for data without a height. A zoom is
    /// kept while the axes mean the same.
    void setAxes(PlotAxis x, PlotAxis y, double strip = 0);
    /// Whether the user can pan and zoom beyond the axes' ranges; false by default.
    void setUnbounded(bool isUnbounded) { m_isUnbounded = isUnbounded; }
    /// The visible part of the axes.
    PlotAxis xAxis() const { return m_x.part(m_area.left(), m_area.right()); }
    PlotAxis yAxis() const { return m_y.part(m_area.top(), m_area.bottom()); }
    /// The visible part of the plane; y grows upwards from its top().
    const QRectF& area() const { return m_area; }
    void zoomTo(const QRectF& area);
    /// Zooms around a pixel; factors below 1 enlarge.
    void zoomAround(QPointF pixel, double xFactor, double yFactor);
    /// Zooms in (1) or out (-1) by a step.
    void zoomBy(int steps);
    void showAll() { zoomTo(m_whole); }
    bool isZoomed() const { return m_area != m_whole; }

    /// Text for the point under the pointer, in a corner away from it; empty: none.
    void setReadout(const QString& text);
    void setTool(Tool tool) { m_tool = tool; }

    QPointF toPixel(QPointF plane) const;
    QPointF toPlane(QPointF pixel) const;
    /// Converts from and to data coordinates.
    QPointF pixelOf(QPointF data) const { return toPixel(placeOf(data)); }
    QPointF dataAt(QPointF pixel) const;
    /// Rectangle between the axes.
    const QRectF& plot() const { return m_plot; }

signals:
    /// The visible part of the plane changed, also by a reset.
    void zoomed();
    void clicked(QPointF pixel, Qt::KeyboardModifiers modifiers);
    void enclosed(const QPolygonF& pixels, Qt::KeyboardModifiers modifiers);
    void pointedAt(QPointF pixel);
    void pointerLeft();
    void resized();

protected:
    /// Paints the data, above the axes.
    virtual void paintData(QPainter& painter) = 0;
    /// Called when the data's pixels or its look changed.
    virtual void repaintAll() { viewport()->update(); }
    /// Called when the palette or the font changed.
    virtual void applyTheme() { layOut(); }
    /// Reserves pixels above the plot; for a legend.
    void setTopMargin(double pixels);
    /// Paints a ring around a chosen or hovered point.
    void paintRing(QPainter& painter, QPointF at, double radius = 5.5, double width = 2) const;
    QPointF placeOf(QPointF data) const { return {m_x.toPlane(data.x()), m_y.toPlane(data.y())}; }

    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent*) override { viewport()->update(); }
    void focusOutEvent(QFocusEvent*) override { viewport()->update(); }

private:
    enum class Drag : uint8_t { None, Zoom, Select, Pan };
    QRectF withinWhole(const QRectF& area) const;
    QFont labelFont() const;
    std::vector<Tick> ticksAcross() const;
    std::vector<Tick> ticksUp() const;
    void layOut();
    void paintXAxis(QPainter& painter) const;
    void paintYAxis(QPainter& painter) const;
    void panBy(QPointF pixels);
    void paintReadout(QPainter& painter) const;

    std::vector<Tick> m_xTicks;
    std::vector<Tick> m_yTicks;
    QRectF m_plot{0, 0, 1, 1};
    double m_topMargin = 8;
    PlotAxis m_x; ///< as set
    PlotAxis m_y;
    QRectF m_whole{0, 0, 1, 1}; ///< in the plane
    QRectF m_area{0, 0, 1, 1};
    bool m_isUnbounded = false;
    QString m_readout;
    Tool m_tool = Tool::Zoom;
    Drag m_drag = Drag::None;
    bool m_isSpaceDown = false;
    QPointF m_pressed;
    QPointF m_pointer{-1, -1};
    QPolygonF m_lasso;
};

} // namespace knobscope
