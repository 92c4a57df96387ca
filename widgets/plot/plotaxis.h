// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/ticks.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace knobscope {

/// One axis of a painted plot: its range, the way from data to the unit interval and back, and its ticks.
class PlotAxis
{
public:
    enum class Kind : uint8_t { Linear, Log, Categories };

    QString title; ///< with its unit

    Kind kind() const { return m_kind; }
    double low() const { return m_low; }
    double high() const { return m_high; }
    const QStringList& categories() const { return m_categories; }
    /// Whatever is given, the range holds finite numbers, low < high, and is above zero for Log.
    void setRange(Kind kind, double low, double high);
    /// Position i stands for names[i]; the range leaves half a place at either end.
    void setCategories(const QStringList& names);

    /// 0 at low, 1 at high; values outside lie outside. What a logarithm does not have lies at -1.
    double toUnit(double value) const;
    double fromUnit(double unit) const;
    /// Where a value lies in the plane that is painted: its logarithm on a logarithmic axis. What has none lies far below.
    double toPlane(double value) const;
    /// The same between two places of the plane.
    PlotAxis part(double from, double to) const;
    /// Whether both stand for the same quantity in the same way.
    bool means(const PlotAxis& other) const { return m_kind == other.m_kind && title == other.title; }
    /// About `wanted` round values within the range, ascending, at their places in the plane.
    std::vector<Tick> ticks(int wanted) const;
    /// A value as the locale writes it, with a precision that fits the range.
    QString text(double value) const;

private:
    Kind m_kind = Kind::Linear;
    double m_low = 0;
    double m_high = 1;
    QStringList m_categories;
};

} // namespace knobscope
