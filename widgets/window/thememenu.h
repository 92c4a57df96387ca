// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace knobscope {

class ActionRegistry;

/// Style and colours as the settings say ("theme": light or dark, absent for the system's), at the start of the program.
void applyTheme();
/// Registers "theme.system", "theme.light" and "theme.dark", which switch at once and are kept in the settings.
void addThemeActions(QMainWindow& window, ActionRegistry& actions);

} // namespace knobscope
