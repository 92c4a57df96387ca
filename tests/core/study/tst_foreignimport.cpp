// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other tuners as runs of a project, and back.
#include "core/study/foreignimport.h"
#include "core/study/projectspaces.h"
#include "core/study/runlab.h"
#include "core/study/trialset.h"
#include "core/task/foreigntask.h"
#include "core/tuning/resume.h"
#include "core/tuning/trialexport.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

using namespace knobscope;

namespace {

const std::string fixtures = KNOBSCOPE_FIXTURES "/others/";

std::string textOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

ForeignRun readRun(const std::string& file, const ForeignOptions& options = {})
{
    auto run = readForeignRun(fixtures + file, options);
    if (!run) {
        qWarning("%s", run.error().message.c_str());
        return {};
    }
    return std::move(*run);
}

/// "block_size_x=64, unroll=1", of the best trial.
std::string bestOf(const ForeignRun& run)
{
    const ForeignTrial* best = nullptr;
    for (const ForeignTrial& trial : run.trials) {
        best = trial.seconds > 0 && (!best || trial.seconds < best->seconds) ? &trial : best;
    }
    std::string text;
    const auto entity = best ? run.space.task.space.at(best->index).value() : ConfigEntity();
    for (const auto& [name, value] : entity.values) {
        text += (text.empty() ? "" : ", ") + name + "=" + valueText(value);
    }
    return text;
}

bool says(const RecordedSpace& space, const char* words)
{
    return std::ranges::any_of(space.problems, [&](const Sentence& p) { return p.message.find(words) != std::string::npos; });
}

} // namespace

class TestForeignImport : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char* name) const { return m_dir.filePath(name).toStdString(); }

private slots:
    void cachesOfInterruptedRunsAreRead_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("trials");
        QTest::addColumn<int>("failed");
        QTest::newRow("whole") << "whole" << 16 << 6;
        QTest::newRow("interrupted") << "interrupted" << 16 << 6;
        QTest::newRow("in a row") << "interrupted-in-a-row" << 15 << 5;
        QTest::newRow("nan") << "nan" << 16 << 6;
    }
    void cachesOfInterruptedRunsAreRead()
    {
        QFETCH(QString, name);
        QFETCH(int, trials);
        QFETCH(int, failed);
        const ForeignRun run = readRun("kernel-tuner-" + name.toStdString() + ".json");
        QCOMPARE(run.trials.size(), static_cast<size_t>(trials));
        QCOMPARE(run.space.failures(), static_cast<int64_t>(failed));
        QCOMPARE(run.space.bestSeconds(), 0.5e-3);
        QCOMPARE(bestOf(run), std::string("block_size_x=64, unroll=1, fast_math=True"));
        QCOMPARE(run.space.problems.empty(), trials == 16);
        QVERIFY(trials == 16 || says(run.space, "ends inside of a result after line 16; the 15 results before that were kept"));
    }

    void everyPlaceOfAnInterruptionIsRead()
    {
        const std::string whole = textOf(fixtures + "kernel-tuner-whole.json");
        size_t most = 0;
        for (size_t cut = whole.find("\"cache\""); cut < whole.size(); cut += 7) {
            const auto run = parseForeignRun(std::string_view(whole).substr(0, cut), "cut.json");
            QVERIFY(run || run.error().message.find("cut.json") != std::string::npos);
            QVERIFY(!run || run->trials.size() >= most);
            most = run ? run->trials.size() : most;
        }
        QVERIFY(most >= 15);
    }

    void optunasTrialsAreRead_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("json") << "optuna-trials.json";
        QTest::newRow("csv") << "optuna-trials.csv";
    }
    void optunasTrialsAreRead()
    {
        QFETCH(QString, file);
        const ForeignRun run = readRun(file.toStdString());
        QCOMPARE(run.tuner, std::string("Optuna"));
        QCOMPARE(run.trials.size(), size_t(4)); // one has not ended
        QVERIFY(says(run.space, "1 trial has not ended"));
        QCOMPARE(run.space.failures(), int64_t(2)); // one failed, one gave NaN
        QCOMPARE(run.space.bestSeconds(), 0.0012);
        QVERIFY2(bestOf(run).find("tile=16") != std::string::npos, bestOf(run).c_str());
        QVERIFY(bestOf(run).find("unroll=absent") != std::string::npos);
        QVERIFY(bestOf(run).find("order=kij") != std::string::npos);
        QVERIFY(bestOf(run).find("ratio=0.25") != std::string::npos);
        QCOMPARE(run.space.date, std::string("2024-05-06"));
        const ForeignRun inMilliseconds = readRun(file.toStdString(), {.from = "optuna", .unit = "ms"});
        QCOMPARE(inMilliseconds.space.bestSeconds(), 0.0012e-3);
        const ForeignRun speeds = readRun(file.toStdString(), {.unit = "1/s"});
        QCOMPARE(speeds.space.bestSeconds(), 1 / 0.0031);
    }

    void optunasDatabaseIsRead()
    {
        const std::string path = file("study.db");
        {
            SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
            database.exec(R"(CREATE TABLE studies (study_id INTEGER PRIMARY KEY, study_name VARCHAR(512) NOT NULL);
                CREATE TABLE study_directions (study_direction_id INTEGER PRIMARY KEY, direction VARCHAR(8), study_id INTEGER, objective INTEGER);
                CREATE TABLE trials (trial_id INTEGER PRIMARY KEY, number INTEGER, study_id INTEGER, state VARCHAR(8), datetime_start DATETIME, datetime_complete DATETIME);
                CREATE TABLE trial_params (param_id INTEGER PRIMARY KEY, trial_id INTEGER, param_name VARCHAR(512), param_value FLOAT, distribution_json TEXT);
                CREATE TABLE trial_values (trial_value_id INTEGER PRIMARY KEY, trial_id INTEGER, objective INTEGER, value FLOAT, value_type VARCHAR(7));
                INSERT INTO studies VALUES (1, 'gemm'), (2, 'other');
                INSERT INTO study_directions VALUES (1, 'MINIMIZE', 1, 0), (2, 'MAXIMIZE', 2, 0);
                INSERT INTO trials VALUES (1, 0, 1, 'COMPLETE', NULL, '2024-05-06 07:08:09.5'), (2, 1, 1, 'FAIL', NULL, NULL), (3, 2, 1, 'COMPLETE', NULL, NULL), (4, 0, 2, 'COMPLETE', NULL, NULL), (5, 3, 1, 'RUNNING', NULL, NULL);
                INSERT INTO trial_values VALUES (1, 1, 0, 0.002, 'FINITE'), (2, 3, 0, NULL, 'INF_POS'), (3, 4, 0, 50, 'FINITE');
                INSERT INTO trial_params VALUES (1, 1, 'tile', 8, '{"name": "IntDistribution", "attributes": {"low": 1, "high": 64}}'),
                    (2, 1, 'order', 1, '{"name": "CategoricalDistribution", "attributes": {"choices": ["ijk", "ikj"]}}'),
                    (3, 2, 'tile', 64, '{"name": "IntDistribution", "attributes": {}}'), (4, 3, 'tile', 16, '{"name": "IntDistribution", "attributes": {}}'),
                    (5, 4, 'tile', 16, '{"name": "IntDistribution", "attributes": {}}');)");
        }
        const auto several = readForeignRun(path);
        QVERIFY(!several && several.error().message.find("--study: gemm, other") != std::string::npos);
        const auto run = readForeignRun(path, {.study = "gemm"});
        QVERIFY2(run, run ? "" : run.error().message.c_str());
        QCOMPARE(run->trials.size(), size_t(3));
        QCOMPARE(run->space.failures(), int64_t(2));
        QCOMPARE(run->space.bestSeconds(), 0.002);
        QCOMPARE(bestOf(*run), std::string("tile=8, order=ikj"));
        QCOMPARE(readForeignRun(path, {.study = "other"})->space.bestSeconds(), 0.02); // more is better: a speed
        const auto project = readForeignRun(KNOBSCOPE_SOURCE_DIR "/resources/recorded/resnet-18-2.knobscope");
        QVERIFY(!project && project.error().message.find("not of Optuna's studies") != std::string::npos);
    }

    void tritonsCacheIsRead()
    {
        const ForeignRun run = readRun("matmul_kernel.autotune.json");
        QCOMPARE(run.tuner, std::string("Triton"));
        QCOMPARE(run.space.task.name, std::string("matmul_kernel"));
        QVERIFY(run.space.task.args == nlohmann::json({512, 256, 1024}));
        QCOMPARE(run.trials.size(), size_t(3));
        QCOMPARE(run.trials[2].error, MeasureError::CompileDevice);
        QVERIFY(std::abs(run.space.bestSeconds() - 18.432e-6) < 1e-15);
        QCOMPARE(bestOf(run), std::string("BLOCK_M=128, BLOCK_N=128, EVEN_K=True, num_ctas=1, num_stages=4, num_warps=8"));
    }

    /// Triton keeps arguments as they are, numbers among them; a benchmark without quantiles has one time.
    void tritonsNumbersAreSizes()
    {
        const auto run = parseForeignRun(R"({"key": [4096, true, "fp16", 128], "configs_timings": [
            [{"kwargs": {"BLOCK": 64}, "num_warps": 4}, 0.5], [{"kwargs": {"BLOCK": 128}, "num_warps": 4}, [0.25]]]})",
                                         "softmax.autotune.json");
        QVERIFY2(run, run ? "" : run.error().message.c_str());
        QVERIFY2(run->space.task.args == nlohmann::json({4096, 128}), run->space.task.args.dump().c_str());
        QCOMPARE(bestOf(*run), std::string("BLOCK=128, num_warps=4"));
        QCOMPARE(run->space.bestSeconds(), 0.25e-3);
    }

    /// As the versions of Helion wrote it: first without ids, now with a run's.
    void helionsOtherTablesAreRead()
    {
        const std::string rows = R"csv(0.10,1,0,started,,,"Config(block_sizes=[32, 32], num_warps=4)"
0.50,1,0,ok,1.234000,0.40,"Config(block_sizes=[32, 32], num_warps=4)"
0.60,2,0,started,,,"Config(block_sizes=[64, 64], num_warps=8)"
1.20,2,0,error,,0.60,"Config(block_sizes=[64, 64], num_warps=8)"
)csv";
        const auto first =
            parseForeignRun("timestamp_s,config_index,generation,status,perf_ms,compile_time_s,config\n" + rows, "a.csv");
        QVERIFY2(first, first ? "" : first.error().message.c_str());
        QCOMPARE(first->trials.size(), size_t(2));
        QCOMPARE(first->space.failures(), int64_t(1));
        const ForeignRun now = readRun("helion-runs.csv");
        QCOMPARE(now.trials.size(), size_t(2));
        QCOMPARE(bestOf(now), std::string("block_sizes=64, num_warps=4"));
        QVERIFY(says(now.space, "2 rows are of other kernels or runs than the first and were left out"));
    }

    void helionsTableIsRead()
    {
        const ForeignRun run = readRun("helion.csv");
        QCOMPARE(run.tuner, std::string("Helion"));
        QCOMPARE(run.trials.size(), size_t(3));
        QCOMPARE(run.space.failures(), int64_t(1));
        QVERIFY(std::abs(run.space.bestSeconds() - 98.765e-6) < 1e-15);
        QCOMPARE(bestOf(run), std::string("block_sizes[0]=64, block_sizes[1]=64, indexing=tensor_descriptor, loop_orders=[1, 0], "
                                          "num_warps=8, range_flattens[1]=True"));
        QCOMPARE(run.trials[1].buildSeconds, 2.5);
        QVERIFY(says(run.space, "1 config was started and has no result"));
        const std::string text = textOf(fixtures + "helion.csv");
        const auto cut = parseForeignRun(std::string_view(text).substr(0, text.size() - 20), "cut.csv");
        QVERIFY2(cut && cut->trials.size() >= 2, cut ? "" : cut.error().message.c_str());
    }

    void timesThatNoMachineReachesAreNoBest()
    {
        const auto run = parseForeignRun(R"({"tune_params": {"a": [1, 2, 3]}, "cache": {
            "1": {"a": 1, "time": 1e-9}, "2": {"a": 2, "time": 2.0}, "3": {"a": 3, "time": 0.001}}})",
                                         "fast.json", {.operations = 2e12});
        QVERIFY2(run, run ? "" : run.error().message.c_str());
        QCOMPARE(run->space.bestSeconds(), 2e-3);
        QVERIFY2(says(run->space, "2 results count as failed"), run->space.problems.at(0).message.c_str());
        QVERIFY(says(run->space, "Result 1: 1e-12 s is less than a call can take"));
        QVERIFY(run->trials[2].why.message.find("2e+18 FLOPS") != std::string::npos);
    }

    void aRunOfAProjectShowsIt()
    {
        const std::string path = file("project.knobscope");
        const ForeignRun run = readRun("kernel-tuner-whole.json");
        const auto imported = importForeignRun(run, "whole.json", path);
        QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
        QCOMPARE(imported->trials, int64_t(16));
        QCOMPARE(imported->failed, int64_t(6));
        QVERIFY(!imported->hasOperations);
        auto project = Project::open(path, Project::Mode::ReadWrite).value();
        const auto runs = project.runs().value();
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].tuner, std::string("Kernel Tuner"));
        QCOMPARE(runs[0].state, std::string("finished"));
        QVERIFY(std::abs(runs[0].bestGflops - 2000) < 1e-6); // calls per second
        QVERIFY(std::abs(runs[0].bestSeconds - 0.5e-3) < 1e-12);
        QCOMPARE(runs[0].errors, int64_t(6));
        const auto trials = project.trials(1).value();
        QCOMPARE(trials[12].errorNo, static_cast<int>(MeasureError::RuntimeDevice));
        QVERIFY(trials[12].why.message.find("RuntimeFailedConfig") != std::string::npos);
        // Its task comes back with the space, and every trial's config is in it.
        const auto set = trialSetOf(project, 1, true);
        QVERIFY2(set, set ? "" : set.error().message.c_str());
        QCOMPARE(set->trials.size(), size_t(16));
        QVERIFY(isForeign(*set->task) && !hasOperations(*set->task));
        QCOMPARE(set->task->space.validCount(), (SpaceCount{16, 16, true}));
        QVERIFY(!scheduleConfig(*set->task, set->task->space.at(0).value()));
        QVERIFY(!fallbackConfig(*set->task));
        // The lab replays tuners on it as on the file.
        const auto spaces = spacesOfProject(project).value();
        QCOMPARE(spaces.size(), size_t(1));
        QVERIFY(spaces[0].isForeign);
        QCOMPARE(spaces[0].points, run.space.points);
        LabOptions options;
        options.seeds = 2;
        options.replaying.budget = 16;
        QVERIFY(runLab(spaces, parseTunerChoices("random,default").value(), options));
        // What only a template can do is refused in words.
        const auto resumed = resumableRun(project, 1, 100, "", false);
        QVERIFY(!resumed && resumed.error().message.find("another tuner") != std::string::npos);
        // The same file again is the same task.
        QVERIFY(importForeignRun(run, "whole.json", path));
        QCOMPARE(project.tasks().value().size(), size_t(1));
        QCOMPARE(project.runs().value().size(), size_t(2));
    }

    void gflopsAreStatedByTheFileOrTheCaller()
    {
        const ForeignRun given = readRun("kernel-tuner-whole.json", {.operations = 1e6});
        QVERIFY(hasOperations(given.space.task));
        const auto imported = importForeignRun(given, "x", file("gflops.knobscope")).value();
        QVERIFY(imported.hasOperations);
        auto project = Project::open(file("gflops.knobscope"), Project::Mode::ReadOnly).value();
        QVERIFY(std::abs(project.runs().value()[0].bestGflops - 1e6 / 0.5e-3 / 1e9) < 1e-9);
        QVERIFY(exportForeign(project, 1, "kernel-tuner", file("gflops.json")));
        QVERIFY(std::abs(readForeignRun(file("gflops.json"))->space.task.plainFlops - 1e6) < 1); // kept
        const auto told = parseForeignRun(R"({"tune_params": {"a": [1, 2]}, "cache": {
            "1": {"a": 1, "time": 2.0, "GFLOP/s": 500.0}, "2": {"a": 2, "time": 4.0, "GFLOP/s": 250.0}}})",
                                          "told.json");
        QCOMPARE(told->space.task.plainFlops, 1e9);
    }

    void whatIsWrittenIsRead_data()
    {
        QTest::addColumn<QString>("format");
        QTest::newRow("cache") << "kernel-tuner";
        QTest::newRow("t4") << "t4";
    }
    void whatIsWrittenIsRead()
    {
        QFETCH(QString, format);
        const std::string path = file("written.knobscope");
        const ForeignRun run = readRun("kernel-tuner-whole.json");
        QVERIFY(importForeignRun(run, "whole.json", path));
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        const std::string written = file("written.json");
        QCOMPARE(exportForeign(project, 1, format.toStdString(), written).value(), int64_t(16));
        const auto again = readForeignRun(written, {.from = format.toStdString()});
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(again->space.points.size(), size_t(16));
        QCOMPARE(again->space.failures(), int64_t(6));
        QVERIFY(std::abs(again->space.bestSeconds() - 0.5e-3) < 1e-12);
        QCOMPARE(again->space.machine, std::string("Some Card"));
        QCOMPARE(again->space.task.name, std::string("vector_add"));
        if (format == "kernel-tuner") {
            QCOMPARE(bestOf(*again), std::string("block_size_x=64, unroll=1, fast_math=True"));
            const auto json = nlohmann::json::parse(textOf(written));
            QVERIFY(json["cache"].contains("64,1,True"));
            QVERIFY(json["cache"]["2048,1,True"]["time"] == "RuntimeFailedConfig");
        }
        // A run of this program, with splits.
        auto own = Project::open(KNOBSCOPE_SOURCE_DIR "/resources/recorded/mobilenet-v1-16.knobscope", Project::Mode::ReadOnly);
        QCOMPARE(exportForeign(*own, 1, format.toStdString(), written).value(), int64_t(400));
        QCOMPARE(readForeignRun(written)->trials.size(), size_t(400));
    }

    void damagedStoredSpacesAreRefused()
    {
        const nlohmann::json right = taskToJson(readRun("kernel-tuner-whole.json").space.task);
        QVERIFY(taskFromJson(right));
        QVERIFY(taskToJson(taskFromJson(right).value()) == right);
        const auto refused = [&](const char* pointer, const nlohmann::json& value) {
            nlohmann::json wrong = right;
            wrong[nlohmann::json::json_pointer(pointer)] = value;
            return !taskFromJson(wrong);
        };
        QVERIFY(refused("/space", 3));
        QVERIFY(refused("/space/knobs", nlohmann::json::array()));
        QVERIFY(refused("/space/knobs/0", 1));
        QVERIFY(refused("/space/knobs/0/1/0", nlohmann::json::array()));
        QVERIFY(refused("/space/configs", nlohmann::json::array()));
        QVERIFY(refused("/space/configs/0", -1));
        QVERIFY(refused("/space/configs/1", 1'000'000'000'000));
        QVERIFY(refused("/edits", {{{"kind", "x"}}}));
        nlohmann::json odd = right;
        odd["args"] = {{"TENSOR", "x", 1}, 7, "y"};
        QCOMPARE(shapeText(taskFromJson(odd).value()), std::string("7"));
    }

    void wrongFilesAreRefusedInWords_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("words");
        QTest::newRow("another format") << "{\"results\": []}" << "triton" << "x.csv is not a file of triton";
        QTest::newRow("table of something") << "a,b\n1,2\n" << "auto" << "contains no results of a tuner";
        QTest::newRow("fields") << "params_a,state,value\n1,COMPLETE\n2,COMPLETE,1\n"
                                << "auto" << "line 2 has 2 fields, the first line 3";
        QTest::newRow("config") << "config,status,perf_ms\nabc,ok,1\n\"C(a=1)\",ok,1\n" << "auto" << "line 2 has no config";
        QTest::newRow("no state") << "[{\"params\": {\"a\": 1}}, 3]" << "optuna" << "trial 1 has no \"state\"";
        QTest::newRow("no timings") << "{\"configs_timings\": [[1, 2]]}" << "auto" << "entry 1 of \"configs_timings\"";
        QTest::newRow("endless product") << QStringLiteral("[") +
                                                [] {
                                                    QStringList trials;
                                                    for (int i = 0; i < 100; ++i) {
                                                        QStringList values;
                                                        for (int k = 0; k < 12; ++k) {
                                                            values << QStringLiteral("\"p%1\": %2").arg(k).arg(i * 0.5);
                                                        }
                                                        trials << QStringLiteral(
                                                                      "{\"state\": \"COMPLETE\", \"value\": 1, \"params\": {%1}}")
                                                                      .arg(values.join(","));
                                                    }
                                                    return trials.join(",");
                                                }()
                                                + QStringLiteral("]")
                                         << "auto" << "x.csv";
        QTest::newRow("deep") << QString(100'000, '[') << "auto" << "levels deep";
        QTest::newRow("nothing") << "" << "auto" << "contains no result";
    }
    void wrongFilesAreRefusedInWords()
    {
        QFETCH(QString, text);
        QFETCH(QString, from);
        QFETCH(QString, words);
        const auto run = parseForeignRun(text.toStdString(), "x.csv", {.from = from.toStdString()});
        QVERIFY(!run);
        QVERIFY2(run.error().message.find(words.toStdString()) != std::string::npos, run.error().message.c_str());
    }
};

QTEST_APPLESS_MAIN(TestForeignImport)
#include "tst_foreignimport.moc"
