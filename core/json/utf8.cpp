// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/utf8.h"

#include <cstdint>

namespace knobscope {

bool isUtf8(std::string_view text)
{
    for (size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const size_t length = first < 0x80                  ? 1
                            : first >= 0xc2 && first < 0xe0 ? 2
                            : first >= 0xe0 && first < 0xf0 ? 3
                            : first >= 0xf0 && first < 0xf5 ? 4
                                                            : 0;
        if (length == 0 || length > text.size() - at) {
            return false;
        }
        uint32_t character = first & (length == 1 ? 0x7fU : 0x7fU >> length);
        for (size_t i = 1; i < length; ++i) {
            const auto next = static_cast<unsigned char>(text[at + i]);
            if ((next & 0xc0U) != 0x80) {
                return false;
            }
            character = character << 6U | (next & 0x3fU);
        }
        const bool isOverlong = (length == 3 && character < 0x800) || (length == 4 && character < 0x10000);
        const bool isSurrogate = character >= 0xd800 && character < 0xe000;
        if (isOverlong || isSurrogate || character > 0x10ffff) {
            return false;
        }
        at += length;
    }
    return true;
}

} // namespace knobscope
