// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace knobscope {

/// How operations are counted where speeds are shown: all views say it in these words.
class FlopsCount
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::FlopsCount)

public:
    /// The title of an axis with speeds as they are measured, kept and compared.
    static QString autotvm() { return tr("GFLOPS as AutoTVM counts"); }
    /// The same as a tooltip.
    static QString autotvmTip()
    {
        return tr("GFLOPS: billions of floating-point operations a second as AutoTVM counts them, with padding's for one");
    }
    /// The title or tooltip of speeds that stand beside a machine's peak, or are of layers that AutoTVM does not count.
    static QString plain() { return tr("GFLOPS, two operations a multiply-add"); }
};

} // namespace knobscope
