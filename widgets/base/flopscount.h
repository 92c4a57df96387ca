// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace knobscope {

/// Texts for the ways to count operations, the same in all views.
class FlopsCount
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::FlopsCount)

public:
    /// Axis title for speeds as they are measured, stored and compared.
    static QString autotvm() { return tr("GFLOPS as AutoTVM counts"); }
    /// The same as a tool tip.
    static QString autotvmTip()
    {
        return tr("GFLOPS: billions of floating-point operations a second as AutoTVM counts them, with padding's for one");
    }
    /// Title or tool tip for speeds compared with a machine's peak, or of layers that AutoTVM does not count.
    static QString plain() { return tr("GFLOPS, two operations a multiply-add"); }
};

} // namespace knobscope
