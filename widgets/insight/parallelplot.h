// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/insight/parallelscene.h"
#include "widgets/plot/stillpicture.h"

#include <QWidget>

namespace knobscope {

/// Parallel coordinates: an axis a knob and one of GFLOPS, a line a trial, coloured by GFLOPS. A drag along an axis brushes
/// values; a drag of a name moves its axis. With the keyboard: Left and Right choose an axis, with Ctrl they move it; Up and Down
/// brush a value, with Shift more of them; Delete takes the brush away, Escape all. What is where is a ParallelScene, how it
/// looks a ParallelPainter's. GUI thread only.
class ParallelPlot : public QWidget
{
    Q_OBJECT
public:
    using Brush = AxisBrush;
    static constexpr int gflopsAxis = ParallelScene::gflopsAxis;

    explicit ParallelPlot(QWidget* parent = nullptr);

    /// Another space starts with all axes in its order and no brush.
    void setTrials(std::shared_ptr<const TrialSet> trials);
    /// By position in the set: what is shown strongly while nothing is brushed; empty: all.
    void setSelected(std::vector<bool> selected);
    /// The trials with a line on top; none: -1.
    void setCurrent(int trial);
    void setHovered(int trial);

    /// Knob positions, or gflopsAxis, from left to right.
    const std::vector<int>& order() const { return m_scene.order(); }
    void setOrder(std::vector<int> order);
    void moveAxis(int from, int to);
    std::optional<Brush> brush(int knob) const { return m_scene.brush(knob); }
    /// Sets or takes away a brush, and says so.
    void setBrush(int knob, std::optional<Brush> brush);
    void clearBrushes(bool quietly = false);
    bool isBrushed() const { return m_scene.isBrushed(); }
    /// Positions of the trials in all brushes; all without a brush.
    std::vector<size_t> brushed() const { return m_scene.brushed(); }

    /// Values stand on their axis in reading order, from 0 at the bottom.
    int placeOf(int knob, int digit) const { return m_scene.placeOf(knob, digit); }
    /// Where an axis stands, and where a place on it (or GFLOPS) lies, in pixels.
    int axisX(int place) const { return m_scene.axisX(place); }
    double valueY(int knob, double value) const { return m_scene.valueY(knob, value); }
    /// The trial whose line is nearest to a pixel; -1: none near.
    int trialAt(QPointF pixel) const { return m_scene.trialAt(pixel); }

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

    ParallelScene m_scene;
    StillPicture m_still;
};

} // namespace knobscope
