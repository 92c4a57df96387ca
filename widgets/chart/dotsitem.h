// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chart/outcome.h"

#include <QColor>
#include <QGraphicsItem>
#include <QImage>

#include <functional>
#include <vector>

namespace knobscope {

/// One run as it is drawn, thinned, in the plane of ChartScale.
struct ChartLayer {
    QColor color;
    std::vector<QPointF> points;
    std::array<std::vector<double>, allOutcomes.size()> failures; ///< their x
    std::vector<QPointF> steps; ///< the best so far
};

/// The trials in the scene of a chart: stamped into one image, where Qt Charts would make a graphics item of each. Vector
/// shapes when painted into an SVG file.
class DotsItem : public QGraphicsItem
{
public:
    using QGraphicsItem::QGraphicsItem;

    /// `place` maps a point of the plane, `placeFailure` an x and a kind, to the scene; both hold until the next call.
    void setDots(const QRectF& plotArea, const std::vector<ChartLayer>* layers, std::function<QPointF(QPointF)> place,
                 std::function<QPointF(double, Outcome)> placeFailure);

    QRectF boundingRect() const override { return m_area; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    void forEachDot(const std::function<void(QPointF, Outcome, const ChartLayer&)>& draw) const;
    void stampAll(double ratio);
    QRectF m_area;
    const std::vector<ChartLayer>* m_layers = nullptr;
    std::function<QPointF(QPointF)> m_place;
    std::function<QPointF(double, Outcome)> m_placeFailure;
    double m_size = 6;
    QImage m_image;
    bool m_isStale = true;
};

} // namespace knobscope
