// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/text.h"

#include <cstdint>

namespace knobscope {

/// A schedule text as a workload: its template's name, "user/NAME" or "user/gpu/NAME", and arguments.
struct TextWorkload {
    std::string name;
    nlohmann::json args; ///< [text, {"n": 512}] or [text, {"n": 512}, "steps"]
};

/// Whether the states of a text are configs: with Steps the space has a last knob, "step", whose value is the number of enabled
/// primitives applied, from 0.
enum class TextSteps : uint8_t { All, Steps };
inline constexpr const char* kStepKnob = "schedule step"; ///< no text can declare such a name

/// The workload of a text. NAME is the text's own, or else `name` with other characters replaced by '_'. `given` sizes replace
/// the text's. Fails for a text that cannot be parsed, and for unknown sizes.
Result<TextWorkload> workloadOfText(const std::string& source, const std::string& name, const TextSizes& given = {},
                                    TextSteps steps = TextSteps::All);
/// Reads a text of at most kMaxScriptBytes from a file or a pipe.
Result<std::string> readScheduleFile(const std::string& path);
/// The name that a file gives its template: "matmul" of "a/b/matmul.sched".
std::string nameOfScheduleFile(const std::string& path);

/// The arguments of a workload, read back.
struct TextArguments {
    std::string source;
    TextSizes given;
    TextSteps steps = TextSteps::All;
};
Result<TextArguments> readTextArguments(const nlohmann::json& args);

/// "n=512" -> {"n", 512}; fails for anything else.
Result<std::pair<std::string, int64_t>> parseSize(const std::string& text);

} // namespace knobscope
