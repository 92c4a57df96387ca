// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/views.h"

#include "widgets/views/code/codeview.h"
#include "widgets/views/code/scheduleview.h"
#include "widgets/views/compare/compareview.h"
#include "widgets/views/config/configview.h"
#include "widgets/views/failures/failuresview.h"
#include "widgets/views/insight/insightview.h"
#include "widgets/views/lab/labview.h"
#include "widgets/views/lesson/lessonview.h"
#include "widgets/views/log/logview.h"
#include "widgets/views/network/networkview.h"
#include "widgets/views/proposals/proposalsview.h"
#include "widgets/views/query/queryview.h"
#include "widgets/views/run/runview.h"
#include "widgets/views/space/spaceeditor.h"
#include "widgets/views/speed/speedview.h"
#include "widgets/views/tasks/taskview.h"
#include "widgets/views/timeline/timelineview.h"
#include "widgets/views/trials/trialsview.h"
#include "widgets/views/welcome/welcomeview.h"
#include "widgets/views/workshop/workshopview.h"

#include <QCoreApplication>

#include <array>

namespace knobscope {

namespace {

template<class V>
constexpr ViewKind make{[](Workspace& workspace) -> View* { return new V(workspace); }, &V::staticMetaObject};

// id, title, group, class: one line per view.
constexpr std::array kEntries{
    ViewEntry{"welcome", QT_TRANSLATE_NOOP("Views", "Welcome"), DockGroup::Center, make<WelcomeView>},
    ViewEntry{"space", QT_TRANSLATE_NOOP("Views", "Space"), DockGroup::Center, make<SpaceEditor>},
    ViewEntry{"tasks", QT_TRANSLATE_NOOP("Views", "Tasks"), DockGroup::Left, make<TaskView>},
    ViewEntry{"config", QT_TRANSLATE_NOOP("Views", "Config"), DockGroup::Right, make<ConfigView>},
    ViewEntry{"run", QT_TRANSLATE_NOOP("Views", "Run"), DockGroup::Right, make<RunView>},
    ViewEntry{"speed", QT_TRANSLATE_NOOP("Views", "Speed"), DockGroup::Bottom, make<SpeedView>},
    ViewEntry{"trials", QT_TRANSLATE_NOOP("Views", "Trials"), DockGroup::Bottom, make<TrialsView>},
    ViewEntry{"timeline", QT_TRANSLATE_NOOP("Views", "Timeline"), DockGroup::Bottom, make<TimelineView>},
    ViewEntry{"insight", QT_TRANSLATE_NOOP("Views", "Insight"), DockGroup::Bottom, make<InsightView>},
    ViewEntry{"compare", QT_TRANSLATE_NOOP("Views", "Compare"), DockGroup::Bottom, make<CompareView>},
    ViewEntry{"lab", QT_TRANSLATE_NOOP("Views", "Lab"), DockGroup::Bottom, make<LabView>},
    ViewEntry{"failures", QT_TRANSLATE_NOOP("Views", "Failures"), DockGroup::Bottom, make<FailuresView>},
    ViewEntry{"code", QT_TRANSLATE_NOOP("Views", "Code"), DockGroup::Right, make<CodeView>},
    ViewEntry{"schedule", QT_TRANSLATE_NOOP("Views", "Schedule"), DockGroup::Right, make<ScheduleView>},
    ViewEntry{"log", QT_TRANSLATE_NOOP("Views", "Log"), DockGroup::Right, make<LogView>},
    ViewEntry{"network", QT_TRANSLATE_NOOP("Views", "Network"), DockGroup::Bottom, make<NetworkView>},
    ViewEntry{"lesson", QT_TRANSLATE_NOOP("Views", "Lesson"), DockGroup::Left, make<LessonView>},
    ViewEntry{"query", QT_TRANSLATE_NOOP("Views", "Query"), DockGroup::Bottom, make<QueryView>},
    ViewEntry{"workshop", QT_TRANSLATE_NOOP("Views", "Workshop"), DockGroup::Bottom, make<WorkshopView>},
    ViewEntry{"proposals", QT_TRANSLATE_NOOP("Views", "Proposals"), DockGroup::Bottom, make<ProposalsView>},
};

} // namespace

QString titleOf(const ViewEntry& entry)
{
    return QCoreApplication::translate("Views", entry.title);
}

std::span<const ViewEntry> viewEntries()
{
    return kEntries;
}

} // namespace knobscope
