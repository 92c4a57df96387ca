// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/naturalorder.h"

#include <algorithm>
#include <cstddef>

namespace knobscope {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

unsigned char lowerCase(char c)
{
    return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/// The digits at the start of `text` without leading zeros; removes them from it.
std::string_view takeNumber(std::string_view& text)
{
    const size_t zeros = std::min(text.find_first_not_of('0'), text.size());
    size_t end = zeros;
    while (end < text.size() && isDigit(text[end])) {
        ++end;
    }
    const std::string_view number = text.substr(zeros, end - zeros);
    text.remove_prefix(end);
    return number;
}

} // namespace

int compareNaturally(std::string_view a, std::string_view b)
{
    std::string_view restOfA = a;
    std::string_view restOfB = b;
    while (!restOfA.empty() && !restOfB.empty()) {
        if (isDigit(restOfA[0]) && isDigit(restOfB[0])) {
            const std::string_view numberOfA = takeNumber(restOfA);
            const std::string_view numberOfB = takeNumber(restOfB);
            if (numberOfA.size() != numberOfB.size()) {
                return numberOfA.size() < numberOfB.size() ? -1 : 1;
            }
            if (const int order = numberOfA.compare(numberOfB); order != 0) {
                return order;
            }
        } else {
            if (lowerCase(restOfA[0]) != lowerCase(restOfB[0])) {
                return lowerCase(restOfA[0]) < lowerCase(restOfB[0]) ? -1 : 1;
            }
            restOfA.remove_prefix(1);
            restOfB.remove_prefix(1);
        }
    }
    if (restOfA.empty() != restOfB.empty()) {
        return restOfA.empty() ? -1 : 1;
    }
    return a.compare(b);
}

} // namespace knobscope
