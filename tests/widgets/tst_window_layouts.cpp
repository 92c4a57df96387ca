// SPDX-License-Identifier: GPL-3.0-or-later
// How the window shares its room: layouts, one view that takes all of it, small screens, themes.
#include "core/network/modelfile.h"
#include "core/store/meta.h"
#include "core/store/timeline.h"
#include "core/tuning/wholerun.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/room.h"
#include "tests/widgets/viewharness.h"
#include "widgets/base/theme.h"
#include "widgets/plot/plotview.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/librariesused.h"
#include "widgets/shell/statusbar.h"
#include "widgets/views/config/configview.h"
#include "widgets/views/space/knoblist.h"
#include "widgets/views/speed/speedview.h"
#include "widgets/views/timeline/spandetails.h"
#include "widgets/views/timeline/timelineview.h"
#include "widgets/views/welcome/welcomeview.h"

#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

using namespace knobscope;
using knobscope::testing::look;

namespace {

/// Runs of the whole network in the open project, for the Network view to plot.
void keepNetworkRuns(MainWindow& window, const std::string& network)
{
    Workspace& workspace = window.workspace();
    const std::vector<WholeRun> runs{{1.7e9, 0.020, 0.019, 0, 0, 1e-6}, {1.7e9 + 60, 0.015, 0.014, 64, 60, 1e-6}};
    const int threads = workspace.measuring().threads;
    const std::string fingerprint = openModelNetwork(network).value().fingerprint;
    const WholeNetwork whole{network, {}, workspace.task()->target, threads, {}, {}, fingerprint};
    const QString path = workspace.projectPath();
    auto project = Project::open(path.toStdString(), Project::Mode::ReadWrite).value();
    QVERIFY(setMetaValues(project, {wholeRunsEntry(whole, runs)}));
    QVERIFY(window.openProject(path)); // anew
}

/// Chooses the pages of tabs that a widget of a view stands on.
void bringToFront(QWidget& widget)
{
    for (QWidget* page = &widget; page->parentWidget(); page = page->parentWidget()) {
        auto* tabs = qobject_cast<QTabWidget*>(page->parentWidget()->parentWidget());
        if (tabs && tabs->indexOf(page) >= 0) {
            tabs->setCurrentWidget(page);
        }
    }
}

/// The middle of the first span of that name that is wide enough to be hit.
QPoint placeOfSpan(Workspace& workspace, const TimelineCanvas& canvas, const std::string& name)
{
    const int64_t run = workspace.runs().back().id;
    for (int64_t trial = 1; trial <= workspace.runs().back().trials; ++trial) {
        const auto spans = spansOfTrial(*workspace.connection(), run, trial).value();
        for (const SpanDetail& span : spans) {
            const QRectF place = canvas.scene().rectOf(span);
            if (span.span.name == name && place.width() >= 3) {
                return place.center().toPoint();
            }
        }
    }
    return {};
}

} // namespace

class TestWindowLayouts : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_settings;
    std::unique_ptr<Room> m_room;

    /// The window of the test before, reset, if it had this size: opening one takes most of a second.
    Room& roomOf(const QSize& size)
    {
        if (m_room && m_room->size() == size) {
            m_room->reset();
        } else {
            m_room.reset();
            m_room = std::make_unique<Room>(size);
        }
        return *m_room;
    }

private slots:
    void initTestCase() { knobscope::testing::useOwnSettings(m_settings.path()); }
    void cleanupTestCase() { m_room.reset(); }

    void aClickedPointShowsItsKnobsBesideTheChart()
    {
        Room& room = roomOf({1600, 1000});
        QVERIFY(room.isOpen());
        QVERIFY(room.isSeen("speed") && room.isSeen("config"));
        QVERIFY(!room.isSeen("code"));
        auto& chart = room.window.chart();
        QVERIFY2(chart.canvas().height() >= 300, qPrintable(QString::number(chart.canvas().height())));
        auto& workspace = room.window.workspace();
        const int64_t run = workspace.runs().back().id;
        std::optional<QPointF> at;
        qint64 number = 0;
        for (qint64 n = 1; n <= 24 && !at; ++n) {
            at = chart.pixelOf({run, n});
            number = n;
        }
        QVERIFY(at);
        QTest::mouseClick(chart.canvas().viewport(), Qt::LeftButton, {}, at->toPoint());
        QCOMPARE(workspace.selection().current().run, run);
        QCOMPARE(workspace.selection().current().number, number);
        auto& inspector = room.window.view<ConfigView>();
        QCOMPARE(inspector.indexBox().value(), workspace.config());
        look(room.window, "explore-1600");
    }

    void theLegendSaysWhatThereIs()
    {
        Room& room = roomOf({1600, 1000});
        QVERIFY(room.isOpen());
        auto& chart = room.window.chart();
        const auto legend = [&chart] {
            chart.refreshNow();
            QStringList names;
            for (const PlotSeries& series : chart.canvas().series()) {
                if (!series.name.isEmpty()) {
                    names << series.name;
                }
            }
            return names;
        };
        QVERIFY2(!legend().contains(outcomeShortName(Outcome::Timeout)), qPrintable(legend().join(QLatin1Char(','))));
        QCOMPARE(legend().value(0), outcomeShortName(Outcome::Success));
        TrialFilter failed;
        failed.kind = TrialFilter::Kind::Failed;
        room.window.workspace().filters().add(failed);
        QVERIFY2(!legend().contains(outcomeShortName(Outcome::Success)), qPrintable(legend().join(QLatin1Char(','))));
        room.window.workspace().filters().clear();
    }

    void everyViewTakesTheWindowByOneKeyAndGivesItBack()
    {
        Room& room = roomOf({1600, 1000});
        QVERIFY(room.isOpen());
        const QByteArray before = room.window.layouts().state();
        bool isLesson = false;
        for (const auto& [id, view] : room.window.views()) {
            if (id == QLatin1String("welcome")) {
                continue; // the middle shows the space while a task is open
            }
            room.window.actionRegistry().action(QStringLiteral("go.") + id)->trigger();
            QCoreApplication::processEvents();
            const QWidget* focused = room.window.focusWidget();
            QVERIFY2(view == focused || view->isAncestorOf(focused), qPrintable(id));
            QTest::keyClick(&room.window, Qt::Key_F11);
            QCoreApplication::processEvents();
            QCOMPARE(room.window.layouts().maximised(), id);
            QVERIFY2(view->isVisible() && view->width() > 1500 && view->height() > 800,
                     qPrintable(QStringLiteral("%1 %2x%3").arg(id).arg(view->width()).arg(view->height())));
            QTest::keyClick(&room.window, Qt::Key_F11);
            QCoreApplication::processEvents();
            QVERIFY(room.window.layouts().maximised().isEmpty());
            // The column at the left shows the tasks, or the lesson, which shares it with them, once that was asked for.
            isLesson = isLesson || id == QLatin1String("lesson");
            QVERIFY2(room.window.centralWidget()->isVisible() && (room.isSeen("tasks") || (isLesson && room.isSeen("lesson"))),
                     qPrintable(id));
        }
        // What is asked for next is seen, and what is kept for the next start has all docks.
        room.window.actionRegistry().action(QStringLiteral("go.speed"))->trigger();
        QTest::keyClick(&room.window, Qt::Key_F11);
        const QByteArray kept = room.window.layouts().state();
        room.window.actionRegistry().action(QStringLiteral("go.tasks"))->trigger();
        QVERIFY(room.window.layouts().maximised().isEmpty() && room.isSeen("tasks") && room.isSeen("speed"));
        QVERIFY(room.window.layouts().restore(kept));
        QVERIFY(room.window.layouts().restore(before));
    }

    void everyPlotHasThreeHundredPixels()
    {
        Room room({1600, 1000});
        QVERIFY(room.isOpen());
        keepNetworkRuns(room.window, "resnet-18");
        int plots = 0;
        for (const auto& [id, view] : room.window.views()) {
            for (PlotView* plot : view->findChildren<PlotView*>()) {
                const auto mode = std::ranges::find_if(modeEntries(), [&id = id](const ModeEntry& entry) {
                    return QString::fromLatin1(entry.views).split(QLatin1Char(' ')).contains(id);
                });
                if (mode != modeEntries().end()) {
                    room.window.layouts().apply(mode->layout);
                }
                room.window.showView(id);
                view->refreshNow();
                bringToFront(*plot);
                QTRY_VERIFY2_WITH_TIMEOUT(plot->isVisible(), qPrintable(id + QLatin1Char(' ') + plot->accessibleName()), 20000);
                QCoreApplication::processEvents();
                QVERIFY2(
                    plot->height() >= 300 && plot->width() >= 300,
                    qPrintable(
                        QStringLiteral("%1, %2: %3x%4").arg(id, plot->accessibleName()).arg(plot->width()).arg(plot->height())));
                look(room.window, qPrintable(QStringLiteral("plot-%1-%2").arg(id).arg(++plots)));
            }
        }
        QCOMPARE(plots, 10); // GFLOPS; slice, heat map, roofline; best so far, distribution; Lab; Network; Query; Proposals
    }

    void choosingASpanHidesNoLane()
    {
        Room& room = roomOf({1600, 1000});
        QVERIFY(room.isOpen());
        room.act("layout.tune"); // high, but too narrow for details at rest
        room.window.showView(QStringLiteral("timeline"));
        auto& timeline = room.window.view<TimelineView>();
        timeline.refreshNow();
        QCoreApplication::processEvents();
        timeline.refreshNow();
        TimelineCanvas& canvas = *timeline.canvas();
        QVERIFY(canvas.scene().lanes.lanes().size() >= 6);
        QCOMPARE(canvas.scene().maxScroll(), 0);
        QVERIFY(!timeline.details()->isVisible());
        const QPoint place = placeOfSpan(room.window.workspace(), canvas, "run");
        QVERIFY(!place.isNull());
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, place);
        QTRY_VERIFY(canvas.scene().selected.has_value());
        QCoreApplication::processEvents();
        QVERIFY(timeline.details()->isVisible());
        QCOMPARE(canvas.scene().maxScroll(), 0);
        look(room.window, "timeline-span-1600");
    }

    void layoutsShareTheRoomForWhatOneIsAbout()
    {
        Room& room = roomOf({1600, 1000});
        QVERIFY(room.isOpen());
        room.act("layout.analyse");
        QCoreApplication::processEvents();
        QVERIFY(room.isSeen("insight") && !room.isSeen("run"));
        QVERIFY2(room.dock("insight")->height() > 550, qPrintable(QString::number(room.dock("insight")->height())));
        look(room.window, "analyse-1600");
        room.act("layout.timeline");
        QCoreApplication::processEvents();
        QVERIFY(room.isSeen("timeline") && !room.isSeen("tasks"));
        QVERIFY(room.dock("timeline")->width() > 1500);
        look(room.window, "timeline-1600");
        room.act("layout.explore");
        QCoreApplication::processEvents();
        for (const char* id : {"tasks", "speed", "config"}) {
            QVERIFY2(room.isSeen(id), id);
        }
        QVERIFY(!room.isSeen("run") && room.window.spaceEditor().isVisible());
        room.act("layout.tune");
        QCoreApplication::processEvents();
        for (const char* id : {"tasks", "run", "speed"}) {
            QVERIFY2(room.isSeen(id), id);
        }
        QVERIFY2(room.dock("speed")->height() > 750, qPrintable(QString::number(room.dock("speed")->height())));
        look(room.window, "tune-1600");
        room.act("layout.networks");
        QCoreApplication::processEvents();
        QVERIFY(room.isSeen("network") && !room.isSeen("tasks") && room.dock("network")->width() > 1400);
        look(room.window, "networks-1600");
    }

    void layoutsForPlotsLeaveOutTheMiddle()
    {
        Room& room = roomOf({1600, 1000});
        QVERIFY(room.isOpen());
        const QWidget& space = room.window.spaceEditor();
        for (const char* layout : {"layout.analyse", "layout.timeline"}) {
            room.act("go.space");
            QVERIFY(space.isAncestorOf(room.window.focusWidget()));
            room.act(layout);
            QCoreApplication::processEvents();
            QVERIFY2(space.visibleRegion().isEmpty(), layout);
            QVERIFY2(!space.isAncestorOf(room.window.focusWidget()), layout); // what is typed would go there unseen
            room.window.chooseTask(QStringLiteral("resnet-18:13")); // also while one looks at other tasks
            QCoreApplication::processEvents();
            QVERIFY2(space.visibleRegion().isEmpty(), layout);
            const QByteArray kept = room.window.layouts().state();
            room.act("go.space");
            QCoreApplication::processEvents();
            QVERIFY2(!space.visibleRegion().isEmpty() && space.height() >= 200, layout);
            QVERIFY(room.window.layouts().restore(kept));
            QCoreApplication::processEvents();
            QVERIFY2(space.visibleRegion().isEmpty(), layout);
        }
        QVERIFY(room.dock("timeline")->height() > 750);
        room.act("layout.explore");
        QCoreApplication::processEvents();
        QVERIFY(!space.visibleRegion().isEmpty() && space.height() >= 200);
    }

    void layoutsComeBackAsTheyWereLeft()
    {
        QByteArray kept;
        const auto width = [](const Room& room) { return room.dock("tasks")->width(); };
        {
            Room room({1600, 1000});
            QVERIFY(room.isOpen());
            room.dock("trials")->setFloating(true); // as a person tears it off, and puts it back
            room.dock("trials")->setFloating(false);
            room.window.resizeDocks({room.dock("tasks")}, {330}, Qt::Horizontal);
            room.window.showView(QStringLiteral("trials"));
            QTRY_VERIFY2(std::abs(width(room) - 330) <= 5, qPrintable(QString::number(width(room))));
            room.act("layout.analyse");
            room.act("go.space"); // called in for a while
            room.act("layout.analyse");
            QCoreApplication::processEvents();
            QVERIFY(!room.window.layouts().hasCentre() && room.isSeen("insight"));
            room.act("layout.explore");
            QTRY_VERIFY2(std::abs(width(room) - 330) <= 5, qPrintable(QString::number(width(room))));
            QVERIFY(room.isSeen("trials") && room.isSeen("config"));
            room.act("layout.analyse");
            kept = room.window.layouts().state();
        }
        Room next({1600, 1000});
        QVERIFY(next.window.layouts().restore(kept));
        QCoreApplication::processEvents();
        QVERIFY(!next.window.layouts().hasCentre() && next.isSeen("insight"));
        next.act("layout.explore");
        QTRY_VERIFY2(std::abs(width(next) - 330) <= 5, qPrintable(QString::number(width(next))));
        next.act("layout.explore"); // once more: as built in
        QTRY_VERIFY2(std::abs(width(next) - 352) <= 10, qPrintable(QString::number(width(next))));
        QVERIFY(next.isSeen("tasks"));
    }

    void aMaximisedViewStaysSoForAnotherTask()
    {
        Room& room = roomOf({1600, 1000});
        QVERIFY(room.isOpen());
        room.act("go.speed");
        room.act("view.maximise");
        room.window.chooseTask(QStringLiteral("resnet-18:13"));
        QCoreApplication::processEvents();
        QCOMPARE(room.window.layouts().maximised(), QStringLiteral("speed"));
        QVERIFY(room.isSeen("speed") && !room.isSeen("tasks") && !room.window.centralWidget()->isVisible());
        room.act("view.maximise");
        QCoreApplication::processEvents();
        QVERIFY(room.isSeen("tasks") && room.window.spaceEditor().isVisible());
    }

    void aFileThatIsNotThereIsSaidWhereOneCanBegin()
    {
        MainWindow window;
        window.resize(1600, 1000);
        window.show();
        window.layouts().apply(Layout::Analyse);
        auto& welcome = window.view<WelcomeView>();
        QVERIFY(welcome.visibleRegion().isEmpty());
        window.openFile(QStringLiteral("/nowhere.knobscope"));
        QCOMPARE(window.messages().errors(), QStringList(QStringLiteral("There is no file /nowhere.knobscope")));
        QTRY_VERIFY(!welcome.visibleRegion().isEmpty());
    }

    void layoutsLeaveFloatingDocksAlone()
    {
        Room& room = roomOf({1600, 1000});
        QVERIFY(room.isOpen());
        QDockWidget* trials = room.dock("trials");
        trials->setFloating(true);
        trials->setGeometry(300, 200, 640, 400);
        QCoreApplication::processEvents();
        const QRect place = trials->geometry();
        for (const char* layout : {"layout.timeline", "layout.tune", "layout.explore"}) {
            room.act(layout);
            QCoreApplication::processEvents();
            QVERIFY2(trials->isFloating() && trials->isVisible() && trials->geometry() == place, layout);
        }
    }

    void aWindowOfAnotherSizeIsSharedAnewUntilAPersonArrangesIt()
    {
        Room& room = roomOf({1600, 1000});
        QVERIFY(room.isOpen());
        const auto isWide = [&](int width) { return std::abs(room.dock("tasks")->width() - width) <= 10; };
        QTRY_VERIFY(isWide(352));
        room.window.resize(1200, 1000);
        QTRY_VERIFY2(isWide(264), qPrintable(QString::number(room.dock("tasks")->width())));
        room.dock("trials")->setFloating(true);
        room.window.resize(1600, 1000);
        QTRY_VERIFY(room.dock("config")->geometry().right() > 1500);
        QCoreApplication::processEvents();
        QVERIFY2(room.dock("tasks")->width() < 340, qPrintable(QString::number(room.dock("tasks")->width())));
    }

    /// Also where names of knobs are long.
    void configFitsItsDock()
    {
        for (const QSize size : {QSize(1600, 1000), QSize(1024, 700)}) {
            Room& room = roomOf(size);
            QVERIFY(room.isOpen());
            auto& inspector = room.window.view<ConfigView>();
            const auto* around = qobject_cast<QScrollArea*>(room.dock("config")->widget());
            const Target target = parseTarget("cuda").value();
            const auto gpu = findTask(loadNetworks().value(), "resnet-18:2", target).value();
            for (const bool isGpu : {false, true}) {
                if (isGpu) {
                    QVERIFY(room.window.workspace().openTask(QStringLiteral("gpu"), gpu.task, gpu.args, target).has_value());
                }
                QTRY_COMPARE(around->horizontalScrollBar()->maximum(), 0);
                QCoreApplication::processEvents();
                for (const QWidget* part : inspector.findChildren<QWidget*>()) {
                    const int end = part->mapTo(&inspector, QPoint(part->width(), 0)).x();
                    QVERIFY2(!part->isVisible() || end <= inspector.width(), part->metaObject()->className());
                }
                look(room.window, qPrintable(QStringLiteral("config-%1-%2").arg(size.width()).arg(isGpu)));
            }
        }
    }

    void tabsKeepTheirWordsOnASmallScreen()
    {
        Room& room = roomOf({1024, 700});
        QVERIFY(room.isOpen());
        look(room.window, "explore-1024");
        QStringList words;
        for (const QTabBar* bar : room.window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            QCOMPARE(bar->elideMode(), Qt::ElideNone);
            for (int i = 0; i < bar->count(); ++i) {
                words << bar->tabText(i);
            }
        }
        QVERIFY(words.contains(QStringLiteral("Trials")) && words.contains(QStringLiteral("Config")));
        QVERIFY(room.isSeen("speed") && room.isSeen("config") && room.isSeen("tasks"));
    }

    void aValueThatIsAddedIsInSight()
    {
        Room room({1024, 700});
        QVERIFY(room.isOpen());
        room.window.chooseTask(QStringLiteral("resnet-18:13"));
        auto* list = room.window.spaceEditor().findChild<KnobList*>();
        list->setFixedHeight(90); // less than its knobs need
        QCoreApplication::processEvents();
        for (const auto& [knob, value] :
             {std::pair("tile_k", "[-1, 12]"), std::pair("tile_y", "[-1, 3]"), std::pair("tile_x", "[-1, 12]")}) {
            list->setCurrentKnob(QLatin1String(knob));
            QTest::keyClick(list, Qt::Key_Insert);
            auto* field = list->findChild<QLineEdit*>(QStringLiteral("newValue"));
            QTest::keyClicks(field, QLatin1String(value));
            QTest::keyClick(field, Qt::Key_Return);
            if (room.window.workspace().task()->edits.empty()) {
                continue; // the extent refuses it
            }
            const KnobCell current = list->currentCell();
            QRect added;
            for (int chip = 0; chip < 64; ++chip) {
                const QRect place = list->cellRect({current.row, KnobCell::Chip, chip});
                added = place.isValid() ? place : added;
            }
            QVERIFY2(list->viewport()->rect().intersects(added), knob);
        }
        QVERIFY(!room.window.workspace().task()->edits.empty());
    }

    void themesAreSwitchedAtOnce()
    {
        Room& room = roomOf({1024, 700});
        QVERIFY(room.isOpen());
        room.act("theme.dark");
        QVERIFY2(isDark(QApplication::palette()), qPrintable(QSettings().value(QStringLiteral("theme")).toString()));
        QTRY_VERIFY(isDark(room.window.palette()));
        QCoreApplication::processEvents();
        look(room.window, "explore-1024-dark");
        room.act("theme.light");
        QVERIFY(!isDark(QApplication::palette()));
        QTRY_VERIFY(!isDark(room.window.palette()));
        QCOMPARE(QSettings().value(QStringLiteral("theme")).toString(), QStringLiteral("light"));
        room.act("theme.system");
        QVERIFY(room.window.actionRegistry().action(QStringLiteral("theme.system"))->isChecked());
    }

    void aboutSaysWhatItIsMadeOf()
    {
        const QStringList used = librariesUsed();
        QVERIFY(used.first().startsWith(QStringLiteral("Qt 6.")));
        QVERIFY2(used.join(QLatin1Char(' ')).contains(QStringLiteral("LLVM")), qPrintable(used.join(QLatin1Char(' '))));
        QVERIFY(used.join(QLatin1Char(' ')).contains(QStringLiteral("CUDA")));
    }
};

QTEST_MAIN(TestWindowLayouts)
#include "tst_window_layouts.moc"
