// SPDX-License-Identifier: GPL-3.0-or-later
// What commands print of results that are worked out by hand.
#include "app/cli/progresstext.h"
#include "core/study/comparison.h"
#include "core/study/experiment.h"
#include "core/study/labtables.h"
#include "core/study/price.h"
#include "core/study/projectspaces.h"
#include "core/study/storedlabs.h"
#include "core/tuning/runsentence.h"

#include <QTemporaryDir>
#include <QTest>

#include <utility>

using namespace knobscope;
using namespace knobscope::cli;

namespace {

MeasuredRate rate(double trialsPerSecond)
{
    MeasuredRate r;
    r.trialsPerSecond = trialsPerSecond;
    return r;
}

SpaceCount exactly(int64_t n)
{
    return {n, n, true};
}

std::string priceText(const SpacePrice& price)
{
    return priceSentence(price, true).message;
}

/// What `experiment` says of variants whose runs came to these bests, seed by seed.
std::string experimentOf(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto runs = [](const std::vector<double>& bests) {
        std::vector<ComparedRun> all;
        for (const double best : bests) {
            all.push_back({.trials = SharedTrials({{.number = 1, .gflops = best}})});
        }
        return all;
    };
    std::string text;
    for (const Sentence& line : experimentSentences(evaluateExperiment(runs(a), runs(b)).value(), "A", "B")) {
        text += line.message + "\n";
    }
    return text;
}

/// A run that is at `best` from trial `at` on.
ComparedRun runReaching(const char* group, size_t at, double best)
{
    ComparedRun run;
    run.label = "w";
    run.workload = "w";
    run.group = {Sentence(group)};
    for (size_t i = 1; i <= 60; ++i) {
        const auto number = static_cast<int64_t>(i);
        run.trials.push_back({number, number, i == at ? best : best > 0 ? 1.0 : 0, best > 0 ? 0 : 4, static_cast<double>(i)});
    }
    return run;
}

RecordedSpace small()
{
    return readSpaces(KNOBSCOPE_FIXTURES "/recorded/resnet-18-13.knobscope").value().front();
}

LabResult labOf(std::span<const RecordedSpace> spaces, int seeds, int64_t budget)
{
    LabOptions options;
    options.seeds = seeds;
    options.jobs = 1;
    options.replaying.budget = budget;
    return runLab(spaces, parseTunerChoices("random,grid").value(), options).value();
}

size_t count(const std::string& text, const std::string& what)
{
    size_t found = 0;
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) {
        ++found;
    }
    return found;
}

} // namespace

class TestCliText : public QObject
{
    Q_OBJECT
private slots:
    void proposalsThatWereSkipped()
    {
        QCOMPARE(pruningSentence({530, 412, 27, 1}).message,
                 std::string("412 of 530 proposals skipped as unpromising; of 27 measured anyway 1 was good"));
        QCOMPARE(pruningSentence({1, 0, 27, 2}).message,
                 std::string("0 of 1 proposal skipped as unpromising; of 27 measured anyway 2 were good"));
        QCOMPARE(pruningSentence({1, 1, 0, 0}).message, std::string("1 of 1 proposal skipped as unpromising"));
    }

    void oneOfAThingIsSingular()
    {
        QVERIFY(priceText(priceOf(exactly(5000), exactly(5001), rate(10))).starts_with("+1 config;"));
        QVERIFY(priceText(priceOf(exactly(5000), exactly(4999), rate(10))).starts_with("-1 config;"));
        QVERIFY(priceText(priceOf(exactly(5000), exactly(5002), rate(10))).starts_with("+2 configs;"));
    }

    void theSentenceOfTheIssue()
    {
        const SpacePrice price = priceOf(exactly(384384), exactly(512512), rate(11.2));
        QCOMPARE(priceText(price),
                 std::string("+128,128 configs; at the 11.2 trials/s measured here, a full grid takes 3 h 11 min "
                             "longer; a GA of 1,000 trials takes as long as before"));
    }

    void otherPrices()
    {
        QCOMPARE(priceText(priceOf(exactly(2000), exactly(1500), rate(10))),
                 std::string("-500 configs; at the 10 trials/s measured here, a full grid takes 50 s less; a GA of "
                             "1,000 trials takes as long as before"));
        QCOMPARE(priceText(priceOf(exactly(980), exactly(1960), std::nullopt)),
                 std::string("+980 configs; the time is unknown because no run has measured a rate here yet; "
                             "1,000 trials cannot visit every config"));
        const std::string same = priceText(priceOf(exactly(5000), exactly(5000), rate(5)));
        QVERIFY2(same.starts_with(
                     "Same number of configs; at the 5 trials/s measured here, a full grid takes 16 min 40 s; a GA of 1,000"),
                 same.c_str());
        const std::string estimated = priceText(priceOf(exactly(1000000), {400000, 420000, false}, rate(100)));
        QVERIFY2(estimated.starts_with("between -600,000 and -580,000 configs (estimated); at the 100 trials/s "
                                       "measured here, a full grid takes about 1 h 38 min less"),
                 estimated.c_str());
        MeasuredRate guessed = rate(14);
        guessed.isGuessed = true;
        const std::string bound = priceText(priceOf(exactly(5000), exactly(7500), guessed));
        QVERIFY2(bound.starts_with("+2,500 configs; not measured here yet: at an estimated 14 trials/s, a full "
                                   "grid takes about 8 min 56 s"),
                 bound.c_str());
        const SpacePrice whole = priceOf(exactly(384384), exactly(512512), rate(11.2));
        QCOMPARE(sizeSentence(whole, true).message, std::string("512,512 configs, 384,384 in the template (×1.333)"));
        QCOMPARE(sizeSentence(priceOf(exactly(5), exactly(1), {}), false).message, std::string("1 config"));
        QCOMPARE(priceSentence(priceOf(exactly(384384), exactly(384384), rate(11.2)), false).message,
                 std::string("The space of the template; at the 11.2 trials/s measured here, a full grid takes 9 h 32 min"));
        QCOMPARE(costSentence(priceOf(exactly(384384), exactly(384384), rate(11.2)), false).message,
                 std::string("at the 11.2 trials/s measured here, a full grid takes 9 h 32 min"));
        QCOMPARE(costSentence(priceOf(exactly(980), exactly(980), rate(20)), false).message, // 980 trials visit 980 configs
                 std::string("at the 20 trials/s measured here, a full grid takes 49 s"));
    }

    void whereARateComesFrom()
    {
        MeasuredRate r = rate(11.23);
        r.run = 3;
        r.label = "resnet-18:2";
        r.tuner = "ga";
        r.trials = 1280;
        r.sameTask = true;
        const std::string run = "11.2 trials/s: run 3 of resnet-18:2 (ga, 1,280 trials), 2026-11-21";
        QCOMPARE(rateSourceSentence(r, "2026-11-21").message, run);
        r.sameTask = false;
        QCOMPARE(rateSourceSentence(r, "2026-11-21").message, run + ", of a similar task; this task has no finished run yet");
        r.isGuessed = true;
        QVERIFY(rateSourceSentence(r, "").empty() && rateSourceSentence(std::nullopt, "").empty());
    }

    void whatASearchVisits()
    {
        const auto endOf = [](const SpaceCount& before, const SpaceCount& after) {
            const std::string text = priceText(priceOf(before, after, rate(10)));
            return text.substr(text.rfind("; ") + 2);
        };
        const std::string all = "trials are enough to visit every config";
        QCOMPARE(endOf(exactly(980), exactly(1078)), std::string("1,000 trials cannot visit every config"));
        QCOMPARE(endOf(exactly(980), exactly(1000)), "1,000 " + all);
        QCOMPARE(endOf(exactly(1078), exactly(980)), "980 " + all);
        QCOMPARE(endOf(exactly(2000), {900, 1100, false}), std::string("1,000 trials may not visit every config"));
        QCOMPARE(endOf(exactly(980), {900, 990, false}), "990 " + all);
        QCOMPARE(endOf(exactly(1000), exactly(1001)), std::string("1,000 trials cannot visit every config"));
    }

    void progressReadsAsAutotvms()
    {
        Progress p;
        p.done = 96;
        p.total = 1000;
        p.currentGflops = 61.2;
        p.bestGflops = 118.75;
        p.elapsedSeconds = 41.07;
        QCOMPARE(progressLine(taskPrefix(3, 12), p),
                 std::string("[Task  3/12]  Current/Best:   61.20/ 118.75 GFLOPS | Progress: (96/1000) | 41.07 s"));
    }

    void experimentsSayWhatTheyShow()
    {
        const std::string clear = experimentOf({40, 41, 42, 43, 44, 45}, {50, 51, 52, 53, 54, 55});
        QCOMPARE(
            clear,
            std::string(
                "Best of a run, mean of 6 seeds: A 42.50 GFLOPS, B 52.50 GFLOPS.\nDifference per seed: +10.00 GFLOPS (+23.5 %), "
                "95 % interval +10.00 to +10.00.\n52.25 GFLOPS (95 % of the best seen) was reached by A in 0 of 6 seeds and by B "
                "in 3 of 6 seeds.\nB finds faster kernels with this budget (p = 0.031, signed ranks of 6 seeds).\n"));
        const std::string noise = experimentOf({30, 30, 30, 30, 30, 30}, {28, 33, 29, 31, 30.5, 32.5});
        QVERIFY2(noise.find("shows no significant difference (p = 0.47, above 0.05)") != std::string::npos, noise.c_str());
        const std::string five = experimentOf({10, 11, 12, 13, 14}, {20, 21, 22, 23, 24});
        QVERIFY2(five.find("5 seeds cannot tell a difference from chance") != std::string::npos, five.c_str());
        QVERIFY2(five.find("p is at least 0.062); at least 6 are needed") != std::string::npos, five.c_str());
        QVERIFY2(five.find("interval") == std::string::npos, five.c_str());
        const std::string one = experimentOf({10}, {20});
        QVERIFY2(one.find("1 seed cannot tell a difference from chance") != std::string::npos, one.c_str());
        QVERIFY(!experimentOf({0}, {0}).empty());
        // One wild run against eleven that agree: the mean would name the other one.
        const std::string wild =
            experimentOf(std::vector<double>(12, 40), {41, 41.1, 41.2, 41.3, 1, 41.5, 41.6, 41.7, 41.8, 41.9, 42, 42.1});
        QVERIFY2(wild.find("B finds faster kernels") != std::string::npos, wild.c_str());
    }

    void experimentsCompareTrialsWhereBothArrive()
    {
        const auto run = [](double first, double second) {
            return ComparedRun{.trials = SharedTrials({{.number = 1, .gflops = first}, {.number = 3, .gflops = second}})};
        };
        const std::vector<ComparedRun> a{run(1, 100), run(100, 1)};
        const std::vector<ComparedRun> b{run(100, 3), run(1, 1)};
        const auto lines = experimentSentences(evaluateExperiment(a, b).value(), "A", "B");
        QCOMPARE(lines.at(3).message, std::string("Where both reached it, B needed 2.0 trials fewer."));
    }

    void verdictsInWords()
    {
        std::vector<ComparedRun> runs;
        for (size_t seed = 0; seed < 5; ++seed) {
            runs.push_back(runReaching("random", 40 + seed, 100));
            runs.push_back(runReaching("ga", 10 + seed, 100));
        }
        const TaskComparison task = compareRuns(runs).tasks.front();
        QCOMPARE(verdictSentence(task, task.verdicts.at(0)).message,
                 std::string("ga reaches 95 % of the best in 12 trials, random in 42 "
                             "(median of 5 runs each; p = 0.0079): ga is faster here."));
        runs.resize(5); // random 0 1 2, ga 0 1
        const TaskComparison few = compareRuns(runs).tasks.front();
        QCOMPARE(verdictSentence(few, few.verdicts.at(0)).message,
                 std::string("The difference between ga and random cannot be judged: 2 runs against 3. At least 4 of each are "
                             "needed: tune with other seeds."));
    }

    void oneIsNoPlural()
    {
        std::vector<ComparedRun> runs;
        for (size_t seed = 0; seed < 4; ++seed) {
            runs.push_back(runReaching("ga", 1, 100));
            runs.push_back(runReaching("random", 40 + seed, 100));
        }
        const TaskComparison task = compareRuns(runs).tasks.front();
        const std::string words = verdictSentence(task, task.verdicts.at(0)).message;
        QVERIFY2(words.starts_with("ga reaches 95 % of the best in 1 trial, random in 41.5 (median of 4 runs each; p = "),
                 words.c_str());
        runs.resize(2);
        const TaskComparison few = compareRuns(runs).tasks.front();
        const std::string one = verdictSentence(few, few.verdicts.at(0)).message;
        QVERIFY2(one.find(": 1 run against 1. At least 4 of each") != std::string::npos, one.c_str());
        QCOMPARE(unfinishedRunsSentence(1).message, std::string("1 unfinished run is left out."));
        QCOMPARE(unfinishedRunsSentence(2).message, std::string("2 unfinished runs are left out."));
    }

    void whatNeverArrivedIsNoNumber()
    {
        std::vector<ComparedRun> runs{runReaching("a", 1, 100)};
        for (size_t seed = 0; seed < 4; ++seed) {
            runs.push_back(runReaching("a", 3, 50 + static_cast<double>(seed)));
            runs.push_back(runReaching("b", 3, 30));
            runs.push_back(runReaching("c", 1, 0));
        }
        const TaskComparison task = compareRuns(runs).tasks.front();
        QCOMPARE(verdictSentence(task, task.verdicts.at(0)).message,
                 std::string("a ends at 52.0 GFLOPS, b at 30.0 (median of 5 and 4 runs; p = 0.048): a is better here."));
        QCOMPARE(verdictSentence(task, task.verdicts.at(1)).message,
                 std::string("c cannot be compared with a: all of its trials failed."));
    }

    void labTablesForOtherPrograms()
    {
        std::vector<RecordedSpace> spaces{small()};
        spaces[0].label = "a, \"b\" | c";
        const LabResult one = labOf(spaces, 3, 2);
        const std::string csv = labCsv(one);
        QCOMPARE(count(csv, "\n"), size_t(3));
        QVERIFY2(csv.find("\"a, \"\"b\"\" | c\",160,") != std::string::npos, csv.c_str());
        QVERIFY(csv.find("all spaces") == std::string::npos);
        // Beyond the budget there is no number.
        QVERIFY2(csv.find(",grid,,,,0,,,,0,,,,0,") != std::string::npos, csv.c_str());
        QVERIFY2(csv.starts_with("space,configs,best_gflops,budget,seeds,tuner,to_90,to_90_low,to_90_high,reached_90,"),
                 csv.c_str());
        const std::string markdown = labMarkdown(one);
        QVERIFY2(markdown.find("| grid | >2 | >2 | 0 of 3 seeds | >2 |") != std::string::npos, markdown.c_str());
        spaces.push_back(small());
        const LabResult two = labOf(spaces, 3, 40);
        QCOMPARE(count(labCsv(two), "all spaces,"), size_t(2));
        QVERIFY(labMarkdown(two).find("### All 2 spaces") != std::string::npos);
        const std::string all = labCsv(two);
        const size_t columns = count(all.substr(0, all.find('\n')), ",");
        const std::string last = all.substr(all.rfind('\n', all.size() - 2) + 1);
        QCOMPARE(count(last, ","), columns);
    }

    void oneSeedHasNoInterval()
    {
        const std::vector<RecordedSpace> spaces{small(), small()};
        const LabResult one = labOf(spaces, 1, 160);
        const SeedMedian& m = one.spaces[0].tuners[0].trialsTo[0];
        QCOMPARE(medianSentence(m, 0).message, fmt::format("{:.0f}", m.median));
        QVERIFY2(labMarkdown(one).find("interval") == std::string::npos, labMarkdown(one).c_str());
        QVERIFY2(labCsv(one).find(fmt::format(",{:.10g},,,{},", m.median, m.reached)) != std::string::npos, labCsv(one).c_str());
        QVERIFY(labMarkdown(labOf(spaces, 2, 100)).find(" (95 % interval)") != std::string::npos);
    }

    void mediansAndTheirIntervals()
    {
        QCOMPARE(medianSentence({57, 41, 80, 20}, 0).message, std::string("57 (41–80)"));
        QCOMPARE(medianSentence({41.5, 12, 200.4, 20}, 200).message, std::string("41.5 (12–>200)"));
        QCOMPARE(medianSentence({201, 201, 201, 3}, 200).message, std::string(">200"));
    }

    /// As a project gives it back.
    void aKeptComparisonReadsTheSame()
    {
        QTemporaryDir dir;
        auto project = Project::open(dir.filePath(QStringLiteral("a.knobscope")).toStdString(), Project::Mode::Create).value();
        const std::vector<RecordedSpace> spaces{small(), small()};
        for (const int seeds : {1, 3}) {
            const LabResult result = labOf(spaces, seeds, 30);
            QVERIFY(storeLab(project, {1.7e9 + seeds, "a machine", 30, result}).has_value());
            const auto kept = storedLabs(project).value();
            QCOMPARE(labCsv(kept.back().result), labCsv(result));
            QCOMPARE(labMarkdown(kept.back().result), labMarkdown(result));
        }
    }
};

QTEST_GUILESS_MAIN(TestCliText)
#include "tst_cli_text.moc"
