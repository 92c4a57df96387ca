// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>
#include <vector>

class QMainWindow;

namespace knobscope {

class ActionRegistry;

/// Makes the menus from the registry by the first part of the actions' ids: "file.", "edit.", "go.", "run." and "help." are menus
/// of their own; in View stand the docks ("show."), and for each view with actions ("timeline.zoomIn") a menu of them.
/// `views`: id and title.
void fillMenuBar(QMainWindow& window, const ActionRegistry& actions, const std::vector<std::pair<QString, QString>>& views);

} // namespace knobscope
