// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/codemessage.h"

#include "core/json/sentencejson.h"

namespace knobscope {

void addLevel(Message& message, const LevelText& level)
{
    nlohmann::json entry{{"lines", level.lines}, {"nest_line", level.nestLine}};
    if (!level.problem.empty()) {
        putSentence(entry, "problem", level.problem);
    }
    message.header["levels"].push_back(std::move(entry));
}

Result<std::vector<LevelText>> levelsOf(const Message& message)
{
    std::vector<LevelText> levels;
    try {
        for (const auto& entry : message.header.at("levels")) {
            levels.push_back({entry.at("lines").get<std::vector<std::string>>(), entry.at("nest_line").get<std::vector<int>>(),
                              sentenceAt(entry, "problem")});
            if (levels.back().lines.size() != levels.back().nestLine.size()) {
                return fail(ErrorCode::Corrupt, "What the worker sent is no code");
            }
        }
    } catch (const nlohmann::json::exception&) {
        return fail(ErrorCode::Corrupt, "What the worker sent is no code");
    }
    return levels;
}

const char* levelName(CodeLevel level)
{
    switch (level) {
    case CodeLevel::Loops: return "loops";
    case CodeLevel::Llvm: return "llvm";
    case CodeLevel::Assembly: break;
    }
    return "asm";
}

Result<CodeLevel> parseLevel(std::string_view name)
{
    for (const CodeLevel level : codeLevels) {
        if (name == levelName(level)) {
            return level;
        }
    }
    return fail(ErrorCode::InvalidArgument, "There is no level of code '{}'; give loops, llvm or asm", name);
}

} // namespace knobscope
