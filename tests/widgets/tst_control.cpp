// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of run control as a person uses them: keys and mouse.
#include "core/worker/kernelmessage.h"
#include "tests/widgets/controldesk.h"
#include "tests/widgets/controls.h"
#include "widgets/base/translation.h"
#include "widgets/controls/section.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/views/run/optionforms.h"
#include "widgets/views/run/progresspanel.h"
#include "widgets/views/run/queueview.h"
#include "widgets/views/run/runnotifier.h"
#include "widgets/views/run/runview.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace knobscope;

class TestControl : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test-control"));
        QSettings().clear();
    }

    void everyTunersParametersSayWhatTheyDo()
    {
        TunerForm form;
        form.show();
        for (const TunerDescription& tuner : tuners()) {
            form.setTuner(QString::fromStdString(tuner.name));
            QCOMPARE(form.tuner(), tuner.name);
            QVERIFY(form.parameters().empty()); // all as usual
            for (const TunerParameter& p : tuner.parameters) {
                auto* editor = form.findChild<QWidget*>(QStringLiteral("tuner.") + QString::fromStdString(p.name));
                QVERIFY(editor);
                QVERIFY(editor->accessibleDescription().startsWith(QString::fromStdString(p.sentence)));
                QVERIFY(editor->toolTip().contains(editor->accessibleDescription().toHtmlEscaped()));
                if (auto* words = qobject_cast<QComboBox*>(editor)) {
                    QCOMPARE(words->currentText().toStdString(), p.choices.at(static_cast<size_t>(p.defaultValue)));
                    QCOMPARE(words->count(), static_cast<int>(p.choices.size()));
                    words->setCurrentIndex(1);
                    QVERIFY(form.parameters() == (nlohmann::json{{p.name, p.choices.at(1)}}));
                    words->setCurrentIndex(0);
                } else if (auto* check = qobject_cast<QCheckBox*>(editor)) {
                    QVERIFY(p.isInteger && p.low == 0 && p.high == 1);
                    QCOMPARE(check->isChecked(), p.defaultValue != 0);
                    QTRY_VERIFY(check->isVisible());
                    QTest::mouseClick(check, Qt::LeftButton, {}, QPoint(5, 5));
                    QVERIFY(form.parameters() == (nlohmann::json{{p.name, p.defaultValue != 0 ? 0 : 1}}));
                    check->toggle();
                } else {
                    auto* box = qobject_cast<QDoubleSpinBox*>(editor);
                    QVERIFY(box);
                    QCOMPARE(box->value(), p.defaultValue);
                }
            }
        }
        form.setTuner(QStringLiteral("ga"));
        auto* population = form.findChild<QDoubleSpinBox*>(QStringLiteral("tuner.pop_size"));
        QTest::keyClick(population, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(population, QStringLiteral("20"));
        QTest::keyClick(population, Qt::Key_Tab);
        QVERIFY(form.parameters() == (nlohmann::json{{"pop_size", 20}}));
        TunerForm other;
        other.set("ga", form.parameters());
        QVERIFY(other.tuner() == "ga" && other.parameters() == (nlohmann::json{{"pop_size", 20}}));
    }

    /// The wheel over a number scrolls the form; only a number that was chosen is turned.
    void theWheelScrollsPastNumbers()
    {
        Desk desk;
        RunView control(desk.workspace);
        control.resize(320, 300);
        control.show();
        QTest::keyClick(byId<QToolButton>(control, "advanced.heading"), Qt::Key_Space);
        auto* scroll = control.findChild<QScrollArea*>();
        auto* trials = byId<QSpinBox>(control, "trials");
        auto* tuner = byId<QComboBox>(control, "tuner");
        QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
        const auto turn = [](QWidget& part) {
            const QPointF at = QRectF(part.rect()).center();
            QWheelEvent wheel(at, part.mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QSpontaneKeyEvent::setSpontaneous(&wheel); // from a person: it may give the focus, and goes on to parents
            qApp->notify(&part, &wheel);
        };
        byId<QPushButton>(control, "start")->setFocus();
        const int budget = trials->value();
        turn(*trials);
        turn(*trials->findChild<QLineEdit*>());
        turn(*tuner);
        QCOMPARE(trials->value(), budget);
        QCOMPARE(tuner->currentIndex(), 0);
        QVERIFY(!trials->hasFocus() && !tuner->hasFocus());
        QVERIFY(scroll->verticalScrollBar()->value() > 0);
        for (const QWidget* editor : scroll->findChildren<QWidget*>()) {
            if (qobject_cast<const QComboBox*>(editor) || qobject_cast<const QAbstractSpinBox*>(editor)) {
                QVERIFY2(editor->focusPolicy() == Qt::StrongFocus, qPrintable(editor->accessibleName()));
            }
        }
        control.activateWindow();
        trials->setFocus();
        QTRY_VERIFY(trials->hasFocus());
        turn(*trials);
        QCOMPARE(trials->value(), budget - 1);
    }

    void limitsAreAUnionThatIsWrittenOut()
    {
        const Workspace workspace;
        LimitsForm form(workspace);
        form.show();
        QSignalSpy changed(&form, &LimitsForm::changed);
        QTest::mouseClick(byId<QCheckBox>(form, "noBetterIn.limit"), Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(!changed.isEmpty());
        RunOptions options;
        form.apply(options);
        QCOMPARE(options.trials, int64_t(128));
        QCOMPARE(options.earlyStopping, int64_t(100));
        QCOMPARE(options.seconds, 0.0);
        const auto says = [&](const char* text) {
            return std::ranges::any_of(form.findChildren<QLabel*>(),
                                       [&](const QLabel* l) { return l->isVisible() && l->text() == QLatin1String(text); });
        };
        QVERIFY(says("The run ends at the first of these: 128 trials or no better config in 100 trials."));
        QVERIFY(!byId<QCheckBox>(form, "shareOfPeak.limit")->isEnabled()); // no peak is known
        byId<QCheckBox>(form, "trials.limit")->setChecked(false);
        byId<QCheckBox>(form, "noBetterIn.limit")->setChecked(false);
        QVERIFY(says("No limit: the run continues until you press Stop."));
        options.seconds = 90;
        options.targetGflops = 50;
        form.setLimits(options);
        RunOptions again;
        form.apply(again);
        QCOMPARE(again.seconds, 90.0);
        QCOMPARE(again.targetGflops, 50.0);
        QVERIFY(byId<QCheckBox>(form, "target.limit")->toolTip().contains(QStringLiteral("AutoTVM"))); // whose count
        QVERIFY(!byId<QPushButton>(form, "applyLimits")->isVisible());
    }

    void aMeasuredPeakAllowsAShareOfIt()
    {
        keepPeak(1, {.gflops = 200, .gigabytesPerSecond = 10});
        keepPeak(2, {.threads = 2, .gflops = 380, .gigabytesPerSecond = 10});
        Workspace workspace;
        LimitsForm form(workspace);
        byId<QCheckBox>(form, "shareOfPeak.limit")->setChecked(true);
        RunOptions options;
        form.apply(options);
        QCOMPARE(options.targetPercent, 80.0);
        QCOMPARE(options.peakGflops, 200.0);
        QCOMPARE(options.trials, int64_t(128));
        workspace.setMeasuring({.threads = 2});
        form.apply(options);
        QCOMPARE(options.peakGflops, 380.0);
        workspace.setMeasuring({.threads = 3}); // nobody measured with as many
        form.apply(options);
        QCOMPARE(stopRuleOf(options).targetPercent, 0.0);
        form.setLimits(options); // the share stays, and counts again with the threads
        workspace.setMeasuring({.threads = 2});
        form.apply(options);
        QCOMPARE(stopRuleOf(options).targetPercent, 80.0);
        form.setRunning(&options);
        workspace.setMeasuring({.threads = 1}); // as a task with another peak that is looked at meanwhile
        QVERIFY(!byId<QPushButton>(form, "applyLimits")->isEnabled());
        QSettings().remove(QStringLiteral("machine"));
    }

    void plainTimingOpensItsOptions()
    {
        Workspace workspace;
        RunView control(workspace);
        QVERIFY(workspace.measuring().paired);
        QCOMPARE(workspace.measuring().number, MeasureOptions().number);
        auto* number = byId<QSpinBox>(control, "calls");
        QVERIFY(number && !number->isEnabled());
        byId<QComboBox>(control, "timing")->setCurrentIndex(1);
        QVERIFY(number->isEnabled());
        number->setValue(7);
        QVERIFY(!workspace.measuring().paired);
        QCOMPARE(workspace.measuring().number, 7);
    }

    /// Whatever the command line can set but the seed, which has its own field; nobody sets `thorough`.
    void everyOptionOfMeasuringHasAField()
    {
        MeasureOptions options;
        options.number = 7;
        options.repeat = 5;
        options.minRepeatMs = 20;
        options.cooldownSeconds = 1.5;
        options.timeoutSeconds = 3;
        options.cutOff = 12;
        options.nParallel = 2;
        options.cacheFlush = options.coldWeights = options.check = true;
        options.paired = false;
        options.device = "cuda:1";
        options.memoryLimitBytes = int64_t{64} << 20;
        Workspace workspace;
        RunView control(workspace);
        const nlohmann::json settings{{"run", runOptionsToJson({})}, {"measuring", options}};
        control.restoreState(QJsonObject{{QStringLiteral("settings"), QString::fromStdString(settings.dump())}});
        QCOMPARE(QString::fromStdString(nlohmann::json(workspace.measuring()).dump()),
                 QString::fromStdString(nlohmann::json(options).dump()));
    }

    void firstConfigsFollowTheirValuesThroughEdits()
    {
        const auto task = makeTask("tutorial/matmul", {512, 512, 512, "float32"}, parseTarget("llvm").value()).value();
        SeedConfigs field;
        field.show();
        field.setSpace(&task.space);
        auto* text = byId<QLineEdit>(field, "firstConfigs");
        QTest::keyClicks(text, QStringLiteral("12, 55"));
        QCOMPARE(field.indexes(), (std::vector<int64_t>{12, 55}));
        QTest::keyClicks(text, QStringLiteral(", 99"));
        QCOMPARE(field.indexes(), (std::vector<int64_t>{12, 55, 99}));
        // Without one candidate of the first knob the indexes are others, and 55 is gone.
        auto edited = applyEdits(task.space, std::vector<SpaceEdit>{parseEdit("tile_y-=[-1,32]").value()});
        QVERIFY2(edited.has_value(), edited ? "" : edited.error().message.c_str());
        const auto before = task.space.at(12).value();
        field.setSpace(&*edited);
        QVERIFY(edited->at(field.indexes().front()).value().values == before.values);
        text->setText(QStringLiteral("12, hello"));
        QVERIFY(field.problem().contains(QStringLiteral("hello")));
        text->setText(QStringLiteral("123456789"));
        QVERIFY(!field.problem().isEmpty());
        QVERIFY(field.indexes().empty());
    }

    void theQueueIsChangedByKeys()
    {
        TuningSession session;
        QueueView view(session);
        auto* list = byId<QListView>(view, "queue.tasks");
        const QAbstractItemModel* model = list->model();
        QAbstractItemModelTester tester(list->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        view.show();
        const auto task = makeTask("tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value()).value();
        for (const char* label : {"a", "b", "c"}) {
            session.enqueue({task, label, {}, {}, 0}, {});
        }
        QCOMPARE(model->rowCount(), 3);
        QVERIFY(model->index(0, 0).data().toString().contains(QStringLiteral("128 trials")));
        list->setCurrentIndex(list->model()->index(2, 0));
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier); // it is the first already
        QCOMPARE(session.queue()[0].task.label, std::string("c"));
        QCOMPARE(session.queue()[1].task.label, std::string("a"));
        press(view, "queue.down");
        QCOMPARE(session.queue()[1].task.label, std::string("c"));
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(session.queue().size(), size_t(2));
        QTest::keyClick(list, Qt::Key_Delete);
        QTest::keyClick(list, Qt::Key_Delete);
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(session.queue().empty());
        session.moveQueued(77, 0);
        session.removeQueued(77);
        QVERIFY(!session.startQueue({}));
    }

    void progressSaysSpeedUpAndPace()
    {
        ProgressPanel panel;
        Progress p{.done = 12, .total = 64, .bestGflops = 97.5, .trialsPerSecond = 20};
        panel.showProgress(p);
        QCOMPARE(panel.status(), QStringLiteral("12 of 64 trial(s), best 97.5 GFLOPS"));
        QVERIFY(panel.rates().endsWith(QStringLiteral("of the time.")));
        p.bestSpeedup = 2.31;
        p.pace = 0.72;
        panel.showProgress(p);
        QCOMPARE(panel.status(), QStringLiteral("12 of 64 trial(s), best 97.5 GFLOPS, 2.31 times as fast as untuned"));
        QVERIFY(panel.rates().endsWith(QStringLiteral(" The clock ratio is 72 %.")));
        p.done = p.total;
        p.secondsLeft = 0; // of the trials: the second look at the best ones is still to come
        panel.showProgress(p);
        QVERIFY2(panel.status().endsWith(QStringLiteral("untuned, checking the best")), qPrintable(panel.status()));
    }

    void withoutATaskNothingStarts()
    {
        Workspace workspace;
        RunView control(workspace);
        control.show();
        QVERIFY(!byId<QPushButton>(control, "start")->isEnabled());
        QCOMPARE(control.status(), QStringLiteral("Choose a task to tune."));
        control.start();
        QVERIFY(!workspace.session().isRunning());
        control.stop();
        control.stopAfterInFlight();
        control.pauseOrResume();
        control.addTaskToQueue();
        QVERIFY(workspace.session().queue().empty());
    }

    void aGpuTaskSaysWhyItCannotRun()
    {
        Workspace workspace;
        RunView control(workspace);
        const auto target = parseTarget("cuda -arch=sm_90").value();
        const auto task = findTask(loadNetworks().value(), "resnet-18:1", target).value();
        QVERIFY(workspace.openTask(QStringLiteral("resnet-18:1"), task.task, task.args, target).has_value());
        QVERIFY(control.status().contains(QStringLiteral("GPU")));
        QVERIFY(!byId<QPushButton>(control, "start")->isEnabled());
        const auto arm = parseTarget("llvm -device=arm_cpu -mtriple=aarch64-linux-gnu").value();
        const auto armTask = findTask(loadNetworks().value(), "resnet-18:1", arm).value();
        QVERIFY(workspace.openTask(QStringLiteral("resnet-18:1"), armTask.task, armTask.args, arm).has_value());
        QVERIFY(!byId<QPushButton>(control, "start")->isEnabled());
    }

    void aNetworkJoinsTheQueueAtOnce()
    {
        Workspace workspace;
        RunView control(workspace);
        QVERIFY(openTask(workspace).has_value());
        QVERIFY(workspace.setEdits({parseEdit("where tile_k[0] >= 1").value()}).has_value());
        press(control, "queue.addNetwork");
        const auto& queue = workspace.session().queue();
        QCOMPARE(queue.size(), size_t(14));
        QCOMPARE(queue.front().task.label, std::string("resnet-18:1"));
        QVERIFY(queue.front().task.task.edits.empty());
        QCOMPARE(queue[12].task.task.edits.size(), size_t(1)); // the current one keeps its edits
    }

    void onlyLongRunsThatNobodyWatchesNotify()
    {
        QWidget window;
        RunNotifier notifier(&window);
        QSignalSpy notified(&notifier, &RunNotifier::notified);
        RunFinished result;
        result.reason = "finished";
        result.seconds = 29;
        result.trials = 12;
        notifier.runFinished(QStringLiteral("net:1"), result, {});
        QCOMPARE(notified.count(), 0);
        result.seconds = 31;
        result.bestIndex = 4;
        result.bestGflops = 81.25;
        notifier.runFinished(QStringLiteral("net:1"), result, {});
        QCOMPARE(notified.count(), 1);
        QVERIFY(notified[0][1].toString().contains(QStringLiteral("81.")));
        notifier.runFinished(QStringLiteral("net:1"), result, QStringLiteral("The disk is full"));
        QCOMPARE(notified[1][1].toString(), QStringLiteral("The disk is full"));
        // A network has no best config.
        result.bestIndex = -1;
        notifier.runFinished(QStringLiteral("net"), result, {}, QStringLiteral("Its layers take 20 ms."));
        QCOMPARE(notified[2][1].toString(), QStringLiteral("Its layers take 20 ms."));
        window.show();
        window.activateWindow();
        if (QTest::qWaitForWindowActive(&window, 2000)) {
            notifier.runFinished(QStringLiteral("net:1"), result, {});
            QCOMPARE(notified.count(), 3);
        }
    }

    void durationsAreInTheWindowsLanguage()
    {
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        ProgressPanel panel;
        Progress progress;
        progress.secondsLeft = 600;
        panel.showProgress(progress);
        QVERIFY2(panel.status().contains(QStringLiteral("10 分")), qPrintable(panel.status()));
        NetworkProgress network;
        network.secondsLeft = 600;
        panel.showNetwork(network);
        QVERIFY2(panel.status().contains(QStringLiteral("10 分")), qPrintable(panel.status()));
        QWidget window;
        RunNotifier notifier(&window);
        QSignalSpy notified(&notifier, &RunNotifier::notified);
        RunFinished result;
        result.bestIndex = 4;
        result.seconds = 600;
        notifier.runFinished(QStringLiteral("net:1"), result, {});
        QVERIFY2(notified[0][1].toString().contains(QStringLiteral("10 分")), qPrintable(notified[0][1].toString()));
    }

    /// A new panel is a tuner, where it begins, two limits and Start; what else there is opens, and is remembered.
    void aNewPanelShowsTunerBeginTrialsTimeAndStart()
    {
        Workspace workspace;
        RunView control(workspace);
        control.resize(320, 600);
        control.show();
        QStringList seen;
        for (const QWidget* editor : control.findChildren<QWidget*>()) {
            const bool isEditor = qobject_cast<const QComboBox*>(editor) || qobject_cast<const QAbstractSpinBox*>(editor)
                               || (qobject_cast<const QLineEdit*>(editor) && !qobject_cast<QAbstractSpinBox*>(editor->parent()));
            if (isEditor && editor->isVisible()) {
                seen << editor->accessibleName();
            }
        }
        QCOMPARE(seen, (QStringList{QStringLiteral("Tuner"), QStringLiteral("Begin"), QStringLiteral("Trials"),
                                    QStringLiteral("Time")}));
        auto* heading = byId<QToolButton>(control, "advanced.heading");
        heading->setFocus();
        QTest::keyClick(heading, Qt::Key_Space);
        QVERIFY(byId<QComboBox>(control, "timing")->isVisible());
        RunView other(workspace);
        other.show();
        other.restoreState(control.saveState());
        QVERIFY(byId<QComboBox>(other, "timing")->isVisible());
    }

    /// A bar at the bottom would cut Stop: the layouts give the panel 320 pixels at 1600.
    void whateverIsOpenFitsTheDock()
    {
        Workspace workspace;
        RunView control(workspace);
        control.show();
        for (const char* heading : {"advanced.heading", "queue.heading"}) {
            QTest::keyClick(byId<QToolButton>(control, heading), Qt::Key_Space);
        }
        QVERIFY(byId<QComboBox>(control, "timing")->isVisible() && byId<QPushButton>(control, "queue.addTask")->isVisible());
        for (const TunerDescription& tuner : tuners()) {
            byId<QComboBox>(control, "tuner")->setCurrentText(QString::fromStdString(tuner.name));
            QTRY_VERIFY2(control.minimumSizeHint().width() <= 320, qPrintable(QStringLiteral("%1 pixels with %2")
                                                                                  .arg(control.minimumSizeHint().width())
                                                                                  .arg(QString::fromStdString(tuner.name))));
        }
    }

    /// Whatever measures in the window takes the workspace's options, and a restart brings all settings back.
    void settingsAreTheWorkspacesAndAreRemembered()
    {
        Workspace workspace;
        RunView control(workspace);
        control.show();
        QTest::keyClick(byId<QToolButton>(control, "advanced.heading"), Qt::Key_Space);
        const auto type = [&](const char* id, const QString& text) {
            auto* box = byId<QAbstractSpinBox>(control, id);
            QVERIFY2(box && box->isVisible(), id);
            box->selectAll();
            QTest::keyClicks(box, text);
            QTest::keyClick(box, Qt::Key_Return);
        };
        type("timeout", QStringLiteral("3"));
        type("seed", QStringLiteral("41"));
        type("trials", QStringLiteral("77"));
        QTest::mouseClick(byId<QCheckBox>(control, "checkOutput"), Qt::LeftButton, {}, QPoint(5, 5));
        QTest::mouseClick(byId<QCheckBox>(control, "prune"), Qt::LeftButton, {}, QPoint(5, 5));
        QCOMPARE(workspace.measuring().timeoutSeconds, 3.0);
        QVERIFY(workspace.measuring().check);
        QCOMPARE(workspace.measuring().seed, uint64_t(41));
        QTest::keyClick(byId<QToolButton>(control, "advanced.heading"), Qt::Key_Space);
        const auto labels = control.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("4 setting"));
        }));
        Workspace later;
        RunView again(later);
        again.restoreState(control.saveState());
        QCOMPARE(later.measuring().timeoutSeconds, 3.0);
        QVERIFY(later.measuring().check);
        QCOMPARE(again.options().seed, uint64_t(41));
        QCOMPARE(again.options().trials, int64_t(77));
        QCOMPARE(again.options().prune, std::string("off"));
        again.restoreState({});
        QCOMPARE(later.measuring().timeoutSeconds, MeasureOptions().timeoutSeconds);
        QCOMPARE(again.options().trials, int64_t(128));
    }
};

QTEST_MAIN(TestControl)
#include "tst_control.moc"
