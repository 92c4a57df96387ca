// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trialset.h"

#include <QPoint>
#include <QRect>
#include <QStringList>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace knobscope {

/// A brush: places of a knob's values on its axis (see ParallelScene::placeOf), or GFLOPS, both ends included.
struct AxisBrush {
    double low = 0;
    double high = 0;
    friend bool operator==(const AxisBrush&, const AxisBrush&) = default;
};

/// What parallel coordinates show, and where it is: axes in an order, brushes on them, a line a trial. A value without a widget.
/// A knob is named by its position in the space, GFLOPS by gflopsAxis; places count axes from the left, other places are pixels.
class ParallelScene
{
public:
    static constexpr int gflopsAxis = -1;
    /// The pointer drags along an axis, or an axis by its name.
    struct Drag {
        int place = -1;
        bool isHeader = false;
        QPoint from;
        QPoint to;
    };

    QRect lines;      ///< where axes and lines are
    int focus = 0;    ///< place of the axis that keys act on
    int current = -1; ///< a trial with its line on top; -1: none
    int hovered = -1;
    std::optional<Drag> drag;
    std::vector<bool> selected; ///< by position in the set: what is shown strongly while nothing is brushed; empty: all

    /// Another space starts without a brush, its axes as a person ordered such axes last, or else as the space has them.
    void setTrials(std::shared_ptr<const TrialSet> trials);
    bool isEmpty() const { return !m_trials || m_trials->trials.empty(); }
    size_t trialCount() const { return m_trials ? m_trials->trials.size() : 0; }
    const TrialSet::Trial& trial(size_t trial) const { return m_trials->trials[trial]; }
    double mostGflops() const { return m_mostGflops; }

    /// Knob positions, or gflopsAxis, from left to right.
    const std::vector<int>& order() const { return m_order; }
    /// The names of the axes as a person ordered them last; empty: nobody did.
    const QStringList& wantedOrder() const { return m_wanted; }
    /// It counts in every space that has just these axes.
    void setWantedOrder(const QStringList& names);
    bool moveAxis(int from, int to);
    int axisCount() const { return static_cast<int>(m_order.size()); }
    int knobAt(int place) const { return m_order[static_cast<size_t>(place)]; }
    QString nameOf(int knob) const;
    /// How many values a knob has.
    int64_t sizeOf(int knob) const { return knobOf(knob).size(); }
    /// Values stand on their axis in reading order, from 0 at the bottom.
    int placeOf(int knob, int digit) const { return m_places[static_cast<size_t>(knob)][static_cast<size_t>(digit)]; }
    QString valueAt(int knob, int64_t place) const;

    std::optional<AxisBrush> brush(int knob) const;
    /// False where it was so already.
    bool setBrush(int knob, std::optional<AxisBrush> brush);
    void clearBrushes() { m_brushes.clear(); }
    bool isBrushed() const { return !m_brushes.empty(); }
    /// Positions of the trials in all brushes; all without a brush.
    std::vector<size_t> brushed() const;
    /// The brush that a drag along an axis means; a click takes it away.
    std::optional<AxisBrush> brushOf(const Drag& drag) const;
    /// The brush of the axis that keys act on, a step on; `extends`: with that step more.
    std::optional<AxisBrush> steppedBrush(int step, bool extends) const;
    /// Whether a trial is shown strongly.
    bool isStrong(size_t trial) const;

    int axisX(int place) const;
    /// From one axis to the next.
    int gap() const { return axisCount() > 1 ? axisX(1) - axisX(0) : lines.width(); }
    /// The axis near an x; -1: none.
    int placeAt(int x) const;
    /// Where a place on an axis, or GFLOPS, lies.
    double valueY(int knob, double value) const { return lines.bottom() - shareOf(knob, value) * lines.height(); }
    /// Rows are what is told apart in pixels: several values of a knob with very many share one.
    int rows(int knob) const;
    int rowOf(int knob, size_t trial) const;
    double rowY(int knob, int row) const { return lines.bottom() - (row + 0.5) / rows(knob) * lines.height(); }
    /// The trial whose line is nearest to a pixel; -1: none near.
    int trialAt(QPointF pixel) const;

private:
    const Knob& knobOf(int knob) const { return m_trials->task->space.knobs()[static_cast<size_t>(knob)]; }
    /// A trial's place on an axis, or its GFLOPS.
    double valueOf(int knob, size_t trial) const;
    /// How far up its axis a value stands, 0 to 1.
    double shareOf(int knob, double value) const;
    bool isInBrushes(size_t trial) const;
    double valueAtY(int knob, double y) const;
    QStringList namesOf(const std::vector<int>& axes) const;

    std::shared_ptr<const TrialSet> m_trials;
    std::vector<int> m_order;
    QStringList m_wanted;
    std::map<int, AxisBrush> m_brushes;         ///< by knob, GFLOPS among them
    std::vector<std::vector<int32_t>> m_places; ///< by knob and digit
    std::vector<std::vector<int32_t>> m_digits; ///< by knob and place
    double m_mostGflops = 1;
};

} // namespace knobscope
