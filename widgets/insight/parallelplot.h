// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trialset.h"

#include <QPixmap>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace knobscope {

/// Parallel coordinates: an axis a knob and one of GFLOPS, a line a trial, coloured by GFLOPS. A drag along an axis brushes
/// values; a drag of a name moves its axis. With the keyboard: Left and Right choose an axis, with Ctrl they move it; Up and Down
/// brush a value, with Shift more of them; Delete takes the brush away, Escape all. Lines that fall on the same pixels are
/// painted once, so that any number of trials is painted in the same time. GUI thread only.
class ParallelPlot : public QWidget
{
    Q_OBJECT
public:
    /// A brush: places of a knob's values on its axis (see placeOf), or GFLOPS, both ends included.
    struct Brush {
        double low = 0;
        double high = 0;
        friend bool operator==(const Brush&, const Brush&) = default;
    };
    static constexpr int gflopsAxis = -1;

    explicit ParallelPlot(QWidget* parent = nullptr);

    /// Another space starts with all axes in its order and no brush.
    void setTrials(std::shared_ptr<const TrialSet> trials);
    /// By position in the set: what is shown strongly while nothing is brushed; empty: all.
    void setSelected(std::vector<bool> selected);
    /// The trials with a line on top; none: -1.
    void setCurrent(int trial);
    void setHovered(int trial);

    /// Knob positions, or gflopsAxis, from left to right.
    const std::vector<int>& order() const { return m_order; }
    void setOrder(std::vector<int> order);
    void moveAxis(int from, int to);
    std::optional<Brush> brush(int knob) const;
    /// Sets or takes away a brush, and says so.
    void setBrush(int knob, std::optional<Brush> brush);
    void clearBrushes(bool quietly = false);
    bool isBrushed() const;
    /// Whether a trial lies in all brushes.
    bool isInBrushes(size_t trial) const;
    /// Positions of the trials in all brushes; all without a brush.
    std::vector<size_t> brushed() const;

    /// Values stand on their axis in reading order, from 0 at the bottom.
    int placeOf(int knob, int digit) const { return m_places[static_cast<size_t>(knob)][static_cast<size_t>(digit)]; }
    /// Where an axis stands, and where a place on it (or GFLOPS) lies, in pixels.
    int axisX(int place) const;
    double valueY(int knob, double value) const;
    /// The trial whose line is nearest to a pixel; -1: none near.
    int trialAt(QPointF pixel) const;

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
    struct Drag {
        int place = -1;
        bool isHeader = false;
        QPoint from;
        QPoint to;
    };
    QRect linesRect() const;
    int placeAt(int x) const;
    int rows(int knob) const;
    int rowOf(int knob, size_t trial) const;
    double rowY(int knob, int row) const;
    double valueAtY(int knob, double y) const;
    std::optional<Brush> brushOfDrag(const Drag& drag) const;
    void stepBrush(int step, bool extends);
    void describe();
    bool isStrong(size_t trial) const;
    QString valueAt(int knob, int64_t place) const;
    void repaintAll();
    void paintStill(QPainter& painter) const;
    void paintLines(QPainter& painter) const;
    void paintGap(QPainter& painter, int place, const std::vector<bool>& strong) const;
    void paintAxes(QPainter& painter) const;
    void paintAxisLabels(QPainter& painter, int place) const;
    /// Values beside an axis; only those by the line of a trial that crosses at `near`.
    void paintTicks(QPainter& painter, int place, std::optional<double> near) const;
    void paintBrushes(QPainter& painter) const;
    void paintTrial(QPainter& painter, int trial, const QColor& colour, double width) const;

    std::shared_ptr<const TrialSet> m_trials;
    std::vector<bool> m_selected;
    std::vector<int> m_order;
    std::vector<std::optional<Brush>> m_brushes; ///< by knob; the last is GFLOPS
    std::vector<std::vector<int32_t>> m_places; ///< by knob and digit
    std::vector<std::vector<int32_t>> m_digits; ///< by knob and place
    double m_mostGflops = 1;
    int m_focus = 0; ///< place of the axis that keys act on
    int m_current = -1;
    int m_hovered = -1;
    std::optional<Drag> m_drag;
    QPixmap m_still;
};

} // namespace knobscope
