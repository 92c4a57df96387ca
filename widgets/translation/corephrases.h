// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// A sentence that the core makes with arguments, as it writes it with %1, %2, … in their places.
struct CorePattern {
    CorePattern(const char* text);
    const char* source = nullptr; ///< the text, to be translated
    QStringList words;            ///< before, between and behind the arguments; any may be empty
    std::vector<int> numbers;     ///< of the arguments
    qsizetype own = 0;            ///< letters that are not arguments'
};

/// A text that was made from a pattern, and its arguments in the order of their numbers.
struct CoreMatch {
    const char* pattern = nullptr;
    QStringList arguments;
};

/// Patterns of one kind.
struct CorePhrases {
    CorePhrases(const char* of, std::span<const char* const> texts);
    /// The pattern that a text was made from; of several the one with the most words of its own. Arguments are never empty.
    std::optional<CoreMatch> match(const QString& text) const;

    const char* context = nullptr; ///< of their translations
    std::vector<CorePattern> patterns;
};

const CorePhrases& coreSentences();  ///< why something is refused, or a trial failed
const CorePhrases& coreFigures();    ///< values of a config's figures
const CorePhrases& coreQuantities(); ///< parts of both

} // namespace knobscope
