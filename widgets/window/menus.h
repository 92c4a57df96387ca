// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>
#include <vector>

class QMainWindow;
class QMenu;

namespace knobscope {

class ActionRegistry;

/// Makes the menus from the registry by the first part of the actions' ids: "file.", "edit.", "go.", "run." and "help." are menus
/// of their own; in View stand a menu of the docks ("show."), for each view with actions ("timeline.zoomIn") a menu of them, and
/// one of the languages ("language."). The registry learns the titles. `views`: id and title; `recent` goes below "file.open".
void fillMenuBar(QMainWindow& window, ActionRegistry& actions, const std::vector<std::pair<QString, QString>>& views,
                 QMenu& recent);

} // namespace knobscope
