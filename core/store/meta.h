// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <map>
#include <string>

namespace knobscope {

/// Value of a project-wide key; null if it is missing or unreadable.
Result<nlohmann::json> metaValue(Project& project, const std::string& key);
/// All values whose key starts with `prefix`, ordered by key; null for unreadable ones.
Result<std::map<std::string, nlohmann::json>> metaValues(Project& project, const std::string& prefix);
/// Replaces one value within the caller's transaction; an empty text deletes it. Throws SQLite::Exception.
void putMeta(SQLite::Database& database, const std::string& key, const std::string& value);
/// Replaces values in one transaction; an empty one deletes its key. Needs a project opened for writing.
Result<void> setMetaValues(Project& project, const std::map<std::string, nlohmann::json>& values);

} // namespace knobscope
