// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as a person steers them, with real workers on a small dense layer.
#include "core/store/projectwriter.h"
#include "core/store/trialquery.h"
#include "tests/core/tuning/fakemeasurer.h"
#include "tests/widgets/controldesk.h"
#include "tests/widgets/controls.h"
#include "widgets/base/coretext.h"
#include "widgets/base/translation.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/views/config/configview.h"
#include "widgets/views/log/logview.h"
#include "widgets/views/run/optionforms.h"
#include "widgets/views/run/progresspanel.h"
#include "widgets/views/run/resumelist.h"
#include "widgets/views/trials/trialmodel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QSettings>
#include <QSignalSpy>

#include <SQLiteCpp/SQLiteCpp.h>

using namespace knobscope;

namespace {

/// Whose compiler takes too long for any config.
class SlowBuilds : public FakeMeasurer
{
public:
    SlowBuilds()
        : FakeMeasurer(1)
    {
    }
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds wait) override
    {
        auto done = FakeMeasurer::next(wait);
        if (done) {
            done->second = failedResult(MeasureError::BuildTimeout,
                                        phrase("Building: {}", phrase("it took longer than {:g} s and was stopped", 10.0)));
        }
        return done;
    }
};

} // namespace

class TestRunning : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test-running"));
        QSettings().clear();
    }

    void failuresAreLoggedInTheWindowsLanguage()
    {
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        Desk desk;
        QVERIFY(openTask(desk.workspace).has_value());
        TuningSession& session = desk.workspace.session();
        session.setMeasurer([](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
            return std::make_unique<SlowBuilds>();
        });
        QSignalSpy logged(&session, &TuningSession::logged);
        QSignalSpy finished(&session, &TuningSession::finished);
        RunOptions options;
        options.tuner = "random";
        options.trials = 1;
        QVERIFY(desk.workspace.startRun(options, {}).has_value());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60000);
        QVERIFY(!logged.isEmpty());
        const QString last = coreText(logged.back()[0].value<Sentence>());
        QVERIFY2(last.endsWith(QStringLiteral("建置：超過 10 秒，已停止")), qPrintable(last));
    }

    /// Log lines, how the run ended, and why trials failed, whatever the window spoke meanwhile.
    void aRunIsReadInTheLanguageThatItsProjectIsOpenedIn()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("p.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        {
            Workspace workspace;
            QVERIFY(workspace.openProject(path).has_value() && openTask(workspace).has_value());
            LogView log(workspace);
            connect(&workspace, &Workspace::message, &log,
                    [&](MessageLevel level, const QString& text, qint64 config, const Sentence& said) {
                        said.empty() ? log.append(level, text, config) : log.append(level, said, config);
                    });
            connect(&workspace.session(), &TuningSession::logged, &log,
                    [&](const Sentence& line, bool, qint64 config) { log.append(MessageLevel::Warning, line, config); });
            RunView control(workspace);
            control.show();
            byId<QComboBox>(control, "tuner")->setCurrentText(QStringLiteral("random"));
            setTrials(control, 2);
            workspace.session().setMeasurer([](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
                return std::make_unique<SlowBuilds>();
            });
            QSignalSpy finished(&workspace.session(), &TuningSession::finished);
            press(control, "start");
            QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60000);
            QVERIFY2(log.text().contains(QStringLiteral("Building: it took longer than 10 s and was stopped")),
                     qPrintable(log.text()));
        }
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        const QString slow = QStringLiteral("建置：超過 10 秒，已停止");
        Workspace workspace;
        LogView log(workspace);
        QVERIFY(workspace.openProject(path).has_value());
        QTRY_VERIFY(log.model().rowCount() > 2);
        QVERIFY2(log.text().contains(slow), qPrintable(log.text()));
        const QString detail = coreText(phrase("{:.0f} (trial|trials)", 2.0));
        QVERIFY2(log.text().contains(QStringLiteral("resnet-18:13 已完成：") + detail), qPrintable(log.text()));
        TrialModel trials(workspace);
        trials.setActive(true);
        QTRY_COMPARE(trials.rowCount(), 2);
        const QModelIndex why = trials.index(1, trials.sectionOf({TrialColumn::Message, {}, false}));
        QTRY_COMPARE(trials.data(why).toString(), slow);
    }

    void aShareOfAGpusPeakIsOfItsOwn()
    {
        keepPeak(1, {.gflops = 200, .gigabytesPerSecond = 10});
        Desk desk;
        RunView control(desk.workspace);
        const auto* share = byId<QCheckBox>(control, "shareOfPeak.limit");
        const auto openOn = [&](const char* text) {
            const auto target = parseTarget(text).value();
            const auto task = findTask(loadNetworks().value(), "resnet-18:2", target).value();
            return desk.workspace.openTask({}, task.task, task.args, target).has_value();
        };
        QVERIFY(openTask(desk.workspace).has_value());
        QCOMPARE(control.options().peakGflops, 200.0);
        QVERIFY(openOn("cuda -model=h200"));
        QCOMPARE(control.options().peakGflops, 66'900.0);
        QVERIFY(share->isVisibleTo(share->parentWidget()));
        QVERIFY(openOn("cuda -arch=sm_90")); // no card: its peak is not known
        QCOMPARE(control.options().peakGflops, 0.0);
        QVERIFY(!share->isVisibleTo(share->parentWidget()));
        const Task onGpu = *desk.workspace.task();
        QVERIFY(openTask(desk.workspace).has_value());
        control.addToQueue({{*desk.workspace.task(), "cpu", {}, {}, 0}, {onGpu, "gpu", {}, {}, 0}});
        const auto& queue = desk.workspace.session().queue();
        QCOMPARE(queue[0].task.options.peakGflops, 200.0);
        QCOMPARE(queue[1].task.options.peakGflops, 0.0);
        QSettings().clear();
    }

    void theNewestUnfinishedRunIsTheOneToResume()
    {
        std::vector<RunRow> runs(3);
        for (size_t i = 0; i < runs.size(); ++i) {
            runs[i].id = static_cast<int64_t>(i) + 1;
            runs[i].state = "stopped";
        }
        ResumeList list;
        list.show();
        QSignalSpy resumed(&list, &ResumeList::resumeRequested);
        list.setRuns({runs[0]}, true);
        list.setRuns({runs[0], runs[1]}, true); // it was stopped just now
        press(list, "resumeRun");
        byId<QListWidget>(list, "unfinishedRuns")->setCurrentRow(1); // a person's choice stays
        list.setRuns(runs, true);
        press(list, "resumeRun");
        QCOMPARE(resumed, (QList<QVariantList>{{2LL}, {1LL}}));
    }

    void aRunIsSteeredFromStartToEnd()
    {
        Desk desk;
        RunView control(desk.workspace);
        control.resize(340, 900);
        control.show();
        QVERIFY(openTask(desk.workspace).has_value());
        QVERIFY(byId<QPushButton>(control, "start")->isEnabled());
        ActionRegistry actions(&control);
        control.addActions(actions);
        const auto canBeStopped = [&] {
            return actions.action(QStringLiteral("run.stop"))->isEnabled()
                && actions.action(QStringLiteral("run.pause"))->isEnabled()
                && actions.action(QStringLiteral("run.stopAfterBatch"))->isEnabled();
        };
        QVERIFY(!canBeStopped());
        TuningSession& session = desk.workspace.session();
        QSignalSpy finished(&session, &TuningSession::finished);
        byId<QComboBox>(control, "tuner")->setCurrentText(QStringLiteral("random"));
        control.findChild<SeedConfigs*>()->setIndexes({5});
        setTrials(control, 10'000);
        press(control, "start");
        QVERIFY(session.state() == TuningSession::State::Running);
        QVERIFY(canBeStopped());
        QVERIFY(byId<QPushButton>(control, "start")->text().contains(QStringLiteral("Pause")));
        const auto* progress = control.findChild<ProgressPanel*>();
        QTRY_VERIFY_WITH_TIMEOUT(progress->rates().contains(QStringLiteral("trials/s")), 60000);
        press(control, "start");
        QVERIFY(session.state() == TuningSession::State::Paused);
        ConfigView inspector(desk.workspace);
        desk.workspace.setConfig(9);
        QVERIFY(desk.workspace.isTuningTask());
        inspector.show();
        press(inspector, "measure");
        QVERIFY(!inspector.isMeasuring()); // it is the run that measures
        press(control, "start");
        setTrials(control, 10'001);
        press(control, "applyLimits");
        QTRY_COMPARE_WITH_TIMEOUT(desk.workspace.connection()->run(session.run())->budget, int64_t(10'001), 20000);
        QTRY_VERIFY_WITH_TIMEOUT(firstTrialOf(*desk.workspace.connection(), session.run(), 9).value(), 20000);
        control.stopAfterInFlight();
        QVERIFY(session.state() == TuningSession::State::Finishing);
        QVERIFY(!canBeStopped());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 30000);
        QVERIFY(byId<QPushButton>(control, "start")->isEnabled());
        QVERIFY2(control.status().contains(QStringLiteral("stopped")), qPrintable(control.status()));
        QVERIFY(byId<QLabel>(control, "rates")->isHidden()); // the status has the run's
        const auto trials = desk.workspace.connection()->trials(session.run()).value();
        QCOMPARE(trials.front().index, int64_t(5));

        // What was stopped is offered, and goes on where it was.
        auto* list = control.findChild<ResumeList*>();
        QCOMPARE(list->count(), 1);
        const qint64 run = session.run();
        emit list->resumeRequested(run);
        QTRY_VERIFY(session.isRunning());
        QCOMPARE(session.current()->recorded.size(), trials.size());
        QTRY_VERIFY_WITH_TIMEOUT(desk.workspace.connection()->run(run)->trials > static_cast<int64_t>(trials.size()), 30000);
        press(control, "stop");
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 30000);
    }

    /// Not of the current task where Start tunes the queue, and without what is left of the last run.
    void readinessIsThatOfWhatStartTunes()
    {
        Desk desk;
        RunView control(desk.workspace);
        control.show();
        QVERIFY(openTask(desk.workspace));
        QCOMPARE(control.status(), QStringLiteral("Ready to tune resnet-18:13."));
        auto* progress = control.findChild<ProgressPanel*>();
        Progress p;
        p.trialsPerSecond = 20;
        progress->begin({});
        progress->showProgress(p);
        QVERIFY(progress->findChild<QProgressBar*>()->isVisible());
        const qint64 waiting = desk.workspace.session().enqueue({*desk.workspace.task(), "another", {}, {}, 0}, {});
        QVERIFY(byId<QPushButton>(control, "start")->text().endsWith(QStringLiteral("(1)")));
        QCOMPARE(control.status(), QStringLiteral("Ready to tune another, the first in the queue."));
        QVERIFY(!progress->findChild<QProgressBar*>()->isVisible());
        desk.workspace.session().removeQueued(waiting);
        QCOMPARE(control.status(), QStringLiteral("Ready to tune resnet-18:13."));
    }

    void theBarIsFullWhenARunEndsEarlyByItself()
    {
        Desk desk;
        RunView control(desk.workspace);
        QVERIFY(openTask(desk.workspace).has_value());
        TuningSession& session = desk.workspace.session();
        session.setMeasurer([](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
            return std::make_unique<FakeMeasurer>(1);
        });
        QSignalSpy finished(&session, &TuningSession::finished);
        RunOptions options;
        options.tuner = "random";
        options.prune = "off";
        options.trials = 150;
        options.earlyStopping = 3;
        options.confirmTop = 0;
        QVERIFY(desk.workspace.startRun(options, {}).has_value());
        QCOMPARE(control.options().trials, int64_t(150)); // shown, but not what a restart brings back
        Workspace restarted;
        RunView later(restarted);
        later.restoreState(control.saveState());
        QCOMPARE(later.options().trials, int64_t(128));
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60000);
        QVERIFY(finished.front()[0].value<RunFinished>().trials < 150);
        const auto* bar = control.findChild<ProgressPanel*>()->findChild<QProgressBar*>();
        QCOMPARE(bar->value(), bar->maximum());
    }

    void theQueueRunsOneAfterTheOther()
    {
        Desk desk;
        RunView control(desk.workspace);
        control.show();
        QVERIFY(openTask(desk.workspace).has_value());
        timeOnce(desk.workspace.session());
        setTrials(control, 4);
        leaveOutTheLastLook(control);
        control.addTaskToQueue();
        control.addTaskToQueue();
        QVERIFY(byId<QPushButton>(control, "start")->text().endsWith(QStringLiteral("(2)")));
        QSignalSpy started(&desk.workspace.session(), &TuningSession::started);
        QSignalSpy finished(&desk.workspace.session(), &TuningSession::finished);
        press(control, "start");
        QCOMPARE(desk.workspace.session().queue().size(), size_t(1));
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 60000);
        QCOMPARE(started.count(), 2);
        QVERIFY(!desk.workspace.session().isRunning());
        QCOMPARE(desk.workspace.runs().size(), size_t(2));
        QVERIFY(control.status().contains(QStringLiteral("4 trials")));
    }

    void aLostWorkerEndsTheRunAndTheQueueWaits()
    {
        Desk desk;
        RunView control(desk.workspace);
        control.show();
        QVERIFY(openTask(desk.workspace).has_value());
        TuningSession& session = desk.workspace.session();
        session.setMeasurer([](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
            auto measurer = std::make_unique<FakeMeasurer>(1);
            measurer->untriedAfter = 5;
            return measurer;
        });
        setTrials(control, 20);
        control.addTaskToQueue();
        control.addTaskToQueue();
        QSignalSpy finished(&session, &TuningSession::finished);
        press(control, "start");
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60000);
        QVERIFY(!session.isRunning());
        QCOMPARE(session.queue().size(), size_t(1));
        QVERIFY2(control.status().contains(QStringLiteral("The worker is gone")), qPrintable(control.status()));
        const RunRow run = desk.workspace.connection()->run(session.run()).value();
        QCOMPARE(run.trials, int64_t(5));
        QCOMPARE(run.state, std::string("stopped"));
        control.show();
        QTRY_COMPARE(control.findChild<ResumeList*>()->count(), 1); // what was not tried can be
    }

    void aRunStartedInAnswerComesBeforeTheQueue()
    {
        Desk desk;
        RunView control(desk.workspace);
        QVERIFY(openTask(desk.workspace).has_value());
        timeOnce(desk.workspace.session());
        RunOptions short3;
        short3.trials = 3;
        short3.confirmTop = 0;
        QStringList tuners;
        connect(&desk.workspace.session(), &TuningSession::started, &control,
                [&](const QString&, const QString& tuner) { tuners << tuner; });
        auto again = std::make_shared<bool>(true);
        connect(&desk.workspace.session(), &TuningSession::finished, &control, [&, again] {
            if (std::exchange(*again, false)) {
                RunOptions answer = short3;
                answer.tuner = "grid";
                QVERIFY(desk.workspace.startRun(answer, {}).has_value());
            }
        });
        RunOptions queued = short3;
        queued.tuner = "ga";
        desk.workspace.session().enqueue({*desk.workspace.task(), "queued", queued, {}, 0}, {});
        short3.tuner = "random";
        QVERIFY(desk.workspace.startRun(short3, {}).has_value());
        short3.tuner = "default";
        QTRY_COMPARE_WITH_TIMEOUT(desk.workspace.runs().size(), size_t(3), 60000);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.workspace.session().isRunning(), 60000);
        QCOMPARE(tuners, (QStringList{QStringLiteral("random"), QStringLiteral("grid"), QStringLiteral("ga")}));
        // The form's own limits are back.
        QCOMPARE(control.options().trials, int64_t(128));
    }

    void aRunThatCannotStartSaysWhyAndHoldsTheQueue()
    {
        Desk desk;
        RunView control(desk.workspace);
        QVERIFY(openTask(desk.workspace).has_value());
        control.addTaskToQueue();
        control.addTaskToQueue();
        qputenv("KNOBSCOPE_WORKER", "/nowhere/worker");
        QSignalSpy finished(&desk.workspace.session(), &TuningSession::finished);
        control.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20000);
        qunsetenv("KNOBSCOPE_WORKER");
        QVERIFY2(control.status().contains(QStringLiteral("/nowhere/worker")), qPrintable(control.status()));
        // The one that was not begun waits again, before the other.
        const auto& queue = desk.workspace.session().queue();
        QCOMPARE(queue.size(), size_t(2));
        QVERIFY(queue[0].id < queue[1].id);
        QVERIFY(byId<QPushButton>(control, "start")->isEnabled());
    }

    /// The window goes on with the file into which everything was rescued.
    void aProjectThatIsDeletedMeanwhileIsRescued()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("gone.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        Desk desk;
        RunView control(desk.workspace);
        QVERIFY(desk.workspace.openProject(path).has_value());
        QVERIFY(openTask(desk.workspace).has_value());
        TuningSession& session = desk.workspace.session();
        QSignalSpy finished(&session, &TuningSession::finished);
        QSignalSpy opened(&desk.workspace, &Workspace::projectChanged);
        timeOnce(session);
        RunOptions options;
        options.tuner = "random";
        options.trials = 100000;
        options.confirmTop = 0;
        QVERIFY(desk.workspace.startRun(options, {}).has_value());
        session.enqueue({*desk.workspace.task(), "queued", options, {}, 0}, {});
        QTRY_VERIFY_WITH_TIMEOUT(session.run() > 0 && desk.workspace.connection()->run(session.run())->trials >= 2, 30000);
        QVERIFY(QFile::remove(path));
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 30000);
        const QString rescued = dir.filePath(QStringLiteral("gone.rescued-1.knobscope"));
        QVERIFY2(control.status().contains(rescued), qPrintable(control.status()));
        QCOMPARE(desk.workspace.projectPath(), rescued);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(desk.workspace.runs().size(), size_t(1));
        QVERIFY(desk.workspace.runs().front().trials >= 2);
        QCOMPARE(desk.workspace.runs().front().state, std::string("stopped"));
        QCOMPARE(session.queue().size(), size_t(1)); // waits
        QTRY_COMPARE(preparedWork(*desk.workspace.connection())->queue.size(), size_t(1));
        QVERIFY(!QFile::exists(path));
        // It can be gone on with where it is now.
        QVERIFY(desk.workspace.resumeRun(1, desk.workspace.runs().front().trials + 2).has_value());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 60000);
        QCOMPARE(desk.workspace.runs().front().state, std::string("finished"));
    }

    void aKilledRunIsOfferedWhenItsProjectOpens()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("k.knobscope"));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        {
            const auto target = hostTarget().value();
            const auto item = findTask(loadNetworks().value(), "resnet-18:13", target).value();
            const Task task = makeTask(item.task, item.args, target).value();
            auto writer = ProjectWriter::open(path.toStdString()).value();
            TaskRow row;
            row.task = taskToJson(task);
            row.key = row.task.dump();
            row.label = "resnet-18:13";
            row.flops = task.autotvmFlops;
            RunRow run;
            run.task = writer->addTask(row).value();
            run.tuner = "random";
            run.options = {{"run", {{"tuner", "random"}, {"trials", 9}, {"confirm_top", 0}}}};
            run.state = "running";
            run.budget = 9;
            const int64_t id = writer->addRun(run).value();
            for (int64_t n = 1; n <= 3; ++n) {
                TrialRow trial;
                trial.number = n;
                trial.index = n;
                trial.entity = entityToJson(task.space.at(n).value());
                trial.costs = {1e-3};
                trial.gflops = 1;
                writer->addTrial(id, trial);
            }
        }
        // A process number that nothing can have: its program is gone.
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE, 5000);
        database.exec("UPDATE run SET host_pid = 2147483647, host_start = '1'");
        Workspace workspace;
        timeOnce(workspace.session());
        RunView control(workspace);
        control.show();
        auto* banner = control.findChild<ResumeBanner*>();
        QVERIFY(!banner->isVisible());
        QVERIFY(workspace.openProject(path).has_value());
        QVERIFY(banner->isVisible());
        QCOMPARE(banner->findChild<QLabel*>()->text(), QStringLiteral("Run 1 was interrupted after 3 of 9 trial(s)."));
        press(*banner, "banner.dismiss");
        QVERIFY(!banner->isVisible());
        QCOMPARE(control.findChild<ResumeList*>()->count(), 1);
        QVERIFY(workspace.openProject(path).has_value());
        QSignalSpy finished(&workspace.session(), &TuningSession::finished);
        press(*banner, "banner.resume");
        QTRY_VERIFY(workspace.session().isRunning());
        QVERIFY(!banner->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60000);
        QVERIFY(workspace.run(1)->trials >= 9);
        QCOMPARE(workspace.run(1)->state, std::string("finished"));
        QCOMPARE(control.findChild<ResumeList*>()->count(), 0);
    }
};

QTEST_MAIN(TestRunning)
#include "tst_running.moc"
