// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <map>
#include <string>

namespace knobscope {

/// A value of the project itself, by its key; null when there is none, or none that can be read.
Result<nlohmann::json> metaValue(Project& project, const std::string& key);
/// All whose key begins so, in the order of keys; null for one that cannot be read.
Result<std::map<std::string, nlohmann::json>> metaValues(Project& project, const std::string& prefix);
/// Replaces one within the caller's transaction; an empty text is forgotten. Throws SQLite::Exception.
void putMeta(SQLite::Database& database, const std::string& key, const std::string& value);
/// Replaces values, all at once or none; an empty one is forgotten. Needs a project opened for writing.
Result<void> setMetaValues(Project& project, const std::map<std::string, nlohmann::json>& values);

} // namespace knobscope
