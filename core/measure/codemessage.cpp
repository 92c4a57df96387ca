// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/codemessage.h"

#include "core/json/sentencejson.h"

#include <algorithm>
#include <cstring>

namespace knobscope {

namespace {

void append(std::vector<std::byte>& to, const void* data, size_t bytes)
{
    const auto* from = static_cast<const std::byte*>(data);
    to.insert(to.end(), from, from + bytes);
}

/// Takes so many bytes from the front of what is left.
Result<std::span<const std::byte>> take(std::span<const std::byte>& left, size_t bytes)
{
    if (bytes > left.size()) {
        return fail(ErrorCode::Corrupt, "The code that the worker sent is cut off");
    }
    const auto taken = left.first(bytes);
    left = left.subspan(bytes);
    return taken;
}

Result<LevelText> levelFrom(const nlohmann::json& entry, std::span<const std::byte>& left)
{
    LevelText level;
    level.problem = sentenceAt(entry, "problem");
    const auto text = TRY(take(left, entry.value("bytes", size_t{0})));
    const std::string_view all(reinterpret_cast<const char*>(text.data()), text.size());
    for (size_t at = 0; at < all.size();) {
        const size_t end = std::min(all.find('\n', at), all.size());
        level.lines.emplace_back(all.substr(at, end - at));
        at = end + 1;
    }
    const auto numbers = TRY(take(left, level.lines.size() * sizeof(int)));
    level.nestLine.resize(level.lines.size());
    if (!numbers.empty()) {
        std::memcpy(level.nestLine.data(), numbers.data(), numbers.size());
    }
    return level;
}

} // namespace

void addLevel(Message& message, const LevelText& level)
{
    size_t bytes = 0;
    for (const std::string& line : level.lines) {
        append(message.blob, line.data(), line.size());
        append(message.blob, "\n", 1);
        bytes += line.size() + 1;
    }
    append(message.blob, level.nestLine.data(), level.nestLine.size() * sizeof(int));
    nlohmann::json entry{{"bytes", bytes}};
    if (!level.problem.empty()) {
        putSentence(entry, "problem", level.problem);
    }
    message.header["levels"].push_back(std::move(entry));
}

Result<std::vector<LevelText>> levelsOf(const Message& message)
{
    std::vector<LevelText> levels;
    std::span<const std::byte> left(message.blob);
    try {
        for (const auto& entry : message.header.at("levels")) {
            auto level = TRY(levelFrom(entry, left));
            levels.push_back(std::move(level));
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
