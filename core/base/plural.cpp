// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/plural.h"

namespace knobscope {

namespace {

bool isOne(std::string_view number)
{
    constexpr std::string_view minus = "\u2212";
    number.remove_prefix(number.starts_with(minus) ? minus.size() : number.starts_with('-') || number.starts_with('+') ? 1 : 0);
    return number == "1";
}

} // namespace

std::string selectPluralForms(std::string_view text, std::string_view number)
{
    std::string out;
    while (!text.empty()) {
        const size_t open = text.find('(');
        const size_t close = open == std::string_view::npos ? open : text.find_first_of("()", open + 1);
        if (close == std::string_view::npos) {
            break;
        }
        const std::string_view inside = text.substr(open + 1, close - open - 1);
        const size_t bar = inside.find('|');
        const bool hasForms = text[close] == ')' && bar != std::string_view::npos;
        const size_t end = hasForms ? close + 1 : open + 1;
        out += text.substr(0, hasForms ? open : end);
        if (hasForms) {
            out += isOne(number) ? inside.substr(0, bar) : inside.substr(bar + 1);
        }
        text.remove_prefix(end);
    }
    return out.append(text);
}

} // namespace knobscope
