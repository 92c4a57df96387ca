// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/savedquestions.h"

#include "core/base/member.h"
#include "core/base/strings.h"
#include "core/store/guarded.h"
#include "core/store/meta.h"

namespace knobscope {

namespace {

constexpr std::string_view kPrefix = "question ";

} // namespace

Result<std::map<std::string, std::string>> savedQuestions(Project& project)
{
    const auto values = TRY(metaValues(project, std::string(kPrefix)));
    std::map<std::string, std::string> questions;
    for (const auto& [key, value] : values) {
        if (value.is_string()) { // else another program wrote it
            questions[key.substr(kPrefix.size())] = value.get<std::string>();
        }
    }
    return questions;
}

Result<void> keepQuestion(Project& project, const std::string& name, const std::string& question)
{
    if (trimmed(name).empty()) {
        return fail(ErrorCode::InvalidArgument, "A question needs a name to be kept under");
    }
    return guarded(project.path(), [&]() -> Result<void> {
        putMeta(project.database(), std::string(kPrefix) + name,
                trimmed(question).empty() ? std::string() : jsonText(nlohmann::json(question)));
        return {};
    });
}

} // namespace knobscope
