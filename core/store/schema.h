// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace SQLite {
class Database;
}

namespace knobscope {

/// "Knob" in the file header identifies projects among SQLite files.
inline constexpr int kProjectApplicationId = 0x4b6e6f62;
inline constexpr int kProjectVersion = 5;

/// Upgrades an empty or older file to `version`, migration by migration, in one transaction. Throws SQLite::Exception.
void migrate(SQLite::Database& database, int version = kProjectVersion);

} // namespace knobscope
