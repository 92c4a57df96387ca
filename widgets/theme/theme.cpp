// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

namespace knobscope {

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

Theme themeFor(const QPalette& palette)
{
    if (isDark(palette)) {
        return {QColor(0x56b4e9), QColor(0xe69f00), QColor(0xff7f6a), QColor(0x4a4d50), QColor(0xf0c24b)};
    }
    return {QColor(0x0072b2), QColor(0xd55e00), QColor(0xa5342a), QColor(0xd8dadd), QColor(0xb35c00)};
}

} // namespace knobscope
