// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/cachedpixmap.h"
#include "widgets/plot/plotseries.h"
#include "widgets/plot/plotview.h"

#include <functional>
#include <optional>

namespace knobscope {

/// A plot of series with bands, legend, rings around points, and a readout for the point under the pointer. Keyboard: full stop
/// and comma move along a series, Page Up and Page Down switch the series (the row in cells), Return chooses the point, Escape
/// clears it; PlotView handles the rest. Clicks and lassos pick the trials of points. Series are painted once and cached. GUI
/// thread only.
class PlotCanvas : public PlotView
{
    Q_OBJECT
public:
    /// Text of a point in one or a few lines; by default its values.
    using Reading = std::function<QString(PlotPick)>;

    explicit PlotCanvas(QWidget* parent = nullptr);

    void setSeries(std::vector<PlotSeries> series);
    /// Moves the series out, to be extended and set again.
    std::vector<PlotSeries> takeSeries() { return std::move(m_series); }
    void setReading(Reading reading) { m_reading = std::move(reading); }
    /// Text for a place, in data coordinates, without a point; none by default.
    void setPlaceReading(std::function<QString(QPointF)> reading) { m_placeReading = std::move(reading); }
    /// Text that a screen reader reads before the legend's names; if a point is current it reads that point's text instead.
    void setDescription(const QString& description);
    /// Text in the middle of an empty plot.
    void setEmptyText(const QString& text);
    /// Sets rings around chosen points without repainting the series; they stay until replaced.
    void setMarks(std::vector<PlotMark> marks);
    const std::vector<PlotMark>& marks() const { return m_marks; }
    /// Sets rings around the points of these trials, in ascending order.
    void setSelected(std::vector<TrialRef> trials);
    /// Highlights the point of a trial that is hovered elsewhere.
    void setHovered(TrialRef trial);
    /// Highlights a series that is hovered elsewhere without repainting the others; -1: none. Reset when the series are replaced.
    void setEmphasised(int series);
    int emphasised() const { return m_emphasised; }

    const std::vector<PlotSeries>& series() const { return m_series; }
    PlotPick current() const { return m_current; }
    using PlotView::pixelOf;
    QPointF pixelOf(const PlotMark& mark) const;
    /// Position of a trial's point in pixels; nullopt if it has none.
    std::optional<QPointF> pixelOfTrial(TrialRef trial) const;
    /// Invalid if the point is no trial.
    TrialRef trialOf(PlotPick pick) const;
    /// Height in pixels of `lanes` lanes at the bottom; see PlotSeries::lane.
    static double laneStrip(int lanes);
    /// Whether lower points are better; false by default. The best enclosed trial becomes the current one.
    void setLowIsBest(bool isLow) { m_isLowBest = isLow; }
    /// Returns the nearest selectable point within reach, or the cell.
    PlotPick pick(QPointF pixel) const;

    QSize sizeHint() const override { return {480, 300}; }
    QSize minimumSizeHint() const override { return {220, 150}; }

signals:
    /// `pick` is invalid after the pointer left.
    void hovered(knobscope::PlotPick pick);
    void chosen(knobscope::PlotPick pick);
    /// A trial is hovered; invalid: none.
    void trialHovered(knobscope::TrialRef trial);
    /// A trial was clicked or chosen by key; invalid: a click beside all points.
    void trialChosen(knobscope::TrialRef trial, Qt::KeyboardModifiers modifiers);
    /// A lasso was drawn around these trials, the best one last.
    void trialsEnclosed(const std::vector<knobscope::TrialRef>& trials, Qt::KeyboardModifiers modifiers);

protected:
    void paintData(QPainter& painter) override;
    void repaintAll() override;
    void applyTheme() override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    static constexpr int kLegendGap = 6;
    bool isEmpty() const;
    bool isCell(PlotPick pick) const;
    PlotMark markOf(PlotPick pick) const;
    PlotPick find(TrialRef trial) const;
    void choose(Qt::KeyboardModifiers modifiers);
    void enclose(const QPolygonF& pixels, Qt::KeyboardModifiers modifiers);
    void showPointed();
    std::vector<QPointF> pixelsOf(const PlotSeries& series) const;
    QRectF cellAt(QPointF data) const;
    void placeRings();
    void placeLegend();
    std::vector<QRect> legendPlaces() const;
    void describe();
    void setCurrent(PlotPick pick);
    QString readingOf(PlotPick pick) const;
    void step(int dSeries, int dPoint);
    void paintStatic(QPainter& painter) const;
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
    std::function<QString(QPointF)> m_placeReading;
    PlotPick m_current; ///< chosen here
    PlotPick m_pointed; ///< highlighted: m_current, or a trial hovered elsewhere
    TrialRef m_hovered; ///< of m_pointed; found again in other series
    std::optional<QPointF> m_place; ///< of the pointer, in pixels
    std::vector<TrialRef> m_selected;
    std::vector<PlotMark> m_marks;
    std::vector<QPointF> m_rings; ///< visible centres, in pixels
    int m_emphasised = -1;
    bool m_isLowBest = false;
    CachedPixmap m_cache;
};

} // namespace knobscope

Q_DECLARE_METATYPE(knobscope::PlotPick)
