// SPDX-License-Identifier: GPL-3.0-or-later
// The modes of the window: their panes at several sizes, their keys, and the view that F11 takes.
#include "core/network/modelfile.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/room.h"
#include "tests/widgets/viewharness.h"
#include "widgets/base/themestyle.h"
#include "widgets/controls/headline.h"
#include "widgets/controls/scrolledpage.h"
#include "widgets/shell/actiondialogs.h"
#include "widgets/views/network/networkview.h"
#include "widgets/views/space/knoblist.h"
#include "widgets/views/tasks/taskview.h"

#include <QApplication>
#include <QCheckBox>
#include <QLineEdit>
#include <QListView>
#include <QMainWindow>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

using namespace knobscope;
using knobscope::testing::look;

namespace {

/// Visible docks that are not behind a tab.
std::vector<QDockWidget*> seenDocks(const MainWindow& window)
{
    std::vector<QDockWidget*> seen;
    for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        if (dock->isVisible() && !dock->visibleRegion().isEmpty()) {
            seen.push_back(dock);
        }
    }
    return seen;
}

/// A line for each vertical scroll bar in use that is inside of another one in use.
QStringList nestedScrollBars(const MainWindow& window)
{
    QStringList faults;
    const auto scrolls = [](const QAbstractScrollArea* area) {
        return area && area->isVisible() && !area->visibleRegion().isEmpty() && area->verticalScrollBar()->isVisible()
            && area->verticalScrollBar()->maximum() > area->verticalScrollBar()->minimum();
    };
    for (const QAbstractScrollArea* area : window.findChildren<QAbstractScrollArea*>()) {
        for (const QWidget* around = area->parentWidget(); scrolls(area) && around; around = around->parentWidget()) {
            if (scrolls(qobject_cast<const QAbstractScrollArea*>(around))) {
                faults << QStringLiteral("%1 %2 in %3")
                              .arg(QLatin1String(area->metaObject()->className()), area->objectName(),
                                   QLatin1String(around->metaObject()->className()));
            }
        }
    }
    return faults;
}

/// A line for each visible pane that is smaller than its contents need.
QStringList smallDocks(const MainWindow& window)
{
    QStringList faults;
    for (const QDockWidget* dock : seenDocks(window)) {
        if (dock->width() < 200 || dock->height() < 150) {
            faults << QStringLiteral("%1 %2x%3").arg(dock->objectName()).arg(dock->width()).arg(dock->height());
        }
    }
    return faults;
}

size_t columnsOf(const MainWindow& window)
{
    std::set<int> columns;
    for (const QDockWidget* dock : seenDocks(window)) {
        columns.insert(dock->x());
    }
    return columns.size();
}

bool clickTab(const MainWindow& window, const QString& title)
{
    for (QTabBar* bar : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (bar->isVisible() && bar->tabText(tab) == title) {
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
                return true;
            }
        }
    }
    return false;
}

} // namespace

class TestWindowModes : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_settings;
    std::unique_ptr<Room> m_room;

    /// One window, as it opens, for the tests that change nothing that lasts.
    Room& sharedRoom()
    {
        if (m_room) {
            m_room->reset();
        } else {
            m_room = std::make_unique<Room>(QSize(1440, 900));
        }
        return *m_room;
    }

private slots:
    void initTestCase()
    {
        knobscope::testing::useOwnSettings(m_settings.path());
        applyTheme(false); // sizes are those of the program's style
    }
    void cleanupTestCase() { m_room.reset(); }

    void everyModeHasThreeColumnsAtMost_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("a projector") << QSize(1024, 700);
        QTest::newRow("as it opens") << QSize(1440, 900);
        QTest::newRow("large") << QSize(1600, 1000);
    }

    void everyModeHasThreeColumnsAtMost()
    {
        QFETCH(const QSize, size);
        Room room(size);
        QVERIFY(room.isOpen());
        QVERIFY(room.window.layouts().layout() == Layout::Explore);
        auto* bar = room.window.findChild<QToolBar*>(QStringLiteral("modeBar"));
        for (const ModeEntry& mode : modeEntries()) {
            auto* button = bar->findChild<QToolButton*>(QStringLiteral("layout.") + QLatin1String(mode.id));
            QVERIFY2(button && !button->visibleRegion().isEmpty() && !button->accessibleName().isEmpty(), mode.id);
            const QPoint before = button->mapTo(&room.window, QPoint());
            QTest::mouseClick(button, Qt::LeftButton);
            QTest::qWait(50);
            QVERIFY2(room.window.layouts().layout() == mode.layout && button->isChecked(), mode.id);
            QCOMPARE(button->mapTo(&room.window, QPoint()), before); // modes do not move under the pointer
            // What views read in the background comes when it comes, and panes settle then.
            QTRY_VERIFY2(room.window.size() == size, mode.id); // the panes' minimum sizes fit
            QTRY_VERIFY2(smallDocks(room.window).isEmpty(), qPrintable(smallDocks(room.window).join(QLatin1String("; "))));
            QTRY_VERIFY2(columnsOf(room.window) > 0 && columnsOf(room.window) <= 3, mode.id);
            QTRY_VERIFY2(nestedScrollBars(room.window).isEmpty(),
                         qPrintable(QLatin1String(mode.id) + QLatin1String(": ")
                                    + nestedScrollBars(room.window).join(QLatin1String("; "))));
            look(room.window, qPrintable(QStringLiteral("mode-%1-%2").arg(QLatin1String(mode.id)).arg(size.width())));
        }
    }

    void eachModeHasAKey()
    {
        Room& room = sharedRoom();
        QVERIFY(room.isOpen());
        int digit = 1;
        for (const ModeEntry& mode : modeEntries()) {
            QTest::keyClick(&room.window, static_cast<Qt::Key>(Qt::Key_0 + digit++), Qt::ControlModifier);
            QVERIFY2(room.window.layouts().layout() == mode.layout, mode.id);
        }
    }

    /// A task or a network is shown in its mode, not as one more pane of the current one.
    void thePaletteChangesTheMode()
    {
        Room& room = sharedRoom();
        QVERIFY(room.isOpen());
        const auto choose = [&](const char* text) {
            room.window.actionRegistry().action(QStringLiteral("help.palette"))->trigger();
            const QPointer palette = room.window.findChild<CommandPalette*>();
            auto* field = palette->findChild<QLineEdit*>(QStringLiteral("command"));
            field->setText(QString::fromLatin1(text));
            QTest::keyClick(field, Qt::Key_Return);
            QTRY_VERIFY(!palette);
        };
        QTRY_VERIFY(room.window.view<TaskView>().model().find(QStringLiteral("resnet-18:2")).isValid());
        room.window.layouts().apply(Layout::Networks);
        choose("resnet-18:2 ");
        QVERIFY(room.window.layouts().layout() == Layout::Explore);
        QTRY_VERIFY(room.window.spaceEditor().isVisible());
        choose("squeezenet");
        QVERIFY(room.window.layouts().layout() == Layout::Networks);
        QTRY_VERIFY(room.window.view<NetworkView>().isVisible());
    }

    void knobsOfAGpuTaskAreWhole_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("mayScroll");
        QTest::newRow("a projector") << QSize(1024, 700) << true;
        QTest::newRow("as it opens") << QSize(1440, 900) << false;
        QTest::newRow("large") << QSize(1600, 1000) << false;
    }

    /// W6: eight knobs, each with all its cells; without a scroll bar at the size the window opens with.
    void knobsOfAGpuTaskAreWhole()
    {
        QFETCH(const QSize, size);
        QFETCH(const bool, mayScroll);
        Room room(size);
        QVERIFY(room.isOpen());
        const Target target = parseTarget("cuda").value();
        const auto gpu = findTask(loadNetworks().value(), "resnet-18:2", target).value();
        QVERIFY(room.window.workspace().openTask(QStringLiteral("resnet-18:2"), gpu.task, gpu.args, target).has_value());
        QVERIFY(room.window.workspace().task()->space.knobs().size() >= 8);
        const auto* list = room.window.spaceEditor().findChild<KnobList*>();
        QTRY_COMPARE(list->verticalScrollBar()->maximum(), 0); // the page scrolls, where it must
        const auto pages = room.window.spaceEditor().findChildren<ScrolledPage*>();
        const auto page = std::ranges::find_if(pages, [&](const QWidget* one) { return one->isAncestorOf(list); });
        QTRY_VERIFY(mayScroll || (*page)->verticalScrollBar()->maximum() == 0);
        look(room.window, qPrintable(QStringLiteral("gpu-%1").arg(size.width())));
        for (int row = 0; row < static_cast<int>(list->rows().size()); ++row) {
            QVERIFY2(list->viewport()->width() > list->cellRect({row, KnobCell::Add, 0}).right(),
                     qPrintable(list->rows()[static_cast<size_t>(row)].name));
        }
        QVERIFY(room.isSeen("speed"));
    }

    void aDockIsNamedOnce()
    {
        Room& room = sharedRoom();
        QVERIFY(room.isOpen());
        QTRY_VERIFY(room.dock("config")->titleBarWidget());
        for (const char* id : {"config", "code", "schedule", "speed", "trials"}) {
            const QWidget* title = room.dock(id)->titleBarWidget();
            QVERIFY2(title && (!title->isVisible() || title->height() == 0), id);
        }
        QVERIFY(!room.dock("tasks")->titleBarWidget()); // it has no tab
        for (QTabBar* bar : room.window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            for (int tab = 0; tab < bar->count(); ++tab) {
                if (bar->isVisible() && bar->tabText(tab) == room.dock("trials")->windowTitle()) {
                    QTest::mouseDClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
                }
            }
        }
        QTRY_VERIFY(room.dock("trials")->isFloating() && !room.dock("trials")->titleBarWidget());
        QTRY_VERIFY(!room.dock("speed")->titleBarWidget()); // the only one left there
    }

    /// Keys turn knobs at once; the button above them is not marked.
    void theKnobsHaveTheFocusAtFirst()
    {
        Room room({1440, 900});
        QVERIFY(room.isOpen());
        QCOMPARE(room.window.focusWidget(), room.window.spaceEditor().findChild<KnobList*>());
    }

    /// Qt passes the focus of a dock that is hidden on to the next control of the window.
    void aModeOpensWithTheFocusOnItsFirstView()
    {
        Room room({1440, 900});
        QVERIFY(room.isOpen());
        const std::map<Layout, const char*> first{{Layout::Networks, "network"}, {Layout::Timeline, "timeline"}};
        for (const auto& [mode, id] : first) {
            goToView(room.window, QStringLiteral("tasks"));
            room.window.layouts().apply(mode);
            const View* view = room.window.viewOf(QLatin1String(id));
            QCOMPARE(room.window.focusWidget(), view->property("mainWidget").value<QWidget*>());
            room.window.layouts().apply(Layout::Explore);
            QCOMPARE(viewInFocus(room.window), QStringLiteral("tasks"));
        }
        goToView(room.window, QStringLiteral("config")); // in Tune, too, but behind another tab
        room.window.layouts().apply(Layout::Tune);
        QCOMPARE(viewInFocus(room.window), QStringLiteral("tasks"));
    }

    void aWindowOpensWithTheFocusOnTheFirstViewOfItsMode()
    {
        QByteArray state;
        {
            MainWindow window;
            window.show();
            window.layouts().apply(Layout::Networks);
            state = window.layouts().state();
        }
        MainWindow window;
        QVERIFY(window.layouts().restore(state));
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QCOMPARE(viewInFocus(window), QStringLiteral("network"));
    }

    void aDockOfItsOwnHasTheFocusOnItsMainWidget()
    {
        Room room({1440, 900});
        QVERIFY(room.isOpen());
        for (const char* id : {"config", "code", "trials", "schedule"}) {
            QDockWidget* dock = room.dock(id);
            dock->show();
            dock->setFloating(true);
            dock->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(dock));
            QTRY_COMPARE(QApplication::focusWidget(),
                         room.window.viewOf(QLatin1String(id))->property("mainWidget").value<QWidget*>());
        }
    }

    void listsNeedNoSidewaysScrollBar()
    {
        for (const QSize& size : {QSize(1440, 900), QSize(1024, 700)}) {
            Room room(size);
            QVERIFY(room.isOpen());
            room.window.layouts().apply(Layout::Analyse);
            for (const char* id : {"compare", "lab"}) {
                goToView(room.window, QLatin1String(id));
                for (const QTableView* table : room.dock(id)->findChildren<QTableView*>()) {
                    QTRY_VERIFY2(!table->isVisible() || table->horizontalScrollBar()->maximum() == 0,
                                 qPrintable(table->accessibleName()));
                }
            }
        }
    }

    /// W11: by task, with short names.
    void theChartListsTheRunsOfTheTask()
    {
        Room& room = sharedRoom();
        QVERIFY(room.isOpen());
        const auto* list = room.dock("speed")->findChild<QListView*>(QStringLiteral("runs"));
        QCOMPARE(list->model()->rowCount(), 19);
        QCOMPARE(list->model()->index(0, 0).data().toString(), QStringLiteral("29: default"));
        auto* all = room.dock("speed")->findChild<QCheckBox*>(QStringLiteral("allTasks"));
        QTRY_VERIFY(all->isVisible());
        QTest::mouseClick(all, Qt::LeftButton, {}, QPoint(8, all->height() / 2));
        QCOMPARE(list->model()->rowCount(), 29);
        QCOMPARE(list->model()->index(19, 0).data().toString(), QStringLiteral("10: default, resnet-18:11"));
        all->setChecked(false); // as it was
    }

    /// W12: the best of a run is the same wherever it is shown large.
    void headlinesAgreeOnTheBest()
    {
        Room& room = sharedRoom();
        QVERIFY(room.isOpen());
        Workspace& workspace = room.window.workspace();
        const RunRow run = *workspace.newestRun();
        const auto points = workspace.connection()->points(run.id).value();
        const auto best = std::ranges::max_element(points, {}, &TrialPoint::gflops);
        workspace.selection().select({{run.id, best->number}});
        const QString figure = QLocale().toString(run.bestGflops, 'f', 1) + QStringLiteral(" GFLOPS");
        for (const char* view : {"run", "config"}) {
            const auto* headline = room.dock(view)->findChild<Headline*>(QStringLiteral("headline"));
            QTRY_COMPARE(headline->figure(), figure);
            QVERIFY2(headline->line().contains(QStringLiteral("run %1").arg(run.id)), qPrintable(headline->line()));
        }
    }

    void anEmptyViewOffersWhatFillsIt()
    {
        MainWindow window;
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.showView(QStringLiteral("config"));
        auto* config = window.findChild<QDockWidget*>(QStringLiteral("config"));
        auto* choose = config->findChild<QPushButton*>(QStringLiteral("chooseTask"));
        QTRY_VERIFY(choose->isVisible());
        QTest::mouseClick(choose, Qt::LeftButton);
        QTRY_VERIFY(window.findChild<QDockWidget*>(QStringLiteral("tasks"))->isAncestorOf(QApplication::focusWidget()));
    }

    /// W9: also where the click does not move the focus.
    void theViewUnderTheLastClickIsMaximised()
    {
        Room& room = sharedRoom();
        QVERIFY(room.isOpen());
        room.act("go.tasks");
        QCOMPARE(room.window.layouts().maximised(), QString());
        for (const char* id : {"code", "schedule", "config", "trials", "speed"}) {
            QVERIFY2(clickTab(room.window, room.dock(id)->windowTitle()), id);
            QCoreApplication::processEvents();
            QTest::keyClick(&room.window, Qt::Key_F11);
            QCoreApplication::processEvents();
            QCOMPARE(room.window.layouts().maximised(), QLatin1String(id));
            QTest::keyClick(&room.window, Qt::Key_F11);
            QCoreApplication::processEvents();
        }
        room.window.showView(QStringLiteral("config"));
        auto* label =
            room.window.findChild<QDockWidget*>(QStringLiteral("config"))->findChild<QWidget*>(QStringLiteral("figures"));
        QTest::mouseClick(label, Qt::LeftButton);
        QTest::keyClick(&room.window, Qt::Key_F11);
        QCOMPARE(room.window.layouts().maximised(), QStringLiteral("config"));
        auto* leave = room.window.findChild<QToolBar*>(QStringLiteral("mainToolBar"))
                          ->findChild<QToolButton*>(QStringLiteral("view.maximise"));
        QTRY_VERIFY(leave->isVisible()); // says how to leave
        QTest::mouseClick(leave, Qt::LeftButton);
        QCOMPARE(room.window.layouts().maximised(), QString());
        QTRY_VERIFY(!leave->isVisible());
    }
};

QTEST_MAIN(TestWindowModes)
#include "tst_window_modes.moc"
