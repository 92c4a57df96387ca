// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <map>
#include <string>

namespace knobscope {

/// The questions in SQL that a project keeps (see sqlanswer.h), by name.
Result<std::map<std::string, std::string>> savedQuestions(Project& project);
/// Adds or replaces a question; an empty text removes it. Rejects an empty name. Needs a project opened for writing.
Result<void> keepQuestion(Project& project, const std::string& name, const std::string& question);

} // namespace knobscope
