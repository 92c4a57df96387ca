// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/networklayers.h"

#include <string_view>
#include <vector>

namespace knobscope {

/// Writes what was read as a page and its parts.
Report reportOf(const ReportData& data, const std::vector<ReportedNetwork>& networks);

} // namespace knobscope
