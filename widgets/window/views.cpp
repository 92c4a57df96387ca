// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/views.h"

#include "widgets/failures/failuresview.h"
#include "widgets/trials/trialsview.h"
#include "widgets/compare/compareview.h"
#include "widgets/insight/insightview.h"

#include <QCoreApplication>
#include "widgets/code/codeview.h"
#include "widgets/inspector/inspectorview.h"
#include "widgets/schedule/scheduleview.h"

#include <QObject>
#include "widgets/timeline/timelineview.h"

#include <QCoreApplication>
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
constexpr std::array<ViewEntry, 2> entries{{
    {"trials", QT_TRANSLATE_NOOP("Views", "Trials"), Qt::BottomDockWidgetArea, &make<TrialsView>},
    {"failures", QT_TRANSLATE_NOOP("Views", "Failures"), Qt::BottomDockWidgetArea, &make<FailuresView>},
}};
constexpr std::array entries{
    ViewEntry{"compare", QT_TRANSLATE_NOOP("Views", "Compare"), Qt::BottomDockWidgetArea, make<CompareView>},
    ViewEntry{"insight", QT_TRANSLATE_NOOP("Views", "Insight"), Qt::BottomDockWidgetArea, make<InsightView>},
constexpr std::array entries{
    ViewEntry{"inspector", QT_TRANSLATE_NOOP("Views", "Config"), Qt::LeftDockWidgetArea, make<InspectorView>},
    ViewEntry{"schedule", QT_TRANSLATE_NOOP("Views", "Schedule"), Qt::BottomDockWidgetArea, make<ScheduleView>},
    ViewEntry{"code", QT_TRANSLATE_NOOP("Views", "Code"), Qt::BottomDockWidgetArea, make<CodeView>},
};
constexpr std::array<ViewEntry, 1> entries{{
    {"timeline", QT_TRANSLATE_NOOP("Views", "Timeline"), Qt::BottomDockWidgetArea, make<TimelineView>},
}};
constexpr std::array entries{
    ViewEntry{"welcome", QT_TRANSLATE_NOOP("Views", "Welcome"), Qt::RightDockWidgetArea, &make<WelcomeView>},
};

} // namespace

std::span<const ViewEntry> viewEntries()
{
    return entries;
}

} // namespace knobscope
