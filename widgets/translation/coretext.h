// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"

#include <QString>

#include <string_view>

namespace knobscope {

/// What the core says, in the window's language: its pattern is looked up, its arguments are said likewise. The patterns are
/// listed in resources/translations/core.txt, which `./dev texts` collects from the core's sources.
QString coreText(const Sentence& sentence);
/// The same for fixed words of the core: errorText(), the state of a run, what a tuner or a figure is explained with. What is
/// none of them, a line of a file or another language's, stays as it is.
QString coreWords(std::string_view words);
/// "3 h 11 min", in the window's language.
QString durationWords(double seconds);

} // namespace knobscope
