// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace knobscope {

class MainWindow;

/// Adds the window's toolbars: the modes at the left, and at the top what a person does next, with the filters where trials are
/// shown. Needs the window's actions.
void makeToolBars(MainWindow& window);

} // namespace knobscope
