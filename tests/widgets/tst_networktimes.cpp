// SPDX-License-Identifier: GPL-3.0-or-later
// A whole network is run and tuned from the window, with real workers.
#include "core/store/meta.h"
#include "core/study/networkfindings.h"
#include "core/trace/tracereader.h"
#include "tests/core/worker/wrongnetwork.h"
#include "tests/sanitizers/sanitizers.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/networkdesk.h"
#include "tests/widgets/viewharness.h"
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/celltable.h"
#include "widgets/controls/findingcard.h"
#include "widgets/controls/headline.h"
#include "widgets/plot/colours.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/project/networks.h"
#include "widgets/views/network/networktimes.h"
#include "widgets/views/network/networkview.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <numeric>
#include <set>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

/// -1: there is none.
int columnOf(const QAbstractItemModel& model, const QString& title)
{
    for (int column = 0; column < model.columnCount(); ++column) {
        if (model.headerData(column, Qt::Horizontal).toString() == title) {
            return column;
        }
    }
    return -1;
}

const QString kModel = kNetworkFile;

std::vector<int> selectedRows(const QTableView& table)
{
    std::vector<int> rows;
    for (const QModelIndex& index : table.selectionModel()->selectedRows()) {
        rows.push_back(index.row());
    }
    return rows;
}

/// Of a layer that was tuned in several layouts another one, by its box's menu: that is run, and costs no less by prediction.
void chooseALayoutByHand(NetworkDesk& desk)
{
    NetworkTimes& times = desk.view.times();
    press(desk.view, "run");
    QTRY_VERIFY_WITH_TIMEOUT(!times.isRunning(), patience(60000));
    QTRY_VERIFY(!desk.view.graphLayout().isBusy());
    const auto& steps = times.profile()->report.steps;
    const auto tuned = std::ranges::find_if(steps, [](const NetworkStep& step) { return step.alternatives.size() > 1; });
    QVERIFY(tuned != steps.end());
    const QString node = QString::fromStdString(tuned->name);
    const auto menuOf = [&]() -> QMenu* { // boxes are arranged anew after each run
        const auto& looks = desk.view.canvas().looks();
        // "conv2" is a node, and the beginning of a template's name.
        const QRegularExpression whole(QStringLiteral("\\b%1\\b").arg(QRegularExpression::escape(node)));
        const auto box = std::ranges::find_if(looks, [&](const BoxLook& look) { return look.toolTip.contains(whole); });
        if (box == looks.end()) {
            return nullptr;
        }
        desk.view.canvas().setCurrent(static_cast<int>(box - looks.begin()));
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, QPoint(1, 1), QPoint(1, 1));
        QCoreApplication::sendEvent(desk.view.canvas().viewport(), &wanted);
        return byId<QMenu>(desk.view, "boxMenu");
    };
    QMenu* menu = menuOf();
    QVERIFY(menu && menu->isVisible());
    QAction* other = nullptr;
    int checked = 0;
    for (QAction* action : menu->actions()) {
        checked += action->isChecked() ? 1 : 0;
        other = action->isCheckable() && !action->isChecked() ? action : other;
    }
    QCOMPARE(checked, 1);
    QVERIFY(other);
    look(*menu, "network-menu");
    const double free = times.profile()->report.predictedSeconds;
    other->trigger();
    menu->close();
    QTRY_VERIFY_WITH_TIMEOUT(!times.isRunning(), patience(60000));
    QVERIFY2(times.details().contains(QStringLiteral("with 1 manual layout")), qPrintable(times.details()));
    QVERIFY(times.profile()->report.predictedSeconds >= free * 0.999999);
    QCOMPARE(times.profile()->report.freeSeconds, free);
    // And back.
    QTRY_VERIFY(desk.view.findChildren<QMenu*>().isEmpty() && !desk.view.graphLayout().isBusy());
    menu = menuOf();
    QVERIFY(menu && menu->isVisible());
    QAction* quickest = entry(*menu, u"quickestLayout");
    QVERIFY(quickest && quickest->isEnabled());
    quickest->trigger();
    menu->close();
    QTRY_VERIFY_WITH_TIMEOUT(!times.isRunning(), patience(60000));
    QVERIFY(times.held().empty());
    QCOMPARE(times.profile()->report.predictedSeconds, free);
}

/// The default tuner makes bounds of many configs first, which takes seconds, and ten minutes with the thread sanitizer.
void chooseRandomTuner(RunView& control)
{
    byId<QComboBox>(control, "tuner")->setCurrentText(QStringLiteral("random"));
    byId<QCheckBox>(control, "prune")->setChecked(false);
}

std::vector<PlotSeries> curvesOf(NetworkView& view)
{
    return byId<PlotCanvas>(view, "curve")->series();
}

} // namespace

class TestNetworkTimes : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM runs nothing");
#endif
    }

    /// Boxes had kept their colours below a legend in those of the other theme.
    void boxesFollowTheTheme()
    {
        NetworkDesk desk;
        QTRY_VERIFY(desk.isShown());
        const auto hasStrongest = [&desk](const QPalette& palette) {
            return std::ranges::any_of(desk.view.canvas().looks(),
                                       [&](const BoxLook& look) { return look.colour == rampColour(palette, 1); });
        };
        QVERIFY(rampColour(lightPalette(), 1) != rampColour(darkPalette(), 1));
        for (const QPalette& palette : {lightPalette(), darkPalette(), lightPalette()}) {
            desk.view.setPalette(palette);
            QTRY_VERIFY(hasStrongest(palette));
        }
    }

    void aRunIsCheckedAndShownStepByStep()
    {
        NetworkDesk desk;
        QTRY_VERIFY(desk.isShown());
        NetworkTimes& times = desk.view.times();
        QVERIFY(!times.isVisible());
        press(desk.view, "run");
        QVERIFY(times.isRunning() && times.isVisible());
        QVERIFY(!desk.workspace.checkCanMeasure()); // both would be wrong
        QTRY_VERIFY_WITH_TIMEOUT(!times.isRunning(), patience(60000));
        QVERIFY2(times.details().contains(QStringLiteral("Correct (max. error")), qPrintable(times.details()));
        QVERIFY(desk.workspace.checkCanMeasure().has_value());
        const auto* details = named<QLabel>(desk.view, QStringLiteral("Time of the network"));
        QVERIFY(!details->isVisible()); // folded
        byId<QToolButton>(desk.view, "details.heading")->click();
        QTRY_VERIFY(details->isVisible());
        // The table, the picture and the report are of one run.
        const NetworkProfile& profile = *times.profile();
        auto* table = byId<QTableView>(desk.view, "steps");
        const QAbstractItemModelTester tester(table->model());
        QCOMPARE(table->model()->rowCount(), static_cast<int>(profile.report.steps.size()));
        double shares = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            shares += table->model()->index(row, 2).data(Qt::UserRole).toDouble();
        }
        QVERIFY(std::abs(shares - 1) < 1e-6);
        QStringList tips;
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            tips << table->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        }
        QCOMPARE(tips.filter(QStringLiteral("multiply-add")).size(), 1);
        // Where the time goes: groups of steps, the largest first, and what to do first or about the current group.
        QCOMPARE(times.tabs().currentWidget()->objectName(), QStringLiteral("time"));
        auto* groups = byId<QTableView>(desk.view, "groups");
        const QAbstractItemModelTester groupTester(groups->model());
        const QAbstractItemModel& groupRows = *groups->model();
        int steps = 0;
        for (int row = 0; row < groupRows.rowCount(); ++row) {
            steps += groupRows.index(row, columnOf(groupRows, QStringLiteral("Steps"))).data(CellTable::kSortRole).toInt();
            QVERIFY(!groupRows.index(row, columnOf(groupRows, QStringLiteral("Shape"))).data().toString().isEmpty());
        }
        QCOMPARE(static_cast<size_t>(steps), profile.report.steps.size());
        const auto found = networkFindings(profile.report, profile.stepSeconds, profile.limits);
        const QLabel& card = desk.view.findChild<FindingCard*>()->text();
        const auto isAbout = [&card](const NetworkFinding& finding) {
            return card.text() == coreText(finding.text) + QLatin1Char(' ') + coreText(finding.change)
                && card.toolTip() == coreText(finding.evidence);
        };
        QVERIFY2(isAbout(found.front()), qPrintable(card.text()));
        std::set<QString> shown;
        for (int row = 0; row < groupRows.rowCount(); ++row) {
            groups->setCurrentIndex(groupRows.index(row, 0));
            shown.insert(card.text());
            QVERIFY2(std::ranges::any_of(found, isAbout), qPrintable(card.text()));
        }
        QVERIFY(found.size() > 1 && shown.size() == found.size());
        look(desk.view, "network-time");
        QTest::mouseClick(groups->viewport(), Qt::LeftButton, {}, groups->visualRect(groupRows.index(0, 0)).center());
        QVERIFY(desk.view.canvas().current() > 0);
        // And the box to its steps, alone and in its group.
        NetworkCanvas& canvas = desk.view.canvas();
        QTest::mouseClick(canvas.viewport(), Qt::LeftButton, {}, canvas.centreOf(static_cast<size_t>(canvas.current())));
        QCOMPARE(selectedRows(*groups), std::vector<int>{0});
        QVERIFY(!selectedRows(*table).empty());
        const QString sum = milliseconds(std::accumulate(profile.stepSeconds.begin(), profile.stepSeconds.end(), 0.0));
        QTRY_VERIFY(std::ranges::any_of(desk.view.findChildren<QWidget*>(), [&](const QWidget* one) {
            return one->accessibleName().contains(QStringLiteral("% of the steps' %1 ms").arg(sum));
        }));
        // What bounds each step, and what can be done about it.
        const int bound = columnOf(*table->model(), QStringLiteral("Bound by"));
        const int advice = columnOf(*table->model(), QStringLiteral("What to do"));
        QVERIFY(bound > 0 && advice > 0);
        QStringList advised;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QString by = table->model()->index(row, bound).data().toString();
            QVERIFY2(by == QStringLiteral("compute") || by == QStringLiteral("memory"), qPrintable(by));
            advised << table->model()->index(row, advice).data().toString();
        }
        QVERIFY2(!advised.filter(QStringLiteral("no template")).isEmpty(), qPrintable(advised.join(QLatin1Char('|'))));
        QVERIFY2(times.details().contains(QStringLiteral("No template: ")), qPrintable(times.details()));
        QTRY_VERIFY(desk.view.canvas().looks()[1].lines.value(2).contains(QStringLiteral(" ms, NCHW")));
        auto* colours = byId<QComboBox>(desk.view, "colours");
        QVERIFY(colours->isVisible());
        colours->setCurrentIndex(1);
        QVERIFY(desk.view.canvas().looks()[1].colour.isValid());
        look(desk.view, "network-layouts");
        colours->setCurrentIndex(0);

        // A step leads to its box.
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            if (table->model()
                    ->index(row, columnOf(*table->model(), QStringLiteral("Operators")))
                    .data()
                    .toString()
                    .contains(QStringLiteral("GlobalAveragePool"))) {
                emit table->activated(table->model()->index(row, 0));
            }
        }
        QVERIFY(desk.view.canvas().current() > 0);
        QCOMPARE(desk.view.canvas().looks()[static_cast<size_t>(desk.view.canvas().current())].lines.front(),
                 QStringLiteral("GlobalAveragePool"));
        look(desk.view, "network-run");

        // The steps as a trace, which the window opens like any other.
        const QSignalSpy wanted(&desk.workspace, &Workspace::fileWanted);
        QTest::mouseClick(byId<QToolButton>(desk.view, "showOnTimeline"), Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
        struct Lane : TraceSink {
            void span(const TraceSpan& span) override { seconds.push_back(1e-9 * static_cast<double>(span.duration)); }
            void sample(uint32_t, int64_t, double) override {}
            std::vector<double> seconds;
        } lane;
        QVERIFY(readTraceFile(wanted.front().front().toString().toStdString(), lane));
        QCOMPARE(lane.seconds.size(), profile.stepSeconds.size());
        for (size_t step = 0; step < lane.seconds.size(); ++step) {
            QVERIFY(std::abs(lane.seconds[step] - profile.stepSeconds[step]) < 2e-6);
        }
        QVERIFY2(desk.problems.isEmpty(), qPrintable(desk.problems.join(QLatin1Char('\n'))));
        const auto* headline = byId<Headline>(desk.view, "headline");
        QVERIFY2(headline->figure().endsWith(QStringLiteral(" ms per inference")), qPrintable(headline->figure()));
        QVERIFY2(headline->line().contains(QStringLiteral("% of the peak of 1 core")), qPrintable(headline->line()));

        // It is shown after a restart, too: the same figure, and each step.
        Workspace other;
        NetworkView again(other);
        again.show();
        QVERIFY(other.openProject(desk.path).has_value());
        other.networks().open(kModel);
        QTRY_VERIFY_WITH_TIMEOUT(again.times().isVisible(), patience(30000));
        QTRY_VERIFY(again.times().profile());
        QCOMPARE(again.times().profile()->stepSeconds, profile.stepSeconds);
        QCOMPARE(byId<Headline>(again, "headline")->figure(), headline->figure());
        QCOMPARE(byId<Headline>(again, "headline")->line(), headline->line());
        QCOMPARE(byId<QTableView>(again, "steps")->model()->rowCount(), static_cast<int>(profile.report.steps.size()));
        QVERIFY2(again.times().details().contains(QStringLiteral("Run on ")), qPrintable(again.times().details()));
    }

    void twoRunsStandSideBySide()
    {
        NetworkDesk desk;
        QTRY_VERIFY(desk.isShown());
        NetworkTimes& times = desk.view.times();
        auto* changes = byId<QTableView>(desk.view, "stepChanges");
        const QAbstractItemModelTester tester(changes->model());
        for (const bool isSecond : {false, true}) {
            press(desk.view, "run");
            QTRY_VERIFY_WITH_TIMEOUT(!times.isRunning(), patience(60000));
            QCOMPARE(changes->model()->rowCount() > 0, isSecond);
            QCOMPARE(times.tabs().isTabEnabled(times.tabs().indexOf(changes)), isSecond);
        }
        QCOMPARE(changes->model()->rowCount(), static_cast<int>(times.profile()->report.steps.size()));
        const int change = columnOf(*changes->model(), QStringLiteral("Change, ms"));
        bool isColoured = false;
        for (int row = 0; row < changes->model()->rowCount(); ++row) {
            isColoured = isColoured || changes->model()->index(row, change).data(Qt::BackgroundRole).isValid();
        }
        QVERIFY(isColoured);
    }

    /// However long that takes: the run is over meanwhile.
    void aRunIsKeptWhenAnotherProgramIsDoneWithTheProject()
    {
        NetworkDesk desk;
        QTRY_VERIFY(desk.isShown());
        QVERIFY(Project::open(desk.path.toStdString(), Project::Mode::ReadWrite)); // with its write-ahead log
        SQLite::Database other(desk.path.toStdString(), SQLite::OPEN_READWRITE, 5000);
        other.exec("BEGIN IMMEDIATE");
        press(desk.view, "run");
        QTRY_VERIFY_WITH_TIMEOUT(!desk.view.times().isRunning(), patience(60000));
        other.exec("COMMIT");
        desk.workspace.writes().finishNow();
        QVERIFY2(desk.problems.isEmpty(), qPrintable(desk.problems.join(QLatin1Char('\n'))));
        auto project = Project::open(desk.path.toStdString(), Project::Mode::ReadOnly).value();
        QCOMPARE(metaValues(project, "")->size(), size_t(2)); // its time, and its steps
    }

    void aWrongRunIsNeitherShownNorKept()
    {
        QTemporaryDir folder;
        const QByteArray before = qgetenv("XDG_CACHE_HOME");
        qputenv("XDG_CACHE_HOME", folder.filePath(QStringLiteral("cache")).toLocal8Bit());
        const auto restored = qScopeGuard([&] { qputenv("XDG_CACHE_HOME", before); });
        const QString path = folder.filePath(QStringLiteral("wrong.onnx"));
        QVERIFY(makeWrongNetwork(path.toStdString(), folder.filePath(QStringLiteral("cache"))));
        NetworkDesk desk(path);
        QTRY_VERIFY(desk.shown() > 0);
        NetworkTimes& times = desk.view.times();
        press(desk.view, "run");
        QTRY_VERIFY_WITH_TIMEOUT(!times.isRunning(), patience(60000));
        QVERIFY2(times.status().startsWith(QStringLiteral("Incorrect (max. error")), qPrintable(times.status()));
        QCOMPARE(times.profile(), nullptr);
        NetworkDesk again(path, desk.path);
        QTRY_VERIFY(again.shown() > 0);
        QTest::qWait(300); // the view reads its project soon after
        QVERIFY2(again.view.times().status().isEmpty(), qPrintable(again.view.times().status()));
    }

    /// What the command line found of a model is the model's, whatever it is called: and not that of another one of its name.
    void whatIsKeptIsTheModelsAndNotTheNames()
    {
        QTemporaryDir folder;
        QDir dir(folder.path());
        QVERIFY(dir.mkdir(QStringLiteral("a")) && dir.mkdir(QStringLiteral("b")));
        const QString model = dir.filePath(QStringLiteral("a/model.onnx"));
        const QString other = dir.filePath(QStringLiteral("b/model.onnx"));
        const QString copy = dir.filePath(QStringLiteral("b/copy.onnx"));
        const QString project = dir.filePath(QStringLiteral("p.knobscope"));
        QVERIFY(writeConvNetwork(model.toStdString()).has_value());
        QVERIFY(writeConvNetwork(other.toStdString(), "Relu").has_value());
        QVERIFY(QFile::copy(model, copy));
        QProcess tuning;
        tuning.setWorkingDirectory(folder.path());
        tuning.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-cli"),
                     {QStringLiteral("network"), QStringLiteral("tune"), QStringLiteral("a/model.onnx"),
                      QStringLiteral("--trials"), QStringLiteral("64"), QStringLiteral("--tuner"), QStringLiteral("random"),
                      QStringLiteral("--project"), project, QStringLiteral("--plain"), QStringLiteral("--number"),
                      QStringLiteral("1"), QStringLiteral("--repeat"), QStringLiteral("1")});
        QVERIFY(tuning.waitForFinished(patience(120000)));
        QVERIFY2(tuning.exitCode() == 0, tuning.readAllStandardError().constData());
        for (const QString& path : {model, copy}) {
            NetworkDesk desk(path, project);
            QTRY_VERIFY(desk.shown() > 0);
            QTRY_VERIFY_WITH_TIMEOUT(desk.view.times().isVisible(), patience(30000));
            QVERIFY2(desk.view.times().details().startsWith(QStringLiteral("The last run took ")),
                     qPrintable(desk.view.times().status()));
            QVERIFY(curvesOf(desk.view).back().points.size() >= 2);
        }
        NetworkDesk desk(other, project);
        QTRY_VERIFY(desk.shown() > 0);
        QTest::qWait(300);
        QVERIFY2(desk.view.times().isEmpty(), qPrintable(desk.view.times().status()));
    }

    void aRunCanBeEnded()
    {
        NetworkDesk desk;
        QTRY_VERIFY(desk.isShown());
        press(desk.view, "run");
        QVERIFY(desk.view.times().isRunning());
        press(desk.view, "run");
        QTRY_VERIFY_WITH_TIMEOUT(!desk.view.times().isRunning(), patience(30000));
        QVERIFY(byId<QPushButton>(desk.view, "run")->isEnabled());
        QVERIFY(desk.workspace.checkCanMeasure().has_value());
        QVERIFY(desk.view.times().isVisible() && !desk.view.times().status().isEmpty()); // why there are no times
    }

    void tuningShowsTheNetworksTimeFall()
    {
        NetworkDesk desk;
        QTRY_VERIFY(desk.isShown());
        QTRY_VERIFY(byId<QPushButton>(desk.view, "tune")->isEnabled());
        QSignalSpy finished(&desk.workspace.session(), &TuningSession::finished);
        chooseRandomTuner(desk.control);
        // As the button does, but with a budget of trials.
        const Network* network = desk.workspace.networks().find("model.onnx");
        const Target target = hostTarget().value();
        NetworkTuning tuning{planNetwork(*network, target, TaskChoice::WithExtra).value(), {}, {0, 64}, std::nullopt};
        tuning.whole = WholeNetwork{kModel.toStdString(), {}, target, 1, {}};
        emit desk.workspace.networkTuningWanted(tuning);
        QVERIFY(desk.workspace.session().isTuningNetwork());
        QVERIFY(!byId<QPushButton>(desk.view, "run")->isEnabled());
        QVERIFY(!byId<QPushButton>(desk.view, "tune")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(curvesOf(desk.view).size() == 2, patience(60000));
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), patience(120000));
        QCOMPARE(finished[0][1].toString(), QString());
        const TunedNetwork* tuned = desk.workspace.session().tunedNetwork();
        QVERIFY(tuned);
        look(desk.view, "network-tuned");
        QCOMPARE(desk.view.times().profile(), nullptr);

        // What is plotted is what was measured, and what is kept.
        const std::vector<PlotSeries> curves = curvesOf(desk.view);
        QVERIFY(curves[0].points.back().y() <= curves[0].points.front().y());
        QVERIFY(tuned->wholeRuns.size() >= 2);
        QCOMPARE(curves[1].points.size(), tuned->wholeRuns.size());
        QCOMPARE(curves[1].points.back().y(), tuned->wholeRuns.back().seconds * 1e3);
        const std::string fingerprint = desk.workspace.networks().model("model.onnx")->fingerprint;
        const auto kept =
            storedWholeRuns(*desk.workspace.connection(), {kModel.toStdString(), {}, target, 1, {}, {}, fingerprint}).value();
        QCOMPARE(kept.size(), tuned->wholeRuns.size());
        QCOMPARE(kept.back().seconds, tuned->wholeRuns.back().seconds);
        int64_t trials = 0;
        for (const RunRow& run : desk.workspace.runs()) {
            trials += run.trials;
        }
        QCOMPARE(trials, int64_t{64});
        QVERIFY2(desk.control.status().contains(QStringLiteral("tuned. Its layers take")), qPrintable(desk.control.status()));

        chooseALayoutByHand(desk);

        // It is there when the project is opened again.
        Workspace other;
        NetworkView again(other);
        again.resize(560, 800);
        again.show();
        QVERIFY(other.openProject(desk.path).has_value());
        again.restoreState(desk.view.saveState());
        QTRY_VERIFY_WITH_TIMEOUT(again.times().isVisible(), patience(30000));
        QCOMPARE(curvesOf(again).back().points.size(), kept.size());
        QCOMPARE(again.times().tabs().tabText(again.times().tabs().currentIndex()), QStringLiteral("Time")); // since the run
    }

    void stoppingKeepsWhatIsThere()
    {
        NetworkDesk desk;
        QTRY_VERIFY(desk.isShown());
        QTRY_VERIFY(byId<QPushButton>(desk.view, "tune")->isEnabled());
        QSignalSpy finished(&desk.workspace.session(), &TuningSession::finished);
        QSignalSpy progressed(&desk.workspace.session(), &TuningSession::networkProgressed);
        chooseRandomTuner(desk.control);
        press(desk.view, "tune"); // 15 minutes
        QTRY_VERIFY_WITH_TIMEOUT(progressed.size() >= 2, patience(60000));
        QVERIFY2(desk.control.status().contains(QStringLiteral("model.onnx: its layers take")),
                 qPrintable(desk.control.status()));
        QVERIFY2(desk.control.status().contains(QStringLiteral(" left")), qPrintable(desk.control.status()));
        press(desk.control, "stop");
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), patience(30000));
        QVERIFY2(desk.control.status().startsWith(QStringLiteral("model.onnx was stopped.")), qPrintable(desk.control.status()));
        int64_t trials = 0;
        for (const RunRow& run : desk.workspace.runs()) {
            trials += run.trials;
        }
        QCOMPARE(trials, desk.workspace.session().tunedNetwork()->outcome.curve.back().trials);
        QVERIFY(trials > 0);
        // What goes on after it is tuned as a task.
        QVERIFY(openTask(desk.workspace));
        QVERIFY(desk.workspace.startRun({}, {}));
        QVERIFY(!desk.workspace.session().isTuningNetwork());
        desk.workspace.session().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!desk.workspace.session().isRunning(), patience(30000));
    }
};

QTEST_MAIN(TestNetworkTimes)
#include "tst_networktimes.moc"
