// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/cachedpixmap.h"
#include "widgets/plot/plotaxis.h"
#include "widgets/views/insight/parallelscene.h"

#include <QWidget>

namespace knobscope {

class RampLegend;

/// Parallel coordinates: one axis per knob and one for GFLOPS, one line per trial, coloured by GFLOPS. Dragging along an axis
/// brushes values; dragging a name moves its axis. Keys: Left and Right choose an axis, with Ctrl they move it; Up and Down
/// brush a value, with Shift they extend the brush; Delete removes the brush, Escape all of them. The geometry is in
/// ParallelScene, the painting in parallelpainting.cpp. GUI thread only.
class ParallelPlot : public QWidget
{
    Q_OBJECT
public:
    explicit ParallelPlot(QWidget* parent = nullptr);

    /// Sets the trials; a different space resets the brushes.
    void setTrials(std::shared_ptr<const TrialSet> trials);
    /// By position in the set: trials that are emphasized while nothing is brushed; empty: all.
    void setSelected(std::vector<bool> selected);
    /// Trials with a line on top; -1: none.
    void setCurrent(int trial);
    void setHovered(int trial);

    /// Contents and geometry.
    const ParallelScene& scene() const { return m_scene; }
    void setWantedOrder(const QStringList& names);
    void moveAxis(int from, int to);
    /// Sets or removes a brush and emits a signal.
    void setBrush(int knob, std::optional<AxisBrush> brush);
    void clearBrushes(bool quietly = false);

    QSize sizeHint() const override { return {600, 300}; }
    QSize minimumSizeHint() const override { return {240, 140}; }

signals:
    void axesMoved();
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
    void showLegend();
    void describe();
    /// Updates description and picture.
    void showChanged();
    void repaintAll();
    /// Lines and axes, which do not change while the pointer moves.
    void paintStatic(QPainter& painter) const;
    /// The trials with a line on top, and the brushes.
    void paintDynamic(QPainter& painter) const;
    void paintGap(QPainter& painter, int place, const std::vector<bool>& strong) const;
    void paintAxes(QPainter& painter) const;
    void paintName(QPainter& painter, int place) const;
    /// Labels of an axis; with `near`, only those near the y at which a trial's line crosses it.
    void paintTicks(QPainter& painter, int place, std::optional<double> near) const;
    /// Labels of an axis, as many as fit vertically.
    std::vector<Tick> ticksOf(int knob) const;
    void paintBrushes(QPainter& painter) const;
    void paintTrial(QPainter& painter, int trial, const QColor& colour, double width) const;

    static constexpr int kTickGap = 6; ///< from an axis to its labels
    RampLegend* m_legend; ///< of the colours of lines, below the axes
    ParallelScene m_scene;
    CachedPixmap m_cache;
};

} // namespace knobscope
