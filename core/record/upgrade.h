// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/record/log.h"
#include "core/record/record.h"
#include "core/space/edit.h"

#include <vector>

namespace knobscope {

/// Converts a 0.1 record to 0.2: operator name, template key and target become a template name ("topi_nn_conv2d" + "winograd" on
/// cuda -> "conv2d_nchw_winograd.cuda"), padding gets four numbers, layouts that the template does not take are removed, and a
/// split's first part becomes -1. Returns a 0.2 record unchanged.
///
/// Keeps the index, and with it the TVM version whose order it refers to (0.6.1, the last of this format): since v0.7
/// conv2d_NCHWc.x86 lists tile_ow in another order, and some templates gained knobs. Rely on the knob values; re-encode them in
/// the space for today's index.
/// Errors: an operator or template key without a known successor, layouts other than NCHW, unknown forms of arguments.
Result<TuningRecord> upgradeRecord(TuningRecord);

/// Edits that give the template's space the numbering of the program that wrote a 0.2 record. Before TVM 0.7, and for an unknown
/// version, tile_ow of conv2d_NCHWc.x86 enumerated the divisors in ascending order.
std::vector<SpaceEdit> compatibilityEdits(const TuningRecord&);

/// Upgrades all records; failures become problems.
LogContents upgradeRecords(LogContents);
/// Reads and upgrades a log file (readLog). Fails for a file that is not empty but has no records.
Result<LogContents> readUpgraded(const std::string& path);

} // namespace knobscope
