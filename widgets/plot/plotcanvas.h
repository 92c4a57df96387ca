// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/plotaxis.h"
#include "widgets/plot/plotseries.h"
#include "widgets/plot/plotview.h"

#include <QPixmap>

#include <functional>

namespace knobscope {

/// A plot of series: bands, legend, rings around points, and the point under the pointer with its reading. With the keyboard: the
/// full stop and the comma walk along a series, Page Up and Page Down change it, Return chooses the point, Escape lets go, R
/// shows all; the rest is PlotView's. Series are painted once and kept. GUI thread only.
class PlotCanvas : public PlotView
{
    Q_OBJECT
public:
    /// What is said of a point, in one or a few lines; the values by default.
    using Reading = std::function<QString(PlotPick)>;

    explicit PlotCanvas(QWidget* parent = nullptr);

    /// The axes' ranges are the caller's, and nothing beyond is shown. What was zoomed into stays in sight as long as the axes
    /// mean the same.
    void setAxes(PlotAxis x, PlotAxis y);
    bool isZoomed() const { return area() != m_whole; }
    void showAll() { showArea(m_whole); }
    void setSeries(std::vector<PlotSeries> series);
    void setReading(Reading reading) { m_reading = std::move(reading); }
    /// Shown in the middle while there is nothing to plot.
    void setEmptyText(const QString& text);
    /// Rings around points, without painting the rest anew.
    void setMarked(int series, std::vector<size_t> points);

    /// Sets a series off from the others while it is pointed at elsewhere, without painting the rest anew; -1: none. Ends with
    /// other series.
    void setEmphasised(int series);
    int emphasised() const { return m_emphasised; }

    /// What is seen of them.
    PlotAxis xAxis() const { return m_x.part(area().left(), area().right()); }
    PlotAxis yAxis() const { return m_y.part(area().top(), area().bottom()); }
    const std::vector<PlotSeries>& series() const { return m_series; }
    PlotPick current() const { return m_current; }
    QPointF pixelOf(QPointF data) const { return toPixel({m_x.toPlane(data.x()), m_y.toPlane(data.y())}); }
    /// The nearest point that can be picked within a few pixels.
    PlotPick pick(QPointF pixel) const;
    /// The points of a series within a shape.
    std::vector<size_t> pointsWithin(int series, const QPolygonF& pixels) const;

    QSize sizeHint() const override { return {480, 300}; }
    QSize minimumSizeHint() const override { return {220, 150}; }

signals:
    /// Invalid when the pointer left.
    void hovered(knobscope::PlotPick pick);
    void chosen(knobscope::PlotPick pick);

protected:
    std::vector<Tick> ticksOf(Qt::Orientation axis, double low, double high, int wanted) const override;
    void paintData(QPainter& painter) override;
    void applyTheme() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showArea(const QRectF& area);
    void placeLegend();
    void repaintAll();
    void setCurrent(PlotPick pick);
    void step(int dSeries, int dPoint);
    void paintStill(QPainter& painter) const;
    void paintSeries(QPainter& painter, const PlotSeries& series) const;
    void paintBand(QPainter& painter, const PlotSeries& series) const;
    void paintLegend(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintEmphasised(QPainter& painter) const;
    std::vector<QPointF> pixelsOf(const PlotSeries& series) const;
    QString readingOf(PlotPick pick) const;
    bool isEmpty() const;

    PlotAxis m_x; ///< as given
    PlotAxis m_y;
    QRectF m_whole{0, 0, 10, 1}; ///< of the plane
    std::vector<PlotSeries> m_series;
    Reading m_reading;
    QString m_emptyText;
    PlotPick m_current;
    int m_emphasised = -1;
    QPixmap m_still;
};

} // namespace knobscope

Q_DECLARE_METATYPE(knobscope::PlotPick)
