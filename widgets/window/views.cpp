// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/views.h"

#include "widgets/timeline/timelineview.h"

#include <QCoreApplication>

#include <array>

namespace knobscope {

namespace {

template<class V>
View* make(Workspace& workspace)
{
    return new V(workspace);
}

// id, title, area, factory: a line a view.
constexpr std::array<ViewEntry, 1> entries{{
    {"timeline", QT_TRANSLATE_NOOP("Views", "Timeline"), Qt::BottomDockWidgetArea, make<TimelineView>},
}};

} // namespace

std::span<const ViewEntry> viewEntries()
{
    return entries;
}

} // namespace knobscope
