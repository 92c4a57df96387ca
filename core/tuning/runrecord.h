// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/opennetwork.h"

#include <optional>
#include <string>

namespace knobscope {

/// A run of a network step by step, as a project stores it: the last one that was checked.
struct RunRecord {
    double at = 0;       ///< Unix time; the WholeRun stored with it has the same
    std::string machine; ///< its CPU, as named by thisMachine()
    NetworkProfile profile;
    bool isDisturbed = false; ///< other programs used the machine meanwhile
};

/// Describes an open network, for the data that a project stores under its fingerprint.
WholeNetwork storedAs(const OpenNetwork& network);
/// The record of a network (found by its fingerprint) for its target and number of threads; nullopt if there is none, if it is
/// malformed, or if the network was run as a whole after it, so that its time is no longer that of the last run.
Result<std::optional<RunRecord>> storedRunRecord(Project& project, const WholeNetwork& network);
/// Stores a run whose output was compared, and correct: its time (WholeRun) and its steps, which replace those before it.
/// `error`: largest difference from the reference.
Result<void> storeRun(const std::string& projectPath, const WholeNetwork& network, const NetworkProfile& profile, double error,
                      bool isDisturbed);

} // namespace knobscope
