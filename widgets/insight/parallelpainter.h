// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/insight/parallelscene.h"

#include <QPainter>
#include <QWidget>

namespace knobscope {

/// Paints parallel coordinates in the colours and the font of a widget. Lines that fall on the same pixels are painted once, so
/// that any number of trials is painted in the same time.
class ParallelPainter
{
public:
    ParallelPainter(QPainter& painter, const ParallelScene& scene, const QWidget& widget);

    /// Lines and axes: what stays while the pointer moves.
    void paintStill();
    /// The trials with a line on top, and brushes.
    void paintMoving();

private:
    void paintGap(int place, const std::vector<bool>& strong);
    void paintAxes();
    void paintName(int place);
    /// Values beside an axis; only those by the line of a trial that crosses at `near`.
    void paintTicks(int place, std::optional<double> near);
    void paintBrushes();
    void paintTrial(int trial, const QColor& colour, double width);
    int gap() const { return m_scene.axisCount() > 1 ? m_scene.axisX(1) - m_scene.axisX(0) : m_scene.lines.width(); }
    QColor colour(QPalette::ColorRole role) const { return m_widget.palette().color(role); }

    QPainter& m_painter;
    const ParallelScene& m_scene;
    const QWidget& m_widget;
};

} // namespace knobscope
