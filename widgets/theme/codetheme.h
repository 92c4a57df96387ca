// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace knobscope {

/// Colours of code panes: words, and backgrounds of lines; one column for light and one for dark windows.
struct CodeTheme {
    QColor keyword;
    QColor type;
    QColor number;
    QColor name;       ///< registers, values
    QColor label;
    QColor comment;
    QColor added;      ///< backgrounds from here on
    QColor removed;
    QColor filler;     ///< no line on this side
    QColor changed;    ///< not there a step before
    QColor knobOwn;    ///< a loop that the hovered knob made
    QColor knobWithin; ///< what is inside such a loop
    QColor linked;     ///< the same code in another pane
    QColor linkedBody;
    QColor match;      ///< of a search
};

CodeTheme codeThemeFor(const QPalette& palette);

} // namespace knobscope
