// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/entity.h"

#include <cstdint>

/// Values as CPython prints them, because AutoTVM's text forms are Python's.
namespace knobscope::python {

/// "[-1, 4, 8]"
std::string list(const std::vector<int64_t>& values);
/// "(0, 1)", "(0,)"
std::string tuple(const std::vector<int64_t>& values);
/// "['none', 'unroll']"
std::string list(const std::vector<std::string>& words);
/// str(value): strings without quotes, True and False, the shortest digits that read back as the same number.
std::string bare(const OtherValue& value);

} // namespace knobscope::python
