// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/naturalorder.h"
#include "core/store/schema.h"
#include "core/store/timeline.h"
#include "core/store/trialquery.h"

#include "tests/core/store/sampleproject.h"
#include "tests/core/store/trialfilters.h"

#include <QTemporaryDir>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <tuple>

using namespace knobscope;
using namespace knobscope::tests;
using nlohmann::json;

namespace {

using Kind = TrialFilter::Kind;

json valueOf(const TrialRow& row, const std::string& knob)
{
    for (const json& item : row.entity) {
        if (item[0] == knob) {
            return item[2];
        }
    }
    return nullptr;
}

/// What the filters mean, looked up in the entity that was written down.
bool meets(int64_t run, const TrialRow& row, const std::vector<TrialFilter>& filters)
{
    bool isRunNamed = false;
    bool isRun = false;
    for (const TrialFilter& f : filters) {
        isRunNamed = isRunNamed || f.kind == Kind::Run;
        isRun = isRun || (f.kind == Kind::Run && f.run == run);
        const bool fails = (f.kind == Kind::Failed && row.errorNo == 0) || (f.kind == Kind::Succeeded && row.errorNo != 0)
                        || (f.kind == Kind::Time && !(f.from <= row.timestamp && row.timestamp < f.to))
                        || (f.kind == Kind::Knob && (valueOf(row, f.knob) == f.value) == f.isExcluded);
        if (fails) {
            return false;
        }
    }
    return isRun || !isRunNamed;
}

struct Expected {
    TrialKey key;
    json sortValue; ///< null: last
};

json sortValue(const TrialSort& sort, int64_t run, const TrialRow& row, double flops)
{
    switch (sort.column) {
    case TrialColumn::Run: return run;
    case TrialColumn::Number: return row.number;
    case TrialColumn::Config: return row.index;
    case TrialColumn::Outcome: return row.errorNo;
    case TrialColumn::Gflops: return row.errorNo == 0 ? json(row.gflops) : json();
    case TrialColumn::Seconds: return row.errorNo == 0 ? json(flops / row.gflops) : json();
    case TrialColumn::BuildSeconds: return row.buildSeconds;
    case TrialColumn::RunSeconds: return row.runSeconds;
    case TrialColumn::Message: return row.errorNo != 0 ? json(row.why.message) : json();
    case TrialColumn::Speedup: return row.speedup > 0 ? json(row.speedup) : json();
    case TrialColumn::Pace: return row.pace > 0 ? json(row.pace) : json();
    case TrialColumn::Knob: return valueOf(row, sort.knob);
    }
    return {};
}

} // namespace

class TestTrialQuery : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string m_path;

private slots:
    void initTestCase()
    {
        m_path = m_dir.filePath("q.knobscope").toStdString();
        QVERIFY(Project::open(m_path, Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(m_path).value();
        const Task plainTask = convolution();
        const std::vector<SpaceEdit> edits{parseEdit("where tile_oc[1] <= 16").value(), parseEdit("tile_ow-=[-1,28]").value()};
        const Task edited = convolution(edits);
        addRandomTrials(*writer, addRun(*writer, plainTask, "conv"), plainTask, 300, 1);
        addRandomTrials(*writer, addRun(*writer, edited, "conv"), edited, 200, 2);
        addRandomTrials(*writer, addRun(*writer, multiplication(), "matmul"), multiplication(), 100, 3);
        QVERIFY(writer->flush());
    }

    void aConfigsFirstTrialIsFound()
    {
        auto project = Project::open(m_path, Project::Mode::ReadOnly).value();
        for (const int64_t run : {1, 2}) {
            std::map<int64_t, int64_t> first; // by config
            const auto rows = project.trials(run).value();
            for (const TrialRow& row : rows) {
                first.emplace(row.index, row.number);
            }
            for (int64_t config = 0; config < 980; ++config) {
                const auto found = firstTrialOf(project, run, config).value();
                const auto known = first.find(config);
                QVERIFY(found == (known == first.end() ? std::nullopt : std::optional(TrialKey{run, known->second})));
            }
        }
        QVERIFY(!firstTrialOf(project, 9, 1).value());
    }

    /// Random filters and sorts against a plain walk over all rows.
    void queriesAgreeWithBruteForce()
    {
        auto project = Project::open(m_path, Project::Mode::ReadOnly).value();
        const auto runs = tunedRuns(project).value();
        QCOMPARE(runs.size(), size_t(3));
        std::vector<std::tuple<int64_t, TrialRow, double>> all;
        for (const TunedRun& run : runs) {
            const auto rows = project.trials(run.run).value();
            for (const TrialRow& row : rows) {
                all.emplace_back(run.run, row, run.flops);
            }
        }
        std::mt19937_64 random(7);
        const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
        const std::vector<std::string> knobs{"tile_ic", "tile_oc", "tile_ow", "unroll_kw", "tile_y", "no_such_knob"};
        size_t found = 0;
        for (int round = 0; round < 300; ++round) {
            std::vector<TrialFilter> filters;
            for (size_t n = below(4); n > 0; --n) {
                const auto& [run, row, flops] = all[below(all.size())];
                const json& item = row.entity[below(row.entity.size())];
                switch (below(6)) {
                case 0: filters.push_back(plain(Kind::Failed)); break;
                case 1: filters.push_back(plain(Kind::Succeeded)); break;
                case 2: filters.push_back(plain(Kind::Run, run)); break;
                case 3:
                    filters.push_back(plain(Kind::Time));
                    filters.back().from = row.timestamp;
                    filters.back().to = row.timestamp + 20;
                    break;
                default: filters.push_back(knobIs(item[0], item[2], below(4) == 0));
                }
            }
            TrialSort sort{static_cast<TrialColumn>(below(12)), knobs[below(knobs.size())], below(2) == 1};
            std::vector<Expected> expected;
            for (const auto& [run, row, flops] : all) {
                if (meets(run, row, filters)) {
                    expected.push_back({{run, row.number}, sortValue(sort, run, row, flops)});
                }
            }
            std::stable_sort(expected.begin(), expected.end(), [&](const Expected& a, const Expected& b) {
                if (a.sortValue.is_null() || b.sortValue.is_null()) {
                    return !a.sortValue.is_null() && b.sortValue.is_null();
                }
                if (a.sortValue.is_string()) {
                    const int order = compareNaturally(a.sortValue.get<std::string>(), b.sortValue.get<std::string>());
                    return sort.isDescending ? order > 0 : order < 0;
                }
                return sort.isDescending ? b.sortValue < a.sortValue : a.sortValue < b.sortValue;
            });
            const auto order = orderTrials(project, runs, filters, sort).value();
            QCOMPARE(order.size(), static_cast<int64_t>(expected.size()));
            for (size_t i = 0; i < expected.size(); ++i) {
                QVERIFY2(order.at(static_cast<int64_t>(i)) == expected[i].key,
                         qPrintable(QStringLiteral("round %1, column %2, row %3").arg(round).arg(int(sort.column)).arg(i)));
            }
            if (!expected.empty()) {
                const size_t some = below(expected.size());
                QCOMPARE(order.rowOf(expected[some].key).value(), static_cast<int64_t>(some));
            }
            found += expected.size();
        }
        QVERIFY(found > 10000);
    }

    void pagesHaveTheRowsInOrder()
    {
        auto project = Project::open(m_path, Project::Mode::ReadOnly).value();
        const auto runs = tunedRuns(project).value();
        const std::vector<TrialFilter> filters{knobIs("unroll_kw", true), plain(Kind::Succeeded)};
        const auto order = orderTrials(project, runs, filters, {TrialColumn::Gflops, {}, true}).value();
        const auto keys = order.keys(10, 20);
        QCOMPARE(keys.size(), size_t(20));
        const auto rows = trialRows(project, keys).value();
        for (size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i].number, keys[i].number);
            QVERIFY(valueOf(rows[i], "unroll_kw") == json(true));
            QVERIFY(i == 0 || rows[i].gflops <= rows[i - 1].gflops);
        }
        QCOMPARE(order.keys(order.size() - 3, 20).size(), size_t(3));
        std::vector<TrialKey> some{order.at(7), order.at(3), order.at(50), order.at(9), {99, 1}};
        QVERIFY(order.rowsOf(some) == (std::vector<int64_t>{3, 7, 9, 50}));
        const std::vector<TrialKey> gone{{1, 100000}};
        QCOMPARE(trialRows(project, gone).value().front().number, int64_t(0));
    }

    void aGivenUpQueryStops()
    {
        auto project = Project::open(m_path, Project::Mode::ReadWrite).value();
        project.database().exec("INSERT INTO run SELECT 9, task, tuner, parameters, options, seed, state, started, ended, "
                                "budget, host_pid, host_start,"
                                " best_index, best_seconds, best_gflops FROM run WHERE id = 1");
        project.database().exec("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO trial"
                                " SELECT 9, i, i % 980, '[]', '[]', 0, '', 0, 0, 1, 0, 0, 0, 0, '', '' FROM n");
        const std::atomic<bool> isCancelled = true;
        QVERIFY(!orderTrials(project, tunedRuns(project).value(), {}, {}, &isCancelled));
        project.database().exec("DELETE FROM trial WHERE run = 9");
        project.database().exec("DELETE FROM run WHERE id = 9");
    }

    void conditionsAreReadFromText()
    {
        QVERIFY(parseTrialFilter("failed").value().kind == Kind::Failed);
        QVERIFY(parseTrialFilter("run=3").value() == plain(Kind::Run, 3));
        QVERIFY(parseTrialFilter("tile_ow=[-1,28]").value() == knobIs("tile_ow", {-1, 28}));
        QVERIFY(parseTrialFilter("unroll_kw != True").value() == knobIs("unroll_kw", true, true));
        for (const char* wrong :
             {"", "fail", "tile_ow", "=3", "tile_ow+=3", "tile_ow=", "where a<3", "a.policy=x", "!=", "a!b=2"}) {
            const auto parsed = parseTrialFilter(wrong);
            QVERIFY2(!parsed && parsed.error().message.find("not a condition") != std::string::npos, wrong);
        }
        const TrialFilter time = parseTrialFilter("time=1700000000..1700000060.5").value();
        QVERIFY(time.kind == Kind::Time && time.from == 1.7e9 && time.to == 1700000060.5);
        for (const char* wrong : {"time=5..4", "time=..", "time=a..b", "time=5..", "time=5..5"}) {
            const auto parsed = parseTrialFilter(wrong);
            QVERIFY2(!parsed && parsed.error().message.find("time range") != std::string::npos, wrong);
        }
        const Task task = convolution();
        QVERIFY(checkFilter(knobIs("tile_ow", {-1, 28}), task).has_value());
        QVERIFY(checkFilter(knobIs("tile_q", 1), task).error().message.find("tile_ow") != std::string::npos);
        QVERIFY(checkFilter(knobIs("tile_ow", {-1, 29}), task).error().message.find("[-1,29]") != std::string::npos);
        QVERIFY(!checkFilter(knobIs("tile_ow", "x"), task));
    }

    void conditionsSurviveAnyText()
    {
        std::mt19937 random(11);
        const std::string alphabet = "tile_ow=[]-1,28!failedrun+.\"{}x \\\xff";
        for (int round = 0; round < 5000; ++round) {
            std::string text = round % 2 ? "tile_ow=" : "";
            for (unsigned n = random() % 12; n > 0; --n) {
                text += alphabet[random() % alphabet.size()];
            }
            if (const auto parsed = parseTrialFilter(text)) {
                (void)checkFilter(*parsed, convolutionOnce());
            }
        }
    }

    /// Counters and filters remember the trials that they have read.
    void aRunsEndCorrectsWhatWasRead()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath("corrected.knobscope").toStdString();
        (void)Project::open(path, Project::Mode::Create);
        auto writer = ProjectWriter::open(path).value();
        const int64_t run = addRun(*writer, convolutionOnce(), "a");
        writer->setRunState(run, "running");
        TrialRow trial = trialOf(convolutionOnce(), 1, 7, 90);
        writer->addTrial(run, trial);
        QVERIFY(writer->flush());
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        MatchingTrials matching({plain(Kind::Failed)}, {});
        GflopsCounter gflops;
        const auto shown = [&] { return gflops.window(project, 0, INT64_MAX, 1000).value().at(0).value; };
        QVERIFY(matching.update(project).has_value());
        QVERIFY(!matching.contains(run, 1, 0));
        QCOMPARE(shown(), 90.0);
        trial.errorNo = 5;
        trial.gflops = 0;
        writer->correctTrial(run, trial);
        writer->setRunState(run, "finished");
        QVERIFY(writer->flush());
        QVERIFY(matching.update(project).has_value());
        QVERIFY(matching.contains(run, 1, 0));
        QCOMPARE(shown(), 0.0);
    }

private:
    static const Task& convolutionOnce()
    {
        static const Task task = convolution();
        return task;
    }
};

QTEST_GUILESS_MAIN(TestTrialQuery)
#include "tst_trialquery.moc"
