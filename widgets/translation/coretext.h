// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>
#include <string_view>

namespace knobscope {

/// The core speaks English only. What it says most often (tuners and their parameters, why trials fail, names of figures and
/// what they mean) is listed in coretext.cpp, sentences with arguments in corephrases.cpp, and translated here; anything else
/// stays as it is.
QString coreText(std::string_view sentence);
/// As coreText, for the value of a figure: "28 of 32 vector registers".
QString figureText(std::string_view value);

/// The list, for the test that compares it with what the core can say.
std::span<const char* const> coreTexts();

} // namespace knobscope
