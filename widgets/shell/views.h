// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/view.h"

#include <cstdint>
#include <span>

namespace knobscope {

/// Initial place of a view; the views of a group are tabs. Center is not a dock: it shows the page that fits what is open.
enum class DockGroup : uint8_t { Center, Left, Right, Bottom };

/// A view of the window: one entry in views.cpp.
/// How a view is made, and its class.
struct ViewKind {
    View* (*make)(Workspace& workspace);
    const QMetaObject* type;
};

struct ViewEntry {
    const char* id;    ///< stable: used by layouts, menus and picture names
    const char* title; ///< translated in the context "Views"
    DockGroup group;
    ViewKind kind;
};

QString titleOf(const ViewEntry& entry);

/// All registered views, in the order of the View menu; the first one of a group is its first tab.
std::span<const ViewEntry> viewEntries();

} // namespace knobscope
