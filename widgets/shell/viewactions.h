// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace knobscope {

class ActionRegistry;
class MainWindow;

/// Adds what the View menu has for any view: zoom of the plot, network or timeline in focus, and the whole screen. A canvas that
/// can be zoomed has the property "zooms" and takes the keys +, - and 0 (to fit).
void addViewActions(MainWindow& window, ActionRegistry& actions);

} // namespace knobscope
