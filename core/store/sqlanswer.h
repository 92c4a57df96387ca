// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/store/project.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>

namespace knobscope {

/// A view for questions in SQL. Its columns and units are part of the interface: docs/cli.md lists them.
struct SqlView {
    const char* name;
    const char* columns; ///< "id, task, …"
    const char* meaning;
    const char* select;  ///< its definition over the project's tables
};

/// The views run, trial, knob_value, span, network_step and note.
std::span<const SqlView> sqlViews();

struct SqlLimits {
    std::chrono::milliseconds time{30'000};
    int64_t rows = 10'000;
    const std::atomic<bool>* stop = nullptr; ///< ends the question when it becomes true; null: never
};

struct SqlAnswer {
    Table table{std::vector<TableColumn>()};
    bool isCut = false; ///< it has more rows than the limits allow
};

/// Answers one SELECT over the views, with a read-only connection of its own. The question can neither write, nor attach files,
/// nor read other tables, nor take longer than the limits. Errors have SQLite's message and the list of views.
Result<SqlAnswer> answerSql(const std::string& project, const std::string& question, const SqlLimits& limits = {});

} // namespace knobscope
