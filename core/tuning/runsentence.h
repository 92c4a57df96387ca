// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/networktuning.h"

namespace knobscope {

/// How a run of the task `label` ended, in a few sentences: the reason, its best config and the speed-up over the untuned
/// config, the machine's pace if it was low, and what earlier results saved.
Sentence endOfRun(const std::string& label, const RunFinished& result);
/// Same for a network that was tuned as a whole: the time of its layers, and of the network if it was run end to end.
Sentence endOfNetwork(const std::string& network, const TunedNetwork& tuned);
/// "412 of 530 proposals skipped as unpromising; of 27 measured anyway 1 was good".
Sentence pruningSentence(const PruneCount& count);

} // namespace knobscope
