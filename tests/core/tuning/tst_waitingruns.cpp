// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/tuning/resume.h"

#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

namespace {

RunRow row(int64_t id, const char* state, int64_t trials = 0, bool isOwned = false)
{
    RunRow run;
    run.id = id;
    run.state = state;
    run.trials = trials;
    run.isOwned = isOwned;
    return run;
}

LoopTask loopTask(int64_t rows)
{
    const auto target = parseTarget("llvm").value();
    LoopTask task{makeTask("tutorial/matmul", nlohmann::json::array({rows, 64, 64, "float32"}), target).value(), "m", {}, {}, 0};
    task.options.trials = 7;
    task.options.log = "/somewhere/m.log";
    return task;
}

} // namespace

class TestWaitingRuns : public QObject
{
    Q_OBJECT
private slots:
    void theLastUnfinishedAndAllThatWait()
    {
        const std::vector<RunRow> rows{row(1, "stopped", 3), row(2, "finished", 9),      row(3, "killed", 2),
                                       row(4, "waiting"),    row(5, "waiting", 0, true), row(6, "waiting")};
        QVERIFY(unfinishedRuns(rows) == std::vector<int64_t>({3, 4, 6}));
        QVERIFY(unfinishedRuns(std::span(rows).first(2)) == std::vector<int64_t>{1});
        QVERIFY(unfinishedRuns(std::span(rows).subspan(1, 1)).empty());
        QVERIFY(unfinishedRuns(std::span(rows).subspan(1, 1), 10) == std::vector<int64_t>{2});
        QVERIFY(unfinishedRuns(std::span(rows).subspan(3, 1)) == std::vector<int64_t>{4});
        QVERIFY(unfinishedRuns({}).empty());
    }

    void tasksAreStoredOnceWithTheirOptions()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath("w.knobscope").toStdString();
        auto project = Project::open(path, Project::Mode::Create);
        auto writer = ProjectWriter::open(path);
        QVERIFY(project && writer);
        std::vector<LoopTask> tasks{loopTask(32), loopTask(64)};
        QVERIFY(storeWaiting(**writer, tasks, {}));
        QCOMPARE(tasks[0].resumedRow, int64_t(1));
        QCOMPARE(tasks[1].resumedRow, int64_t(2));
        QVERIFY(storeWaiting(**writer, tasks, {}));
        const auto runs = project->runs();
        QCOMPARE(runs->size(), size_t(2));
        for (const RunRow& run : *runs) {
            QCOMPARE(run.state, std::string("waiting"));
            QVERIFY(run.isOwned);
            QCOMPARE(run.budget, int64_t(7));
            QCOMPARE(runOptionsFromJson(run.options["run"]).log, std::string("/somewhere/m.log"));
        }
        // This program holds them still: nobody may begin them meanwhile.
        const auto held = resumableRun(*project, 1);
        QVERIFY(!held && held.error().message.find("waiting in another program") != std::string::npos);

        (*writer)->setRunState(1, "waiting"); // as a program that goes on with it claims it
        QVERIFY((*writer)->flush());
        QVERIFY(project->run(1)->state == "waiting" && project->run(1)->isOwned);

        const double stored = runs->front().started;
        (*writer)->setRunState(1, "running");
        (*writer)->setRunState(2, "running");
        (*writer)->setRunState(2, "stopped");
        QVERIFY((*writer)->flush());
        QVERIFY(project->run(1)->started >= stored - 0.01); // when it begins, not when it was written down
        QVERIFY(!project->run(2)->isOwned);
        QVERIFY(resumableRun(*project, 2).has_value());
    }
};

QTEST_GUILESS_MAIN(TestWaitingRuns)
#include "tst_waitingruns.moc"
