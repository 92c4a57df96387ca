// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/plotseries.h"
#include "widgets/plot/plotview.h"
#include "widgets/plot/stillpicture.h"

#include <functional>
#include <optional>

namespace knobscope {

/// A plot of series: bands, legend, rings around points, and the point under the pointer with its reading. With the keyboard: the
/// full stop and the comma walk along a series, Page Up and Page Down change it (among cells: the row), Return chooses the point,
/// Escape lets go; the rest is PlotView's. Series are painted once and kept. GUI thread only.
class PlotCanvas : public PlotView
{
    Q_OBJECT
public:
    /// What is said of a point, in one or a few lines; the values by default.
    using Reading = std::function<QString(PlotPick)>;

    explicit PlotCanvas(QWidget* parent = nullptr);

    void setSeries(std::vector<PlotSeries> series);
    void setReading(Reading reading) { m_reading = std::move(reading); }
    /// What a screen reader says of the plot before the names in its legend; of a current point it says the reading.
    void setDescription(const QString& description);
    /// Shown in the middle while there is nothing to plot.
    void setEmptyText(const QString& text);
    /// Rings around what is chosen, without painting the rest anew; they stay until others are set.
    void setMarks(std::vector<PlotMark> marks);
    /// Sets off what is pointed at, and says what it is. For what no pick can name: a point of a series does so by itself.
    void setPointed(std::optional<PlotMark> mark, const QString& reading);
    /// Sets a series off from the others while it is pointed at elsewhere, without painting the rest anew; -1: none. Ends with
    /// other series.
    void setEmphasised(int series);
    int emphasised() const { return m_emphasised; }

    const std::vector<PlotSeries>& series() const { return m_series; }
    PlotPick current() const { return m_current; }
    using PlotView::pixelOf;
    QPointF pixelOf(const PlotMark& mark) const { return pixelOf(mark, plot()); }
    /// The pixels that so many lanes take at the bottom; see PlotSeries::lane.
    static double laneStrip(int lanes);
    /// The nearest point that can be picked within reach, or the cell.
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
    void paintData(QPainter& painter) override;
    void repaintAll() override;
    void applyTheme() override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    static constexpr int legendGap = 6;
    bool isEmpty() const;
    bool isAmongCells() const;
    QPointF pixelOf(const PlotMark& mark, const QRectF& plot) const;
    std::vector<QPointF> pixelsOf(const PlotSeries& series) const;
    QRectF cellAt(QPointF data, const QRectF& plot) const;
    void placeRings();
    void placeLegend();
    std::vector<QRect> legendPlaces() const;
    void describe();
    void setCurrent(PlotPick pick);
    QString readingOf(PlotPick pick) const;
    void step(int dSeries, int dPoint);
    void paintStill(QPainter& painter) const;
    void paintBand(QPainter& painter, const PlotSeries& series) const;
    void paintCells(QPainter& painter, const PlotSeries& series) const;
    void paintAllDots(QPainter& painter) const;
    void paintLine(QPainter& painter, const PlotSeries& series) const;
    void paintLegend(QPainter& painter) const;
    void paintEmphasised(QPainter& painter) const;
    void paintPointed(QPainter& painter) const;

    std::vector<PlotSeries> m_series;
    Reading m_reading;
    QString m_description;
    QString m_emptyText;
    PlotPick m_current;
    std::optional<PlotMark> m_pointed;
    std::vector<PlotMark> m_marks;
    std::vector<QPointF> m_rings; ///< where they are seen, in pixels
    int m_emphasised = -1;
    StillPicture m_still;
};

} // namespace knobscope

Q_DECLARE_METATYPE(knobscope::PlotPick)
