// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace knobscope {

class ActionRegistry;
class Workspace;

/// Registers a "language." action for each language the program speaks and one for the system's. A choice is kept in the
/// settings ("language": a locale name, absent for the system's), where the next start finds it.
void addLanguageActions(QMainWindow& window, Workspace& workspace, ActionRegistry& actions);

} // namespace knobscope
