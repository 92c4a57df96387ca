// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/network/extract.h"

namespace knobscope::cli {

/// A network's tasks as `tasks` and `network import` list them.
struct TaskList {
    nlohmann::json json;
    std::string text;
};

/// Makes each task, since its space and AutoTVM's count of operations are listed, too.
Result<TaskList> listTasks(const ExtractedTasks& extracted, const Target& target);

} // namespace knobscope::cli
