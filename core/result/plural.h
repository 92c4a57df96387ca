// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace knobscope {

/// The words of a sentence with one of two forms wherever they hold both, "(trial|trials)" or "(span has|spans have)": the first
/// where `number`, the place of the pattern before them as it is written, is 1 or -1. Translations to languages without plurals
/// leave the forms out.
std::string withForms(std::string_view words, std::string_view number);

} // namespace knobscope
