// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/views.h"

#include "widgets/failures/failuresview.h"
#include "widgets/trials/trialsview.h"

#include <array>

namespace knobscope {

namespace {

template<class V>
View* make(Workspace& workspace)
{
    return new V(workspace);
}

// id, title, area, factory: a line a view.
constexpr std::array<ViewEntry, 2> entries{{
    {"trials", QT_TRANSLATE_NOOP("Views", "Trials"), Qt::BottomDockWidgetArea, &make<TrialsView>},
    {"failures", QT_TRANSLATE_NOOP("Views", "Failures"), Qt::BottomDockWidgetArea, &make<FailuresView>},
}};

} // namespace

std::span<const ViewEntry> viewEntries()
{
    return entries;
}

} // namespace knobscope
