// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"

#include <QString>

namespace knobscope {

/// How a run of the task `label` ended, in a sentence or two: why, its best and, where timing again changed that by more than a
/// hundredth, what the config had shown in its trial; and what earlier results saved it.
QString endOfRun(const QString& label, const RunFinished& result);

} // namespace knobscope
