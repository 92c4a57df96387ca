// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace knobscope {

/// Selects between two forms in a text, "(trial|trials)" or "(span has|spans have)": the first one if `number`, the formatted
/// argument before the text, is 1 or -1. Translations to languages without plurals omit the forms.
std::string selectPluralForms(std::string_view text, std::string_view number);

} // namespace knobscope
