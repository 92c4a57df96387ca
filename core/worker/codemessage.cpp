// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/codemessage.h"

#include "core/base/member.h"
#include "core/base/numbertext.h"
#include "core/base/sentencejson.h"
#include "core/base/strings.h"

#include <span>

namespace knobscope {

void addLevel(Message& message, const LevelText& level)
{
    std::string text;
    for (size_t i = 0; i < level.lines.size(); ++i) {
        text += fmt::format("{} {}\n", level.nestLine[i], level.lines[i]);
    }
    nlohmann::json entry{{"bytes", text.size()}};
    if (!level.problem.empty()) {
        writeSentence(entry, "problem", level.problem);
    }
    message.header["levels"].push_back(std::move(entry));
    const auto bytes = std::as_bytes(std::span(text));
    message.blob.insert(message.blob.end(), bytes.begin(), bytes.end());
}

Result<std::vector<LevelText>> levelsOf(const Message& message)
{
    const auto noCode = [] { return fail(ErrorCode::Corrupt, "The worker sent invalid code"); };
    std::string_view rest(reinterpret_cast<const char*>(message.blob.data()), message.blob.size());
    std::vector<LevelText> levels;
    for (const auto& entry : memberOr(message.header, "levels", nlohmann::json::array())) {
        const size_t bytes = memberOr(entry, "bytes", rest.size() + 1);
        if (bytes > rest.size()) {
            return noCode();
        }
        LevelText level;
        level.problem = readSentence(entry, "problem");
        std::vector<std::string> lines = splitText(rest.substr(0, bytes), '\n');
        lines.pop_back(); // the empty part after the last newline
        for (const std::string& line : lines) {
            const size_t blank = line.find(' ');
            const auto nestLine = parseNumber<int>(std::string_view(line).substr(0, blank));
            if (blank == std::string::npos || !nestLine) {
                return noCode();
            }
            level.lines.push_back(line.substr(blank + 1));
            level.nestLine.push_back(*nestLine);
        }
        levels.push_back(std::move(level));
        rest.remove_prefix(bytes);
    }
    return levels;
}

void addLoopEstimate(Message& message, const KernelCode& code)
{
    message.header["loop"] = code.loop;
    writeSentence(message.header, "loop_problem", code.loopProblem);
}

void readLoopEstimate(const Message& message, KernelCode& code)
{
    code.loop = fromJson<LoopEstimate>(memberOr(message.header, "loop", nlohmann::json::object()));
    code.loopProblem = readSentence(message.header, "loop_problem");
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
    for (const CodeLevel level : kCodeLevels) {
        if (name == levelName(level)) {
            return level;
        }
    }
    return fail(ErrorCode::InvalidArgument, "There is no level of code '{}'; use loops, llvm or asm", name);
}

} // namespace knobscope
