// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

class QIcon;
class QWidget;

namespace knobscope {

/// The colours that a palette has no role for; one column for light and one for dark windows. Chosen to stay apart for
/// colour-blind eyes (Okabe and Ito, "Color Universal Design").
struct Theme {
    QColor trial;
    QColor best;
    QColor failure;
    QColor grid;
    QColor changed; ///< a knob or value that differs from the template
};

/// The theme that fits a palette: dark when its window is darker than its text.
Theme themeFor(const QPalette& palette);
bool isDark(const QPalette& palette);
/// Gives what a widget says in this role a colour of the theme, of the next one too when themes are switched; null: the usual.
void colourAs(QWidget& widget, QColor Theme::* colour, QPalette::ColorRole role = QPalette::WindowText);
/// Whether what a widget says in this role is coloured as a failure.
void colourAsProblem(QWidget& widget, bool isProblem, QPalette::ColorRole role = QPalette::WindowText);
/// The system's icon of that name; the program's own where its theme has none.
QIcon iconNamed(const QString& name);

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

/// The program's own colours, where a person does not want the system's.
QPalette darkPalette();
QPalette lightPalette();

} // namespace knobscope
