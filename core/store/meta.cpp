// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/meta.h"

#include "core/store/guarded.h"

namespace knobscope {

Result<nlohmann::json> metaValue(Project& project, const std::string& key)
{
    return guarded(project.path(), [&]() -> Result<nlohmann::json> {
        SQLite::Statement q(project.database(), "SELECT value FROM meta WHERE key = ?");
        q.bind(1, key);
        return q.executeStep() ? jsonOrNull(q.getColumn(0).getString()) : nlohmann::json();
    });
}

Result<std::map<std::string, nlohmann::json>> metaValues(Project& project, const std::string& prefix)
{
    return guarded(project.path(), [&]() -> Result<std::map<std::string, nlohmann::json>> {
        SQLite::Statement q(project.database(), // between the first and the last text that can begin so: the log is long
                            "SELECT key, value FROM meta WHERE key >= ?1 AND key < ?1 || char(1114111) ORDER BY key");
        q.bind(1, prefix);
        std::map<std::string, nlohmann::json> values;
        while (q.executeStep()) {
            values[q.getColumn(0).getString()] = jsonOrNull(q.getColumn(1).getString());
        }
        return values;
    });
}

Result<void> setMetaValues(Project& project, const std::map<std::string, nlohmann::json>& values)
{
    return guarded(project.path(), [&]() -> Result<void> {
        SQLite::Transaction transaction(project.database(), SQLite::TransactionBehavior::IMMEDIATE);
        for (const auto& [key, value] : values) {
            SQLite::Statement change(project.database(), value.empty()
                                                             ? "DELETE FROM meta WHERE key = ?1"
                                                             : "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)");
            change.bind(1, key);
            if (!value.empty()) {
                change.bind(2, value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
            }
            change.exec();
        }
        transaction.commit();
        return {};
    });
}

} // namespace knobscope
