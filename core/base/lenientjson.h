// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// Turns what other programs write as JSON into JSON: numbers that are none (NaN, nan, Infinity, -inf; Python's json module, C's
/// printf) become texts, and commas too many are dropped. Everything else, also other errors, stays as it is. For a stream, piece
/// by piece; memory does not grow with its length.
class LenientJson
{
public:
    /// Appends the rewritten piece to `out`. The last characters may be held back until the next piece.
    void rewrite(std::string_view piece, std::string& out);
    /// Appends what was held back at the end of the text.
    void finish(std::string& out);
    /// Where a position in the rewritten text was in the original one; exact within the last two pieces.
    int64_t originalPosition(int64_t rewritten) const;

private:
    void take(char c, std::string& out);
    void takeOutside(char c, std::string& out);
    void endWord(std::string& out);
    void put(std::string_view text, std::string& out);
    /// `by`: how much longer (or, below 0, shorter) the rewritten text is than the original from here on.
    void shift(int64_t by);

    struct Shift {
        int64_t from = 0; ///< position in the rewritten text
        int64_t by = 0; ///< its lead over the original from there on
    };
    std::vector<Shift> m_shifts;
    int64_t m_lead = 0;
    int64_t m_written = 0;
    int64_t m_pieceBegan = 0;
    std::string m_word; ///< a number or a literal, as far as it is read
    bool m_isLongWord = false;
    bool m_isInText = false;
    bool m_isEscaped = false;
    bool m_hasComma = false; ///< a comma that is not written yet
    char m_before = '\0'; ///< the last character outside of texts that is no blank
};

/// The same for a whole text.
std::string lenientJson(std::string_view text);

} // namespace knobscope
