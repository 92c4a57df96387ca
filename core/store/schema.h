// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace SQLite {
class Database;
}

namespace knobscope {

/// "Knob" in the file's header tells a project from other SQLite files.
inline constexpr int projectApplicationId = 0x4b6e6f62;
inline constexpr int projectVersion = 5;

/// Brings an empty or older file to a version, one migration after the other, in one transaction. Throws SQLite::Exception.
void migrate(SQLite::Database& database, int version = projectVersion);

} // namespace knobscope
