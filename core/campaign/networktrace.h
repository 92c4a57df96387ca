// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/networkreport.h"

#include <span>
#include <string>

namespace knobscope {

/// Writes one inference as Chrome trace events (*.json, *.json.gz), for the timeline and other viewers of traces: the report's
/// steps one after the other on one lane, each as long as its seconds, with layout, template and GFLOP/s among its arguments.
/// `stepSeconds` has one for each step (NetworkRunner::profile). Fails as writeChromeTraceFile does.
Result<void> writeNetworkTrace(const std::string& path, const NetworkReport& report, std::span<const double> stepSeconds);

} // namespace knobscope
