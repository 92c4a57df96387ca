// SPDX-License-Identifier: GPL-3.0-or-later
// A run has one best, whichever view one asks; a trial that is taken back is gone from all of them.
#include "core/record/log.h"
#include "core/store/bestcurve.h"
#include "core/study/comparedrun.h"
#include "tests/core/tuning/fakemeasurer.h"
#include "tests/widgets/controldesk.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/viewharness.h"
#include "widgets/project/taskstandings.h"
#include "widgets/views/compare/compareview.h"
#include "widgets/views/config/configview.h"
#include "widgets/views/failures/failuresview.h"
#include "widgets/views/insight/insightview.h"
#include "widgets/views/speed/speedview.h"
#include "widgets/views/trials/trialsview.h"

#include <QLocale>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>

#include <algorithm>
#include <atomic>

using namespace knobscope;

namespace {

/// The largest of a run's rows, the earliest of equals.
TrialRow bestRow(Project& project, int64_t run)
{
    TrialRow best;
    const auto rows = project.trials(run).value();
    for (const TrialRow& row : rows) {
        best = row.gflops > best.gflops ? row : best;
    }
    return best;
}

QVariant cell(TrialsView& view, int row, TrialColumn column)
{
    const auto& columns = view.model().columns();
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const TrialTableColumn& c) { return c.column == column; });
    (void)QTest::qWaitFor([&] { return view.model().row(row) != nullptr; });
    return view.model().index(row, static_cast<int>(found - columns.begin())).data(TrialModel::NumberRole);
}

/// With all runs of the project.
void show(CompareView& compare)
{
    compare.resize(900, 500);
    compare.show();
    compare.refreshNow();
}

void compareAlone(CompareView& compare, int row)
{
    for (int other = 0; other < compare.runs().rowCount(); ++other) {
        const QModelIndex tick = compare.runs().index(other, ComparedRunsModel::RunColumn);
        const int wanted = other == row ? Qt::Checked : Qt::Unchecked;
        if (tick.data(Qt::CheckStateRole).toInt() != wanted) {
            compare.runs().setData(tick, wanted, Qt::CheckStateRole);
        }
    }
    compare.refreshNow();
}

/// Holds all that is said of a run's best against the run's own rows. `compare` shows the project's runs.
void checkOneBest(Workspace& workspace, CompareView& compare, const RunRow& run, const QString& folder)
{
    const TrialRow best = bestRow(*workspace.connection(), run.id);
    QVERIFY(best.gflops > 0);
    QCOMPARE(run.bestGflops, best.gflops);
    QCOMPARE(run.bestIndex, best.index);
    QCOMPARE(run.bestSpeedup, best.speedup);
    const double seconds = MeasureResult{.costs = best.costs}.meanCost();
    QVERIFY(std::abs(run.bestSeconds / seconds - 1) < 1e-9);
    const auto curve = bestCurve(*workspace.connection(), run.id).value();
    QCOMPARE(curve.back().best, best.gflops);
    QCOMPARE(curve.back().x, static_cast<double>(best.number));

    SpeedView chart(workspace);
    chart.show();
    chart.showRuns({run.id});
    chart.refreshNow();
    QCOMPARE(chart.bestGflops(), best.gflops);

    TrialFilter only;
    only.kind = TrialFilter::Kind::Run;
    only.run = run.id;
    workspace.filters().set({only});
    TrialsView trials(workspace);
    trials.show();
    trials.model().setSorting({TrialColumn::Gflops, {}, true});
    trials.refreshNow();
    QCOMPARE(cell(trials, 0, TrialColumn::Number).toLongLong(), best.number);
    QCOMPARE(cell(trials, 0, TrialColumn::Gflops).toDouble(), run.bestGflops);

    const QString log = folder + QStringLiteral("/run.log");
    QSignalSpy exported(&trials, &TrialsView::exported);
    trials.exportTo(ExportFormat::AutotvmLog, log);
    QTRY_COMPARE(exported.count(), 1);
    const auto records = readLog(log.toStdString()).value().records;
    const auto fastest = std::min_element(records.begin(), records.end(), [](const TuningRecord& a, const TuningRecord& b) {
        return std::pair(!a.isUsable(), a.meanCost()) < std::pair(!b.isUsable(), b.meanCost());
    });
    QCOMPARE(fastest->entity.index.value_or(-1), run.bestIndex);
    QVERIFY(std::abs(fastest->meanCost() / run.bestSeconds - 1) < 1e-9);
    workspace.filters().clear();

    const int row = compare.runs().rowOfRun(run.id);
    compareAlone(compare, row);
    QCOMPARE(compare.runs().index(row, ComparedRunsModel::BestColumn).data().toString(),
             QLocale().toString(run.bestGflops, 'f', 1));
    QCOMPARE(compare.runs().runAt(row)->bestGflops(), run.bestGflops);
    const auto* list = byId<QTableView>(compare, "bestConfigs");
    const auto* configs = qobject_cast<CellTable*>(list->model());
    QCOMPARE(configs->index(0, 2).data().toString(), QLocale().toString(run.bestGflops, 'f', 1));
    QCOMPARE(compare.runs().runAt(row)->bestEntity->index.value_or(-1), run.bestIndex);
}

/// Finds the best of a run wrong when it looks again, not before it is allowed to look.
class Refuter : public FakeMeasurer
{
public:
    explicit Refuter(std::atomic<bool>& mayLook)
        : FakeMeasurer(1)
        , m_mayLook(mayLook)
    {
    }
    Result<void> accepts(const Task&) const override { return {}; }
    std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs) override
    {
        m_mayLook.wait(false);
        auto results = FakeMeasurer::compare(inputs);
        results.front() = failedResult(MeasureError::WrongAnswer, Sentence("out[3] is 1, and should be 2"));
        return results;
    }

private:
    std::atomic<bool>& m_mayLook;
};

/// All views that show what was measured.
struct Views {
    explicit Views(Workspace& workspace)
        : chart(workspace)
        , trials(workspace)
        , failures(workspace)
        , insight(workspace)
        , inspector(workspace)
        , standings(workspace.standings())
    {
        for (QWidget* view : std::initializer_list<QWidget*>{&chart, &trials, &failures, &insight, &inspector}) {
            view->show();
        }
    }
    double insightsBest() const
    {
        const auto set = insight.trials();
        const auto best = set ? set->best() : std::nullopt;
        return best ? set->trials[*best].point.gflops : 0;
    }
    int rowOfTrial(int64_t run, int64_t number) { return trials.model().rowOf({run, number}); }
    SpeedView chart;
    TrialsView trials;
    FailuresView failures;
    InsightView insight;
    ConfigView inspector;
    TaskStandings& standings;
};

} // namespace

class TestOneBest : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test-onebest"));
        QSettings().clear();
    }

    void ofARunThatWasMeasured()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM measures nothing");
#endif
        Desk desk;
        QVERIFY(openTask(desk.workspace).has_value());
        RunOptions options;
        options.tuner = "random";
        options.trials = 10;
        RunFinished end;
        connect(&desk.workspace.session(), &TuningSession::finished, this,
                [&end](const RunFinished& finished) { end = finished; });
        QVERIFY(desk.workspace.startRun(options, {}).has_value());
        QTRY_VERIFY_WITH_TIMEOUT(!desk.workspace.session().isRunning(), 120000);
        const RunRow run = desk.workspace.runs().back();
        QCOMPARE(run.state, std::string("finished"));
        QVERIFY(run.bestSpeedup > 0);
        QVERIFY(run.pace > 0);
        QCOMPARE(end.bestGflops, run.bestGflops);
        QCOMPARE(end.bestIndex, run.bestIndex);
        QCOMPARE(end.bestSpeedup, run.bestSpeedup);
        QVERIFY(std::abs(end.bestSeconds / run.bestSeconds - 1) < 1e-9);
        QVERIFY(std::abs(end.pace / run.pace - 1) < 1e-9);
        CompareView compare(desk.workspace);
        show(compare);
        checkOneBest(desk.workspace, compare, run, desk.dir.path());
    }

    void ofTheSample()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("sample.knobscope"));
        QVERIFY(QFile::copy(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/samples/resnet-18-sample.knobscope"), path));
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        const std::vector<RunRow> runs = workspace.runs();
        QVERIFY(runs.size() > 1);
        CompareView compare(workspace);
        show(compare);
        for (const RunRow& run : runs) {
            if (run.trials > 0) {
                checkOneBest(workspace, compare, run, folder.path());
                if (QTest::currentTestFailed()) {
                    qWarning("of run %lld", static_cast<long long>(run.id));
                    return;
                }
            }
        }
    }

    /// One thread does less than two: the task's best is that of runs made like the last one.
    void ofRunsMadeAlike()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("threads.knobscope"));
        const nlohmann::json args{64, 64, 64, "float32"};
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            TaskRow task;
            task.key = "k";
            task.task = {{"task", "tutorial/matmul"}, {"args", args}, {"target", "llvm"}, {"edits", nlohmann::json::array()}};
            task.flops = 524288;
            const int64_t row = writer->addTask(task).value();
            for (const auto& [threads, gflops] : {std::pair(1, 100.0), {2, 200.0}, {1, 80.0}}) {
                RunRow run;
                run.task = row;
                run.tuner = "random";
                run.state = "finished";
                run.options = {{"measure", {{"threads", threads}}}};
                TrialRow trial;
                trial.number = 1;
                trial.entity = nlohmann::json::array();
                trial.gflops = gflops;
                trial.costs = {task.flops / gflops / 1e9};
                writer->addTrial(writer->addRun(run).value(), trial);
            }
            QVERIFY(writer->flush());
        }
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        const TaskStanding* standing = workspace.standings().find(TaskStandings::taskKey("tutorial/matmul", args, "llvm"));
        QVERIFY(standing);
        QCOMPARE(standing->runs, int64_t(3));
        QCOMPARE(standing->bestGflops, 100.0);
    }

    void whatIsTakenBackAtTheEndIsGone()
    {
        std::atomic<bool> mayLook = false;
        Desk desk;
        Workspace& workspace = desk.workspace;
        QVERIFY(workspace.openTask(QStringLiteral("m"), "tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value())
                    .has_value());
        const auto letLook = [&mayLook] {
            mayLook = true;
            mayLook.notify_all();
        };
        const auto atLast = qScopeGuard(letLook);
        workspace.session().setMeasurer([&mayLook](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
            return std::make_unique<Refuter>(mayLook);
        });
        Views views(workspace);
        RunOptions options = task("random", 40).options;
        QVERIFY(workspace.startRun(options, {}).has_value());
        QTRY_COMPARE_WITH_TIMEOUT(views.chart.trialCount(), qsizetype(40), 20000);
        const int64_t run = workspace.session().run();
        const TrialRow wrong = bestRow(*workspace.connection(), run);
        QTRY_COMPARE(views.trials.model().rowCount(), 40);
        QTRY_COMPARE(views.insightsBest(), wrong.gflops);
        QCOMPARE(views.chart.bestGflops(), wrong.gflops);
        workspace.selection().select({{run, wrong.number}});
        QVERIFY(views.inspector.message().contains(QStringLiteral("GFLOPS")));
        QVERIFY(cell(views.trials, views.rowOfTrial(run, wrong.number), TrialColumn::Gflops).isValid());
        QTRY_VERIFY(views.failures.model().report().trials == 40);
        const int64_t failed = views.failures.model().report().failed;

        QSignalSpy logged(&workspace.session(), &TuningSession::logged);
        letLook();
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.session().isRunning(), 20000);
        // What the core says of a config names it, whatever the window's language.
        QVERIFY(std::any_of(logged.begin(), logged.end(), [&](const QList<QVariant>& line) {
            return line[0].value<Sentence>().message.find("no longer counts") != std::string::npos
                && line[2].toLongLong() == wrong.index;
        }));
        const TrialRow right = bestRow(*workspace.connection(), run);
        QVERIFY(right.gflops < wrong.gflops);
        QCOMPARE(workspace.run(run)->bestGflops, right.gflops);
        QCOMPARE(views.chart.bestGflops(), right.gflops);
        const auto& taken = *workspace.task();
        QCOMPARE(views.standings.find(TaskStandings::taskKey(taken.name, taken.args, taken.target.text))->bestGflops,
                 right.gflops);
        const int row = views.rowOfTrial(run, wrong.number);
        QTRY_VERIFY(!cell(views.trials, row, TrialColumn::Gflops).isValid());
        QCOMPARE(cell(views.trials, row, TrialColumn::Outcome).toInt(), static_cast<int>(MeasureError::WrongAnswer));
        QTRY_COMPARE(views.insightsBest(), right.gflops);
        QTRY_COMPARE(views.failures.model().report().failed, failed + 1);
        QVERIFY2(views.inspector.message().contains(QStringLiteral("should be 2")), qPrintable(views.inspector.message()));
        CompareView compare(workspace);
        show(compare);
        checkOneBest(workspace, compare, *workspace.run(run), desk.dir.path());
    }

    void whatAnotherProgramTakesBackIsGone()
    {
        Desk desk;
        auto writer = ProjectWriter::open(desk.path.toStdString()).value();
        const LoopTask loop = task("random", 3);
        TaskRow row;
        row.task = taskToJson(loop.task);
        row.key = row.task.dump();
        row.flops = loop.task.autotvmFlops;
        RunRow run;
        run.task = writer->addTask(row).value();
        run.tuner = "random";
        run.state = "running";
        const int64_t id = writer->addRun(run).value();
        for (int64_t number = 1; number <= 3; ++number) {
            TrialRow trial = knobscope::testing::trialOf(number, entityToJson(loop.task.space.at(number).value()),
                                                         static_cast<double>(number));
            trial.number = number;
            writer->addTrial(id, trial);
        }
        QVERIFY(writer->flush());
        QVERIFY(desk.workspace.openProject(desk.path).has_value());
        Views views(desk.workspace);
        QTRY_COMPARE(views.chart.bestGflops(), 3.0);
        QTRY_COMPARE(views.insightsBest(), 3.0);
        desk.workspace.checkFile();
        TrialRow wrong = knobscope::testing::trialOf(3, entityToJson(loop.task.space.at(3).value()), 0);
        wrong.number = 3;
        writer->correctTrial(id, wrong);
        writer->setRunState(id, "finished");
        QVERIFY(writer->flush());
        desk.workspace.checkFile();
        QTRY_COMPARE(views.chart.bestGflops(), 2.0);
        QTRY_COMPARE(views.insightsBest(), 2.0);
        QTRY_VERIFY(!cell(views.trials, 2, TrialColumn::Gflops).isValid());
    }
};

QTEST_MAIN(TestOneBest)
#include "tst_onebest.moc"
