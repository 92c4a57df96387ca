// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/networktuning.h"

#include <cstdint>
#include <string>

namespace knobscope {

/// How a run of the task `label` ended, in a few sentences: the reason, its best config and the speed-up over the untuned
/// config, the machine's pace if it was low, and what earlier results saved.
Sentence endOfRun(const std::string& label, const RunFinished& result);
/// Same for a network that was tuned as a whole: the time of its layers, and of the network if it was run end to end.
Sentence endOfNetwork(const std::string& network, const TunedNetwork& tuned);
/// State of a network that is being tuned.
struct NetworkProgress {
    std::string network;
    SharedPoint point;
    double untunedSeconds = 0; ///< sum over the layers; 0: unknown
    double secondsLeft = -1;   ///< of a time budget; -1: the budget counts trials
    int64_t trials = 0;        ///< of a trial budget; 0: the budget is a time
    std::string task;          ///< label of the task being tuned
};
NetworkProgress progressOf(const NetworkTuning& tuning, size_t task, const SharedPoint& point, const TrialShare& share);
/// "resnet-18: its layers take 12.3 ms, 2.31 times as fast as untuned, 96 of 512 trials".
Sentence progressSentence(const NetworkProgress& progress);
/// "412 of 530 proposals skipped as unpromising; of 27 measured anyway 1 was good".
Sentence pruningSentence(const PruneCount& count);

} // namespace knobscope
