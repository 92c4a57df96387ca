// SPDX-License-Identifier: GPL-3.0-or-later
// The window used as a person would: keys and mouse, real workers.
#include "app/workbench/ending.h"
#include "core/store/project.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/recordedproject.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/controls/scrolledpage.h"
#include "widgets/controls/summarytext.h"
#include "widgets/plot/plotview.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/views/network/networkcanvas.h"
#include "widgets/views/network/networkview.h"
#include "widgets/views/space/constraintpanel.h"
#include "widgets/views/space/knoblist.h"

#include <QAbstractItemModelTester>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QTimer>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <set>

using namespace knobscope;

namespace {

/// conv2d_nchw.cuda, 2048 channels of 7x7 from 1024, 1x1: the space of 384,384 configs.
void openCudaTask(Workspace& workspace)
{
    const auto args = nlohmann::json::parse(
        R"([["TENSOR",[1,1024,7,7],"float32"],["TENSOR",[2048,1024,1,1],"float32"],[1,1],[0,0,0,0],[1,1],"float32"])");
    QVERIFY(workspace.openTask(QStringLiteral("conv"), "conv2d_nchw.cuda", args, parseTarget("cuda").value()).has_value());
}

} // namespace

class TestWindow : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void modelsKeepQtsContract()
    {
        TaskModel tasks;
        QAbstractItemModelTester taskTester(&tasks, QAbstractItemModelTester::FailureReportingMode::QtTest);
        tasks.load(loadNetworks().value(), parseTarget("llvm").value());
        QVERIFY(tasks.rowCount() > 10);
        QVERIFY(tasks.find(QStringLiteral("resnet-18:2")).isValid());
        ConstraintModel constraints;
        QAbstractItemModelTester constraintTester(&constraints, QAbstractItemModelTester::FailureReportingMode::QtTest);
        constraints.setConstraints({QStringLiteral("a < 1"), QStringLiteral("a < 2")}, 1);
        constraints.setEffects({{"a < 1", {5, 5, true}, {1, 1, true}, 3}, {"a < 2", {4, 6, false}, {0, 2, false}, -1}});
        QCOMPARE(constraints.rowCount(), 2);
        QCOMPARE(constraints.index(1, ConstraintModel::Removes).data().toString(), QStringLiteral("4 to 6 (estimated)"));
        constraints.setConstraints({}, 0);
        QCOMPARE(constraints.rowCount(), 0);
    }

    void oneMoreUnrollStepByKeyboard()
    {
        Workspace workspace;
        SpaceEditor editor(workspace);
        editor.show();
        openCudaTask(workspace);
        auto* list = editor.findChild<KnobList*>();
        list->setFocus();
        QTest::keyClicks(list, QStringLiteral("auto"));
        QCOMPARE(list->currentKnob(), QStringLiteral("auto_unroll_max_step"));
        QTest::keyClick(list, Qt::Key_Plus, Qt::NoModifier);
        auto* field = editor.findChild<QLineEdit*>(QStringLiteral("newValue"));
        QTest::keyClicks(field, QStringLiteral("1024"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(editor.errorText(), QString());
        QVERIFY2(editor.sizeText().startsWith(QStringLiteral("512512 configs, 384384"))
                     || editor.sizeText().startsWith(QStringLiteral("512,512 configs, 384,384")),
                 qPrintable(editor.sizeText()));
        QCOMPARE(workspace.task()->space.rangeLength(), int64_t(512512));
        editor.document().undoStack()->undo();
        QVERIFY(editor.document().list().empty());
        QVERIFY(workspace.task()->edits.empty());
        editor.document().undoStack()->redo();
        QCOMPARE(editor.document().list().size(), size_t(1));
    }

    void refusedEditsSayWhyAndChangeNothing()
    {
        Workspace workspace;
        SpaceEditor editor(workspace);
        openCudaTask(workspace);
        QVERIFY(!editor.document().add(QStringLiteral("tile_q"), QStringLiteral("3")));
        editor.show();
        QVERIFY(editor.errorText().contains(QStringLiteral("tile_q")));
        QVERIFY(!editor.document().addConstraint(QStringLiteral("tile_f[1] <")));
        QVERIFY(editor.errorText().contains(QStringLiteral("column")));
        QVERIFY(editor.document().list().empty());
        QCOMPARE(editor.document().undoStack()->count(), 0);
    }

    void startTunesAndStopKeepsWhatIsThere()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("w.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        MainWindow window;
        window.show();
        QVERIFY(window.openProject(path));
        window.chooseTask(QStringLiteral("resnet-18:13")); // a small dense layer: many trials a second
        QVERIFY(byId<QPushButton>(window.runView(), "start")->isEnabled());
        QSignalSpy finished(&window.session(), &TuningSession::finished);
        press(window.runView(), "start");
        QVERIFY(window.session().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(window.chart().trialCount() >= 20, 60000);
        QVERIFY(window.chart().bestGflops() > 0);
        press(window.runView(), "stop");
        QVERIFY(finished.wait(20000));
        QVERIFY(byId<QPushButton>(window.runView(), "start")->isEnabled());
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly).value();
        QCOMPARE(project.runs()->front().state, std::string("stopped"));
        QCOMPARE(project.runs()->front().trials, static_cast<int64_t>(window.chart().trialCount()));
    }

    /// Full HD at twice the size has 960 by 540 pixels, some of which are a desktop's own.
    void fitsASmallScreen()
    {
        MainWindow window;
        window.show();
        window.chooseTask(QStringLiteral("resnet-18:2"));
        QCoreApplication::processEvents();
        const QSize least = window.minimumSizeHint();
        QVERIFY2(least.width() <= 960 && least.height() <= 500,
                 qPrintable(QStringLiteral("%1x%2").arg(least.width()).arg(least.height())));
        window.resize(960, 500);
        QCoreApplication::processEvents();
        QCOMPARE(window.size(), QSize(960, 500));
        // Nothing is smaller than it can be: what has no room is scrolled to.
        const auto leastOf = [](const QWidget& part) {
            const QSize hint = part.minimumSizeHint();
            const bool isIgnored = part.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored;
            return QSize(part.minimumWidth() > 0 || isIgnored ? part.minimumWidth() : hint.width(),
                         part.minimumHeight() > 0 ? part.minimumHeight() : hint.height());
        };
        const auto squeezed = [&] {
            QStringList found;
            for (const auto& [id, view] : window.views()) {
                for (const QWidget* part : view->findChildren<QWidget*>()) {
                    const QSize least = leastOf(*part);
                    if (part->isVisible() && part->parentWidget()->layout()
                        && (part->width() < least.width() || part->height() < least.height())) {
                        found << id + QLatin1Char(' ') + QString::fromLatin1(part->metaObject()->className());
                    }
                }
            }
            return found.join(QLatin1Char('\n'));
        };
        QTRY_COMPARE(squeezed(), QString());
    }

    /// A dock on a screen with room has no scroll bars around it; one without room has, and all of it is there.
    void docksScrollOnlyWithoutRoom()
    {
        auto* page = new QLabel(QStringLiteral("page"));
        page->setMinimumSize(300, 200);
        ScrolledPage scrolled(page);
        scrolled.resize(400, 300);
        scrolled.show();
        QCOMPARE(scrolled.minimumSizeHint(), ScrolledPage::kMaxMinimumSize);
        QCOMPARE(page->size(), QSize(400, 300));
        scrolled.resize(240, 300);
        QCOMPARE(page->width(), 300);
        QVERIFY(scrolled.horizontalScrollBar()->maximum() > 0);
        QCOMPARE(scrolled.verticalScrollBar()->maximum(), 0);
        scrolled.resize(240, 150);
        QCOMPARE(page->size(), QSize(300, 200));
        QVERIFY(scrolled.verticalScrollBar()->maximum() > 0);
        scrolled.resize(300, 200); // exactly
        QCOMPARE(page->size(), QSize(300, 200));
        QTRY_VERIFY(!scrolled.verticalScrollBar()->isVisible() && !scrolled.horizontalScrollBar()->isVisible());
    }

    void sentencesThatAreTooLongScroll()
    {
        PlaceholderStack pages(new QWidget, QStringLiteral("Here tuners compete without a device. ").repeated(20));
        pages.resize(240, 150);
        pages.show();
        const auto* words = pages.findChild<QLabel*>();
        const QScrollBar* bar = pages.findChild<ScrolledPage*>()->verticalScrollBar();
        QTRY_VERIFY(words->height() >= words->heightForWidth(words->width()) && bar->maximum() > 0);
        QVERIFY(pages.minimumSizeHint().height() < 100);
        pages.resize(1000, 600);
        QTRY_COMPARE(bar->maximum(), 0);
        QVERIFY2(words->width() < 700, "a line is too long to be read");
        QVERIFY(words->height() >= words->heightForWidth(words->width()));
        QVERIFY(std::abs(words->mapTo(&pages, words->rect().center()).x() - 500) <= 2);
    }

    /// Of any length they leave the plot below them its room.
    void verdictsEndWithAWholeLine()
    {
        QWidget page;
        auto* verdict = new SummaryText(QStringLiteral("Verdict"));
        inColumn(&page, {verdict, {new QWidget, 1}}, QMargins());
        page.resize(400, 480);
        verdict->setPlainText(QStringLiteral("ga is faster here."));
        page.show();
        QCoreApplication::processEvents();
        const int ofALine = verdict->height();
        QCOMPARE(verdict->verticalScrollBar()->maximum(), 0);
        verdict->setPlainText(QStringLiteral("It cannot be said which of them is faster here. ").repeated(30));
        QTRY_VERIFY(verdict->height() > ofALine && verdict->verticalScrollBar()->maximum() > 0);
        QVERIFY2(verdict->height() <= page.height() / 8, qPrintable(QString::number(verdict->height())));
        const int end = verdict->viewport()->height();
        QVERIFY(verdict->cursorRect(verdict->cursorForPosition(QPoint(20, end - 1))).bottom() <= end);

        // What fits exactly needs no scroll bar.
        const double line = verdict->document()->firstBlock().layout()->lineAt(0).height();
        page.resize(400,
                    static_cast<int>(8 * (4 * line + 2 * verdict->frameWidth() + 2 * verdict->document()->documentMargin())));
        verdict->setPlainText(QStringLiteral("A\nB\nC\nD"));
        QTRY_VERIFY(verdict->height() >= 4 * line);
        QTRY_COMPARE(verdict->verticalScrollBar()->maximum(), 0);
    }

    /// A key that a menu and a button have does nothing when it is pressed.
    void viewsLeaveTheMenusTheirKeys()
    {
        MainWindow window;
        window.chooseTask(QStringLiteral("resnet-18:2"));
        std::set<QString> keys;
        for (const QAction* menu : window.menuBar()->actions()) {
            keys.insert(QKeySequence::mnemonic(menu->text()).toString());
        }
        QVERIFY(keys.size() >= 5);
        QStringList taken;
        const auto look = [&](const QString& text) {
            const QString key = QKeySequence::mnemonic(text).toString();
            if (!key.isEmpty() && keys.contains(key)) {
                taken << text;
            }
        };
        for (const QAbstractButton* button : window.findChildren<QAbstractButton*>()) {
            look(button->text());
        }
        for (const QLabel* label : window.findChildren<QLabel*>()) {
            look(label->buddy() ? label->text() : QString());
        }
        for (const QTabBar* bar : window.findChildren<QTabBar*>()) {
            for (int tab = 0; tab < bar->count(); ++tab) {
                look(bar->tabText(tab));
            }
        }
        QVERIFY2(taken.isEmpty(), qPrintable(taken.join(QLatin1Char('\n'))));
    }

    void everyEntryOfAMenuHasItsOwnLetter()
    {
        const MainWindow window;
        QStringList twice;
        for (const QMenu* menu : window.menuBar()->findChildren<QMenu*>()) {
            std::set<QString> keys;
            for (const QAction* action : menu->actions()) {
                const QString key = QKeySequence::mnemonic(action->text()).toString();
                if (!key.isEmpty() && !keys.insert(key).second) {
                    twice << action->text();
                }
            }
        }
        QVERIFY2(twice.isEmpty(), qPrintable(twice.join(QLatin1Char('\n'))));
    }

    /// Code panes search by the same key, and are visible to Qt where they are behind other tabs.
    void tasksAreFoundByTheKeyOfTheirView()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.chooseTask(QStringLiteral("resnet-18:2"));
        window.actionRegistry().action(QStringLiteral("go.code"))->trigger();
        window.actionRegistry().action(QStringLiteral("go.tasks"))->trigger();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), QStringLiteral("Task filter"));
    }

    /// The plot that had the keys keeps the focus while a menu is open. "Save As" proposes what the project is called.
    void anOpenMenuHasTheLetters()
    {
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("named.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {3}).has_value());
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QVERIFY(window.openProject(path));
        QString proposed;
        QTimer looking;
        connect(&looking, &QTimer::timeout, this, [&] {
            if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                proposed = dialog->selectedFiles().value(0);
                dialog->reject();
            }
        });
        looking.start(10);
        const QAction* select = window.actionRegistry().action(QStringLiteral("speed.select"));
        auto* plot = window.chart().findChild<PlotView*>();
        window.showView(QStringLiteral("speed"));
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_S);
        QVERIFY(select->isChecked());
        QTest::keyClick(plot, Qt::Key_F, Qt::AltModifier);
        QWidget* menu = QApplication::activePopupWidget();
        QVERIFY(menu);
        QTest::keyClick(menu, Qt::Key_S);
        menu->close();
        QVERIFY(select->isChecked());
        QCOMPARE(proposed, path);
        // Everything is kept as one works: Ctrl+S says so, and asks for a name only if there is none.
        const ActionRegistry& actions = window.actionRegistry();
        QVERIFY(
            actions.action(QStringLiteral("file.saveAs"))->shortcuts().contains(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)));
        QVERIFY(actions.action(QStringLiteral("file.save"))->shortcuts().contains(QKeySequence(Qt::CTRL | Qt::Key_S)));
        proposed.clear();
        const QSignalSpy said(&window.workspace(), &Workspace::message);
        actions.action(QStringLiteral("file.save"))->trigger();
        QVERIFY(proposed.isEmpty());
        QCOMPARE(said.back()[1].toString(), QStringLiteral("Everything is saved in %1.").arg(path));
        actions.action(QStringLiteral("file.new"))->trigger();
        actions.action(QStringLiteral("file.save"))->trigger();
        QVERIFY(proposed.endsWith(QStringLiteral("untitled.knobscope")));
    }

    /// No plot refuses them, and no field gets their address.
    void droppedFilesComeToTheWindow()
    {
        const QTemporaryDir dir;
        QFile file(dir.filePath(QStringLiteral("notes.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("hello, this is text");
        file.close();
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(file.fileName())});
        MainWindow window;
        window.show();
        window.chooseTask(QStringLiteral("resnet-18:2"));
        auto* field = window.spaceEditor().findChild<QLineEdit*>(QStringLiteral("constraint"));
        QWidget* plot = window.chart().findChild<PlotView*>()->viewport();
        QWidget* network = window.view<NetworkView>().findChild<NetworkCanvas*>()->viewport();
        for (QWidget* at : {static_cast<QWidget*>(field), plot, network}) {
            QSignalSpy said(&window.workspace(), &Workspace::message);
            const QPoint place = at->rect().center();
            QDragEnterEvent enter(place, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(at, &enter);
            QVERIFY(enter.isAccepted());
            QDropEvent drop(place, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(at, &drop);
            QCOMPARE(said.size(), 1);
            QVERIFY(said[0].value(1).toString().contains(QStringLiteral("notes.txt")));
        }
        QVERIFY(field->text().isEmpty());
    }

    void aLostDisplayLosesNothing()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test-window")); // the session is saved, too
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("w.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        MainWindow window;
        QVERIFY(DisplayConnectionWatcher::closingMessage(window).find("No project was open") != std::string::npos);
        QVERIFY(window.openProject(path));
        window.chooseTask(QStringLiteral("resnet-18:13"));
        RunOptions options;
        options.tuner = "random";
        options.trials = 100'000;
        QVERIFY(window.workspace().startRun(options, {}).has_value());
        QTRY_VERIFY_WITH_TIMEOUT(window.chart().trialCount() > 3, 60000);
        const int seen = window.chart().trialCount();
        const std::string words = DisplayConnectionWatcher::closingMessage(window); // without a turn of the event loop
        QVERIFY2(words.find(path.toStdString()) != std::string::npos && words.find("Run 1 was stopped") != std::string::npos,
                 words.c_str());
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly).value();
        const RunRow run = project.run(1).value();
        QCOMPARE(run.state, std::string("stopped"));
        QVERIFY(run.trials >= seen);
        QCOMPARE(project.trials(1).value().size(), static_cast<size_t>(run.trials));
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isRunning(), 20000);
    }

    void wrongFilesAreRefusedInWords()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("text.knobscope"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("hello, this is text");
        file.close();
        MainWindow window;
        QVERIFY(!window.openProject(path));
        QVERIFY(window.lastProblem().contains(QStringLiteral("not a Knobscope project")));
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
