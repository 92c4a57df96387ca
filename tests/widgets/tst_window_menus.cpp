// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions: to every view and back, files, language, and what is said when something goes wrong.
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/recordedproject.h"
#include "tests/widgets/viewharness.h"
#include "widgets/base/elidedlabel.h"
#include "widgets/shell/actiondialogs.h"
#include "widgets/shell/fileactions.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/statusbar.h"
#include "widgets/views/tasks/taskview.h"
#include "widgets/views/timeline/timelineview.h"
#include "widgets/views/trials/trialsview.h"
#include "widgets/views/welcome/welcomeview.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolTip>
#include <QTreeView>

#include <algorithm>
#include <map>

using namespace knobscope;

namespace {

/// The view that has the keys.
QString focused(const MainWindow& window)
{
    for (const auto& [id, view] : window.views()) {
        if (view == QApplication::focusWidget() || view->isAncestorOf(QApplication::focusWidget())) {
            return id;
        }
    }
    return {};
}

QStringList texts(const QMenu* menu)
{
    QStringList out;
    for (const QAction* action : menu->actions()) {
        out << ActionRegistry::withoutAccessKey(action->text());
    }
    return out;
}

void press(QMessageBox::ButtonRole role)
{
    answer(qobject_cast<QMessageBox*>(QApplication::activeModalWidget()), role);
}

/// Whether no other tab covers a view. Its visible region would leave out what its own children paint.
bool isInFront(const QWidget& view, const QWidget& window)
{
    const QWidget* shown = window.childAt(view.mapTo(&window, view.rect().center()));
    return shown && (shown == &view || view.isAncestorOf(shown));
}

} // namespace

class TestWindowMenus : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    QByteArray m_layout;

    /// One window for the tests that only look and move the focus, with the docks where they were at first.
    MainWindow& sharedWindow()
    {
        if (!m_window) {
            m_window = std::make_unique<MainWindow>();
            m_window->show();
            m_layout = m_window->layouts().state();
        }
        m_window->activateWindow();
        m_window->resize(1500, 900);
        (void)m_window->layouts().restore(m_layout);
        return *m_window;
    }

    QString project(const char* name)
    {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        return QFile::exists(path) || knobscope::testing::writeProject(path, {3}) ? path : QString();
    }
    QString textFile(const char* name)
    {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        QFile file(path);
        (void)file.open(QIODevice::WriteOnly);
        file.write("hello, this is text");
        return path;
    }

private slots:
    void initTestCase() { knobscope::testing::useOwnSettings(m_folder.path()); }
    void init() { QSettings().clear(); }
    void cleanupTestCase() { m_window.reset(); }

    void everyViewCanBeGoneTo()
    {
        MainWindow window;
        window.resize(1440, 900); // the screen of this platform is smaller
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.chooseTask(QStringLiteral("resnet-18:2"));
        for (const auto& [id, view] : window.views()) {
            if (auto* dock = window.findChild<QDockWidget*>(id)) {
                dock->hide();
            }
            QAction* go = window.actionRegistry().action(QStringLiteral("go.") + id);
            QVERIFY2(go, qPrintable(id));
            for (int times = 0; times < 2; ++times) { // never a toggle
                go->trigger();
                QVERIFY2(view->isVisibleTo(&window), qPrintable(id));
                QCOMPARE(focused(window), id);
                QVERIFY2(isInFront(*view, window), qPrintable(id));
            }
        }
    }

    /// What a window makes goes with it.
    void aClosedWindowLeavesNoWidgets()
    {
        const auto before = QApplication::allWidgets().size();
        {
            MainWindow window;
            QVERIFY(QApplication::allWidgets().size() > before);
        }
        QCOMPARE(QApplication::allWidgets().size(), before);
    }

    /// A view behind another tab: its name brings it to the front, and only what says so hides it.
    void namesDoNotHide()
    {
        MainWindow window;
        window.show();
        auto* dock = window.findChild<QDockWidget*>(QStringLiteral("trials"));
        QVERIFY(!dock->isHidden() && window.view<TrialsView>().visibleRegion().isEmpty());
        const QAction* toggle = window.actionRegistry().action(QStringLiteral("show.trials"));
        QCOMPARE(toggle->text(), QStringLiteral("Show or Hide Trials"));
        window.actionRegistry().action(QStringLiteral("go.trials"))->trigger();
        QVERIFY(!window.view<TrialsView>().visibleRegion().isEmpty());
        QCOMPARE(toggle->text(), QStringLiteral("Show or Hide Trials"));
        (void)window.views(); // fills the menus
        QVERIFY(byId<QMenu>(window, "menu.show")->actions().contains(const_cast<QAction*>(toggle)));
    }

    void theKeysComeBackToWhereTheyWere()
    {
        MainWindow& window = sharedWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto go = [&](const char* id) { window.actionRegistry().action(QLatin1String(id))->trigger(); };
        go("go.run");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        const QWidget* there = QApplication::focusWidget();
        QCOMPARE(focused(window), QStringLiteral("run"));
        go("go.tasks");
        QVERIFY(QApplication::focusWidget() != there);
        go("go.run");
        QCOMPARE(QApplication::focusWidget(), there);
    }

    /// Alt and a number leads to where one works in a view, not to its first control.
    void viewsTakeTheKeysWhereOneWorks()
    {
        MainWindow& window = sharedWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.actionRegistry().action(QStringLiteral("go.tasks"))->trigger();
        window.chooseTask(QStringLiteral("resnet-18:2"));
        const auto focusAfter = [&](const char* id) {
            window.actionRegistry().action(QLatin1String(id))->trigger();
            return QString::fromLatin1(QApplication::focusWidget()->metaObject()->className());
        };
        QCOMPARE(focusAfter("go.tasks"), QStringLiteral("knobscope::TaskTree"));
        QCOMPARE(focusAfter("go.space"), QStringLiteral("knobscope::KnobList"));
        QCOMPARE(focusAfter("go.compare"), QStringLiteral("QPushButton")); // it is empty, and this adds files
    }

    /// Tab goes through all that is open and comes round, and one sees where it is.
    void theFocusIsSeenAndNeverTrapped()
    {
        MainWindow& window = sharedWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.chooseTask(QStringLiteral("resnet-18:2"));
        window.actionRegistry().action(QStringLiteral("go.tasks"))->trigger();
        QSet<const QWidget*> seen;
        QStringList unseen;
        QStringList views;
        while (!seen.contains(QApplication::focusWidget()) && seen.size() < 400) {
            QWidget* at = QApplication::focusWidget();
            seen.insert(at);
            views << focused(window);
            const QRect place = QRect(at->mapTo(&window, QPoint()), at->size()).adjusted(-3, -3, 3, 3);
            const QImage with = window.grab(place).toImage();
            QTest::keyClick(at, Qt::Key_Tab);
            if (window.grab(place).toImage() == with) {
                unseen << QStringLiteral("%1 %2 in %3")
                              .arg(QString::fromLatin1(at->metaObject()->className()), at->accessibleName(), views.back());
            }
        }
        QVERIFY(seen.size() < 400 && seen.size() > 20);
        for (const char* view : {"tasks", "space", "config"}) {
            QVERIFY2(views.contains(QLatin1String(view)), view);
        }
        QCOMPARE(unseen.join(QStringLiteral("; ")), QString());
    }

    void f6GoesRoundByTheMiddle()
    {
        MainWindow& window = sharedWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.chooseTask(QStringLiteral("resnet-18:2"));
        window.actionRegistry().action(QStringLiteral("go.tasks"))->trigger();
        QStringList seen;
        const auto open = std::ranges::count_if(window.views(), [&window](const auto& named) {
            const auto* dock = window.findChild<QDockWidget*>(named.first);
            return dock ? !dock->isHidden() : named.first == QLatin1String("space"); // all but the welcome page
        });
        for (qsizetype i = 0; i < open; ++i) {
            seen << focused(window);
            QTest::keyClick(&window, Qt::Key_F6);
        }
        QCOMPARE(focused(window), QStringLiteral("tasks"));
        seen.removeDuplicates();
        QCOMPARE(seen.size(), static_cast<qsizetype>(open));
        QVERIFY(seen.contains(QStringLiteral("space")));
        QTest::keyClick(&window, Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(focused(window), QStringLiteral("space"));
    }

    void noKeysAreGivenTwice()
    {
        MainWindow& window = sharedWindow();
        std::map<QString, QString> known;
        QStringList twice;
        for (const QAction* action : window.actionRegistry().actions()) {
            const QString keys = action->shortcut().toString();
            if (keys.isEmpty() || action->shortcutContext() == Qt::WidgetWithChildrenShortcut) {
                continue;
            }
            if (known.contains(keys)) {
                twice << QStringLiteral("%1: %2, %3").arg(keys, known[keys], action->text());
            }
            known[keys] = action->text();
        }
        QVERIFY2(twice.isEmpty(), qPrintable(twice.join(QLatin1Char('\n'))));
        QCOMPARE(window.actionRegistry().action(QStringLiteral("go.space"))->shortcut(), QKeySequence(Qt::ALT | Qt::Key_1));
    }

    void actionsStandUnderTitles()
    {
        MainWindow& window = sharedWindow();
        ActionModel model(window.actionRegistry());
        for (int row = 0; row < model.rowCount(); ++row) {
            const QString id = ActionRegistry::idOf(model.action(row));
            const QString where = model.index(row, ActionModel::Group).data().toString();
            QVERIFY2(!where.isEmpty() && where != id.section(QLatin1Char('.'), 0, 0) && !where.contains(QLatin1Char('&')),
                     qPrintable(id));
        }
        const auto where = [&](const char* id) {
            return window.actionRegistry().groupOf(window.actionRegistry().action(QLatin1String(id)));
        };
        QCOMPARE(where("file.open"), QStringLiteral("File"));
        QCOMPARE(where("show.speed"), QStringLiteral("Panels"));
        QCOMPARE(where("timeline.zoomIn"), QStringLiteral("Timeline"));
    }

    void projectsAreClosedAndFoundAgain()
    {
        const QString path = project("a.knobscope");
        MainWindow window;
        window.show();
        QAction* close = window.actionRegistry().action(QStringLiteral("file.close"));
        QVERIFY(!close->isEnabled());
        QMenu* recent = window.findChild<QMenu*>(QStringLiteral("file.recent"));
        (void)window.views(); // fills the menus
        QVERIFY(recent && byId<QMenu>(window, "menu.file")->actions().contains(recent->menuAction()));
        QCOMPARE(recent->actions().size(), 1);
        QVERIFY(!recent->actions().front()->isEnabled());

        QVERIFY(window.openProject(path));
        QVERIFY(close->isEnabled() && window.view<SpaceEditor>().isVisible());
        close->trigger();
        QVERIFY(window.workspace().projectPath().isEmpty() && window.workspace().runs().empty());
        QVERIFY(window.view<WelcomeView>().isVisible());
        QVERIFY(QFile::exists(path));
        window.refreshViews();

        emit recent->aboutToShow();
        QVERIFY2(texts(recent).front().endsWith(QStringLiteral("a.knobscope")), qPrintable(texts(recent).front()));
        recent->actions().front()->trigger();
        QTRY_COMPARE(window.workspace().projectPath(), path);

        window.actionRegistry().action(QStringLiteral("file.new"))->trigger();
        QVERIFY(window.workspace().projectPath().isEmpty());
        QVERIFY(window.workspace().task() && window.view<SpaceEditor>().isVisible());

        emit recent->aboutToShow();
        recent->actions().back()->trigger();
        QVERIFY(window.view<WelcomeView>().recent().paths().isEmpty());
    }

    /// The steps of a network, written by a view, come to the timeline as a file that is dropped does.
    void aViewsTraceComesToTheTimeline()
    {
        MainWindow window;
        window.show();
        QVERIFY(window.openProject(project("traced.knobscope")));
        emit window.workspace().fileWanted(QStringLiteral(KNOBSCOPE_FIXTURES "/traces/chrome.json"));
        QVERIFY(!window.close()); // the import would be given up
        const auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(question && question->text().contains(QStringLiteral("being imported")));
        press(QMessageBox::RejectRole);
        const TimelineView& timeline = window.view<TimelineView>();
        QTRY_VERIFY(timeline.trace() > 0);
        QTRY_VERIFY(timeline.isVisible());
    }

    void whatHasNoNameIsAskedFor()
    {
        const QString path = project("unnamed.knobscope");
        MainWindow window;
        window.show();
        QVERIFY(window.workspace().openProject(path, true));
        QAction* close = window.actionRegistry().action(QStringLiteral("file.close"));
        close->trigger();
        press(QMessageBox::RejectRole);
        QCOMPARE(window.workspace().projectPath(), path);
        QTRY_VERIFY(!QApplication::activeModalWidget());
        // The same before another takes its place, from the command line, by drag and drop, or from the welcome page.
        const QString other = project("other.knobscope");
        window.openFiles({other});
        press(QMessageBox::RejectRole);
        QCOMPARE(window.workspace().projectPath(), path);
        QTRY_VERIFY(!QApplication::activeModalWidget());
        window.view<WelcomeView>().open(other);
        press(QMessageBox::DestructiveRole);
        QTRY_COMPARE(window.workspace().projectPath(), other);
        QTRY_VERIFY(!QFile::exists(path));
        close->trigger();
        QVERIFY(window.workspace().projectPath().isEmpty() && QFile::exists(other));
    }

    void aRunIsStoppedFirst()
    {
        const QString path = m_folder.filePath(QStringLiteral("run.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        MainWindow window;
        window.show();
        QVERIFY(window.openProject(path));
        window.chooseTask(QStringLiteral("resnet-18:13"));
        RunOptions options;
        options.tuner = "random";
        options.trials = 100'000;
        QVERIFY(window.workspace().startRun(options, {}).has_value());
        QTRY_VERIFY_WITH_TIMEOUT(window.chart().trialCount() > 0, 60000);
        window.actionRegistry().action(QStringLiteral("file.close"))->trigger();
        QCOMPARE(window.workspace().projectPath(), path);
        press(QMessageBox::AcceptRole);
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().projectPath().isEmpty(), 20000);
        QVERIFY(!window.session().isRunning());
        QCOMPARE(Project::open(path.toStdString(), Project::Mode::ReadOnly)->run(1)->state, std::string("stopped"));
    }

    /// W36: what people look for in a menu is there.
    void editFindsAndCopies()
    {
        MainWindow& window = sharedWindow();
        window.showView(QStringLiteral("tasks"));
        auto* filter = byId<QLineEdit>(window.view<TaskView>(), "filter");
        byId<QTreeView>(window.view<TaskView>(), "tasks")->setFocus();
        window.actionRegistry().action(QStringLiteral("edit.find"))->trigger();
        QCOMPARE(window.focusWidget(), filter);
        filter->setText(QStringLiteral("3x3"));
        filter->selectAll();
        QApplication::clipboard()->clear();
        window.actionRegistry().action(QStringLiteral("edit.copy"))->trigger();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("3x3"));
        filter->clear();
        QVERIFY(byId<QMenu>(window, "menu.edit")->findChild<QMenu*>(QStringLiteral("menu.preferences")));
    }

    void theLanguageIsKeptForTheNextStart()
    {
        MainWindow window;
        (void)window.views(); // fills the menus
        QCOMPARE(texts(byId<QMenu>(window, "menu.language")),
                 (QStringList{QStringLiteral("System's Language"), QStringLiteral("English"), QStringLiteral("繁體中文")}));
        const auto action = [&](const char* id) { return window.actionRegistry().action(QLatin1String(id)); };
        QVERIFY(action("language.system")->isChecked());
        QSignalSpy said(&window.workspace(), &Workspace::message);
        action("language.zh_TW")->trigger();
        QCOMPARE(QSettings().value(QStringLiteral("language")).toString(), QStringLiteral("zh_TW"));
        QVERIFY(said.value(0).value(1).toString().startsWith(QStringLiteral("Restart Knobscope")));
        QVERIFY(!action("language.system")->isChecked());
        MainWindow next;
        QVERIFY(next.actionRegistry().action(QStringLiteral("language.zh_TW"))->isChecked());
        action("language.system")->trigger();
        QVERIFY(!QSettings().contains(QStringLiteral("language")));
    }

    void complaintsAreNotCoveredByWhatGoesWell()
    {
        const QString bad = textFile("notes.txt");
        MainWindow window;
        window.show();
        window.openFiles({bad, project("a.knobscope"), m_folder.filePath(QStringLiteral("gone.log"))});
        QTRY_VERIFY(window.workspace().connection());
        const StatusMessages& messages = window.messages();
        QCOMPARE(messages.errors().size(), 2);
        QVERIFY(messages.errors()[0].contains(QStringLiteral("notes.txt")));
        const auto* line = byId<ElidedLabel>(window, "message");
        QVERIFY(line && line->isVisible() && line->text().contains(QStringLiteral("notes.txt"))); // nothing covers them
        LogModel& log = window.view<LogView>().model();
        int errors = 0;
        for (int row = 0; row < log.rowCount(); ++row) {
            errors += log.entry(row).level == MessageLevel::Error ? 1 : 0;
        }
        QCOMPARE(errors, 2);
        // After the next key, what is said next takes their place.
        QTest::keyClick(&window, Qt::Key_Shift);
        QCOMPARE(messages.errors().size(), 2);
        window.workspace().report(MessageLevel::Info, QStringLiteral("done"));
        QVERIFY(messages.errors().isEmpty());
        QCOMPARE(line->text(), QStringLiteral("done"));
        QVERIFY(line->isVisible());
    }

    void warningsStayForSomeSeconds()
    {
        MainWindow& window = sharedWindow();
        const auto* line = byId<ElidedLabel>(window, "message");
        auto* stays = window.messages().findChild<QTimer*>(QStringLiteral("warning"));
        QVERIFY(line && stays);
        const auto say = [&](MessageLevel level, const char* text) {
            window.workspace().report(level, QLatin1String(text));
            return line->text();
        };
        QCOMPARE(say(MessageLevel::Warning, "it is busy"), QStringLiteral("it is busy"));
        QCOMPARE(say(MessageLevel::Info, "opened"), QStringLiteral("it is busy"));
        QCOMPARE(say(MessageLevel::Warning, "it is slow"), QStringLiteral("it is slow"));
        QCOMPARE(stays->interval(), 8000);
        stays->start(0); // they are over
        QTRY_VERIFY(!stays->isActive());
        QCOMPARE(say(MessageLevel::Info, "done"), QStringLiteral("done"));
    }

    void whatIsSaidAtLengthIsShortened()
    {
        MainWindow& window = sharedWindow();
        const QString text = QStringLiteral("It went well and so did all the rest. ").repeated(30).trimmed();
        window.workspace().report(MessageLevel::Info, text);
        auto* line = byId<ElidedLabel>(window, "message");
        QVERIFY(line && line->isVisible());
        QCOMPARE(line->text(), text);
        for (const int width : {1400, 1100}) {
            window.resize(width, 800);
            QCoreApplication::processEvents();
            const auto* load = byId<QWidget>(window, "status");
            QVERIFY(line->mapTo(&window, line->rect().topRight()).x() < load->mapTo(&window, QPoint()).x());
        }
        QHelpEvent asked(QEvent::ToolTip, line->rect().center(), line->mapToGlobal(line->rect().center()));
        QApplication::sendEvent(line, &asked);
        QCOMPARE(QToolTip::text(), text);
        QToolTip::hideText();
    }
};

QTEST_MAIN(TestWindowMenus)
#include "tst_window_menus.moc"
