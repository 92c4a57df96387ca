// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/ticks.h"

#include <QChartView>

#include <cstdint>

class QCategoryAxis;

namespace knobscope {

/// What every plot of the program stands on: a plane with axes by Qt Charts, and the gestures and keys on it, which are the same
/// everywhere. A drag zooms, with Shift it selects; the middle button, or Space with the left one, and the arrows pan; the wheel,
/// + and - zoom (with Shift or Ctrl the wheel takes one axis alone); a double click shows all. What is plotted is painted by
/// derived classes. Pixels are those of the viewport. GUI thread only.
class PlotView : public QChartView
{
    Q_OBJECT
public:
    /// What dragging with the left button does; Shift does the other.
    enum class Tool : uint8_t { Zoom, Select };

    explicit PlotView(QWidget* parent = nullptr);

    void setTitles(const QString& x, TickKind xKind, const QString& y, TickKind yKind);
    /// The part of the plane that is shown; y grows upwards from its top().
    void setArea(const QRectF& area);
    const QRectF& area() const { return m_area; }
    /// Shown in the middle while there is nothing else to see.
    void setMessage(const QString& message);
    /// What is said of the point under the pointer, in a corner away from it; empty: nothing.
    void setReadout(const QString& text);
    void setTool(Tool tool) { m_tool = tool; }

    QPointF toPixel(QPointF plane) const;
    QPointF toPlane(QPointF pixel) const;
    /// Enlarges by less than 1 around a pixel: asks for the area.
    void zoomAround(QPointF pixel, double xFactor, double yFactor);
    /// The rectangle between the axes. Places labels and plot first, which Qt Charts would do when the event loop turns.
    QRectF plot() const;

signals:
    void areaRequested(const QRectF& area);
    void resetRequested();
    void clicked(QPointF pixel, Qt::KeyboardModifiers modifiers);
    void enclosed(const QPolygonF& pixels, Qt::KeyboardModifiers modifiers);
    void pointedAt(QPointF pixel);
    void pointerLeft();
    void resized();

protected:
    /// About `wanted` labelled places between two ends of an axis.
    virtual std::vector<Tick> ticksOf(Qt::Orientation axis, double low, double high, int wanted) const;
    /// What is plotted, above the axes.
    virtual void paintData(QPainter& painter) = 0;
    /// A ring around a point that is chosen or pointed at.
    void paintRing(QPainter& painter, QPointF at, double radius = 5.5, double width = 2) const;
    /// The palette or the font changed.
    virtual void applyTheme();
    void placeTicks();
    TickKind kindOf(Qt::Orientation axis) const { return axis == Qt::Horizontal ? m_xKind : m_yKind; }
    /// Makes a line of Qt Charts follow the axes.
    void attach(QAbstractSeries* series);

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
    void panBy(QPointF pixels);
    void paintReadout(QPainter& painter) const;

    QCategoryAxis* m_x;
    QCategoryAxis* m_y;
    QRectF m_area{0, 0, 10, 1};
    TickKind m_xKind = TickKind::WholeNumber;
    TickKind m_yKind = TickKind::Number;
    QString m_message;
    QString m_readout;
    Tool m_tool = Tool::Zoom;
    Drag m_drag = Drag::None;
    bool m_isSpaceDown = false;
    QPointF m_pressed;
    QPointF m_pointer{-1, -1};
    QPolygonF m_lasso;
};

} // namespace knobscope
