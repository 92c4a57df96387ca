// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/experiment.h"

namespace knobscope::cli {

/// Whole sentences for people: the difference with its interval, the trials, and what they do and do not show.
std::vector<std::string> experimentText(const ExperimentResult& result, const std::string& nameA, const std::string& nameB);

} // namespace knobscope::cli
