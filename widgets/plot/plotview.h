// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/plotaxis.h"

#include <QChartView>

#include <cstdint>

class QCategoryAxis;

namespace knobscope {

/// What every plot of the program stands on: a plane with axes by Qt Charts, and the gestures and keys on it, which are the same
/// everywhere. A drag zooms, with Shift it selects; the middle button, or Space with the left one, and the arrows pan; the wheel,
/// + and - zoom (with Shift or Ctrl the wheel takes one axis alone); a double click, R and 0 show all. What is plotted is painted
/// by derived classes. Pixels are those of the viewport. GUI thread only.
class PlotView : public QChartView
{
    Q_OBJECT
public:
    /// What dragging with the left button does; Shift does the other.
    enum class Tool : uint8_t { Zoom, Select };
    /// How near to a point, in pixels, a pointer means it.
    static constexpr double reach = 14;

    explicit PlotView(QWidget* parent = nullptr);

    /// The axes' ranges are what is shown when all is; below, `strip` pixels are left for what has no height. What was zoomed
    /// into stays in sight as long as the axes mean the same.
    void setAxes(PlotAxis x, PlotAxis y, double strip = 0);
    /// Whether a person can go beyond the axes' ranges; not unless it is said.
    void setUnbounded(bool isUnbounded) { m_isUnbounded = isUnbounded; }
    /// What is seen of them.
    PlotAxis xAxis() const { return m_x.part(m_area.left(), m_area.right()); }
    PlotAxis yAxis() const { return m_y.part(m_area.top(), m_area.bottom()); }
    /// The part of the plane that is shown; y grows upwards from its top().
    const QRectF& area() const { return m_area; }
    void zoomTo(const QRectF& area);
    /// Enlarges by less than 1 around a pixel.
    void zoomAround(QPointF pixel, double xFactor, double yFactor);
    /// A step nearer (1) or away (-1).
    void zoomBy(int steps);
    void showAll() { zoomTo(m_whole); }
    bool isZoomed() const { return m_area != m_whole; }

    /// What is said of the point under the pointer, in a corner away from it; empty: nothing.
    void setReadout(const QString& text);
    void setTool(Tool tool) { m_tool = tool; }

    QPointF toPixel(QPointF plane) const { return toPixel(plane, plot()); }
    QPointF toPlane(QPointF pixel) const;
    /// From data and to data.
    QPointF pixelOf(QPointF data) const { return toPixel(placeOf(data)); }
    QPointF dataAt(QPointF pixel) const;
    /// The rectangle between the axes. Places labels and plot first, which Qt Charts would do when the event loop turns.
    QRectF plot() const;

signals:
    /// Another part of the plane is shown, or all of it again.
    void zoomed();
    void clicked(QPointF pixel, Qt::KeyboardModifiers modifiers);
    void enclosed(const QPolygonF& pixels, Qt::KeyboardModifiers modifiers);
    void pointedAt(QPointF pixel);
    void pointerLeft();
    void resized();

protected:
    /// What is plotted, above the axes.
    virtual void paintData(QPainter& painter) = 0;
    /// What is plotted lies in other pixels, or looks otherwise.
    virtual void repaintAll() { viewport()->update(); }
    /// The palette or the font changed.
    virtual void applyTheme();
    /// A ring around a point that is chosen or pointed at.
    void paintRing(QPainter& painter, QPointF at, double radius = 5.5, double width = 2) const;
    QPointF placeOf(QPointF data) const { return {m_x.toPlane(data.x()), m_y.toPlane(data.y())}; }
    /// `plot` is plot(), which is not asked again for each of many.
    QPointF toPixel(QPointF plane, const QRectF& plot) const;

    void paintEvent(QPaintEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
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

private:
    enum class Drag : uint8_t { None, Zoom, Select, Pan };
    QRectF withinWhole(const QRectF& area) const;
    void placeTicks();
    std::vector<Tick> ticksAcross() const;
    std::vector<Tick> ticksUp() const;
    void panBy(QPointF pixels);
    void paintReadout(QPainter& painter) const;

    QCategoryAxis* m_xTicks;
    QCategoryAxis* m_yTicks;
    PlotAxis m_x; ///< as given
    PlotAxis m_y;
    QRectF m_whole{0, 0, 1, 1}; ///< of the plane
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
