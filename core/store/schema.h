// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace SQLite {
class Database;
}

namespace knobscope {

/// "Knob" in the file header identifies projects among SQLite files.
inline constexpr int kProjectApplicationId = 0x4b6e6f62;
inline constexpr int kProjectVersion = 5;

/// Creates the tables and indexes of an empty file in one transaction; leaves a project unchanged. Throws SQLite::Exception.
void createSchema(SQLite::Database& database);

/// Creates the table of the reasons of proposals, which a project has once it has a trial with one. Throws SQLite::Exception.
void createProposalTable(SQLite::Database& database);

/// Creates the table of flows, which a project has once it has a trace with flows. Throws SQLite::Exception.
void createFlowTable(SQLite::Database& database);

} // namespace knobscope
