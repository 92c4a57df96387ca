// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/projectwriter.h"

namespace knobscope {

/// A list of edits that a person gave a name to.
struct NamedEdits {
    std::string name;
    std::vector<std::string> edits; ///< as --edit takes them
    friend bool operator==(const NamedEdits&, const NamedEdits&) = default;
};

/// The variants of a task's space that a project keeps, in the order made. `task` is workloadKey(). What cannot be read is an
/// error; a task without variants has none.
Result<std::vector<NamedEdits>> variants(Project& project, const std::string& task);
/// Replaces the list; an empty one is forgotten.
void setVariants(ProjectWriter& writer, const std::string& task, const std::vector<NamedEdits>& variants);

/// The form in which variants are kept, here and in settings.
nlohmann::json variantsToJson(const std::vector<NamedEdits>& variants);
Result<std::vector<NamedEdits>> variantsFromJson(const nlohmann::json& json);

} // namespace knobscope
