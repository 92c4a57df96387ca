// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace knobscope {

class ActionRegistry;
class Workspace;

/// Registers what leads around in the program: back and forward through selections, command palette, shortcut sheet.
void addNavigation(QMainWindow& window, Workspace& workspace, ActionRegistry& actions);

} // namespace knobscope
