// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentencejson.h"

#include "core/base/member.h"
#include "core/base/readjson.h"

namespace knobscope {

namespace {

constexpr const char* wholeKey = "said";
constexpr int deepest = 24; // sentences of this program have at most eight levels
constexpr int mostSentences = 500; // per sentence
constexpr size_t longest = 64 << 10; // bytes; a compiler's log may be an argument

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
        if (depth == deepest || !json.is_array() || json.empty() || !json.front().is_string() || !take(json.front())) {
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
        return sentenceOf(json.front().get<std::string>(), std::move(arguments));
    }

private:
    bool take(const nlohmann::json& text)
    {
        m_bytes += text.get_ref<const std::string&>().size();
        return m_bytes <= longest;
    }

    int m_left = mostSentences;
    size_t m_bytes = 0;
};

nlohmann::json written(const Sentence& sentence, int depth)
{
    if (sentence.pattern.empty() || depth == deepest) {
        return sentence.message;
    }
    nlohmann::json out = nlohmann::json::array();
    out.push_back(sentence.pattern);
    for (const Sentence& argument : sentence.arguments) {
        out.push_back(written(argument, depth + 1));
    }
    return out;
}

/// The parsed sentence if its message equals the text, otherwise only the text.
Sentence believed(std::string words, std::optional<Sentence> whole)
{
    return whole && whole->message == words ? std::move(*whole) : Sentence(std::move(words));
}

} // namespace

nlohmann::json sentenceToJson(const Sentence& sentence)
{
    return written(sentence, 0);
}

std::optional<Sentence> sentenceFromJson(const nlohmann::json& json)
{
    return SentenceReader().read(json);
}

void putSentence(nlohmann::json& object, const char* key, const Sentence& sentence)
{
    object[key] = sentence.message;
    if (!sentence.pattern.empty()) {
        object[wholeKey] = sentenceToJson(sentence);
    }
}

Sentence sentenceAt(const nlohmann::json& object, const char* key)
{
    return believed(memberOr(object, key, std::string()), sentenceFromJson(memberOr(object, wholeKey, nlohmann::json())));
}

std::string patternText(const Sentence& sentence)
{
    if (sentence.pattern.empty()) {
        return {};
    }
    std::string text = jsonText(sentenceToJson(sentence));
    return text.size() <= longest ? text : std::string();
}

Sentence sentenceWith(std::string words, std::string_view patternText)
{
    const JsonLimits limits{longest, deepest + 2, size_t{2} * mostSentences};
    return patternText.empty() ? Sentence(std::move(words))
                               : believed(std::move(words), sentenceFromJson(jsonOrNull(patternText, limits)));
}

} // namespace knobscope
