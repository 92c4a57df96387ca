// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing runs, against values worked out by hand and by counting every case.
#include "core/store/projectwriter.h"
#include "core/study/comparison.h"
#include "core/study/comparisontables.h"

#include <fmt/ranges.h>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <numeric>

using namespace knobscope;

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

ComparedRun run(const char* group, uint64_t seed, std::vector<double> gflops, const char* workload = "w")
{
    ComparedRun run;
    run.name = "run";
    run.label = workload;
    run.workload = workload;
    run.target = "llvm";
    run.group = {Sentence(group)};
    run.seed = seed;
    run.started = 1000;
    for (const double value : gflops) {
        const auto number = static_cast<int64_t>(run.trials.size()) + 1;
        run.trials.push_back({number, number, value, value > 0 ? 0 : 4, 1000 + 0.5 * static_cast<double>(number)});
    }
    return run;
}

/// A run that is at `best` from trial `at` on.
ComparedRun runReaching(const char* group, uint64_t seed, size_t at, double best)
{
    std::vector<double> values(at - 1, 1.0);
    values.push_back(best);
    values.resize(60, 2.0);
    return run(group, seed, values);
}

} // namespace

class TestComparison : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char* name) const { return m_dir.filePath(QString::fromLatin1(name)).toStdString(); }

private slots:
    void curvesAndBandsByHand()
    {
        const ComparedRun one = run("g", 1, {0, 2, 1, 5, 4});
        const auto curve = bestSoFar(one.trials, CurveAxis::Trials, one.started);
        QVERIFY((curve == std::vector<CurveStep>{{2, 2}, {4, 5}, {5, 5}}));
        const auto timed = bestSoFar(one.trials, CurveAxis::Seconds, one.started);
        QCOMPARE(timed[0].x, 1.0);
        QVERIFY(bestSoFar(run("g", 1, {0, 0}).trials, CurveAxis::Trials, 0).empty());
        const std::vector<std::vector<CurveStep>> curves{{{1, 10}, {3, 30}}, {{2, 20}}, {{3, 40}}};
        const auto band = bandOf(curves);
        QCOMPARE(band.size(), size_t(3));
        QCOMPARE(band[0].median, 0.0);  // 10, 0, 0
        QCOMPARE(band[1].median, 10.0); // 10, 20, 0
        QCOMPARE(band[2].median, 30.0); // 30, 20, 40
        QCOMPARE(band[2].low, 25.0);
        QCOMPARE(band[2].high, 35.0);
        QCOMPARE(reachOf(curve, 4.9).value(), 4.0);
        QCOMPARE(reachOf(timed, 4.9).value(), 2.0);
        QVERIFY(!reachOf(curve, 5.1) && !reachOf(curve, 0));
        const auto steps = distributionOf({3, 1, 3, 2});
        QCOMPARE(steps.size(), size_t(3));
        QCOMPARE(steps[1].share, 0.5);
        QCOMPARE(steps[2].share, 1.0);
    }

    /// A run of a million trials is drawn with thousands of steps.
    void distributionsOfManyValuesAreThinned()
    {
        std::vector<double> values(10'000);
        std::iota(values.begin(), values.end(), 1.0);
        const auto steps = distributionOf(values, 100);
        QVERIFY(steps.size() >= 100 && steps.size() <= 201);
        for (const DistributionStep& step : steps) {
            QCOMPARE(step.share, step.value / 10'000);
        }
        QCOMPARE(steps.front().value, 1.0);
        QCOMPARE(steps.back().share, 1.0);
    }

    void fewerTrialsAreFaster()
    {
        std::vector<ComparedRun> runs;
        for (uint64_t seed = 0; seed < 5; ++seed) {
            runs.push_back(runReaching("random", seed, 40 + seed, 100));
            runs.push_back(runReaching("ga", seed, 10 + seed, 100));
        }
        const Comparison comparison = compareRuns(runs);
        QCOMPARE(comparison.tasks.size(), size_t(1));
        const TaskComparison& task = comparison.tasks.front();
        QCOMPARE(task.verdicts.size(), size_t(1));
        QVERIFY(task.verdicts[0].kind == Verdict::Kind::Faster);
        QCOMPARE(task.groups[task.verdicts[0].leader].name, std::string("ga"));
        QCOMPARE(task.verdicts[0].leaderValue, 12.0);
        QCOMPARE(task.verdicts[0].otherValue, 42.0);
        QCOMPARE(task.verdicts[0].pValue, 2.0 / 252);
        QCOMPARE(task.groups[0].reach[1].trials, 42.0);
        QCOMPARE(task.groups[0].reach[1].seconds, 21.0);

        runs.resize(5); // random 0 1 2, ga 0 1
        const TaskComparison few = compareRuns(runs).tasks.front();
        QVERIFY(few.verdicts[0].kind == Verdict::Kind::TooFewRuns);
        QCOMPARE(few.verdicts[0].leaderRuns, size_t(2));
        QCOMPARE(few.verdicts[0].runsNeeded, size_t(4));
    }

    void headlinesClaimWhatVerdictsDo()
    {
        std::vector<ComparedRun> runs;
        for (uint64_t seed = 0; seed < 5; ++seed) {
            runs.push_back(runReaching("random", seed, 40 + seed, 100));
            runs.push_back(runReaching("ga", seed, 10 + seed, 100));
        }
        const ComparisonHeadline claimed = headlineOf(compareRuns(runs).tasks.front());
        QCOMPARE(claimed.figure.message, std::string("3.5"));
        QCOMPARE(claimed.unit.message, std::string("times as fast"));
        QVERIFY2(claimed.line.message.starts_with("ga against random: 12 and 42 trials"), claimed.line.message.c_str());

        runs.resize(5); // random 0 1 2, ga 0 1: four of each are needed
        const TaskComparison few = compareRuns(runs).tasks.front();
        QCOMPARE(missingRuns(few), (std::vector<size_t>{1, 2}));
        QCOMPARE(headlineOf(few).figure.message, std::string("Undecided"));
        QCOMPARE(headlineOf(few).line.message, std::string("3 more runs with other seeds can decide."));

        std::vector<ComparedRun> alike;
        for (uint64_t seed = 0; seed < 5; ++seed) {
            alike.push_back(runReaching("random", seed, 10 + seed, 100));
            alike.push_back(runReaching("ga", seed, 10 + seed, 100));
        }
        QCOMPARE(headlineOf(compareRuns(alike).tasks.front()).figure.message, std::string("No difference"));
        QVERIFY(headlineOf(TaskComparison()).figure.empty());
    }

    /// Every two groups are compared, with one p value for a pair wherever it is shown.
    void everyPairOfGroupsIsJudged()
    {
        std::vector<ComparedRun> runs;
        for (uint64_t seed = 0; seed < 6; ++seed) {
            runs.push_back(runReaching("a", seed, 10 + seed, 100));
            runs.push_back(runReaching("b", seed, 30 + seed, 100));
            runs.push_back(runReaching("c", seed, 50, 100));
        }
        const TaskComparison task = compareRuns(runs).tasks.front();
        QCOMPARE(task.pairs.size(), size_t(3));
        QCOMPARE(task.verdicts.size(), size_t(2));
        for (const Verdict& verdict : task.verdicts) {
            const auto pair = std::ranges::find_if(
                task.pairs, [&](const Verdict& v) { return v.leader == verdict.leader && v.other == verdict.other; });
            QVERIFY(pair != task.pairs.end() && pair->pValue == verdict.pValue);
        }
        const Table table = groupTable(task);
        QCOMPARE(table.shown(1, 3).message, std::string("faster")); // b against c
        QCOMPARE(table.shown(2, 1).message, std::string("slower"));
        QVERIFY(table.shown(0, 1).empty());
    }

    void aRepeatedSeedIsNoSecondSample()
    {
        std::vector<ComparedRun> runs{run("random", 0, {10, 20}), run("random", 0, {10, 30}), run("random", 1, {10, 40})};
        for (size_t r = 0; r < runs.size(); ++r) {
            runs[r].run = static_cast<int64_t>(r) + 1;
        }
        QCOMPARE(compareRuns(runs).tasks.front().groups.front().runs, (std::vector<size_t>{1, 2}));
        runs[1].source = "another project";
        QCOMPARE(compareRuns(runs).tasks.front().groups.front().runs, (std::vector<size_t>{0, 1, 2}));
    }

    /// A config that somebody measured beside the tuners' runs takes nothing from what is said of those.
    void runsByHandMakeNoGroup()
    {
        std::vector<ComparedRun> runs;
        for (uint64_t seed = 0; seed < 5; ++seed) {
            runs.push_back(runReaching("random", seed, 40 + seed, 100));
            runs.push_back(runReaching("ga", seed, 10 + seed, 100));
        }
        ComparedRun hand = run("by hand", 0, {200});
        hand.isByHand = true;
        runs.push_back(hand);
        const Comparison comparison = compareRuns(runs);
        const TaskComparison& task = comparison.tasks.front();
        QVERIFY((comparison.groups == std::vector<std::string>{"random", "ga"}));
        QCOMPARE(task.groups.size(), size_t(2));
        QCOMPARE(task.best, 100.0);
        QCOMPARE(task.verdicts.size(), size_t(1));
        QVERIFY(task.verdicts[0].kind == Verdict::Kind::Faster);
        QCOMPARE(task.byHand.size(), size_t(1)); // to be shown
        QCOMPARE(task.byHand[0].medianFinal, 200.0);
    }

    /// The table's best of a run is where its curve ends.
    void theBestIsTheCurvesEnd()
    {
        const std::vector<ComparedRun> runs{run("a", 1, {10, 300, 95}), run("b", 1, {50, 96})};
        const TaskComparison task = compareRuns(runs).tasks.front();
        QCOMPARE(task.best, 300.0);
        for (size_t g = 0; g < runs.size(); ++g) {
            QCOMPARE(task.groups[g].medianFinal, task.groups[g].byTrials.back().median);
            QCOMPARE(task.groups[g].medianFinal, bestSoFar(runs[g].trials, CurveAxis::Trials, 0).back().best);
        }
        QCOMPARE(run("a", 1, {0}).bestGflops(), 0.0);
    }

    void whatNeverArrivedIsNoNumber()
    {
        std::vector<ComparedRun> runs{run("a", 1, {100})};
        for (uint64_t seed = 0; seed < 4; ++seed) {
            runs.push_back(run("a", seed, {10, 20, 50 + static_cast<double>(seed)}));
            runs.push_back(run("b", seed, {10, 20, 30}));
            runs.push_back(run("c", seed, {0, 0}));
        }
        const TaskComparison task = compareRuns(runs).tasks.front();
        QVERIFY(std::isinf(task.groups[0].reach[0].trials));
        QCOMPARE(task.groups[0].reach[0].reached, size_t(1));
        QCOMPARE(task.verdicts.size(), size_t(2));
        QVERIFY(task.verdicts[0].byFinal);
        QVERIFY(task.verdicts[0].kind == Verdict::Kind::Better);
        QVERIFY(task.verdicts[1].kind == Verdict::Kind::NothingWorked);
        QCOMPARE(*task.winner, size_t(0));
        QCOMPARE(task.groups[2].failedShare, 1.0);
        QVERIFY(std::isfinite(task.verdicts[0].leaderValue) && std::isfinite(task.verdicts[0].otherValue));
    }

    void tasksAreComparedApart()
    {
        const std::vector<ComparedRun> runs{run("a", 1, {5}, "x"), run("b", 1, {6}, "x"), run("a", 1, {7}, "y"),
                                            run("b", 1, {1}, "y"), run("a", 1, {0}, "z")};
        const Comparison comparison = compareRuns(runs);
        QCOMPARE(comparison.tasks.size(), size_t(3));
        // One run of each decides nothing, so that no task is won.
        QVERIFY((comparison.wins == std::vector<int>{0, 0}));
        QVERIFY(!comparison.tasks[0].winner && !comparison.tasks[2].winner);
        std::vector<ComparedRun> repeated;
        for (uint64_t seed = 0; seed < 6; ++seed) {
            repeated.push_back(run("a", seed, {10, 20, 50 + static_cast<double>(seed)}));
            repeated.push_back(run("b", seed, {10, 20, 30}));
        }
        const Comparison decided = compareRuns(repeated);
        QCOMPARE(*decided.tasks.front().winner, size_t(0));
        QVERIFY((decided.wins == std::vector<int>{1, 0}));
        QVERIFY(compareRuns({}).tasks.empty());
    }

    void configsDifferKnobByKnob()
    {
        ConfigEntity a;
        a.values = {{"tile", SplitEntity{{-1, 4}}}, {"unroll", OtherEntity{true}}};
        ConfigEntity b = a;
        b.values[0].second = SplitEntity{{-1, 8}};
        b.values.emplace_back("extra", OtherEntity{int64_t{3}});
        const auto knobs = diffConfigs(std::vector<ConfigEntity>{a, b});
        QCOMPARE(knobs.size(), size_t(3));
        QVERIFY((knobs[0] == KnobDifference{"tile", {"[-1, 4]", "[-1, 8]"}, true}));
        QVERIFY(!knobs[1].differs);
        QVERIFY((knobs[2] == KnobDifference{"extra", {"", "3"}, true}));
        QVERIFY(diffConfigs({}).empty());
    }

    void filesOfAllKinds()
    {
        std::ofstream(file("foreign.log")) << "{\"ansor\": 1}\nnot json at all\n";
        const auto foreign = runsOfFile(file("foreign.log"));
        QVERIFY(!foreign);
        QVERIFY(foreign.error().message.find("contains no AutoTVM record") != std::string::npos);
        std::ofstream(file("empty.log")) << "";
        QVERIFY(!runsOfFile(file("empty.log")));
        QVERIFY(!runsOfFile(file("missing.log")));
        std::ofstream(file("broken.knobscope"), std::ios::binary) << "SQLite format 3" << std::string(4096, '\1');
        QVERIFY(!runsOfFile(file("broken.knobscope")));
        std::ofstream(file("good.log"))
            << R"({"input": ["llvm", "tutorial/matmul", [64, 64, 64, "float32"], {}], "config": {"index": 1, "code_hash": null, "entity": [["tile_y", "sp", [-1, 2]], ["tile_x", "sp", [-1, 1]]]}, "result": [[0.001], 0, 0.5, 1600000001.0], "version": 0.2, "tvm_version": "0.14.0"})"
            << '\n'
            << R"({"input": ["llvm", "tutorial/matmul", [64, 64, 64, "float32"], {}], "config": {"index": 2, "code_hash": null, "entity": [["tile_y", "sp", [-1, 4]], ["tile_x", "sp", [-1, 1]]]}, "result": [[1000000000.0], 4, 0.5, 1600000002.0], "version": 0.2, "tvm_version": "0.14.0"})"
            << '\n'
            << R"({"input": ["llvm", "no/such.template", [64], {}], "config": {"index": 2, "code_hash": null, "entity": []}, "result": [[0.1], 0, 0.5, 1600000002.0], "version": 0.2, "tvm_version": "0.14.0"})"
            << '\n'
            << "{cut off";
        const auto good = runsOfFile(file("good.log"));
        QVERIFY2(good.has_value(), good ? "" : good.error().message.c_str());
        QCOMPARE(good->runs.size(), size_t(1));
        QCOMPARE(good->problems.size(), size_t(2));
        const ComparedRun& log = good->runs.front();
        QCOMPARE(log.trials.size(), size_t(2));
        QCOMPARE(log.trials[1].gflops, 0.0);
        QVERIFY(log.trials[0].gflops > 0.5 && log.trials[0].gflops < 0.6); // 2 * 64^3 / 1 ms
        QCOMPARE(log.groupName(), std::string("good"));
        QVERIFY(log.bestEntity.has_value());
        QCOMPARE(compareRuns(good->runs).tasks.front().verdicts.size(), size_t(0));
    }

    /// Other threads, devices, spaces and targets make another experiment of a run.
    void whatDiffersByMoreThanTheSeedIsAnotherGroup()
    {
        const std::string path = file("manners.knobscope");
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        {
            auto writer = ProjectWriter::open(path).value();
            const auto add = [&](const char* target, const nlohmann::json& measuring, const nlohmann::json& edits) {
                TaskRow task;
                task.key = target + edits.dump();
                task.task = {
                    {"task", "tutorial/matmul"}, {"args", {64, 64, 64, "float32"}}, {"target", target}, {"edits", edits}};
                RunRow row;
                row.task = writer->addTask(task).value();
                row.tuner = "ga";
                row.state = "finished";
                row.options = {{"measure", measuring}};
                return writer->addRun(row).value();
            };
            const nlohmann::json none = nlohmann::json::array();
            add("llvm", nlohmann::json::object(), none);
            add("llvm", {{"threads", 1}, {"device", ""}}, none);
            add("llvm", {{"threads", 2}}, none);
            add("llvm", {{"device", "cuda:1"}}, none);
            add("llvm", {{"cold_weights", true}}, none);
            add("llvm", {{"threads", "two"}, {"device", 3}}, editsToJson(std::vector{parseEdit("tile_x-=[-1,1]").value()}));
            for (const char* warm : {R"({"used": 30})", R"({"usable": 4})", R"({"used": 0})", "null"}) {
                writer->setRunOptions(add("llvm", nlohmann::json::object(), none), 0,
                                      {{"warm_start", nlohmann::json::parse(warm)}});
            }
            QVERIFY(writer->flush());
        }
        const auto groups = [&] {
            std::vector<std::string> all;
            const auto read = runsOfProject(path).value();
            for (const ComparedRun& run : read.runs) {
                all.push_back(run.groupName());
            }
            return all;
        };
        const auto alike = groups();
        QCOMPARE(alike.size(), size_t(10));
        QCOMPARE(alike[0], std::string("ga"));
        QCOMPARE(alike[1], std::string("ga"));
        QCOMPARE(alike[2], std::string("ga, 2 threads"));
        QCOMPARE(alike[3], std::string("ga, cuda:1"));
        QCOMPARE(alike[4], std::string("ga, cold weights"));
        QVERIFY2(alike[5].starts_with("ga, tile_x"), alike[5].c_str());
        QCOMPARE(alike[6], std::string("ga, warm start"));
        QCOMPARE(alike[7], std::string("ga, warm start"));
        QCOMPARE(alike[8], std::string("ga")); // it could use nothing
        QCOMPARE(alike[9], std::string("ga"));
        {
            auto writer = ProjectWriter::open(path).value();
            TaskRow task;
            task.key = "other";
            task.task = {{"task", "tutorial/matmul"},
                         {"args", {64, 64, 64, "float32"}},
                         {"target", "llvm -mcpu=znver4"},
                         {"edits", nlohmann::json::array()}};
            RunRow row;
            row.task = writer->addTask(task).value();
            row.tuner = "ga";
            row.state = "finished";
            QVERIFY(writer->addRun(row).has_value());
            QVERIFY(writer->flush());
        }
        QCOMPARE(groups()[0], std::string("ga, llvm"));
        QCOMPARE(groups()[10], std::string("ga, llvm -mcpu=znver4"));
    }

    /// So do the tuner's parameters, leaving out slow configs, and configs that a person wants measured first.
    void whatTheTunerWasToldIsAnotherGroup()
    {
        const std::string path = file("told.knobscope");
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(path).value();
        const auto add = [&](const char* target, const char* parameters, const char* options) {
            TaskRow task;
            task.key = target;
            task.task = {{"task", target}, {"args", nlohmann::json::array()}, {"target", target}};
            RunRow row;
            row.task = writer->addTask(task).value();
            row.tuner = "ga";
            row.state = "finished";
            row.parameters = nlohmann::json::parse(parameters);
            row.options = nlohmann::json::parse(options);
            return writer->addRun(row).has_value();
        };
        QVERIFY(add("llvm", "{}", R"({"run": {"prune": "auto", "seeds": []}})"));
        QVERIFY(add("llvm", R"({"pop_size": 100, "elite_num": 5})", R"({"run": {"prune": "on=2"}})"));
        QVERIFY(add("llvm", R"({"elite_num": 5, "pop_size": 100.0})", R"({"run": {"prune": "off"}})"));
        QVERIFY(add("cuda", "{}", R"({"run": {"prune": "on=3"}})"));
        QVERIFY(add("cuda", "{}", R"({"run": {"prune": "auto", "seeds": [12, 7]}})"));
        QVERIFY(add("cuda", "{}", R"({"run": {"prune": "auto", "seeds": [12]}, "warm_start": {"used": 3, "kept": 3}})"));
        QVERIFY(writer->flush());
        std::vector<std::string> groups;
        const auto read = runsOfProject(path).value();
        std::ranges::transform(read.runs, std::back_inserter(groups), &ComparedRun::groupName);
        const std::vector<std::string> expected{
            "ga", "ga, elite_num = 5", "ga, elite_num = 5, no pruning", "ga, pruning at 3", "ga, first 12; 7", "ga, warm start"};
        QVERIFY2(groups == expected, fmt::format("{}", fmt::join(groups, " | ")).c_str());
    }

    /// Waiting, going on, or ended before their limits.
    void unfinishedRunsAreMarked()
    {
        const std::string path = file("states.knobscope");
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(path).value();
        TaskRow task;
        task.key = "k";
        task.task = {{"task", "tutorial/matmul"}, {"args", {64, 64, 64, "float32"}}, {"target", "llvm"}};
        const int64_t id = writer->addTask(task).value();
        for (const char* state : {"finished", "stopped", "killed", "waiting", "running"}) {
            RunRow row;
            row.task = id;
            row.tuner = "ga";
            row.state = state;
            row.budget = 10;
            QVERIFY(writer->addRun(row).has_value());
        }
        QVERIFY(writer->flush());
        const auto read = runsOfProject(path).value();
        for (const ComparedRun& run : read.runs) {
            QCOMPARE(run.isUnfinished, run.run > 1);
        }
    }

    void projectsWithStrangeNumbers()
    {
        const std::string path = file("nan.knobscope");
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        {
            auto writer = ProjectWriter::open(path).value();
            TaskRow task;
            task.key = "k";
            task.task = {{"task", "tutorial/matmul"},
                         {"args", {64, 64, 64, "float32"}},
                         {"target", "llvm"},
                         {"edits", nlohmann::json::array()}};
            task.label = "matmul";
            RunRow row;
            row.task = writer->addTask(task).value();
            row.tuner = "ga";
            row.state = "finished";
            const int64_t id = writer->addRun(row).value();
            const double values[] = {never, -5, 1e3};
            for (int i = 0; i < 3; ++i) {
                TrialRow trial;
                trial.number = i + 1;
                trial.index = i;
                trial.entity = nlohmann::json::array();
                trial.gflops = values[i];
                writer->addTrial(id, trial);
            }
            QVERIFY(writer->flush());
        }
        const auto read = runsOfProject(path);
        QVERIFY(read.has_value());
        QCOMPARE(read->runs.front().bestGflops(), 1e3);
        QCOMPARE(compareRuns(read->runs).tasks.front().best, 1e3);
        const std::vector<int64_t> wrong{9};
        const auto none = runsOfProject(path, wrong);
        QVERIFY(!none && none.error().message.find("has no run 9") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
