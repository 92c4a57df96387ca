// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/meta.h"

#include "core/store/guarded.h"
#include "core/store/query.h"

namespace knobscope {

Result<nlohmann::json> metaValue(Project& project, const std::string& key)
{
    return guarded(project.path(), [&]() -> Result<nlohmann::json> {
        Query q(project.database(), "SELECT value FROM meta WHERE key = ?", key);
        return q.next() ? jsonOrNull(q.text(0)) : nlohmann::json();
    });
}

Result<std::map<std::string, nlohmann::json>> metaValues(Project& project, const std::string& prefix)
{
    return guarded(project.path(), [&]() -> Result<std::map<std::string, nlohmann::json>> {
        Query q(project.database(), // range scan over keys with this prefix: the log has many keys
                "SELECT key, value FROM meta WHERE key >= ?1 AND key < ?1 || char(1114111) ORDER BY key", prefix);
        std::map<std::string, nlohmann::json> values;
        for (std::string key, value; q.next(key, value);) {
            values[key] = jsonOrNull(value);
        }
        return values;
    });
}

void putMeta(SQLite::Database& database, const std::string& key, const std::string& value)
{
    if (value.empty()) {
        Query(database, "DELETE FROM meta WHERE key = ?", key).run();
    } else {
        Query(database, "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, value).run();
    }
}

Result<void> setMetaValues(Project& project, const std::map<std::string, nlohmann::json>& values)
{
    return guarded(project.path(), [&]() -> Result<void> {
        SQLite::Transaction transaction(project.database(), SQLite::TransactionBehavior::IMMEDIATE);
        for (const auto& [key, value] : values) {
            putMeta(project.database(), key, value.empty() ? std::string() : jsonText(value));
        }
        transaction.commit();
        return {};
    });
}

} // namespace knobscope
