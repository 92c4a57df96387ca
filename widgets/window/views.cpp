// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/views.h"

#include "widgets/welcome/welcomeview.h"

#include <array>

namespace knobscope {

namespace {

template<class V>
View* make(Workspace& workspace)
{
    return new V(workspace);
}

// id, title, area, factory: a line a view.
constexpr std::array entries{
    ViewEntry{"welcome", QT_TRANSLATE_NOOP("Views", "Welcome"), Qt::RightDockWidgetArea, &make<WelcomeView>},
};

} // namespace

std::span<const ViewEntry> viewEntries()
{
    return entries;
}

} // namespace knobscope
