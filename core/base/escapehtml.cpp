// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/escapehtml.h"

#include "core/base/visibletext.h"

namespace knobscope {

std::string escapeHtml(std::string_view text)
{
    std::string out;
    for (const char c : visibleText(text)) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c;
        }
    }
    return out;
}

} // namespace knobscope
