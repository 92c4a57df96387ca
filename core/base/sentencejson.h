// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace knobscope {

/// The stored form of a sentence: its text, or ["pattern", argument, …], where arguments have the same form.
nlohmann::json sentenceToJson(const Sentence& sentence);
/// Parses untrusted input and never throws. nullopt if it has neither form, if pattern and arguments do not match, or if it
/// exceeds the limits.
std::optional<Sentence> sentenceFromJson(const nlohmann::json& json);

/// Writes a sentence to an object: in English as `key`, for readers without patterns, and, if it has a pattern, in stored form as
/// "said".
void writeSentence(nlohmann::json& object, const char* key, const Sentence& sentence);
/// Reads that. If the two members differ, uses the English text, without a pattern.
Sentence readSentence(const nlohmann::json& object, const char* key);

/// Same for two text columns: the English text, and this, which is empty for a sentence without a pattern.
std::string patternText(const Sentence& sentence);
Sentence sentenceFromColumns(std::string text, std::string_view patternText);

} // namespace knobscope
