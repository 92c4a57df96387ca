// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/plotaxis.h"
#include "widgets/plot/plotseries.h"

#include <QPixmap>
#include <QWidget>

#include <functional>
#include <optional>

namespace knobscope {

/// A painted plot: two axes, series, legend, the point under the pointer with its reading, and a rubber band. With the keyboard:
/// Left and Right walk along a series, Up and Down change it, Return chooses the point, Escape lets go. The wheel, + and - zoom
/// (the wheel over an axis that one alone), the middle button or Shift with the arrows pans, a double click or 0 shows all.
/// What is not under the pointer is painted once and kept. GUI thread only.
class PlotCanvas : public QWidget
{
    Q_OBJECT
public:
    /// What is said of a point, in one or a few lines; the values by default.
    using Reading = std::function<QString(PlotPick)>;

    explicit PlotCanvas(QWidget* parent = nullptr);

    /// The axes' ranges are the caller's. What was zoomed into stays in sight as long as the axes mean the same.
    void setAxes(PlotAxis x, PlotAxis y);
    bool isZoomed() const { return !m_seenX.isAll() || !m_seenY.isAll(); }
    /// Enlarges by a factor around a pixel, along one axis or both; never beyond the ranges given.
    void zoomAt(QPointF pixel, double factor, Qt::Orientations along = Qt::Horizontal | Qt::Vertical);
    void panBy(QPointF pixels);
    void showAll();
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
    const PlotAxis& xAxis() const { return m_x; }
    const PlotAxis& yAxis() const { return m_y; }
    const std::vector<PlotSeries>& series() const { return m_series; }
    PlotPick current() const { return m_current; }
    /// The rectangle between the axes.
    QRect plotRect() const;
    QPointF toPixel(QPointF data) const;
    QPointF toData(QPointF pixel) const;
    /// The nearest point that can be picked within a few pixels.
    PlotPick pick(QPointF pixel) const;

    QSize sizeHint() const override { return {480, 300}; }
    QSize minimumSizeHint() const override { return {220, 150}; }

signals:
    /// Invalid when the pointer left.
    void hovered(knobscope::PlotPick pick);
    void chosen(knobscope::PlotPick pick);
    /// The rectangle drawn, in data coordinates, top is the higher y value at rectangle.bottom().
    void banded(const QRectF& data);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A part of an axis, in its own unit interval.
    struct Seen {
        double low = 0;
        double high = 1;
        bool isAll() const { return low <= 0 && high >= 1; }
    };
    static void narrow(Seen& seen, double at, double factor);
    static void shift(Seen& seen, double by);
    static Seen sameOf(const PlotAxis& old, const PlotAxis& now, const Seen& seen, const PlotAxis& shown);
    bool zoomKey(const QKeyEvent& event);
    void applyZoom();
    void repaintAll();
    void setCurrent(PlotPick pick);
    void step(int dSeries, int dPoint);
    void paintStill(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintSeries(QPainter& painter, const PlotSeries& series) const;
    void paintBand(QPainter& painter, const PlotSeries& series) const;
    void paintLegend(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintEmphasised(QPainter& painter) const;
    void paintReading(QPainter& painter) const;
    std::vector<QPointF> pixelsOf(const PlotSeries& series) const;
    QString readingOf(PlotPick pick) const;
    int legendHeight() const;
    QRect layOut() const;

    PlotAxis m_x; ///< as seen
    PlotAxis m_y;
    PlotAxis m_wholeX; ///< as given
    PlotAxis m_wholeY;
    Seen m_seenX;
    Seen m_seenY;
    std::optional<QPointF> m_panned; ///< where the middle button is
    std::vector<PlotSeries> m_series;
    Reading m_reading;
    QString m_emptyText;
    PlotPick m_current;
    int m_emphasised = -1;
    std::optional<QPoint> m_pressed;
    QRect m_rubber;
    QPixmap m_still;
    mutable std::optional<QRect> m_plotRect; ///< worked out once for each layout
};

} // namespace knobscope

Q_DECLARE_METATYPE(knobscope::PlotPick)
