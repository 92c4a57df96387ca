// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/view.h"

#include <cstdint>
#include <span>

namespace knobscope {

/// Where a view stands at first; the views of one group are tabs. Center is no dock: the page shown there fits what is open.
enum class DockGroup : uint8_t { Center, Left, Right, Bottom, BottomRight };

/// A view of the window: a line in views.cpp.
struct ViewEntry {
    const char* id;    ///< stable: layouts, menus and picture names use it
    const char* title; ///< to be translated in the context "Views"
    DockGroup group;
    View* (*make)(Workspace& workspace);
};

QString titleOf(const ViewEntry& entry);

/// All registered views, in the order of the View menu; the first of a group is its first tab.
std::span<const ViewEntry> viewEntries();

} // namespace knobscope
