// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/networkreport.h"

#include <span>
#include <string>

namespace knobscope {

/// Writes one inference as Chrome trace events (*.json, *.json.gz), for the timeline and other trace viewers: the report's steps
/// in sequence on one lane, each with its duration, and with layout, template and GFLOP/s as arguments. `stepSeconds`: one value
/// per step (NetworkRunner::profile). Fails like writeChromeTraceFile.
Result<void> writeNetworkTrace(const std::string& path, const NetworkReport& report, std::span<const double> stepSeconds);

} // namespace knobscope
