// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and sentences that the window and the command line print.
#include "core/study/comparisontables.h"
#include "core/study/failuregroups.h"
#include "core/study/insighttables.h"

#include <QTest>

using namespace knobscope;

namespace {

/// A run that is at `best` from trial `at` on.
ComparedRun runReaching(const char* group, const char* task, size_t at, double best)
{
    ComparedRun run;
    run.label = run.workload = task;
    run.group = {Sentence(group)};
    for (size_t i = 1; i <= 60; ++i) {
        const auto number = static_cast<int64_t>(i);
        run.trials.push_back({number, number, i == at ? best : 1.0, 0, static_cast<double>(i)});
    }
    return run;
}

FailureGroup groupWith(double inGroup, int64_t inOthers)
{
    FailureGroup group;
    group.explanation = Separation{{"tile_ow", 1, 2, KnobCondition::Relation::AtLeast, 1024, {}}, 0, 1000, inOthers, 1000};
    group.explanation->inGroup = static_cast<int64_t>(1000 * inGroup);
    return group;
}

} // namespace

class TestStudyTables : public QObject
{
    Q_OBJECT
private slots:
    void groupsAndWhatTheyReach()
    {
        std::vector<ComparedRun> runs;
        for (size_t seed = 0; seed < 4; ++seed) {
            runs.push_back(runReaching("random", "w", 40 + seed, seed < 1 ? 100 : 50));
            runs.push_back(runReaching("ga", "w", 11 + seed, 100));
        }
        const Comparison comparison = compareRuns(runs);
        const Table reached = reachTable(comparison.tasks.front());
        QCOMPARE(reached.columns()[2].heading.message, std::string("90 %: trials"));
        const auto row = [&](size_t number) {
            std::string text;
            for (size_t column = 0; column < reached.columns().size(); ++column) {
                text += reached.shown(number, column).message + "|";
            }
            return text;
        };
        const std::string never = "not reached|";
        QCOMPARE(row(0), "random|4|" + never + never + never + never + never + never + "50.0|0.0 %|");
        QCOMPARE(row(1), std::string("ga|4|12.5|12.5|12.5|12.5|12.5|12.5|100.0|0.0 %|"));
        QVERIFY(reached.toJson()[0].at("trials_to_95").is_null());
        QCOMPARE(reached.toJson()[1].at("trials_to_95").get<double>(), 12.5);
    }

    void tasksAndWhoWins()
    {
        std::vector<ComparedRun> runs{runReaching("ga", "first", 1, 100), runReaching("random", "first", 1, 90),
                                      runReaching("ga", "second", 1, 20)};
        QCOMPARE(winsTable(compareRuns(runs)).toText(), std::string("task          ga  random  verdict\n"
                                                                    "first      100.0    90.0  too few runs to tell\n"
                                                                    "second      20.0  no run  one group only\n"
                                                                    "Tasks won      0       0\n"));
    }

    void whatExplainsFailures()
    {
        QCOMPARE(explanationSentence(groupWith(0.97, 30)).message,
                 std::string("97 % of these trials have tile_ow inner ≥ 1,024, compared with 3 % of the others."));
        QCOMPARE(briefExplanation(groupWith(1, 0)).message, std::string("tile_ow inner ≥ 1,024 (100 %, others 0 %)"));
        QCOMPARE(briefExplanation(groupWith(0.999, 1)).message, std::string("tile_ow inner ≥ 1,024 (99.9 %, others 0.1 %)"));
        QCOMPARE(explanationSentence({}).message, std::string("No single knob distinguishes these trials from the others."));
        const KnobCondition layout{"layout", {}, 0, KnobCondition::Relation::Equal, {}, "NHWC"};
        QCOMPARE(conditionSentence(layout).message, std::string("layout = NHWC"));
        const KnobCondition outer{"tile", 0, 3, KnobCondition::Relation::AtMost, 4, {}};
        QCOMPARE(conditionSentence(outer).message, std::string("tile outer ≤ 4"));
    }

    void importanceOfKnobs()
    {
        const Importance importance{{{0, "tile_ow", 0.513, 7}, {1, "unroll", 0, 2}}, 0.6, 1200};
        QCOMPARE(importanceTable(importance.knobs).toText(),
                 std::string("knob     share of the variance  values that succeeded\n"
                             "tile_ow                 51.3 %                      7\n"
                             "unroll                   0.0 %                      2\n"));
        QCOMPARE(importanceTable(importance.knobs).toJson()[0].dump(),
                 std::string(R"({"knob":"tile_ow","share":0.513,"values":7})"));
        QVERIFY(importanceSentence(importance).message.find("explain 60.0 % over 1,200 configs;") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestStudyTables)
#include "tst_studytables.moc"
