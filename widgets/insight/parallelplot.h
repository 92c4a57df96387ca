// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/insight/parallelscene.h"
#include "widgets/plot/plotaxis.h"
#include "widgets/plot/stillpicture.h"

#include <QWidget>

namespace knobscope {

/// Parallel coordinates: an axis a knob and one of GFLOPS, a line a trial, coloured by GFLOPS. A drag along an axis brushes
/// values; a drag of a name moves its axis. With the keyboard: Left and Right choose an axis, with Ctrl they move it; Up and Down
/// brush a value, with Shift more of them; Delete takes the brush away, Escape all. What is where is a ParallelScene, how it
/// looks is in parallelpainting.cpp. GUI thread only.
class ParallelPlot : public QWidget
{
    Q_OBJECT
public:
    explicit ParallelPlot(QWidget* parent = nullptr);

    /// Another space starts without a brush.
    void setTrials(std::shared_ptr<const TrialSet> trials);
    /// By position in the set: what is shown strongly while nothing is brushed; empty: all.
    void setSelected(std::vector<bool> selected);
    /// The trials with a line on top; none: -1.
    void setCurrent(int trial);
    void setHovered(int trial);

    /// What is shown, and where.
    const ParallelScene& scene() const { return m_scene; }
    void setWantedOrder(const QStringList& names);
    void moveAxis(int from, int to);
    /// Sets or takes away a brush, and says so.
    void setBrush(int knob, std::optional<AxisBrush> brush);
    void clearBrushes(bool quietly = false);

    QSize sizeHint() const override { return {600, 300}; }
    QSize minimumSizeHint() const override { return {240, 140}; }

signals:
    void brushesChanged();
    void hovered(int trial);
    void chosen(int trial);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void describe();
    /// Describes and paints anew.
    void showChanged();
    void repaintAll();
    /// Lines and axes: what stays while the pointer moves.
    void paintStill(QPainter& painter) const;
    /// The trials with a line on top, and brushes.
    void paintMoving(QPainter& painter) const;
    void paintGap(QPainter& painter, int place, const std::vector<bool>& strong) const;
    void paintAxes(QPainter& painter) const;
    void paintName(QPainter& painter, int place) const;
    /// Values beside an axis; only those by the line of a trial that crosses at `near`.
    void paintTicks(QPainter& painter, int place, std::optional<double> near) const;
    /// What is written beside an axis, as many as have room one above the other.
    std::vector<Tick> ticksOf(int knob) const;
    void paintBrushes(QPainter& painter) const;
    void paintTrial(QPainter& painter, int trial, const QColor& colour, double width) const;

    static constexpr int tickGap = 6; ///< from an axis to what is written beside it
    ParallelScene m_scene;
    StillPicture m_still;
};

} // namespace knobscope
