// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"

#include <QString>

#include <string_view>

namespace knobscope {

/// What the core says, in the window's language: its pattern is looked up, its arguments are said likewise. The patterns are
/// listed in resources/translations/core.txt, which `./dev texts` collects from the core's sources.
QString coreText(const Sentence& sentence);
/// As above for a text that came without its pattern, from a file, a project's row or another process: looked for among the
/// patterns by its words. What is none of the core's stays as it is.
QString coreText(std::string_view text);

} // namespace knobscope
