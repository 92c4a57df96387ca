// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"

#include <cstdint>
#include <string>

namespace knobscope {

/// "1,234,567".
std::string groupedNumber(int64_t number);
/// The number rounded to so many significant digits, so that its text is no longer than that.
double toDigits(double number, int digits);
/// "2.8 KiB", "1.5 MiB", "640 bytes".
std::string bytesText(double bytes);
/// The same to be translated.
Sentence bytesPhrase(int64_t bytes);

} // namespace knobscope
