// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

#include <cstdint>

class QFontMetrics;
class QIcon;
class QWidget;

namespace knobscope {

/// Colour tokens of a light or a dark window. One meaning each: accent is chosen, `changed` is edited, `failure` is failed.
/// Text colours have a contrast of at least 4.5 with `background`, `surface` and `accentSoft` (WCAG 2.2, AA).
struct Theme {
    QColor background; ///< below panels and around canvases
    QColor surface;    ///< of panels, fields and lists
    QColor line;       ///< between panes and around fields
    QColor text;
    QColor muted;      ///< text that explains other text
    QColor accent;     ///< what is chosen, and the button to press next
    QColor accentSoft; ///< background of what is chosen
    QColor onAccent;   ///< text on the accent
    QColor trial;
    QColor best;
    QColor failure;
    QColor grid;
    QColor changed; ///< a knob or value that differs from the template
    QColor good;    ///< faster, or correct
};

/// Returns the theme for a palette: dark if its window is darker than its text.
Theme themeFor(const QPalette& palette);
bool isDark(const QPalette& palette);
/// Sets a widget's palette role to a theme colour, also after the theme is switched; null: the default.
void colourAs(QWidget& widget, QColor Theme::* colour, QPalette::ColorRole role = QPalette::WindowText);
/// Sets whether a widget's palette role has the error colour.
void colourAsProblem(QWidget& widget, bool isProblem, QPalette::ColorRole role = QPalette::WindowText);
/// Returns the line icon of that name (resources/icons), in the colour of the text around it.
QIcon iconNamed(const QString& name);

/// Distances between widgets, and margins around them, in pixels.
namespace space {
inline constexpr int kTight = 4;
inline constexpr int kSmall = 8;
inline constexpr int kMedium = 12;
inline constexpr int kLarge = 16;
inline constexpr int kWide = 24;
} // namespace space

/// Sizes of text: notes and column headings, everything else, titles, secondary and main figures.
enum class TextSize : uint8_t { Small, Body, Title, Figure, Headline };

/// The application's font in a size: 11, 13, 16, 22 or 30 pixels, or larger in proportion if the system's text is larger than 13
/// pixels. Digits have one width where Qt supports it (6.7).
QFont textFont(TextSize size, bool isBold = false);
/// The system's fixed-width font in the size of other text.
QFont codeFont();
/// Width of that many letters; averageCharWidth() is that of ideographs where the font has them.
int lettersWide(const QFontMetrics& metrics, int letters);
/// A bold version of a font.
QFont emphasised(QFont font);

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
