// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace knobscope {

class ActionRegistry;
class MainWindow;

/// Adds Edit > Find and Edit > Copy, which do in the view or control in focus what its own key does.
void addEditActions(MainWindow& window, ActionRegistry& actions);

} // namespace knobscope
