// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace knobscope {

class ActionRegistry;
class MainWindow;

/// Registers what leads around in the program: back and forward through selections; "go.VIEW" for every view, which brings it to
/// the front and gives it the keys, and "go.nextView" and "go.previousView", which go round among those that are open, the one in
/// the middle first; command palette and shortcut sheet.
void addNavigation(MainWindow& window, ActionRegistry& actions);

/// The id of the view that has the keys, or had them last; empty: none.
QString viewInFocus(const MainWindow& window);

/// Shows a view, floating and hidden ones too, and gives the keys to what had them there the last time, else to its first field.
void goToView(MainWindow& window, const QString& id);

} // namespace knobscope
