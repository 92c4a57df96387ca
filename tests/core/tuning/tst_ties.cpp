// SPDX-License-Identifier: GPL-3.0-or-later
// Configs that cannot be told from the best keep their own figures, and none of them becomes the best by noise.
#include "core/store/bestcurve.h"
#include "core/store/trialquery.h"
#include "core/tuning/bestconfigs.h"
#include "core/tuning/confirm.h"
#include "core/tuning/loglistener.h"
#include "core/tuning/resume.h"
#include "core/tuning/scoreboard.h"
#include "core/tuning/storelistener.h"
#include "core/tuning/trialfigures.h"
#include "fakemeasurer.h"

#include <QTemporaryDir>
#include <QTest>
#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <set>

using namespace knobscope;

namespace {

constexpr double kAnchorSeconds = 1e-3;

/// Config 0 is twice as fast as the anchor, and the next ten are as fast as config 0 but for noise of a few per cent. The others
/// are slower.
double ratioOf(int64_t index)
{
    return index == 0 ? 0.5 : index <= 10 ? 0.945 + 0.01 * static_cast<double>(index) : 1.1 + 0.001 * static_cast<double>(index);
}

/// As a runner answers: what is not proven faster counts as no faster.
MeasureResult timed(int64_t index)
{
    MeasureResult result;
    result.timestamp = unixTime();
    Timing& timing = result.timing;
    timing.ratio = ratioOf(index);
    timing.uncertainty = 0.06;
    timing.isTied = index > 0 && *timing.ratio * (1 - *timing.uncertainty) <= 1;
    timing.speedup = index == 0 ? 2 : 2 / std::max(1.0, *timing.ratio);
    timing.candidate = {1e-3};
    result.costs = {kAnchorSeconds / timing.speedup};
    return result;
}

class TiedMeasurer : public FakeMeasurer
{
public:
    TiedMeasurer()
        : FakeMeasurer(1)
    {
    }
    Result<void> submit(int64_t id, MeasureInput input) override
    {
        m_queue.emplace_back(id, timed(*input.entity.index));
        return {};
    }
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds) override
    {
        if (m_queue.empty()) {
            return std::nullopt;
        }
        auto first = m_queue.front();
        m_queue.pop_front();
        return first;
    }
    double lucky = 1; ///< the best truly takes so many times as long
    /// Its order is that of the inputs, the first of which was the best.
    std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs) override
    {
        std::vector<MeasureResult> results;
        for (const MeasureInput& input : inputs) {
            compared.push_back(*input.entity.index);
            results.push_back(timed(0));
            results.back().timing.speedup = 2 / lucky;
            results.back().costs = {kAnchorSeconds * lucky / 2};
            results.back().timing.ratio = 1;
        }
        return results;
    }
    std::vector<int64_t> compared;

private:
    std::deque<std::pair<int64_t, MeasureResult>> m_queue;
};

/// A run of configs 0 to 19 in this order, in a project and a log.
struct TiedRun {
    explicit TiedRun(int confirmTop, double lucky = 1)
    {
        measurer.lucky = lucky;
        LoopTask one = task("random", 20);
        for (int64_t index = 0; index < 20; ++index) {
            one.options.seeds.push_back(index);
        }
        one.options.confirmTop = confirmTop;
        auto created = Project::open(project, Project::Mode::Create);
        auto writer = ProjectWriter::open(project).value();
        StoreListener store(*writer, {});
        auto appender = LogAppender::open(log).value();
        LogListener logger(appender);
        const std::vector<LoopListener*> listeners{&store, &logger};
        LoopControl control;
        finished = tune({one}, measurer, control, listeners).value().front();
        writer->flush();
    }
    Project open() const { return Project::open(project, Project::Mode::ReadOnly).value(); }

    QTemporaryDir folder;
    std::string project = folder.filePath("a.knobscope").toStdString();
    std::string log = folder.filePath("a.log").toStdString();
    TiedMeasurer measurer;
    RunFinished finished;
};

} // namespace

class TestTies : public QObject
{
    Q_OBJECT
private slots:
    void aTieKeepsItsOwnFigures()
    {
        const TiedRun run(0);
        auto project = run.open();
        std::set<double> speedups;
        const std::vector<TrialRow> rows = project.trials(1).value();
        for (const TrialRow& row : rows) {
            const TrialFigures figures = figuresOf(row);
            const double expected = row.index == 0 ? 2 : 2 / ratioOf(row.index);
            QVERIFY(std::abs(figures.speedup - expected) < 1e-9);
            QVERIFY(std::abs(figures.costs.front() * figures.speedup - kAnchorSeconds) < 1e-12);
            QVERIFY(std::abs(figures.gflops * figures.costs.front() / (row.gflops * row.costs.front()) - 1) < 1e-9);
            QCOMPARE(figures.uncertainty, std::optional(0.06));
            QCOMPARE(figures.tiedWith, row.index >= 1 && row.index <= 10 ? std::optional<int64_t>(1) : std::nullopt);
            QVERIFY(speedups.insert(figures.speedup).second);
            const auto points = measuredPoints(project, 1).value();
            QCOMPARE(points.at(static_cast<size_t>(row.number - 1)).gflops, figures.gflops);
        }
        QCOMPARE(speedups.size(), size_t(20));
    }

    void noTieBecomesTheBest()
    {
        for (const int confirmTop : {0, 4}) {
            const TiedRun run(confirmTop);
            QCOMPARE(run.finished.bestIndex, int64_t(0));
            auto project = run.open();
            const RunRow row = project.run(1).value();
            QCOMPARE(row.bestIndex, int64_t(0));
            QCOMPARE(row.bestSpeedup, 2.0);
            QCOMPARE(bestCurve(project, 1)->size(), size_t(1));
            const auto used = bestConfigs(project, parseTarget("llvm").value(), 1).value();
            QCOMPARE(used.size(), size_t(1));
            QCOMPARE(used.front().entity.index, std::optional<int64_t>(0));
            QVERIFY(std::abs(used.front().seconds / row.bestSeconds - 1) < 1e-9);
            const auto runs = tunedRuns(project).value();
            const auto order = orderTrials(project, runs, {}, {TrialColumn::Gflops, {}, true}).value();
            QCOMPARE(order.at(0).number, int64_t(1));
            const LogContents log = readLog(run.log).value();
            for (const TuningRecord& record : log.records) { // whoever takes a log's best finds a proven one
                QVERIFY(record.meanCost() >= row.bestSeconds * (1 - 1e-12));
            }
            if (confirmTop > 0) {
                QCOMPARE(run.measurer.compared.front(), int64_t(0));
                QCOMPARE(run.measurer.compared.at(1), int64_t(1)); // then those that were fastest by their own ratios
            }
        }
    }

    /// The space of a later version: the number means another config there.
    void aConfigOfOtherKnobsIsNotTheBest()
    {
        const TiedRun run(0);
        const auto bestsWith = [&](const std::string& entity) {
            SQLite::Database raw(run.project, SQLite::OPEN_READWRITE);
            SQLite::Statement update(raw, "UPDATE trial SET entity = ? WHERE config = 0");
            update.bind(1, entity);
            update.exec();
            auto project = run.open();
            return bestConfigs(project, parseTarget("llvm").value(), 1).value().size();
        };
        nlohmann::json own = run.open().trials(1).value().front().entity;
        QCOMPARE(bestsWith(own.dump()), size_t{1});
        QCOMPARE(bestsWith(R"([["knob_of_old","ot",4]])"), size_t{0});
        own.erase(own.size() - 1); // a knob that was added later, with its first candidate
        QCOMPARE(bestsWith(own.dump()), size_t{own.empty() ? 0U : 1U});
    }

    /// When the best turns out slower, what was compared with it is put behind it, and keeps its ratio to it.
    void ratiosOutliveACorrection()
    {
        const TiedRun run(4, 1.25);
        auto project = run.open();
        QCOMPARE(project.run(1)->bestSpeedup, 1.6);
        std::set<double> speedups;
        const std::vector<TrialRow> rows = project.trials(1).value();
        for (const TrialRow& row : rows) {
            QVERIFY(row.index == 0 || row.speedup < 1.6);
            const TrialFigures figures = figuresOf(row);
            QVERIFY(std::abs(figures.speedup - (row.index == 0 ? 1.6 : 1.6 / ratioOf(row.index))) < 1e-9);
            speedups.insert(figures.speedup);
        }
        QCOMPARE(speedups.size(), size_t(20));
    }

    void aTieWithAKernelOfNoTrialCountsAsThat()
    {
        Scoreboard score(1e9, 1e9);
        MeasureResult first = timed(1);
        score.markTie(first); // the partner was the untuned kernel, say
        QCOMPARE(first.timing.tiedWith, std::nullopt);
        QCOMPARE(first.measuredCost(), first.meanCost());
        score.count(1, first, false);
        MeasureResult second = timed(1);
        second.timing.ratio = 0.93;
        score.markTie(second);
        QCOMPARE(second.timing.tiedWith, std::optional<int64_t>(1));
        QVERIFY(std::abs(second.measuredCost() / second.meanCost() - 0.93) < 1e-12);
        MeasureResult third = timed(1);
        third.timing.isTied = false;
        score.markTie(third);
        QCOMPARE(third.timing.tiedWith, std::nullopt);
    }

    void aResumedRunKnowsItsTies()
    {
        const TiedRun run(0);
        auto project = run.open();
        const auto resumed = resumableRun(project, 1, 30, {}, false).value();
        const MeasureResult& second = resumed.task.recorded.at(1).result;
        QCOMPARE(second.timing.tiedWith, std::optional<int64_t>(1));
        QVERIFY(std::abs(second.measuredCost() / second.meanCost() - ratioOf(1)) < 1e-12);
    }

    void figuresOfAStrangersProjectAreLimited()
    {
        TrialRow row{.speedup = 2, .gflops = 5};
        for (const nlohmann::json& share : {nlohmann::json(0), nlohmann::json(-1), nlohmann::json("a"), nlohmann::json()}) {
            row.timing = {{"tied_with", 7}, {"ratio", 0.5}, {"share", share}};
            QCOMPARE(figuresOf(row).gflops, 5.0);
        }
        row.timing = {{"ratio", 0.5}}; // of a version that did not mark ties
        QCOMPARE(figuresOf(row).gflops, 5.0);
        QCOMPARE(figuresOf(row).tiedWith, std::nullopt);
    }
};

QTEST_GUILESS_MAIN(TestTies)
#include "tst_ties.moc"
