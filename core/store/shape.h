// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <string>

namespace SQLite {
class Database;
}

namespace knobscope {

/// Refuses a project whose tables and indexes are not exactly those that migrate() makes for its version: views and triggers are
/// programs of whoever made the file, and queries over tables of another shape could do anything. Throws SQLite::Exception.
Result<void> checkShape(SQLite::Database& database, const std::string& path);

} // namespace knobscope
