// SPDX-License-Identifier: GPL-3.0-or-later
// The three views of a config on a project with trials: one selection, comparison of chosen ones.
#include "core/store/projectwriter.h"
#include "core/task/figures.h"
#include "core/task/task.h"
#include "tests/widgets/controls.h"
#include "widgets/views/code/codeview.h"
#include "widgets/views/code/scheduleview.h"
#include "widgets/views/config/configview.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

namespace {

TrialRow trialOf(const Task& task, int64_t number, double gflops)
{
    TrialRow trial;
    trial.number = number;
    trial.index = number;
    trial.entity = entityToJson(task.space.at(trial.index).value());
    trial.costs = {1e-4};
    trial.gflops = gflops;
    trial.timestamp = 1700000000.0 + static_cast<double>(number);
    return trial;
}

Task multiplication()
{
    return makeTask("tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value()).value();
}

/// A project with one run: 40 trials of the configs of their numbers, the sixth the best, the seventh failed.
void writeProject(const std::string& path)
{
    const auto task = multiplication();
    (void)Project::open(path, Project::Mode::Create).value();
    auto writer = ProjectWriter::open(path).value();
    TaskRow row;
    row.key = workloadKey(task);
    row.task = taskToJson(task);
    row.label = "matmul";
    row.flops = task.autotvmFlops;
    RunRow run;
    run.task = writer->addTask(row).value();
    run.tuner = "random";
    run.state = "running";
    run.budget = 40;
    const int64_t id = writer->addRun(run).value();
    for (int64_t number = 1; number <= 40; ++number) {
        TrialRow trial = trialOf(task, number, number == 6 ? 9 : 5);
        if (number == 7) {
            trial.errorNo = 4;
            trial.why = Sentence("The kernel crashed");
            trial.gflops = 0;
        }
        writer->addTrial(id, trial);
    }
    writer->setRunState(id, "finished");
    writer->flush();
}

} // namespace

class TestCodeView : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QVERIFY(m_folder.isValid());
        writeProject(path().toStdString());
    }

    /// Also the first time, when a sentence stood there before.
    void theBusiestLoopIsInSight()
    {
        Workspace workspace;
        CodeView code(workspace);
        code.resize(900, 180);
        code.show();
        QVERIFY(workspace.openProject(path()).has_value());
        workspace.selection().select({{1, 5}});
        code.refreshNow();
        if (code.code()->assembly.innermostFirst == 0) {
            QSKIP("a build without LLVM knows no busiest loop");
        }
        const CodePane& loops = code.column(CodeLevel::Loops).pane();
        QVERIFY(loops.viewport()->height() < loops.lineCount() * loops.fontMetrics().lineSpacing());
        QVERIFY(loops.verticalScrollBar()->value() > 0);
        // What is known of the assembly makes no other level narrower.
        QCOMPARE(code.column(CodeLevel::Assembly).sizeHint().width(), code.column(CodeLevel::Loops).sizeHint().width());
    }

    void aChosenTrialIsCurrentEverywhere()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        ScheduleView schedule(workspace);
        CodeView code(workspace);
        QVERIFY(workspace.openProject(path()).has_value());
        workspace.selection().select({{1, 5}});
        QCOMPARE(workspace.config(), qint64(5));
        QCOMPARE(inspector.indexBox().value(), qint64(5));
        QVERIFY2(inspector.message().contains(QStringLiteral("Trial 5 of run 1: 5.0 GFLOPS")), qPrintable(inspector.message()));
        inspector.copyRecord();
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("\"index\": 5")));
        workspace.selection().select({{1, 7}});
        QVERIFY2(inspector.message().contains(QStringLiteral("crashed")), qPrintable(inspector.message()));
        inspector.step(1); // to a config of another trial, which is shown instead of the selected one
        QVERIFY(!workspace.selection().current().isValid());
        QVERIFY2(inspector.message().contains(QStringLiteral("Trial 8 of run 1: 5.0 GFLOPS")), qPrintable(inspector.message()));
        schedule.refreshNow();
        code.refreshNow();
        QVERIFY(schedule.stepCount() > 1);
        QVERIFY(code.code() && !code.code()->nest.empty());
        workspace.closeProject();
    }

    void aTaskOpensWithTheBestOfItsLastRun()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        QVERIFY(workspace.openProject(path()).has_value());
        QVERIFY(
            workspace.openTask(QStringLiteral("matmul"), "tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value())
                .has_value());
        QCOMPARE(workspace.config(),
                 workspace.runs().back().bestIndex >= 0 ? static_cast<qint64>(workspace.runs().back().bestIndex) : qint64(0));
    }

    void editsThatLeaveTheConfigLeaveItsCode()
    {
        Workspace workspace;
        CodeView code(workspace);
        ScheduleView schedule(workspace);
        code.resize(1000, 500);
        code.show();
        schedule.show();
        QVERIFY(workspace.openProject(path()).has_value());
        workspace.selection().select({{1, 6}});
        code.refreshNow();
        schedule.refreshNow();
        QCOMPARE(schedule.findChild<QSlider*>(QStringLiteral("step"))->tickPosition(), QSlider::TicksBelow);
        const auto task = workspace.task();
        const auto digits = task->space.digits(6);
        const Knob& knob = task->space.knobs().back();
        const KnobValue other = knob.at((digits.back() + 1) % knob.size());
        const std::string kernel = kernelKey(*task, 6);
        const KernelCode* before = code.code();
        CodePane& pane = code.column(CodeLevel::Loops).pane();
        const int revision = pane.document()->revision();
        const int nestRevision = schedule.pane().document()->revision();

        QVERIFY(workspace.setEdits({{SpaceEdit::Kind::Remove, knob.name(), valueToJson(other)}}).has_value());
        QCOMPARE(kernelKey(*workspace.task(), workspace.config()), kernel);
        code.refreshNow();
        schedule.refreshNow();
        QCOMPARE(code.code(), before);
        QCOMPARE(pane.document()->revision(), revision);
        QCOMPARE(schedule.pane().document()->revision(), nestRevision);

        QVERIFY(workspace.setEdits({{SpaceEdit::Kind::Fix, knob.name(), valueToJson(other)}}).has_value());
        QCOMPARE(workspace.config(), qint64(-1)); // its value is gone
        QVERIFY(!code.code());
        workspace.setConfig(0);
        code.refreshNow();
        QVERIFY(code.code() && kernelKey(*workspace.task(), 0) != kernel);
        QVERIFY(pane.document()->revision() != revision);
        workspace.closeProject();
    }

    void chosenTrialsAreCompared()
    {
        Workspace workspace;
        CodeView view(workspace);
        view.resize(1000, 500);
        view.show();
        QVERIFY(workspace.openProject(path()).has_value());
        workspace.selection().select({{1, 3}, {1, 12}}, {1, 3});
        QComboBox& with = view.compareWith();
        const int trial = with.findText(QStringLiteral("Trial 12"), Qt::MatchStartsWith);
        QVERIFY(trial > 0);
        QVERIFY(with.findText(QStringLiteral("Trial 3 "), Qt::MatchStartsWith) < 0);
        with.setFocus();
        for (int i = 0; i < trial; ++i) {
            QTest::keyClick(&with, Qt::Key_Down);
        }
        view.refreshNow();
        QVERIFY(view.diff().isVisible());
        QVERIFY2(view.diff().summary().contains(QStringLiteral("removed")), qPrintable(view.diff().summary()));
        view.diff().setLevel(CodeLevel::Assembly);
        view.diff().finishNow();
        QVERIFY(!view.diff().summary().isEmpty() || !view.code()->level(CodeLevel::Assembly).problem.empty());
        workspace.selection().select({{1, 4}}); // what was compared with is no longer chosen
        view.refreshNow();
        QCOMPARE(with.currentIndex(), 0);
        QVERIFY(!view.diff().isVisible());
        QVERIFY(view.column(CodeLevel::Loops).isVisible());
    }

    void theComparisonWithTheBestGoesWithTheRun()
    {
        const QString grows = m_folder.filePath(QStringLiteral("grows.knobscope"));
        writeProject(grows.toStdString());
        Workspace workspace;
        CodeView view(workspace);
        view.resize(1000, 500);
        view.show();
        QVERIFY(workspace.openProject(grows).has_value());
        workspace.selection().select({{1, 3}});
        QComboBox& with = view.compareWith();
        with.setFocus();
        QTest::keyClick(&with, Qt::Key_Down);
        view.refreshNow();
        QCOMPARE(with.currentText(), QStringLiteral("Best of run 1 (config 6)"));
        QVERIFY(view.diff().isVisible());
        const int revision = view.diff().pane(0).document()->revision();
        workspace.reloadRuns(); // nothing new: what is read stays where it is
        view.refreshNow();
        QCOMPARE(view.diff().pane(0).document()->revision(), revision);
        {
            auto writer = ProjectWriter::open(grows.toStdString()).value();
            writer->addTrial(1, trialOf(multiplication(), 41, 20));
            QVERIFY(writer->flush());
        }
        workspace.reloadRuns();
        view.refreshNow();
        QCOMPARE(with.currentText(), QStringLiteral("Best of run 1 (config 41)"));
        QVERIFY(view.diff().isVisible());
        QVERIFY(view.diff().pane(0).document()->revision() != revision);
    }

    /// Only the first thousands are marked.
    void allPlacesOfASearchAreCounted()
    {
        CodePane pane;
        pane.setLines(std::vector<std::string>(3000, "fma fma"));
        QCOMPARE(pane.setSearch(QStringLiteral("FMA")), 6000);
        QCOMPARE(pane.setSearch(QStringLiteral("add")), 0);
        pane.setLines(std::vector<std::string>(2500, "-----"));
        QCOMPARE(pane.setSearch(QStringLiteral("--")), 5000); // two of a line, as they are found and marked
        pane.setLines({"-----"});
        QCOMPARE(pane.setSearch(QStringLiteral("--")), 2);
        CodeColumn column(QStringLiteral("loops"));
        column.pane().setLines({"fma", "add"});
        column.openSearch();
        QTest::keyClicks(byId<QLineEdit>(column, "loops.search"), QStringLiteral("fma"));
        const auto says = [&](const char* text) {
            const auto labels = column.findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&](const QLabel* label) { return label->text() == QLatin1String(text); });
        };
        QVERIFY(says("1 found"));
        column.pane().setLines({"fma", "fma", "add"}); // another config's
        QVERIFY(says("2 found"));
    }

    void twoConfigsCompared()
    {
        Workspace workspace;
        QVERIFY(workspace.openTask(QStringLiteral("m"), "tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value())
                    .has_value());
        const auto codeOf = [&](qint64 config) {
            return std::make_shared<const KernelCode>(kernelCode(*workspace.task(), workspace.task()->space.at(config).value()));
        };
        DiffPage page;
        page.resize(1000, 500);
        page.show();
        page.compare(codeOf(3), QStringLiteral("left"), codeOf(20), QStringLiteral("right"));
        page.finishNow();
        QVERIFY2(page.summary().contains(QStringLiteral("removed")), qPrintable(page.summary()));
        QCOMPARE(page.pane(0).lineCount(), page.pane(1).lineCount());
        int removed = 0;
        for (int line = 1; line <= page.pane(0).lineCount(); ++line) {
            removed += page.pane(0).mark(line) == CodePane::Mark::Removed ? 1 : 0;
        }
        QVERIFY(removed > 0);
        page.compare(codeOf(3), QStringLiteral("left"), codeOf(3), QStringLiteral("left"));
        page.finishNow();
        QVERIFY(page.summary().contains(QStringLiteral("No difference")));
        const auto* levels = byId<QComboBox>(page, "diff.level");
        QCOMPARE(levels->itemText(2), QStringLiteral("Assembly"));
        // Their figures beside each other.
        byId<QComboBox>(page, "diff.level")->setCurrentIndex(3);
        QCOMPARE(levels->itemText(3), QStringLiteral("Derived figures"));
        page.compare(codeOf(3), QStringLiteral("config 3"), codeOf(5), QStringLiteral("config 5"), [] {
            Figure vector{.id = "vector_width", .name = Sentence("Vector width"), .value = Sentence("8")};
            Figure tile{.id = "register_tile", .name = Sentence("Register tile"), .value = Sentence("4x8")};
            Figure other = tile;
            other.value = Sentence("4x16");
            return Result<Table>(figureComparison(std::vector{vector, tile}, std::vector{vector, other}));
        });
        page.finishNow();
        const auto* figures = byId<QTableView>(page, "diff.figures");
        QVERIFY(!figures->isHidden());
        QCOMPARE(figures->model()->rowCount(), 2);
        QCOMPARE(figures->model()->headerData(2, Qt::Horizontal).toString(), QStringLiteral("config 5"));
        QCOMPARE(figures->model()->index(1, 2).data().toString(), QStringLiteral("4x16"));
        QCOMPARE(figures->model()->index(1, 3).data().toString(), QStringLiteral("≠"));
        QVERIFY(figures->model()->index(0, 3).data().toString().isEmpty());
        page.setLevel(CodeLevel::Loops);
        KernelCode gpu = *codeOf(3);
        gpu.isGpu = true;
        page.compare(std::make_shared<const KernelCode>(gpu), QStringLiteral("left"), codeOf(3), QStringLiteral("right"));
        QCOMPARE(levels->itemText(1), QStringLiteral("CUDA C"));
        QCOMPARE(levels->itemText(2), QStringLiteral("PTX"));
    }

    void whatTheCompilerDoesNotSurviveHasItsLoopNest()
    {
        Workspace workspace;
        CodeView view(workspace);
        view.show();
        const auto target = parseTarget("llvm -mtriple=x86_64-linux-gnu -mcpu=pentium4").value();
        QVERIFY(workspace.openTask(QStringLiteral("m"), "tutorial/matmul", {64, 64, 64, "float32"}, target).has_value());
        workspace.setConfig(3);
        view.refreshNow();
        QVERIFY(view.code() && !view.code()->nest.empty());
        QCOMPARE(view.column(CodeLevel::Loops).problem(), QString());
        for (const CodeLevel level : {CodeLevel::Llvm, CodeLevel::Assembly}) {
            const std::string& problem = view.code()->level(level).problem.message;
            if (problem.find("no LLVM") != std::string::npos) {
                QSKIP("this build has no LLVM");
            }
            QVERIFY2(problem.find("64-bit code") != std::string::npos, problem.c_str());
            QVERIFY(!view.column(level).problem().isEmpty());
        }
        // The next one is made as ever.
        QVERIFY(workspace.openTask(QStringLiteral("m"), "tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value())
                    .has_value());
        workspace.setConfig(3);
        view.refreshNow();
        QCOMPARE(view.column(CodeLevel::Assembly).problem(), QString());
        QVERIFY(!view.code()->level(CodeLevel::Assembly).lines.empty());
    }

    void whatIsPreparedOnceIsShownToo()
    {
        Workspace workspace;
        CodeView view(workspace);
        view.show();
        const auto args = nlohmann::json::parse(R"([["TENSOR",[1,4,6,6],"float32"],["TENSOR",[4,4,3,3],"float32"],[1,1],
            [1,1,1,1],[1,1],"NCHW","NCHW","float32"])");
        QVERIFY(
            workspace.openTask(QStringLiteral("w"), "conv2d_winograd_NCHWc.x86", args, parseTarget("llvm").value()).has_value());
        workspace.setConfig(0);
        view.refreshNow();
        QVERIFY(view.code());
        if (view.code()->level(CodeLevel::Llvm).problem.message.find("no LLVM") != std::string::npos) {
            QSKIP("this build has no LLVM");
        }
        QVERIFY(view.column(CodeLevel::Loops).pane().toPlainText().contains(QStringLiteral("once, not timed: kernel_pack")));
        for (const CodeLevel level : {CodeLevel::Llvm, CodeLevel::Assembly}) {
            QVERIFY(view.column(level).pane().toPlainText().contains(QStringLiteral("_prepare")));
        }
    }

    void nothingIsGeneratedBeforeTheFirstPicture()
    {
        Workspace workspace;
        CodeView view(workspace);
        QVERIFY(workspace.openTask(QStringLiteral("m"), "tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value())
                    .has_value());
        workspace.setConfig(3);
        view.show();
        workspace.setConfig(4);
        QVERIFY(!view.isGenerating());
        QTRY_VERIFY(view.code());
        QVERIFY(!view.code()->nest.empty());
    }

private:
    QString path() const { return m_folder.filePath(QStringLiteral("p.knobscope")); }
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestCodeView)
#include "tst_codeview.moc"
