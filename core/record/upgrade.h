// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/log.h"
#include "core/record/record.h"
#include "core/result/result.h"
#include "core/space/edit.h"

#include <vector>

namespace knobscope {

/// A 0.1 record in the terms of 0.2: the operator name, template key and target become a template name
/// ("topi_nn_conv2d" + "winograd" on cuda -> "conv2d_nchw_winograd.cuda"), padding gets four numbers, layouts go where the
/// template takes none, and a split's first part becomes -1. A 0.2 record comes back unchanged.
///
/// The index is kept, and with it the version of TVM by whose order it counts (0.6.1, the last of this format): conv2d_NCHWc.x86
/// lists tile_ow in another order since v0.7, and a few templates gained knobs. Knob values are what counts; re-encode them in
/// the space for today's index.
/// Refused: an operator or template key with no known successor, other layouts than NCHW, arguments of unknown form.
Result<TuningRecord> upgradeRecord(TuningRecord);

/// Edits that make the space of a 0.2 record's template count as the program did that wrote the record. Before TVM 0.7, and where
/// no version is said, tile_ow of conv2d_NCHWc.x86 went through the divisors in ascending order.
std::vector<SpaceEdit> editsOfItsTime(const TuningRecord&);

/// All records upgraded; those that cannot be become problems.
LogContents upgradeRecords(LogContents);
/// Those of a file (readLog). Refused is one that holds something, and no record.
Result<LogContents> readUpgraded(const std::string& path);

} // namespace knobscope
