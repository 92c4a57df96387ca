// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/trialset.h"
#include "widgets/base/trialref.h"

#include <QPoint>
#include <QRect>
#include <QStringList>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace knobscope {

inline TrialRef refOf(const TrialSet::Trial& trial)
{
    return {trial.run, trial.point.number};
}

/// A brush: a range of positions of a knob's values on its axis (see placeOf), or of GFLOPS; includes both ends.
struct AxisBrush {
    double low = 0;
    double high = 0;
    friend bool operator==(const AxisBrush&, const AxisBrush&) = default;
};

/// Contents and geometry of parallel coordinates, a value without a widget: axes in an order, their brushes, one line per
/// trial. A knob is a position in the space, or kGflopsAxis for GFLOPS; axes count from the left; coordinates are pixels.
class ParallelScene
{
public:
    static constexpr int kGflopsAxis = -1;
    /// A drag along an axis, or of an axis by its name.
    struct Drag {
        int place = -1;
        bool isHeader = false;
        QPoint from;
        QPoint to;
    };

    QRect lines;      ///< area of axes and lines
    int focus = 0;    ///< place of the axis with the keyboard focus
    int current = -1; ///< trial with its line on top; -1: none
    int hovered = -1;
    std::optional<Drag> drag;
    std::vector<bool> selected; ///< by position in the set: emphasized while nothing is brushed; empty: all

    /// Sets the trials. A different space resets the brushes; its axes get the user's last order, else that of the space.
    void setTrials(std::shared_ptr<const TrialSet> trials);
    bool isEmpty() const { return !m_trials || m_trials->trials.empty(); }
    size_t trialCount() const { return m_trials ? m_trials->trials.size() : 0; }
    TrialSet::Trial trial(size_t trial) const { return m_trials->trials[trial]; }
    double maxGflops() const { return m_maxGflops; }

    /// Knob positions, or kGflopsAxis, from left to right.
    const std::vector<int>& order() const { return m_order; }
    /// Axis names in the order last set by the user; empty: never set.
    const QStringList& wantedOrder() const { return m_wanted; }
    /// Applies to every space with exactly these axes.
    void setWantedOrder(const QStringList& names);
    bool moveAxis(int from, int to);
    int axisCount() const { return static_cast<int>(m_order.size()); }
    int knobAt(int place) const { return m_order[static_cast<size_t>(place)]; }
    QString nameOf(int knob) const;
    /// Number of values of a knob.
    int64_t sizeOf(int knob) const { return knobOf(knob).size(); }
    /// Position of a value on its axis: values are in reading order, from 0 at the bottom.
    int placeOf(int knob, int digit) const { return m_places[static_cast<size_t>(knob)][static_cast<size_t>(digit)]; }
    QString valueAt(int knob, int64_t place) const;

    std::optional<AxisBrush> brush(int knob) const;
    /// Returns false if nothing changed.
    bool setBrush(int knob, std::optional<AxisBrush> brush);
    void clearBrushes() { m_brushes.clear(); }
    bool isBrushed() const { return !m_brushes.empty(); }
    /// Positions of the trials within all brushes; all trials if there is no brush.
    std::vector<size_t> brushed() const;
    /// The brush that results from a drag along an axis; a click removes it.
    std::optional<AxisBrush> brushOf(const Drag& drag) const;
    /// The brush of the focused axis, moved by one step; `extends`: enlarged by it.
    std::optional<AxisBrush> steppedBrush(int step, bool extends) const;
    /// Whether a trial is emphasized.
    bool isStrong(size_t trial) const;

    int axisX(int place) const;
    /// Distance between two axes.
    int gap() const { return axisCount() > 1 ? axisX(1) - axisX(0) : lines.width(); }
    /// Axis near an x; -1: none.
    int placeAt(int x) const;
    /// y of a position on an axis, or of GFLOPS.
    double valueY(int knob, double value) const { return lines.bottom() - shareOf(knob, value) * lines.height(); }
    /// Number of rows distinguishable in pixels: if a knob has very many values, several share a row.
    int rows(int knob) const;
    int rowOf(int knob, size_t trial) const;
    double rowY(int knob, int row) const { return lines.bottom() - (row + 0.5) / rows(knob) * lines.height(); }
    /// The trial whose line is nearest to a pixel; -1 if none is near.
    int trialAt(QPointF pixel) const;

private:
    const Knob& knobOf(int knob) const { return m_trials->task->space.knobs()[static_cast<size_t>(knob)]; }
    /// A trial's position on an axis, or its GFLOPS.
    double valueOf(int knob, size_t trial) const;
    /// Height of a value on its axis, from 0 to 1.
    double shareOf(int knob, double value) const;
    bool isInBrushes(size_t trial) const;
    double valueAtY(int knob, double y) const;
    QStringList namesOf(const std::vector<int>& axes) const;

    std::shared_ptr<const TrialSet> m_trials;
    std::vector<int> m_order;
    QStringList m_wanted;
    std::map<int, AxisBrush> m_brushes;         ///< by knob, or kGflopsAxis
    std::vector<std::vector<int32_t>> m_places; ///< by knob and digit
    std::vector<std::vector<int32_t>> m_digits; ///< by knob and place
    double m_maxGflops = 1;
};

} // namespace knobscope
