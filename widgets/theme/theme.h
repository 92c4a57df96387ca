// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

#include <vector>

class QIcon;

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
/// The system's icon of that name; the program's own where its theme has none.
QIcon iconNamed(const QString& name);
/// Eight colours for runs laid over each other, to be used in turn.
std::vector<QColor> runColors(const QPalette& palette);

/// The program's own colours, where a person does not want the system's.
QPalette darkPalette();
QPalette lightPalette();

} // namespace knobscope
