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

std::vector<QColor> runColors(const QPalette& palette)
{
    if (isDark(palette)) {
        return {QColor(0x56b4e9), QColor(0xf0a030), QColor(0x2fc4a0), QColor(0xe48fc0),
                QColor(0xf0e442), QColor(0xff7f6a), QColor(0xb9a7ff), QColor(0xc0c6cc)};
    }
    return {QColor(0x0072b2), QColor(0xc75300), QColor(0x007a5a), QColor(0xb0508a),
            QColor(0x7d6f00), QColor(0xa5342a), QColor(0x5b4bb5), QColor(0x4d5358)};
}

} // namespace knobscope
