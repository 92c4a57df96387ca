// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace knobscope {

class ActionRegistry;
class MainWindow;

/// Registers "go.VIEW" for every view, which brings it to the front and gives it the keys, and "go.nextView" and
/// "go.previousView", which go round among those that are open, the one in the middle first.
void addViewNavigation(MainWindow& window, ActionRegistry& actions);

/// Shows a view, floating and hidden ones too, and gives the keys to what had them there the last time, else to its first field.
void goToView(MainWindow& window, const QString& id);

} // namespace knobscope
