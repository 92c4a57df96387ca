// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/networktuning.h"

#include <QString>

namespace knobscope {

/// How a run of the task `label` ended, in one or two sentences: the reason, its best config and the speed-up over the untuned
/// config, the machine's pace if it was low, and what earlier results saved.
Sentence endOfRun(const QString& label, const RunFinished& result);
/// Same for a network that was tuned as a whole: the time of its layers, and of the network if it was run end to end.
Sentence endOfNetwork(const QString& network, const TunedNetwork& tuned);

} // namespace knobscope
