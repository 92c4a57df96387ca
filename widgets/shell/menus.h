// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QMenu;

namespace knobscope {

class ActionRegistry;
class Workspace;

/// Registers the actions of two choices stored in the settings: "theme.system", "theme.light" and "theme.dark", which take effect
/// at once (setting "theme": light or dark), and a "language." action for each available language and for the system's, which
/// takes effect at the next start (setting "language": a locale name). The settings are absent for the system's choice.
void addChoices(QMainWindow& window, Workspace& workspace, ActionRegistry& actions);

/// Adds the empty menus of the menu bar.
void addMenus(QMainWindow& window);

/// Fills them by the first part of the actions' ids: "file.", "edit.", "go.", "run." and "help." are top-level menus;
/// View has a menu of the docks ("show."), one for each view with actions ("timeline.zoomIn"), and those of layouts, themes and
/// languages. Passes the titles to the registry. Inserts `recent` below "file.open".
void fillMenus(QMainWindow& window, ActionRegistry& actions, QMenu& recent);

} // namespace knobscope
