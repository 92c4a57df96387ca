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

/// "The run before used the same kernels and took 14.3 ms, 1.8 times less. …" if the same program now takes a time that its 95 %
/// interval and that of the run before rule out to be the same, 1.2 times or more apart; else empty.
Sentence otherTimeSentence(const NetworkProfile& now, const NetworkProfile& before);

} // namespace knobscope
