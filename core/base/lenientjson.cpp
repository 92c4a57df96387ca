// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/lenientjson.h"

#include "core/base/strings.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace knobscope {

namespace {

constexpr size_t kLongestWord = 32; // longer ones are neither literals nor rewritten

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool isOfWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '.';
}

/// "NaN", "-inf", "Infinity" …
bool isNoNumber(std::string_view word)
{
    static constexpr std::array<std::string_view, 3> names{"nan", "inf", "infinity"};
    if (!word.empty() && (word.front() == '-' || word.front() == '+')) {
        word.remove_prefix(1);
    }
    return std::ranges::find(names, lowered(word)) != names.end();
}

} // namespace

void LenientJson::shift(int64_t by)
{
    m_lead += by;
    m_shifts.push_back({m_written, m_lead});
}

void LenientJson::put(std::string_view text, std::string& out)
{
    out += text;
    m_written += static_cast<int64_t>(text.size());
}

void LenientJson::endWord(std::string& out)
{
    if (m_word.empty()) {
        return;
    }
    if (isNoNumber(m_word)) {
        put("\"" + m_word + "\"", out);
        shift(2);
    } else {
        put(m_word, out);
    }
    m_word.clear();
}

void LenientJson::takeOutside(char c, std::string& out)
{
    if (isOfWord(c)) {
        if (m_word.empty() && !m_isLongWord && m_hasComma) {
            put(",", out);
            m_hasComma = false;
        }
        m_before = c;
        if (m_isLongWord) {
            put({&c, 1}, out);
            return;
        }
        m_word += c;
        if (m_word.size() > kLongestWord) {
            put(m_word, out);
            m_word.clear();
            m_isLongWord = true;
        }
        return;
    }
    endWord(out);
    m_isLongWord = false;
    if (isBlank(c)) {
        put({&c, 1}, out);
        return;
    }
    if (c == ',') {
        if (m_hasComma || m_before == '[' || m_before == '{') {
            shift(-1);
        } else {
            m_hasComma = true;
        }
        return;
    }
    if (m_hasComma && (c == ']' || c == '}')) {
        shift(-1);
    } else if (m_hasComma) {
        put(",", out);
    }
    m_hasComma = false;
    m_before = c;
    m_isInText = c == '"';
    put({&c, 1}, out);
}

void LenientJson::take(char c, std::string& out)
{
    if (!m_isInText) {
        takeOutside(c, out);
        return;
    }
    put({&c, 1}, out);
    if (m_isEscaped) {
        m_isEscaped = false;
    } else if (c == '\\') {
        m_isEscaped = true;
    } else if (c == '"') {
        m_isInText = false;
    }
}

void LenientJson::rewrite(std::string_view piece, std::string& out)
{
    const auto old = std::ranges::find_if(m_shifts, [&](const Shift& s) { return s.from >= m_pieceBegan; });
    if (old - m_shifts.begin() > 1) {
        m_shifts.erase(m_shifts.begin(), old - 1); // the last of the earlier ones still counts
    }
    m_pieceBegan = m_written;
    while (!piece.empty()) {
        const size_t plain = m_isInText && !m_isEscaped ? std::min(piece.find_first_of("\"\\"), piece.size()) : 0;
        put(piece.substr(0, plain), out);
        piece.remove_prefix(plain);
        if (!piece.empty()) {
            take(piece.front(), out);
            piece.remove_prefix(1);
        }
    }
}

void LenientJson::finish(std::string& out)
{
    endWord(out);
    if (m_hasComma) {
        put(",", out);
        m_hasComma = false;
    }
}

int64_t LenientJson::originalPosition(int64_t rewritten) const
{
    const auto after = std::ranges::upper_bound(m_shifts, rewritten, {}, &Shift::from);
    return after == m_shifts.begin() ? rewritten : rewritten - (after - 1)->by;
}

std::string lenientJson(std::string_view text)
{
    LenientJson lenient;
    std::string out;
    out.reserve(text.size() + text.size() / 64);
    lenient.rewrite(text, out);
    lenient.finish(out);
    return out;
}

} // namespace knobscope
