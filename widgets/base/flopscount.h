// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/speedunit.h"

#include <QCoreApplication>

#include <algorithm>

namespace knobscope {

/// Texts for the ways to count operations, the same in all views.
class FlopsCount
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::FlopsCount)

public:
    /// Axis title for speeds as they are measured, stored and compared.
    static QString autotvm() { return tr("GFLOPS as AutoTVM counts them"); }
    /// Same for a task whose speeds may be calls per second.
    static QString axisTitle(SpeedUnit unit) { return unit == SpeedUnit::Gflops ? autotvm() : tr("Calls per second"); }
    /// Unit next to a number: "GFLOPS", "calls/s".
    static QString unit(SpeedUnit unit) { return unit == SpeedUnit::Gflops ? tr("GFLOPS") : tr("calls/s"); }
    /// A speed with its unit: "118.8 GFLOPS".
    static QString speed(const QString& number, SpeedUnit of) { return tr("%1 %2").arg(number, unit(of)); }
    /// The same as a tool tip.
    static QString tip(std::span<const SpeedUnit> units)
    {
        return units.empty() || std::ranges::count(units, SpeedUnit::Gflops) > 0
                 ? autotvmTip()
                 : tr("Calls per second: the number of operations of a call is unknown");
    }
    static QString autotvmTip()
    {
        return tr("GFLOPS: billions of floating-point operations per second, counted as in AutoTVM (including padding)");
    }
    /// Title or tool tip for speeds compared with a machine's peak, or of layers that AutoTVM does not count.
    static QString plain() { return tr("GFLOPS, two operations per multiply-add"); }
};

} // namespace knobscope
