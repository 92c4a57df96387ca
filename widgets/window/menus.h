// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QMenu;

namespace knobscope {

class ActionRegistry;
class Workspace;

/// Registers the actions of two choices that are kept in the settings: "theme.system", "theme.light" and "theme.dark", which
/// switch at once ("theme": light or dark), and a "language." for each that the program speaks and for the system's, where the
/// next start finds it ("language": a locale name). Both are absent for the system's.
void addChoices(QMainWindow& window, Workspace& workspace, ActionRegistry& actions);

/// Makes the menus from the registry by the first part of the actions' ids: "file.", "edit.", "go.", "run." and "help." are menus
/// of their own; in View stand a menu of the docks ("show."), for each view with actions ("timeline.zoomIn") a menu of them, and
/// those of layouts, themes and languages. The registry learns the titles. `recent` goes below "file.open".
void fillMenuBar(QMainWindow& window, ActionRegistry& actions, QMenu& recent);

} // namespace knobscope
