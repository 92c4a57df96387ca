// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/report/reportdata.h"
#include "core/tuning/wholerun.h"

#include <optional>
#include <vector>

namespace knobscope {

/// The layers of a network on one target, with the best of the chosen runs for each.
struct ReportedNetwork {
    std::string network; ///< id
    std::string target;
    int threads = 1;
    Table layers;        ///< one row for each distinct layer
    size_t tuned = 0;    ///< number of rows with a time
    double untunedSeconds = 0; ///< of the tuned layers, times their counts, with the configs that they began with …
    double bestSeconds = 0;    ///< … and with their best
    std::vector<WholeRun> runs; ///< right runs of the whole network that the project has, oldest first
};

/// The network on each target and number of threads of the chosen runs that have tuned one of its layers. NotFound for an unknown
/// network. Where runs of the whole network cannot be looked up, adds the reason to `problems`.
Result<std::vector<ReportedNetwork>> readNetwork(Project& project, const std::string& network, const ReportData& data,
                                                 const ReportRequest& request, std::vector<Sentence>& problems,
                                                 const std::atomic<bool>* stop);

} // namespace knobscope
