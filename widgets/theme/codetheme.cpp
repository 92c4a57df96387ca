// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/codetheme.h"

#include "widgets/theme/theme.h"

namespace knobscope {

CodeTheme codeThemeFor(const QPalette& palette)
{
    if (isDark(palette)) {
        return {QColor(0x7fb8f0), QColor(0x63c9b0), QColor(0xe5b567), QColor(0xc8a6e8), QColor(0xf0d27a),
                QColor(0x8a9199), QColor(0x1f4030), QColor(0x4a2626), QColor(0x2b2e31), QColor(0x453c1c),
                QColor(0x6b4a12), QColor(0x332b1c), QColor(0x23486b), QColor(0x21303f), QColor(0x7a6a1a)};
    }
    return {QColor(0x0b4f9e), QColor(0x0a6b5a), QColor(0x9a4a00), QColor(0x6a2c91), QColor(0x7a5a00),
            QColor(0x6a737d), QColor(0xd7f2df), QColor(0xfbdcd8), QColor(0xeeeff1), QColor(0xfff0b8),
            QColor(0xffd8a0), QColor(0xfff5e6), QColor(0xb9dcf7), QColor(0xe6f1fa), QColor(0xffe96b)};
}

} // namespace knobscope
