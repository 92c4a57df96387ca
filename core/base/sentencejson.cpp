// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentencejson.h"

#include "core/base/member.h"
#include "core/base/readjson.h"

namespace knobscope {

namespace {

constexpr const char* kSentenceKey = "said";
constexpr int kMaxDepth = 24; // sentences of this program have at most eight levels
constexpr int kMaxSentences = 500; // per sentence
constexpr size_t kMaxBytes = 64 << 10; // bytes; a compiler's log may be an argument

/// Parses a sentence within the limits.
class SentenceReader
{
public:
    std::optional<Sentence> read(const nlohmann::json& json, int depth = 0)
    {
        if (m_left-- <= 0) {
            return std::nullopt;
        }
        if (json.is_string()) {
            return take(json) ? std::optional(Sentence(json.get<std::string>())) : std::nullopt;
        }
        if (depth == kMaxDepth || !json.is_array() || json.empty() || !json.front().is_string() || !take(json.front())) {
            return std::nullopt;
        }
        std::vector<Sentence> arguments;
        for (size_t i = 1; i < json.size(); ++i) {
            auto argument = read(json[i], depth + 1);
            if (!argument) {
                return std::nullopt;
            }
            arguments.push_back(std::move(*argument));
        }
        return sentenceFromParts(json.front().get<std::string>(), std::move(arguments));
    }

private:
    bool take(const nlohmann::json& text)
    {
        m_bytes += text.get_ref<const std::string&>().size();
        return m_bytes <= kMaxBytes;
    }

    int m_left = kMaxSentences;
    size_t m_bytes = 0;
};

nlohmann::json toJson(const Sentence& sentence, int depth)
{
    if (sentence.pattern.empty() || depth == kMaxDepth) {
        return sentence.message;
    }
    nlohmann::json out = nlohmann::json::array();
    out.push_back(sentence.pattern);
    for (const Sentence& argument : sentence.arguments) {
        out.push_back(toJson(argument, depth + 1));
    }
    return out;
}

/// The parsed sentence if its message equals the text, otherwise only the text.
Sentence checkedSentence(std::string text, std::optional<Sentence> whole)
{
    return whole && whole->message == text ? std::move(*whole) : Sentence(std::move(text));
}

} // namespace

nlohmann::json sentenceToJson(const Sentence& sentence)
{
    return toJson(sentence, 0);
}

std::optional<Sentence> sentenceFromJson(const nlohmann::json& json)
{
    return SentenceReader().read(json);
}

void writeSentence(nlohmann::json& object, const char* key, const Sentence& sentence)
{
    object[key] = sentence.message;
    if (!sentence.pattern.empty()) {
        object[kSentenceKey] = sentenceToJson(sentence);
    }
}

Sentence readSentence(const nlohmann::json& object, const char* key)
{
    return checkedSentence(memberOr(object, key, std::string()),
                           sentenceFromJson(memberOr(object, kSentenceKey, nlohmann::json())));
}

std::string patternText(const Sentence& sentence)
{
    if (sentence.pattern.empty()) {
        return {};
    }
    std::string text = jsonText(sentenceToJson(sentence));
    return text.size() <= kMaxBytes ? text : std::string();
}

Sentence sentenceFromColumns(std::string text, std::string_view patternText)
{
    const JsonLimits limits{kMaxBytes, kMaxDepth + 2, size_t{2} * kMaxSentences};
    return patternText.empty() ? Sentence(std::move(text))
                               : checkedSentence(std::move(text), sentenceFromJson(jsonOrNull(patternText, limits)));
}

} // namespace knobscope
