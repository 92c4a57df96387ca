// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>

namespace SQLite {
class Database;
}

namespace knobscope {

/// Rejects a project whose tables and indexes are not exactly those that createSchema() creates (and those of flows and
/// proposals): views and triggers would run the file author's SQL, and queries on other tables could do anything. Throws
/// SQLite::Exception.
Result<void> checkShape(SQLite::Database& database, const std::string& path);

} // namespace knobscope
