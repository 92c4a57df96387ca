// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"
#include "widgets/base/number.h"

#include <QCoreApplication>

namespace knobscope {

/// Formats a count: "128,128", or "120,000 to 123,000 (estimated)".
inline QString countText(const SpaceCount& count)
{
    return count.exact ? number(count.low)
                       : QCoreApplication::translate("knobscope::ConstraintModel", "%1 to %2 (estimated)")
                             .arg(number(count.low), number(count.high));
}

} // namespace knobscope
