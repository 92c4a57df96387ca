// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chart/dotsitem.h"
#include "widgets/chart/thinning.h"
#include "widgets/chart/ticks.h"

#include <QChartView>

#include <cstdint>
#include <optional>

class QCategoryAxis;
class QLineSeries;

namespace knobscope {

/// The drawn part of the live chart: axes and lines by Qt Charts, dots, marks and crosshair of our own, and the gestures on
/// them. It knows the plane of ChartScale, nothing of trials; pixels are those of the viewport. GUI thread only.
class ChartCanvas : public QChartView
{
    Q_OBJECT
public:
    /// What dragging with the left button does; Shift does the other.
    enum class Tool : uint8_t { Zoom, Select };
    /// A trial to be marked.
    struct Mark {
        QPointF point;
        Outcome outcome = Outcome::Success; ///< others lie in the strip of failures at the bottom
    };
    explicit ChartCanvas(QWidget* parent = nullptr);

    void setTitles(const QString& x, TickKind xKind, const QString& y, TickKind yKind);
    /// The part of the plane that is shown; y grows upwards from its top().
    void setArea(const QRectF& area);
    const QRectF& area() const { return m_area; }
    /// Cells of a few pixels over the area, as Thinning takes them.
    CellGrid grid() const;
    void setLayers(std::vector<ChartLayer> layers);
    void setSelected(std::vector<Mark> marks);
    void setHovered(std::optional<Mark> mark, const QString& readout);
    /// Shown in the middle while there is nothing else to see.
    void setMessage(const QString& message);
    void setTool(Tool tool) { m_tool = tool; }

    /// The part of the plot's height that so many kinds of failures take at its bottom.
    double laneShare(int kinds) const;
    QPointF toPixel(QPointF plane) const;
    QPointF toPlane(QPointF pixel) const;
    QPointF pixelOf(const Mark& mark) const;
    /// Places labels and plot now, which Qt Charts would do when the event loop turns.
    void settle();

signals:
    void areaRequested(const QRectF& area);
    void resetRequested();
    void clicked(QPointF pixel, Qt::KeyboardModifiers modifiers);
    void enclosed(const QPolygonF& pixels, Qt::KeyboardModifiers modifiers);
    void pointedAt(QPointF pixel);
    void pointerLeft();
    void resized();

protected:
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
    void applyTheme();
    void placeTicks();
    void placeDots();
    QRectF plot() const;
    double laneOf(Outcome outcome) const;
    void zoomAround(QPointF pixel, double xFactor, double yFactor);
    void panBy(QPointF pixels);
    void drawMark(QPainter& painter, const Mark& mark, bool isHovered) const;
    void drawReadout(QPainter& painter) const;

    QCategoryAxis* m_x;
    QCategoryAxis* m_y;
    DotsItem* m_dots;
    std::vector<QLineSeries*> m_lines; ///< one a layer; more are kept hidden
    std::vector<ChartLayer> m_layers;
    QRectF m_area{0, 0, 10, 1};
    TickKind m_xKind = TickKind::WholeNumber;
    TickKind m_yKind = TickKind::Number;
    std::vector<Mark> m_selected;
    std::optional<Mark> m_hovered;
    QString m_readout;
    QString m_message;
    Tool m_tool = Tool::Zoom;
    Drag m_drag = Drag::None;
    bool m_isSpaceDown = false;
    QPointF m_pressed;
    QPointF m_pointer{-1, -1};
    QPolygonF m_lasso;
};

} // namespace knobscope
