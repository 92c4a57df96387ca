// SPDX-License-Identifier: GPL-3.0-or-later
// The README's five minutes, word for word: its steps by mouse and keys in a window, its commands in a shell.
#include "core/store/project.h"
#include "tests/core/tuning/fakemeasurer.h"
#include "tests/nightly.h"
#include "tests/widgets/buttons.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/views/config/configview.h"
#include "widgets/views/run/transferform.h"
#include "widgets/views/space/experimentdialog.h"
#include "widgets/views/space/knoblist.h"
#include "widgets/views/speed/speedview.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

using namespace knobscope;

namespace {

QString readme()
{
    QFile file(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/README.md"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString section(const QString& title)
{
    return readme().section(QStringLiteral("\n## %1\n").arg(title), 1).section(QStringLiteral("\n## "), 0, 0);
}

QStringList commands(const QString& title)
{
    return section(title).section(QStringLiteral("```"), 1, 1).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

QString fiveMinutes()
{
    return section(QStringLiteral("Five minutes")).simplified();
}

bool isTold(const char* words)
{
    return fiveMinutes().contains(QLatin1String(words));
}

/// The view that an action goes to by this name; null: none.
const View* viewCalled(MainWindow& window, const QString& word)
{
    for (const auto& [id, view] : window.views()) {
        const QAction* go = window.actionRegistry().action(QStringLiteral("go.") + id);
        if (go && go->text().remove(QLatin1Char('&')).endsWith(QLatin1Char(' ') + word)) {
            return view;
        }
    }
    return nullptr;
}

/// False where no dock has a tab of this name.
bool clickTab(const MainWindow& window, const QString& word)
{
    for (QTabBar* bar : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (bar->isVisible() && bar->tabText(tab).remove(QLatin1Char('&')) == word) {
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
                return true;
            }
        }
    }
    return false;
}

/// Presses the button of a mode that has the view, and then its tab, if it has one there. False where no mode has the view.
bool clickMode(const MainWindow& window, const QString& view, const QString& word)
{
    for (const ModeEntry& mode : modeEntries()) {
        auto* button = window.findChild<QToolButton*>(QStringLiteral("layout.") + QLatin1String(mode.id));
        if (button && QString::fromLatin1(mode.views).split(QLatin1Char(' ')).contains(view)) {
            QTest::mouseClick(button, Qt::LeftButton);
            QCoreApplication::processEvents();
            clickTab(window, word);
            return true;
        }
    }
    return false;
}

} // namespace

class TestReadme : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    /// 1. On the left: a network, its second task.
    void chooseTheTask(MainWindow& window)
    {
        QVERIFY(isTold("**resnet-18**") && isTold("second task, the 3x3 convolution on 64x56x56"));
        auto* tree = byId<QTreeView>(window.view<TaskView>(), "tasks");
        QModelIndex network;
        for (int row = 0; row < tree->model()->rowCount(); ++row) {
            const QModelIndex at = tree->model()->index(row, 0);
            network = at.data().toString() == QStringLiteral("resnet-18") ? at : network;
        }
        QVERIFY(network.isValid());
        tree->scrollTo(network);
        if (!tree->isExpanded(network)) {
            QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(network).center());
        }
        QVERIFY(tree->isExpanded(network));
        const QModelIndex second = tree->model()->index(1, 0, network);
        QVERIFY(second.siblingAtColumn(TaskModel::Shape).data().toString().contains(QStringLiteral("64x56x56")));
        tree->scrollTo(second);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(second).center());
        const auto task = window.workspace().task();
        QVERIFY(task);
        const QByteArray shapes = QByteArray::fromStdString(task->args.dump());
        QVERIFY(shapes.contains("[1,64,56,56]") && shapes.contains("[64,64,3,3]"));
    }

    /// 2. and 3. In the middle: its knobs and how many configs there are; one candidate more, and what that costs.
    void addACandidate(MainWindow& window)
    {
        QVERIFY(isTold("`tile_ic`, `tile_oc`, `tile_ow`, `unroll_kw`") && isTold(" 980."));
        for (const char* knob : {"tile_ic", "tile_oc", "tile_ow", "unroll_kw"}) {
            QVERIFY2(window.workspace().task()->space.find(knob), knob);
        }
        QVERIFY(window.spaceEditor().sizeText().startsWith(QStringLiteral("980 configs")));
        QVERIFY(isTold("Click **+** behind the candidates of `tile_ow`, type `[-1,12]` and press Enter")
                && isTold("1,078 configs"));
        auto* list = window.spaceEditor().findChild<KnobList*>();
        list->setCurrentKnob(QStringLiteral("tile_ow"));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->cellRect({list->currentCell().row, KnobCell::Add, 0}).center());
        auto* field = list->findChild<QLineEdit*>(QStringLiteral("newValue"));
        QVERIFY(field->isVisible());
        QTest::keyClicks(field, QStringLiteral("[-1,12]"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(window.workspace().task()->space.rangeLength(), int64_t(1078));
        QVERIFY2(window.spaceEditor().sizeText().remove(QLatin1Char(',')).startsWith(QStringLiteral("1078 configs")),
                 qPrintable(window.spaceEditor().sizeText()));
        QVERIFY(!window.spaceEditor().priceText().isEmpty());
    }

    /// With fewer trials and seeds, and without workers: what they measure is the next step's.
    void askIsItWorthIt(MainWindow& window)
    {
        QVERIFY(isTold("**Compare With the Template** tunes both spaces and compares them"));
        window.session().setMeasurer([](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
            return std::make_unique<FakeMeasurer>(1);
        });
        click(window.spaceEditor(), QStringLiteral("Compare With the Template"));
        auto* dialog = window.findChild<ExperimentDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        byId<QSpinBox>(*dialog, "trials")->setValue(12);
        byId<QSpinBox>(*dialog, "seeds")->setValue(2);
        QSignalSpy finished(&dialog->queue(), &ExperimentQueue::finished);
        press(*dialog, "start");
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60000);
        QVERIFY2(dialog->verdictText().contains(QStringLiteral("Difference per seed")), qPrintable(dialog->verdictText()));
        QCOMPARE(window.workspace().runs().size(), size_t(4));
        press(*dialog, "close");
        window.session().setMeasurer(makeMeasurer);
    }

    void takeItBack(MainWindow& window)
    {
        QVERIFY(isTold("Undo removes it again"));
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keySequence(&window, QKeySequence(QKeySequence::Undo));
        QCOMPARE(window.workspace().task()->space.rangeLength(), int64_t(980));
    }

    /// 4. On the right: every point was compiled, run and timed.
    void tune(MainWindow& window)
    {
        QVERIFY(isTold("Press **Start Tuning**"));
        const qint64 before = window.session().run();
        const auto trials = [&] {
            const qint64 run = window.session().run();
            return run > before ? window.workspace().connection()->run(run)->trials : 0;
        };
        QTest::mouseClick(window.findChild<QToolButton*>(QStringLiteral("startRun")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(trials() >= 4 && window.chart().trialCount() >= 4, 120000);
        press(window.runView(), "stop");
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isRunning(), 60000);
    }

    /// 5. A click on a point makes that trial's config the current one.
    void clickAPoint(MainWindow& window)
    {
        QVERIFY(isTold("Click a point: **Config**, **Schedule** and **Code** show that trial's knobs"));
        std::optional<QPointF> at;
        const auto find = [&] {
            for (qint64 number = 1; number <= 4 && !at; ++number) {
                at = window.chart().pixelOf({window.session().run(), number});
            }
            return at.has_value();
        };
        QTRY_VERIFY(find());
        QTest::mouseClick(window.chart().canvas().viewport(), Qt::LeftButton, {}, at->toPoint());
        QCOMPARE(window.workspace().selection().current().run, window.session().run());
        QCOMPARE(window.view<ConfigView>().indexBox().value(), window.workspace().config());
    }

    /// The views that are named, by their tabs.
    void openTheViews(MainWindow& window)
    {
        int opened = 0;
        for (const auto& match : QRegularExpression(QStringLiteral("\\*\\*([A-Z][a-z]+)\\*\\*")).globalMatch(fiveMinutes())) {
            const QString word = match.captured(1);
            const View* view = viewCalled(window, word);
            QVERIFY2(view || push(window, word), qPrintable(word));
            if (view) {
                QVERIFY2(clickTab(window, word) || clickMode(window, view->objectName(), word), qPrintable(word));
                QTRY_VERIFY2(!view->visibleRegion().isEmpty(), qPrintable(word));
                ++opened;
            }
        }
        QVERIFY(opened > 5);
        QVERIFY(isTold("**Earlier results**, under *Advanced* in the run panel"));
        QVERIFY(clickMode(window, QStringLiteral("run"), QStringLiteral("Run")));
        press(window.runView(), "advanced.heading");
        QVERIFY(button<QLabel>(window.runView(), QStringLiteral("Earlier results"))->isVisible());
        QVERIFY(window.runView().findChild<TransferForm*>()->isVisible());
    }

    /// 6. Everything in one file.
    void save(MainWindow& window)
    {
        QVERIFY(isTold("**File > Save Project As** keeps everything in one `*.knobscope` file"));
        QAction* saveAs = window.actionRegistry().action(QStringLiteral("file.saveAs"));
        QVERIFY2(saveAs->text().remove(QLatin1Char('&')).startsWith(QStringLiteral("Save Project As")),
                 qPrintable(saveAs->text()));
        const QString path = m_folder.filePath(QStringLiteral("five.knobscope"));
        QTimer naming;
        connect(&naming, &QTimer::timeout, this, [&] {
            if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                naming.stop();
                dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
                QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save), Qt::LeftButton);
                if (dialog->isVisible()) { // it was refused
                    dialog->reject();
                }
            }
        });
        naming.start(10);
        saveAs->trigger();
        QTRY_COMPARE(window.workspace().projectPath(), path);
        const auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly);
        QVERIFY(project && window.workspace().runs().size() == 5);
    }

    void lookForTheKeys(MainWindow& window)
    {
        QVERIFY(isTold("Ctrl+Shift+P") && isTold("Ctrl+?") && isTold("Alt+1 to Alt+0"));
        const auto& actions = window.actionRegistry().actions();
        for (const char* keys : {"Ctrl+Shift+P", "Ctrl+?", "Alt+1", "Alt+0"}) {
            QVERIFY2(std::any_of(
                         actions.begin(), actions.end(),
                         [&](const QAction* action) { return action->shortcuts().contains(QKeySequence(QLatin1String(keys))); }),
                     keys);
        }
    }

private slots:
    void initTestCase()
    {
        knobscope::testing::useOwnSettings(m_folder.path());
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    }

    /// As written, but for the number of trials.
    void theCommandsRunAsWritten()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM measures nothing");
#endif
        const QStringList lines = commands(QStringLiteral("In a terminal"));
        QCOMPARE(lines.size(), 3);
        if (!isNightly()) {
            QSKIP("tunes as people do, against the anchor: in the nightly suite");
        }
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           QStringLiteral(KNOBSCOPE_BINARY_DIR ":") + environment.value(QStringLiteral("PATH")));
        QTemporaryDir folder;
        for (QString line : lines) {
            line.replace(QRegularExpression(QStringLiteral("--trials \\d+")), QStringLiteral("--trials 6"));
            QProcess shell;
            shell.setWorkingDirectory(folder.path());
            shell.setProcessEnvironment(environment);
            shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), line});
            QVERIFY(shell.waitForFinished(120000));
            const QByteArray out = shell.readAllStandardOutput();
            QVERIFY2(shell.exitCode() == 0, (line.toUtf8() + '\n' + out + shell.readAllStandardError()).constData());
            QVERIFY(!out.isEmpty());
            if (line.contains(QStringLiteral(" space "))) {
                QVERIFY2(out.contains("1,078"), out.constData());
            }
        }
        auto project = Project::open(folder.filePath(QStringLiteral("r18.knobscope")).toStdString(), Project::Mode::ReadOnly);
        QVERIFY(project && project->runs()->front().trials == 6);
        QVERIFY(QFile(folder.filePath(QStringLiteral("r18.log"))).size() > 0);
    }

    void theScriptsOfTheFirstStepAreThere()
    {
        const QStringList lines = commands(QStringLiteral("Two commands"));
        QCOMPARE(lines.size(), 2);
        for (const QString& line : lines) {
            QVERIFY2(QFile::exists(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/") + line.section(QLatin1Char(' '), 0, 0)),
                     qPrintable(line));
        }
        for (const auto& match : QRegularExpression(QStringLiteral("\\]\\(([^)#:]+)\\)")).globalMatch(readme())) {
            QVERIFY2(QFile::exists(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/") + match.captured(1)), qPrintable(match.captured(1)));
        }
    }

    void theFiveMinutesGoAsTheyAreTold()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM measures nothing");
#endif
        MainWindow window;
        window.resize(1440, 900);
        window.show();
        for (const auto step : {&TestReadme::chooseTheTask, &TestReadme::addACandidate, &TestReadme::askIsItWorthIt,
                                &TestReadme::takeItBack, &TestReadme::tune, &TestReadme::clickAPoint, &TestReadme::openTheViews,
                                &TestReadme::save, &TestReadme::lookForTheKeys}) {
            (this->*step)(window);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }
};

QTEST_MAIN(TestReadme)
#include "tst_readme.moc"
