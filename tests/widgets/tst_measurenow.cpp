// SPDX-License-Identifier: GPL-3.0-or-later
// One config measured from the inspector, and how its timing is told.
#include "tests/core/tuning/fakemeasurer.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/recordedproject.h"
#include "tests/widgets/viewharness.h"
#include "tests/widgets/writtenmeasurer.h"
#include "widgets/base/number.h"
#include "widgets/base/translation.h"
#include "widgets/controls/headline.h"
#include "widgets/views/config/configview.h"
#include "widgets/views/config/counterpanel.h"
#include "widgets/views/config/figurelist.h"
#include "widgets/views/config/singlemeasurement.h"
#include "widgets/views/insight/insightview.h"
#include "widgets/views/insight/neighbourspanel.h"
#include "widgets/views/space/experimentdialog.h"
#include "widgets/views/speed/runlistmodel.h"
#include "widgets/views/speed/speedview.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace knobscope;

namespace {

bool openConv(Workspace& workspace)
{
    return workspace
        .openTask(QStringLiteral("conv"), "conv2d_NCHWc.x86",
                  {{"TENSOR", {1, 64, 56, 56}, "float32"},
                   {"TENSOR", {64, 64, 3, 3}, "float32"},
                   {1, 1},
                   {1, 1, 1, 1},
                   {1, 1},
                   "NCHW",
                   "NCHW",
                   "float32"},
                  parseTarget("llvm").value())
        .has_value();
}

/// Takes any task.
class QuickMeasurer : public FakeMeasurer
{
public:
    QuickMeasurer()
        : FakeMeasurer(1)
    {
    }
    Result<void> accepts(const Task&) const override { return {}; }
};

/// Where the kernels do not matter: each is right and twice as fast as the anchor.
void useWrittenTimes(Workspace& workspace)
{
    auto times = std::make_shared<knobscope::testing::WrittenTimes>();
    times->speedup = 200;
    workspace.session().setMeasurer([times](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
        return std::make_unique<knobscope::testing::WrittenMeasurer>(times);
    });
}

} // namespace

class TestMeasureNow : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void initTestCase() { knobscope::testing::useOwnSettings(m_folder.path()); }

    void pairsAndPaceAreExplained()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        const auto* result = byId<QLabel>(inspector, "timing");
        QVERIFY(result->toolTip().contains(QStringLiteral("Paired timing: ")));
        QVERIFY(result->toolTip().contains(QStringLiteral("Clock ratio: ")));
    }

    void measuringIsRealAndCanBeCancelled()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM measures nothing");
#endif
        Workspace workspace;
        ConfigView inspector(workspace);
        QVERIFY(openConv(workspace));
        workspace.setConfig(682);
        inspector.measureNow();
        QVERIFY(inspector.isMeasuring());
        inspector.measureNow(); // the button says Cancel now
        QTRY_VERIFY_WITH_TIMEOUT(!inspector.isMeasuring(), 20000);
        const QSignalSpy told(&workspace, &Workspace::message); // by Ctrl+M, for one, while the view is hidden
        inspector.measureNow();
        QTRY_VERIFY_WITH_TIMEOUT(!inspector.isMeasuring(), 60000);
        QVERIFY(!told.isEmpty() && told.back()[1].toString().contains(QStringLiteral("; ")));
        QCOMPARE(told.back()[1].toString().replace(QStringLiteral("; "), QStringLiteral("\n")), inspector.message());
        const qsizetype before = told.size();
        inspector.show();
        for (const char* said : {"correct result", "GFLOPS", "ms at full speed", "times as fast as untuned (", "ms as measured",
                                 "clock ratio ", "pair"}) {
            QVERIFY2(inspector.message().contains(QLatin1String(said)), qPrintable(inspector.message()));
        }
        inspector.copyRecord();
        QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("{\"input\"")));
        qputenv("KNOBSCOPE_WORKER", "/nowhere/worker");
        inspector.measureNow();
        QTRY_VERIFY_WITH_TIMEOUT(!inspector.isMeasuring(), 20000);
        qunsetenv("KNOBSCOPE_WORKER");
        QVERIFY2(inspector.message().contains(QStringLiteral("/nowhere/worker")), qPrintable(inspector.message()));
        for (qsizetype i = before; i < told.size(); ++i) { // a warning that another program measures here is no status
            const QString text = told[i][1].toString();
            QVERIFY2(!text.contains(QStringLiteral("682")) && !text.contains(QStringLiteral("/nowhere/worker")), qPrintable(text));
        }
    }

    void tryingAFindingMakesTheChange()
    {
        Workspace workspace;
        useWrittenTimes(workspace);
        ConfigView inspector(workspace);
        inspector.show();
        QVERIFY(openConv(workspace));
        workspace.setConfig(601); // two sums, which wait for each other
        inspector.refreshNow();
        auto* attempt = inspector.findChild<QToolButton*>(QStringLiteral("finding.1"));
        auto* outcome = inspector.findChild<QLabel*>(QStringLiteral("findings.outcome"));
        QVERIFY(attempt && attempt->isVisible() && outcome && outcome->isHidden());
        attempt->click();
        QVERIFY(inspector.isMeasuring() && !attempt->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!inspector.isMeasuring(), 60000);
        QVERIFY2(outcome->text().contains(QStringLiteral(" instead of 601 brought ")), qPrintable(outcome->text()));
        QVERIFY(workspace.config() != 601);
        QVERIFY2(inspector.message().contains(QStringLiteral("times as fast as config 601")), qPrintable(inspector.message()));
        QTRY_COMPARE_WITH_TIMEOUT(workspace.runs().size(), size_t(1), 5000);
        QTRY_COMPARE_WITH_TIMEOUT(workspace.runs().front().trials, int64_t(2), 5000);
    }

    /// Whatever task is on screen by the time it ends. Nothing else is timed or opened meanwhile.
    void theTaskAndTheProjectItBeganWithKeepIt()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM measures nothing");
#endif
        const QTemporaryDir dir;
        const QString own = dir.filePath(QStringLiteral("own.knobscope"));
        const QString other = dir.filePath(QStringLiteral("other.knobscope"));
        QVERIFY(knobscope::testing::writeProject(own, {20}) && knobscope::testing::writeProject(other, {20}));
        const Task task = knobscope::testing::denseTask();
        Workspace workspace;
        ConfigView inspector(workspace);
        QVERIFY(workspace.openProject(own));
        QVERIFY(workspace.openTask(QStringLiteral("resnet-18:13"), task.name, task.args, task.target));
        workspace.setConfig(3);
        inspector.measureNow();
        QVERIFY(!workspace.openProject(other));
        const auto refused = workspace.startRun({}, {});
        QVERIFY(!refused && !workspace.session().isRunning());
        QVERIFY2(refused.error().message.starts_with("Config 3 of resnet-18:13 is being measured"),
                 refused.error().message.c_str());
        QVERIFY(workspace.openTask(QStringLiteral("another"), "tutorial/matmul", {64, 64, 64, "float32"}, task.target));
        QTRY_VERIFY_WITH_TIMEOUT(!inspector.isMeasuring(), 60000);
        QVERIFY2(inspector.message().startsWith(QStringLiteral("Config 3 of resnet-18:13: correct result")),
                 qPrintable(inspector.message()));
        auto kept = Project::open(own.toStdString(), Project::Mode::ReadOnly).value();
        QTRY_COMPARE_WITH_TIMEOUT(kept.runs().value().size(), size_t{2}, 20000);
        QCOMPARE(kept.runs().value().back().label, std::string("resnet-18:13"));
        QVERIFY(workspace.openTask(QStringLiteral("resnet-18:13"), task.name, task.args, task.target));
        workspace.setConfig(3);
        QVERIFY2(inspector.message().startsWith(QStringLiteral("Config 3: correct result")), qPrintable(inspector.message()));
    }

    /// In the project, in a run of its own beside those of tuners; the next one is of the same run.
    void whatWasMeasuredIsKeptAndCharted()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("kept.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {20}));
        const Task task = knobscope::testing::denseTask();
        Workspace workspace;
        useWrittenTimes(workspace);
        ConfigView inspector(workspace);
        SpeedView chart(workspace);
        QVERIFY(workspace.openProject(path));
        QVERIFY(workspace.openTask(QStringLiteral("resnet-18:13"), task.name, task.args, task.target));
        workspace.showNewestRun();
        for (const qint64 config : {3, 5}) {
            workspace.setConfig(config);
            inspector.measureNow();
            QTRY_VERIFY_WITH_TIMEOUT(!inspector.isMeasuring(), 60000);
        }
        QTRY_VERIFY_WITH_TIMEOUT(workspace.runs().size() == 2 && workspace.runs().back().trials == 2, 20000);
        const RunRow& kept = workspace.runs().back();
        QCOMPARE(kept.tuner, std::string("by hand"));
        QCOMPARE(kept.state, std::string("finished"));
        QVERIFY(kept.bestGflops > 0 && kept.bestSpeedup > 0);
        const auto trials = workspace.connection()->trials(kept.id).value();
        QCOMPARE(trials[0].index, int64_t(3));
        QCOMPARE(trials[1].index, int64_t(5));
        auto* shown = chart.findChild<RunListModel*>();
        QTRY_COMPARE(shown->shown(), (std::set<int64_t>{1, 2}));
        QCOMPARE(workspace.newestRun()->id, int64_t(1)); // the tuner's stays the run of the task
    }

    void withoutAProjectOneIsMade()
    {
        const QString other = m_folder.filePath(QStringLiteral("other.knobscope"));
        QVERIFY(knobscope::testing::writeProject(other, {20}));
        const Task task = knobscope::testing::denseTask();
        Workspace workspace;
        QVERIFY(workspace.openTask(QStringLiteral("resnet-18:13"), task.name, task.args, task.target));
        SingleMeasurement measuring(workspace);
        workspace.session().setMeasurer([](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
            return std::make_unique<QuickMeasurer>();
        });
        workspace.setConfig(5);
        measuring.measure(task.space.at(5).value());
        QVERIFY(workspace.blockingJob() && workspace.blockingJob()->sentence.contains(QLatin1Char('5'))); // closing asks
        QVERIFY(!workspace.checkCanMeasure());
        QVERIFY(workspace.isUntitled()); // the one that it is kept in, whatever a person wants to open
        QVERIFY(!workspace.openProject(other));
        QTRY_VERIFY(!measuring.isMeasuring());
        QVERIFY(!workspace.blockingJob());
        QVERIFY(measuring.result());
        QVERIFY(workspace.isUntitled());
        QTRY_COMPARE(workspace.runs().size(), size_t(1));
        QCOMPARE(workspace.runs().front().tuner, std::string("by hand"));
        QCOMPARE(workspace.runs().front().trials, int64_t(1));
        QCOMPARE(workspace.config(), qint64(5));
        const QString path = workspace.projectPath();
        workspace.closeProject();
        QVERIFY(QFile::remove(path));
    }

    /// Found out before, not after.
    void whatCannotBeKeptIsNotMeasured()
    {
        const QString path = m_folder.filePath(QStringLiteral("held.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {20}));
        auto holder = ProjectWriter::open(path.toStdString()).value();
        holder->setRunState(1, "running");
        QVERIFY(holder->flush());
        const Task task = knobscope::testing::denseTask();
        const QString words = QStringLiteral("another program");
        Workspace workspace;
        QVERIFY(workspace.openProject(path));
        QVERIFY(workspace.openTask(QStringLiteral("resnet-18:13"), task.name, task.args, task.target));
        workspace.setConfig(5);
        QVERIFY(workspace.checkCanMeasure());

        SingleMeasurement measuring(workspace);
        QSignalSpy said(&measuring, &SingleMeasurement::statusChanged);
        measuring.measure(task.space.at(5).value());
        QVERIFY(!measuring.isMeasuring());
        QVERIFY2(said.back()[0].toString().contains(words), qPrintable(said.back()[0].toString()));

        ExperimentQueue experiment(workspace);
        RunOptions options;
        options.tuner = "random";
        const auto refused = experiment.start({task, task, "resnet-18:13", options, 2}, {});
        QVERIFY(!refused && !experiment.isRunning());
        QVERIFY2(refused.error().message.find("another program") != std::string::npos, refused.error().message.c_str());

        InsightView insight(workspace);
        insight.show();
        insight.tabs().setCurrentIndex(3);
        insight.refreshNow();
        insight.neighbours().measureMissing();
        QVERIFY(!insight.neighbours().isMeasuring());
        QVERIFY2(insight.neighbours().status().contains(words), qPrintable(insight.neighbours().status()));

        holder->setRunState(1, "finished");
        QVERIFY(holder->flush());
        QVERIFY(workspace.checkCanWrite());
    }

    /// W10: minutes are asked for; a number of trials that a person sets stays.
    void anExperimentFitsItsBudget()
    {
        Workspace workspace;
        QVERIFY(openConv(workspace));
        ExperimentDialog dialog(workspace, MeasuredRate{.trialsPerSecond = 10});
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        auto* budget = byId<QSpinBox>(dialog, "budget");
        auto* trials = byId<QSpinBox>(dialog, "trials");
        auto* seeds = byId<QSpinBox>(dialog, "seeds");
        seeds->setValue(7);
        budget->setValue(14);
        QCOMPARE(trials->value(), 14 * 60 * 10 / (2 * 7));
        seeds->setValue(6);
        QCOMPARE(trials->value(), 14 * 60 * 10 / (2 * 6));
        trials->setValue(33);
        seeds->setValue(8);
        QCOMPARE(trials->value(), 33);
        QVERIFY(!byId<Headline>(dialog, "answer")->hasFigure());
    }

    /// Runs could not begin with a pinned config that a constraint leaves out, and none could be unpinned.
    void aPinThatIsLeftOutIsNotMeasuredAndCanBeTakenBack()
    {
        const Task task = knobscope::testing::denseTask();
        Workspace workspace;
        ConfigView inspector(workspace);
        QVERIFY(workspace.openTask(QStringLiteral("resnet-18:13"), task.name, task.args, task.target));
        const qint64 last = task.space.rangeLength() - 1;
        workspace.setConfig(last);
        inspector.togglePin();
        QCOMPARE(inspector.pinned(), std::vector<qint64>{last});
        QVERIFY(workspace.setEdits({parseEdit("where tile_k[-1] <= 1").value()}));
        QVERIFY(!workspace.task()->space.isValid(last));
        QVERIFY(inspector.pinned().empty());
        workspace.setConfig(-1);
        QVERIFY(workspace.setEdits({parseEdit("tile_k=[-1,1]").value()})); // has its values no longer
        QVERIFY(!inspector.pins().isPinned(*workspace.task(), -1));
        inspector.togglePin(); // none is chosen
        QVERIFY(workspace.setEdits({parseEdit("where tile_k[-1] <= 1").value()}));
        workspace.setConfig(last);
        QVERIFY(inspector.pins().isPinned(*workspace.task(), last));
        inspector.togglePin();
        QVERIFY(workspace.setEdits({}));
        QVERIFY(inspector.pinned().empty());
    }

    void whatIsKnownIsSaid()
    {
        Timing timing;
        QCOMPARE(timingText(QStringLiteral("97.5 GFLOPS"), 1.4e-3, timing), QStringLiteral("97.5 GFLOPS, 1.4 ms"));
        timing.speedup = 2.5;
        timing.speedupLow = 2.49;
        timing.speedupHigh = 2.51;
        timing.pace = 0.72;
        timing.secondsNow = 1.95e-3;
        timing.pairs = 31;
        const Translation english(QLocale::c());
        QCOMPARE(timingText(QStringLiteral("97.5 GFLOPS"), 1.4e-3, timing),
                 QStringLiteral("97.5 GFLOPS, 1.4\u00a0ms at full speed\n2.500 times as fast as untuned (2.490 to 2.510)\n"
                                "1.95\u00a0ms as measured, clock ratio 72\u00a0%, 31 pairs"));
        QCOMPARE(milliseconds(0.0123456), QStringLiteral("12.35"));
        QCOMPARE(milliseconds(0.00123456), QStringLiteral("1.235"));
        QVERIFY(!milliseconds(12.3456).contains(QLatin1Char('e')));
    }

    void whatMakesItDoubtfulIsSaid()
    {
        Timing timing;
        timing.speedup = 2.5;
        timing.speedupLow = 2.4;
        timing.speedupHigh = 2.6;
        for (int i = 0; i < 32; ++i) {
            timing.candidate.push_back(i % 4 == 0 ? 2.35e-3 : 1.4e-3);
        }
        const QString text = timingText(QStringLiteral("97.5 GFLOPS"), 1.4e-3, timing);
        QVERIFY2(
            text.endsWith(QStringLiteral("\nTwo levels: 1.4 ms, and 2.35 ms for 25 % of the time. The machine's speed "
                                         "changed.\nThe machine's speed varied, so the speed-up is accurate only to 4.0 %.")),
            qPrintable(text));
        timing.candidate.assign(32, 1.4e-3);
        timing.speedupLow = 2.47;
        timing.speedupHigh = 2.53;
        QVERIFY(!timingText(QStringLiteral("97.5 GFLOPS"), 1.4e-3, timing).contains(QStringLiteral("machine")));
    }

    /// Counted on request, shown for the config that ran, and gone with it.
    void eventsAreCountedOnRequest()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM runs nothing");
#endif
        Workspace workspace;
        ConfigView inspector(workspace);
        inspector.show();
        QVERIFY(workspace.openTask(QStringLiteral("m"), "tutorial/matmul", {32, 32, 32, "float32"}, parseTarget("llvm").value())
                    .has_value());
        const auto* panel = inspector.findChild<CounterPanel*>();
        QVERIFY(panel->isVisible());
        const auto shown = [&] {
            QStringList texts;
            for (const QLabel* label : byId<FigureList>(inspector, "counts")->findChildren<QLabel*>()) {
                texts += label->isVisible() ? label->text() : QString();
            }
            texts.removeAll(QString());
            return texts;
        };
        QVERIFY(shown().isEmpty());
        press(inspector, "count");
        QVERIFY(panel->isCounting());
        QVERIFY(!workspace.checkCanMeasure()); // it would disturb
        QTRY_VERIFY_WITH_TIMEOUT(!panel->isCounting(), 60000);
        QTRY_VERIFY(!shown().isEmpty());
        QVERIFY2(shown().contains(QStringLiteral("Cycles")) || shown().contains(QStringLiteral("Hardware events")),
                 qPrintable(shown().join(QLatin1Char('|'))));
        inspector.step(1);
        QVERIFY(shown().isEmpty());
    }
};

QTEST_MAIN(TestMeasureNow)
#include "tst_measurenow.moc"
