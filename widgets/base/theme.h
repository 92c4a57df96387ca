// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

class QIcon;
class QWidget;

namespace knobscope {

/// Colours for which a palette has no role, for light and for dark windows. Distinguishable for colour-blind users (Okabe and
/// Ito, "Color Universal Design").
struct Theme {
    QColor trial;
    QColor best;
    QColor failure;
    QColor grid;
    QColor changed; ///< a knob or value that differs from the template
};

/// Returns the theme for a palette: dark if its window is darker than its text.
Theme themeFor(const QPalette& palette);
bool isDark(const QPalette& palette);
/// Sets a widget's palette role to a theme colour, also after the theme is switched; null: the default.
void colourAs(QWidget& widget, QColor Theme::* colour, QPalette::ColorRole role = QPalette::WindowText);
/// Sets whether a widget's palette role has the error colour.
void colourAsProblem(QWidget& widget, bool isProblem, QPalette::ColorRole role = QPalette::WindowText);
/// Returns the system's icon of that name, or the built-in one if the system's theme has none.
QIcon iconNamed(const QString& name);

/// Colours of code panes: syntax, and backgrounds of lines; for light and for dark windows.
struct CodeTheme {
    QColor keyword;
    QColor type;
    QColor number;
    QColor name;       ///< registers, values
    QColor label;
    QColor comment;
    QColor added;      ///< backgrounds from here
    QColor removed;
    QColor filler;     ///< no line on this side of a diff
    QColor changed;    ///< added or changed by the last step
    QColor knobOwn;    ///< a loop made by the hovered knob
    QColor knobWithin; ///< inside such a loop
    QColor linked;     ///< linked code in another pane
    QColor linkedBody;
    QColor match;      ///< a search match
};

CodeTheme codeThemeFor(const QPalette& palette);

/// The built-in palettes, for users who override the system's colours.
QPalette darkPalette();
QPalette lightPalette();

} // namespace knobscope
