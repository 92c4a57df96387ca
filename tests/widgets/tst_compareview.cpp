// SPDX-License-Identifier: GPL-3.0-or-later
// The Compare view by mouse and keys: which runs, which groups, and what is said of them.
#include "tests/widgets/controls.h"
#include "tests/widgets/viewharness.h"
#include "widgets/base/translation.h"
#include "widgets/controls/celltable.h"
#include "widgets/controls/headline.h"
#include "widgets/views/compare/compareview.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

/// A run of 60 trials that finds its best at trial `at`; its id.
int64_t addRun(ProjectWriter& writer, const char* tuner, uint64_t seed, int at, double best, const char* label = "matmul",
               int size = 64)
{
    TaskRow task;
    task.key = label;
    task.task = {{"task", "tutorial/matmul"},
                 {"args", {size, size, size, "float32"}},
                 {"target", "llvm"},
                 {"edits", nlohmann::json::array()}};
    task.label = label;
    std::vector<TrialRow> trials;
    for (int n = 1; n <= 60; ++n) {
        const char* entity =
            n == at ? R"([["tile_y","sp",[-1,8]],["tile_x","sp",[-1,4]]])" : R"([["tile_y","sp",[-1,2]],["tile_x","sp",[-1,4]]])";
        trials.push_back(trialOf(n, nlohmann::json::parse(entity), best <= 0 ? 0 : n == at ? best : 1));
    }
    return addFinishedRun(writer, task, tuner, seed, std::move(trials));
}

} // namespace

class TestCompareView : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_path;

    static CellTable* table(CompareView& view, const char* id)
    {
        auto* found = byId<QTableView>(view, id);
        return found ? qobject_cast<CellTable*>(found->model()) : nullptr;
    }

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        m_path = m_dir.filePath(QStringLiteral("a.knobscope"));
        QVERIFY(Project::open(m_path.toStdString(), Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(m_path.toStdString()).value();
        for (int seed = 0; seed < 5; ++seed) {
            addRun(*writer, "ga", static_cast<uint64_t>(seed), 10 + seed, 100 + seed % 2);
            addRun(*writer, "random", static_cast<uint64_t>(seed), 40 + seed, 100);
        }
        addRun(*writer, "ga", 0, 3, 0, "hopeless", 32);
    }

    /// W24: whatever its own speed, a chosen trial is on the curve of its run.
    void aChosenTrialIsOnItsCurve()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        const auto points = workspace.connection()->points(2).value(); // of random, whose best comes late
        double best = 0;
        const TrialPoint* slow = nullptr;
        for (const TrialPoint& point : points) {
            slow = best > 0 && point.gflops < best ? &point : slow;
            best = slow ? best : std::max(best, point.gflops);
            if (slow) {
                break;
            }
        }
        QVERIFY(slow);
        workspace.selection().select({{2, slow->number}});
        CompareView view(workspace);
        view.show();
        view.refreshNow();
        const auto& marks = byId<PlotCanvas>(view, "bestSoFar")->marks();
        QCOMPARE(marks.size(), size_t(1));
        QCOMPARE(marks[0].at, QPointF(static_cast<double>(slow->number), best));
    }

    void theVerdictFollowsTheTicks()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        CompareView view(workspace);
        QAbstractItemModelTester tester(&view.runs(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        view.resize(1000, 460);
        view.show();
        view.refreshNow();
        QCOMPARE(view.runs().rowCount(), 11);
        QCOMPARE(view.runs().ticked().size(), size_t(10)); // the task with two groups
        QVERIFY2(view.verdict().startsWith(QStringLiteral("ga reaches 95 % of the best in 12 trials, random in 42 (median of 5 "
                                                          "runs each; p = 0.0079): ga is faster here.")),
                 qPrintable(view.verdict()));
        look(view, "compare-verdict");
        // Untick by keyboard until two runs remain: no more can be claimed.
        auto* list = byId<QTableView>(view, "runs");
        list->setFocus();
        for (int row = 1; row < 9; ++row) { // newest first: the two oldest stay
            list->setCurrentIndex(view.runs().index(row, 0));
            QTest::keyClick(list, Qt::Key_Space);
        }
        view.refreshNow();
        QCOMPARE(view.runs().ticked().size(), size_t(2));
        QVERIFY2(view.verdict().contains(QStringLiteral("1 run against 1")), qPrintable(view.verdict()));
        for (int row = 9; row < 11; ++row) {
            view.runs().setData(view.runs().index(row, 0), Qt::Unchecked, Qt::CheckStateRole);
        }
        view.refreshNow();
        QVERIFY(view.verdict().contains(QStringLiteral("Tick two or more runs")));
        view.runs().setData(view.runs().index(0, 0), Qt::Checked, Qt::CheckStateRole);
        view.refreshNow();
        QVERIFY2(view.verdict().contains(QStringLiteral("No trial of these runs succeeded")), qPrintable(view.verdict()));
    }

    void theHeadlineClaimsWhatTheVerdictDoes()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        CompareView view(workspace);
        view.show();
        view.refreshNow();
        const auto* headline = byId<Headline>(view, "headline");
        QCOMPARE(headline->figure(), QStringLiteral("3.5 times as fast"));
        QVERIFY2(headline->line().startsWith(QStringLiteral("ga against random: 12 and 42 trials to 95 % of the best")),
                 qPrintable(headline->line()));
        const CellTable* groups = table(view, "groups");
        QCOMPARE(groups->rowCount(), 2);
        QCOMPARE(groups->index(0, 2).data().toString(), QStringLiteral("faster"));
        QCOMPARE(groups->index(1, 1).data().toString(), QStringLiteral("slower"));
        QVERIFY(!byId<QPushButton>(view, "runMissingSeeds")->isEnabled());
        QCOMPARE(view.runs().index(0, 0).data().toString(), QStringLiteral("Run 11")); // newest first
    }

    void missingSeedsAreRunByAButton()
    {
        const QString path = m_dir.filePath(QStringLiteral("few.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(path.toStdString()).value();
        for (uint64_t seed = 1; seed < 3; ++seed) {
            addRun(*writer, "ga", seed, 10, 100);
            addRun(*writer, "random", seed, 40, 100);
        }
        writer->flush();
        Workspace workspace;
        workspace.session().setMeasurer([](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
            return fail(ErrorCode::Unsupported, "no machine");
        });
        QVERIFY(workspace.openProject(path).has_value());
        CompareView view(workspace);
        view.show();
        view.refreshNow();
        const auto* headline = byId<Headline>(view, "headline");
        QCOMPARE(headline->figure(), QStringLiteral("Undecided"));
        QCOMPARE(headline->line(), QStringLiteral("4 more runs with other seeds can decide."));
        auto* run = byId<QPushButton>(view, "runMissingSeeds");
        QVERIFY(run->isEnabled());
        run->click();
        QVERIFY(workspace.session().current());
        QCOMPARE(workspace.session().current()->options.tuner, std::string("ga"));
        QCOMPARE(workspace.session().current()->options.seed, uint64_t(3));
        const auto& queue = workspace.session().queue();
        QCOMPARE(queue.size(), size_t(3));
        QCOMPARE(queue[0].task.options.tuner, std::string("random"));
        QCOMPARE(queue[0].task.options.seed, uint64_t(3));
        QCOMPARE(queue[2].task.options.seed, uint64_t(4));
        QVERIFY(!run->isEnabled());
        QTRY_VERIFY(!workspace.session().isRunning());
    }

    void groupsAreWhatOneWrites()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        CompareView view(workspace);
        view.show();
        view.refreshNow();
        for (int row = 7; row < 11; ++row) { // the four oldest
            QVERIFY(view.runs().setData(view.runs().index(row, ComparedRunsModel::GroupColumn), QStringLiteral("early"),
                                        Qt::EditRole));
        }
        QVERIFY(!view.runs().setData(view.runs().index(0, ComparedRunsModel::GroupColumn), QStringLiteral("  "), Qt::EditRole));
        QVERIFY(!view.runs().setData(view.runs().index(0, ComparedRunsModel::TaskColumn), QStringLiteral("x"), Qt::EditRole));
        view.refreshNow();
        const CellTable* reach = table(view, "reach");
        QVERIFY(reach);
        QCOMPARE(reach->rowCount(), 3);
        QCOMPARE(reach->index(0, 0).data().toString(), QStringLiteral("early"));
        QCOMPARE(reach->index(0, 1).data().toString(), QStringLiteral("4"));
        // A project that was written to keeps ticks and groups.
        workspace.reloadRuns();
        view.refreshNow();
        QCOMPARE(view.runs().index(10, ComparedRunsModel::GroupColumn).data().toString(), QStringLiteral("early"));
    }

    /// A run that goes on is read again each second.
    void whatIsBeingWrittenStays()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        CompareView view(workspace);
        view.show();
        view.refreshNow();
        auto* list = byId<QTableView>(view, "runs");
        list->setFocus();
        list->setCurrentIndex(view.runs().index(3, ComparedRunsModel::GroupColumn));
        emit workspace.trialsAdded(1);
        view.refreshNow();
        QCOMPARE(list->currentIndex().row(), 3);
        list->edit(list->currentIndex());
        QPointer<QLineEdit> editor = list->findChild<QLineEdit*>();
        QVERIFY(editor);
        QTest::keyClicks(editor, QStringLiteral("mine"));
        emit workspace.trialsAdded(1);
        view.refreshNow();
        QVERIFY(editor);
        QCOMPARE(editor->text(), QStringLiteral("mine"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(list->currentIndex().data().toString(), QStringLiteral("mine"));
    }

    void unfinishedRunsAreNoSeeds()
    {
        const QString path = m_dir.filePath(QStringLiteral("unfinished.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(path.toStdString()).value();
        addRun(*writer, "ga", 1, 10, 100);
        addRun(*writer, "random", 1, 40, 100);
        const int64_t stopped = addRun(*writer, "ga", 2, 10, 100);
        writer->setRunOptions(stopped, 512, nlohmann::json::object());
        writer->setRunState(stopped, "stopped");
        writer->flush();
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        CompareView view(workspace);
        view.show();
        view.refreshNow();
        QCOMPARE(view.runs().ticked().size(), size_t(2));
        const QModelIndex row = view.runs().index(0, 0);
        QCOMPARE(row.data().toString(), QStringLiteral("Run 3, unfinished"));
        QCOMPARE(row.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
        QVERIFY2(view.verdict().endsWith(QStringLiteral(" 1 unfinished run is left out.")), qPrintable(view.verdict()));
        // Whoever wants it in has it in, and it stays.
        QVERIFY(view.runs().setData(row, Qt::Checked, Qt::CheckStateRole));
        workspace.reloadRuns();
        view.refreshNow();
        QCOMPARE(view.runs().ticked().size(), size_t(3));
        QVERIFY2(!view.verdict().contains(QStringLiteral("left out")), qPrintable(view.verdict()));
        // It goes on, and comes to its end: what it knew from before makes it another group.
        QVERIFY(view.runs().setData(row, Qt::Unchecked, Qt::CheckStateRole));
        writer->setRunState(stopped, "running");
        writer->flush();
        workspace.reloadRuns();
        view.refreshNow();
        QCOMPARE(view.runs().ticked().size(), size_t(2));
        QCOMPARE(row.data().toString(), QStringLiteral("Run 3, unfinished"));
        writer->setRunOptions(stopped, 60, {{"warm_start", {{"used", 30}}}});
        writer->setRunState(stopped, "finished");
        writer->flush();
        workspace.reloadRuns();
        view.refreshNow();
        QCOMPARE(view.runs().ticked().size(), size_t(3));
        QCOMPARE(row.siblingAtColumn(ComparedRunsModel::GroupColumn).data().toString(), QStringLiteral("ga, warm start"));
    }

    void runsByHandAreShownButClaimNothing()
    {
        const QString path = m_dir.filePath(QStringLiteral("hand.knobscope"));
        QVERIFY(QFile::copy(m_path, path));
        auto writer = ProjectWriter::open(path.toStdString()).value();
        addRun(*writer, kManualTunerName, 0, 1, 200);
        writer->flush();
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        CompareView view(workspace);
        view.resize(1000, 460);
        view.show();
        view.refreshNow();
        QCOMPARE(view.runs().ticked().size(), size_t(10));
        const QString verdict = view.verdict();
        QVERIFY2(verdict.contains(QStringLiteral("ga is faster here.")), qPrintable(verdict));
        auto* list = byId<QTableView>(view, "runs");
        list->setFocus();
        list->setCurrentIndex(view.runs().index(0, 0));
        QTest::keyClick(list, Qt::Key_Space);
        view.refreshNow();
        QCOMPARE(view.runs().ticked().size(), size_t(11));
        QCOMPARE(view.verdict(), verdict);
        QCOMPARE(table(view, "reach")->rowCount(), 2);
        const auto* progress = byId<PlotCanvas>(view, "bestSoFar");
        QVERIFY(std::ranges::any_of(progress->series(),
                                    [](const PlotSeries& s) { return s.name == QLatin1String(kManualTunerName); }));
        // Ticked alone, they are told from a tuner's.
        for (int row = 2; row < 12; ++row) {
            view.runs().setData(view.runs().index(row, 0), Qt::Unchecked, Qt::CheckStateRole);
        }
        view.refreshNow();
        QVERIFY2(view.verdict().startsWith(QStringLiteral("Only manual measurements are ticked")), qPrintable(view.verdict()));
    }

    void groupsAreInTheWindowsLanguage()
    {
        const QString path = m_dir.filePath(QStringLiteral("groups.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(path.toStdString()).value();
        writer->setRunOptions(addRun(*writer, "ga", 1, 10, 100), 60, {{"measure", {{"threads", 2}, {"cold_weights", true}}}});
        writer->flush();
        const auto group = [&] {
            Workspace workspace;
            if (!workspace.openProject(path)) {
                return QString();
            }
            CompareView view(workspace);
            view.show();
            view.refreshNow();
            return view.runs().index(0, ComparedRunsModel::GroupColumn).data().toString();
        };
        QCOMPARE(group(), QStringLiteral("ga, 2 threads, cold weights"));
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        const QString chinese = group();
        QVERIFY2(chinese.startsWith(QStringLiteral("ga、2 ")) && !chinese.contains(QStringLiteral("threads"))
                     && !chinese.contains(QStringLiteral("weights")),
                 qPrintable(chinese));
    }

    void everyTabHoldsItsFigures()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        CompareView view(workspace);
        view.resize(1000, 460);
        view.show();
        view.refreshNow();
        auto* tabs = byId<QTabWidget>(view, "results");
        const char* names[] = {"compare-progress",     "compare-groups", "compare-reach",
                               "compare-distribution", "compare-wins",   "compare-configs"};
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            look(view, names[tab]);
        }
        const CellTable* reach = table(view, "reach");
        QCOMPARE(reach->index(0, 4).data().toString(), QStringLiteral("12"));
        QCOMPARE(reach->index(0, 5).data().toString(), QStringLiteral("12.0"));
        const CellTable* wins = table(view, "wins");
        QCOMPARE(wins->rowCount(), 2);
        QCOMPARE(wins->index(1, 0).data().toString(), QStringLiteral("Tasks won"));
        const CellTable* diff = table(view, "bestConfigs");
        QCOMPARE(diff->rowCount(), 3);
        QCOMPARE(diff->columnCount(), 12);
        QVERIFY(diff->index(1, 1).data().toString().isEmpty()); // all best configs agree
        const QJsonObject state = view.saveState();
        view.restoreState(state);
        QVERIFY(view.saveState() == state);
    }

    void pointsOfTheCurveAreTrials()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        CompareView view(workspace);
        view.resize(1000, 460);
        view.show();
        view.refreshNow();
        auto* canvas = byId<PlotCanvas>(view, "bestSoFar");
        QVERIFY(canvas->yAxis().title.contains(QStringLiteral("AutoTVM"))); // whose count it is
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Period); // first trial of the first run
        QTest::keyClick(canvas, Qt::Key_Period); // its second improvement
        QVERIFY((workspace.selection().hovered() == TrialRef{1, 10}));
        QTest::keyClick(canvas, Qt::Key_Return);
        QVERIFY((workspace.selection().current() == TrialRef{1, 10}));
        const auto comboBoxes = view.findChildren<QComboBox*>();
        for (QComboBox* combo : comboBoxes) {
            combo->setCurrentIndex(combo->count() - 1);
        }
        QVERIFY(!view.grab().isNull());
    }

    void aClockThatIsSetBackLeadsNoCurveBack()
    {
        ComparedRun run;
        run.workload = "w";
        run.group = {Sentence("ga")};
        run.started = 1000;
        run.trials = std::vector<TrialPoint>{{1, 1, 10, 0, 1010}, {2, 2, 20, 0, 1005}, {3, 3, 30, 0, 1020}};
        const std::vector<ComparedRun> runs{run};
        const Comparison comparison = compareRuns(runs);
        PlotCanvas canvas;
        ComparisonPlots plots;
        ComparisonPlotOptions options;
        options.x = CurveAxis::Seconds;
        options.colour = [](const std::string&) { return QColor(Qt::blue); };
        plots.fillProgress(canvas, comparison.tasks.front(), runs, options);
        const std::vector<QPointF>& points = canvas.series().back().points;
        QCOMPARE(points.size(), size_t(3));
        QVERIFY(std::ranges::is_sorted(points, {}, &QPointF::x));
    }

    void filesAreDroppedAndRefused()
    {
        Workspace workspace;
        CompareView view(workspace);
        view.resize(800, 400);
        QSignalSpy said(&workspace, &Workspace::message);
        view.show();
        view.refreshNow();
        look(view, "compare-empty");
        QFile text(m_dir.filePath(QStringLiteral("notes.txt")));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("this is no log\n{\"i\": 3}\n");
        text.close();
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(m_path), QUrl::fromLocalFile(text.fileName())});
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&view, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&view, &drop);
        view.refreshNow();
        view.refreshNow();
        QCOMPARE(view.runs().rowCount(), 11);
        QCOMPARE(view.runs().files().size(), 1);
        QVERIFY(view.runs().index(0, ComparedRunsModel::GroupColumn).data().toString() == QStringLiteral("ga (a)"));
        QVERIFY(!said.isEmpty());
        QVERIFY(said.front()[1].toString().contains(QStringLiteral("contains no AutoTVM record")));
        // The same file once more takes its own place.
        view.addFile(m_path);
        view.refreshNow();
        QCOMPARE(view.runs().rowCount(), 11);
        view.runs().removeFile(m_path);
        QCOMPARE(view.runs().rowCount(), 0);
        view.refreshNow();
        view.addFile(QStringLiteral("/no/such/file.log"));
        view.refreshNow();
        QVERIFY(said.back()[1].toString().contains(QStringLiteral("cannot be read")));
    }
};

QTEST_MAIN(TestCompareView)
#include "tst_compareview.moc"
