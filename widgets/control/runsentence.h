// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/campaign/networktuning.h"

#include <QString>

namespace knobscope {

/// How a run of the task `label` ended, in a sentence or two: why, its best and what that is worth over the untuned config, the
/// machine's pace where it was not near its full one, and what earlier results saved.
Sentence endOfRun(const QString& label, const RunFinished& result);
/// The same of a network that was tuned as a whole: what its layers take, and the network where it was run end to end.
Sentence endOfNetwork(const QString& network, const TunedNetwork& tuned);

} // namespace knobscope
