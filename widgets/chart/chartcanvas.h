// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chart/dotsitem.h"
#include "widgets/chart/thinning.h"
#include "widgets/plot/plotview.h"

#include <optional>

class QLineSeries;

namespace knobscope {

/// The drawn part of the live chart: lines by Qt Charts, dots and marks of our own. It knows the plane of ChartScale, nothing of
/// trials. GUI thread only.
class ChartCanvas : public PlotView
{
    Q_OBJECT
public:
    /// A trial to be marked.
    struct Mark {
        QPointF point;
        Outcome outcome = Outcome::Success; ///< others lie in the strip of failures at the bottom
    };
    explicit ChartCanvas(QWidget* parent = nullptr);

    /// Cells of a few pixels over the area, as Thinning takes them.
    CellGrid grid() const;
    void setLayers(std::vector<ChartLayer> layers);
    void setSelected(std::vector<Mark> marks);
    void setHovered(std::optional<Mark> mark, const QString& readout);

    /// The part of the plot's height that so many kinds of failures take at its bottom.
    double laneShare(int kinds) const;
    QPointF pixelOf(const Mark& mark) const;

protected:
    std::vector<Tick> ticksOf(Qt::Orientation axis, double low, double high, int wanted) const override;
    void paintData(QPainter& painter) override;
    void applyTheme() override;

private:
    void placeDots();
    double laneOf(Outcome outcome) const;
    void drawMark(QPainter& painter, const Mark& mark, bool isHovered) const;

    DotsItem* m_dots;
    std::vector<QLineSeries*> m_lines; ///< one a layer; more are kept hidden
    std::vector<ChartLayer> m_layers;
    std::vector<Mark> m_selected;
    std::optional<Mark> m_hovered;
};

} // namespace knobscope
