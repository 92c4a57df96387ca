// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace knobscope {

/// A sentence as it is kept and sent: its words, or ["pattern", argument, …], where an argument is such a sentence again.
nlohmann::json sentenceToJson(const Sentence& sentence);
/// Nothing where it is neither of the two, where pattern and arguments do not fit each other, or where it is larger than any
/// sentence of this program: it may be a stranger's. Never throws.
std::optional<Sentence> sentenceFromJson(const nlohmann::json& json);

/// A sentence as a member of an object: in English as `key`, for whoever knows no patterns, and, where it has a pattern, whole as
/// "said".
void putSentence(nlohmann::json& object, const char* key, const Sentence& sentence);
/// Reads that. Of one whose two members say different things the English words count, without a pattern.
Sentence sentenceAt(const nlohmann::json& object, const char* key);

/// The same in two columns of text: the English words, and this, which is empty where they are all there is.
std::string patternText(const Sentence& sentence);
Sentence sentenceWith(std::string words, std::string_view patternText);

} // namespace knobscope
