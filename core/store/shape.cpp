// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/shape.h"

#include "core/store/query.h"
#include "core/store/schema.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdint>
#include <map>

namespace knobscope {

namespace {

constexpr int64_t kMaxObjects = 200; // a project has about twenty

using Shape = std::map<std::string, std::string>; ///< kind and name -> normalized SQL

/// SQL without blanks and quotes, which differ between versions of this program and of SQLite.
std::string normalized(std::string sql)
{
    std::erase_if(sql, [](char c) { return c == '"' || std::isspace(static_cast<unsigned char>(c)); });
    return sql;
}

Shape shapeOf(SQLite::Database& database)
{
    Shape shape;
    Query q(database, "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master LIMIT ?", kMaxObjects);
    for (std::string type, name, table, sql; q.next(type, name, table, sql);) {
        shape[fmt::format("{} {}", type, name)] = fmt::format("{}: {}", table, normalized(sql));
    }
    return shape;
}

/// Tables and indexes that a project may lack: statistics of ANALYZE, and those that are created when they are first needed.
bool mayBeMissing(const std::string& object)
{
    return object.starts_with("table sqlite_stat") || object == "table flow" || object == "table proposal"
        || object.starts_with("index flow_");
}

/// Schema of a project, including what is optional.
const Shape& projectShape()
{
    static const Shape shape = [] {
        SQLite::Database fresh(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        createSchema(fresh);
        createFlowTable(fresh);
        createProposalTable(fresh);
        fresh.exec("ANALYZE");
        return shapeOf(fresh);
    }();
    return shape;
}

} // namespace

Result<void> checkShape(SQLite::Database& database, const std::string& path)
{
    const Shape found = shapeOf(database);
    const bool isNew = database.execAndGet("PRAGMA user_version").getInt() == 0;
    const Shape& expected = isNew ? Shape() : projectShape();
    for (const auto& [object, made] : found) {
        const auto known = expected.find(object);
        if (known == expected.end()) {
            return fail(ErrorCode::Corrupt,
                        "{} contains the {}, which Knobscope does not create, so it is not opened; ask for the file as the "
                        "program wrote it",
                        path, object.substr(0, 100));
        }
        if (known->second != made) {
            return fail(ErrorCode::Corrupt,
                        "{} contains the {} in a form that Knobscope does not create, so it is not opened; ask for the file as "
                        "the program wrote it",
                        path, object.substr(0, 100));
        }
    }
    for (const auto& [object, made] : expected) {
        if (!found.contains(object) && !mayBeMissing(object)) {
            return fail(ErrorCode::Corrupt, "{} lacks the {}, so it is not opened; open a copy from a backup", path, object);
        }
    }
    return {};
}

} // namespace knobscope
