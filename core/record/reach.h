// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/record/record.h"

#include <map>
#include <optional>
#include <string>

namespace knobscope {

/// Finds records with times that no machine can reach (whyUnreachable in task/machinelimit.h): clocks that jumped, damaged files.
/// A log may come from anywhere, and such a record would be its best. Remembers the operations of the tasks that it asked for.
/// Not thread-safe.
class Reach
{
public:
    /// Why a record without an error cannot be true; nullopt if it may be.
    std::optional<Sentence> whyBeyond(const TuningRecord& record);

private:
    std::map<std::string, double> m_operations; ///< by target, task and arguments; 0: unknown
};

} // namespace knobscope
