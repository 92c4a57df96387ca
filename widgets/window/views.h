// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/view.h"

#include <span>

namespace knobscope {

/// A dockable view of the window: a line in views.cpp.
struct ViewEntry {
    const char* id;    ///< stable: layouts and picture names use it
    const char* title; ///< to be translated in the context "Views"
    Qt::DockWidgetArea area;
    View* (*make)(Workspace& workspace);
};

/// All registered views, in the order of the View menu; those of one area are tabs.
std::span<const ViewEntry> viewEntries();

} // namespace knobscope
