// SPDX-License-Identifier: GPL-3.0-or-later
// Tuning several tasks within one budget: slices, runs that go on, the end.
#include "core/tuning/sharedtuning.h"
#include "core/tuning/storelistener.h"
#include "tests/core/tuning/fakemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace knobscope;

namespace {

/// Tasks of other sizes, each a layer of its own.
std::vector<SharingTask> layers(const char* tuner, std::initializer_list<int64_t> sizes)
{
    std::vector<SharingTask> tasks;
    for (const int64_t size : sizes) {
        LoopTask one = task(tuner, 0);
        one.task = makeTask("tutorial/matmul", {size, size, size, "float32"}, parseTarget("llvm").value()).value();
        one.label = "net:" + std::to_string(tasks.size() + 1);
        tasks.push_back({std::move(one), {tasks.size(), 1, "tutorial/matmul", 2e9, 0}});
    }
    return tasks;
}

/// Says speed-ups, and in the end that all but the anchor are slower than they had measured.
class SlowerAtLengthMeasurer : public FakeMeasurer
{
public:
    using FakeMeasurer::FakeMeasurer;
    static constexpr double anchor = 2e-3; // seconds
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds wait) override
    {
        auto done = FakeMeasurer::next(wait);
        if (done && done->second.error == MeasureError::None) {
            done->second.timing.speedup = anchor / done->second.costs.front();
        }
        return done;
    }
    std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs) override
    {
        std::vector<MeasureResult> results = FakeMeasurer::compare(inputs);
        for (MeasureResult& result : results) {
            result.costs.front() *= slower;
            result.timing.speedup = anchor / result.costs.front();
        }
        return results;
    }
    double slower = 1.2;
};

} // namespace

class TestSharedTuning : public QObject
{
    Q_OBJECT
private:
    static int64_t total(const SharedOutcome& outcome)
    {
        return std::accumulate(outcome.trials.begin(), outcome.trials.end(), int64_t{0});
    }

private slots:
    void theBudgetIsSpentInSlices()
    {
        FakeMeasurer measurer(1);
        LoopControl control;
        Recorder recorder;
        std::vector<LoopListener*> listeners{&recorder};
        SharedBudget budget;
        budget.trials = 50;
        int64_t heard = 0;
        SharedWatch watch;
        watch.trial = [&](size_t, const SharedPoint& point, const TrialShare&) { heard = point.trials; };
        const auto outcome = tuneSharing(layers("random", {512, 256, 128}), budget, measurer, control, listeners, watch);
        QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.c_str());
        QCOMPARE(outcome->reason, std::string("finished"));
        QCOMPARE(total(*outcome), int64_t{50});
        QCOMPARE(heard, int64_t{50});
        QCOMPARE(measurer.submitted, 50); // what a slice had measured was not measured again
        QVERIFY(*std::ranges::min_element(outcome->trials) >= 8);
        QVERIFY(outcome->curve.size() > 3);
        QVERIFY(outcome->curve.back().isWhole && !outcome->curve.front().isWhole);
        QCOMPARE(outcome->curve.back().networkSeconds, outcome->share.networkSeconds());
    }

    void aRunATaskIsKeptAndGoneOnWith()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("p.knobscope").toStdString();
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        SharedBudget budget;
        budget.trials = 40;
        double best = 0;
        for (const int64_t expected : {40, 80}) {
            auto writer = ProjectWriter::open(path).value();
            StoreListener store(*writer, MeasureOptions{});
            std::vector<LoopListener*> listeners{&store};
            auto tasks = layers("random", {512, 256});
            auto project = Project::open(path, Project::Mode::ReadOnly).value();
            for (SharingTask& task : tasks) {
                auto earlier = resumableRunOf(project, task.task.task, {1, false}).value();
                QCOMPARE(earlier.has_value(), expected > 40);
                if (earlier) {
                    task.task = std::move(*earlier);
                }
            }
            FakeMeasurer measurer(1);
            LoopControl control;
            const auto outcome = tuneSharing(tasks, budget, measurer, control, listeners);
            QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.c_str());
            QCOMPARE(store.problem().message, std::string());
            QVERIFY(writer->flush());
            const auto runs = project.runs().value();
            QCOMPARE(runs.size(), size_t{2});
            QCOMPARE(runs[0].trials + runs[1].trials, expected);
            QVERIFY(runs[0].state == "finished" && runs[1].state == "finished");
            QCOMPARE(total(*outcome), int64_t{40});
            QVERIFY(expected == 40 || (outcome->firstSeconds == best && outcome->share.networkSeconds() <= best));
            best = outcome->share.networkSeconds();
            QVERIFY(!resumableRunOf(project, tasks[0].task.task, {2, false}).value()); // other threads: another run
            QVERIFY(!resumableRunOf(project, tasks[0].task.task, {1, true}).value()); // and so are weights from farther away
        }
    }

    /// What earlier runs had found turns out slower: that is no loss of this one.
    void whatWasFoundIsTimedAnew()
    {
        SlowerAtLengthMeasurer measurer(1);
        LoopControl control;
        SharedBudget budget;
        budget.trials = 40;
        auto tasks = layers("random", {512, 256});
        for (SharingTask& task : tasks) { // its best: config 49 of which every 50th is as quick
            for (const int64_t index : {7, 49, 12}) {
                MeasureResult result = FakeMeasurer::resultOf(index);
                result.timing.speedup = SlowerAtLengthMeasurer::anchor / result.costs.front();
                task.task.recorded.push_back({index, result});
            }
        }
        const double before = 2 * FakeMeasurer::resultOf(49).meanCost();
        const auto outcome = tuneSharing(tasks, budget, measurer, control, {});
        QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.c_str());
        QCOMPARE(outcome->curve.front().networkSeconds, before);
        QCOMPARE(outcome->curve.front().trials, int64_t{0});
        const double last = outcome->share.networkSeconds();
        QVERIFY(last > 1.15 * before);
        QVERIFY2(std::abs(outcome->firstSeconds / last - 1) < 1e-3,
                 (std::to_string(outcome->firstSeconds) + " " + std::to_string(last)).c_str());
    }

    void stoppingKeepsWhatIsThere()
    {
        FakeMeasurer measurer(1);
        LoopControl control;
        SharedBudget budget;
        budget.trials = 100;
        SharedWatch watch;
        watch.trial = [&](size_t, const SharedPoint& point, const TrialShare&) {
            if (point.trials == 20) {
                control.stop();
            }
        };
        const auto outcome = tuneSharing(layers("random", {512, 256}), budget, measurer, control, {}, watch);
        QCOMPARE(outcome->reason, std::string("stopped"));
        QCOMPARE(total(*outcome), int64_t{20});
    }

    void aLostWorkerEndsItAndSaysSo()
    {
        FakeMeasurer measurer(1);
        measurer.untriedAfter = 20;
        LoopControl control;
        SharedBudget budget;
        budget.trials = 100;
        const auto outcome = tuneSharing(layers("random", {512, 256}), budget, measurer, control, {});
        QCOMPARE(outcome->reason, std::string("failed"));
        QVERIFY(outcome->detail.message.find("The worker is gone") != std::string::npos);
    }

    void secondsEndItToo()
    {
        FakeMeasurer measurer(1);
        LoopControl control;
        SharedBudget budget;
        budget.seconds = 0.3;
        const double before = steadySeconds();
        const auto outcome = tuneSharing(layers("random", {512, 256}), budget, measurer, control, {});
        QVERIFY(outcome.has_value());
        QCOMPARE(outcome->reason, std::string("finished"));
        QVERIFY(total(*outcome) > 8);
        QVERIFY(steadySeconds() - before < 30);
    }

    void smallSpacesAreExhausted()
    {
        FakeMeasurer measurer(1);
        LoopControl control;
        SharedBudget budget;
        budget.trials = 10000;
        const auto tasks = layers("grid", {2, 4});
        const auto outcome = tuneSharing(tasks, budget, measurer, control, {});
        QVERIFY(outcome.has_value());
        QCOMPARE(outcome->trials[0], tasks[0].task.task.space.validCount().low);
        QCOMPARE(outcome->trials[1], tasks[1].task.task.space.validCount().low);
        QCOMPARE(outcome->detail.message, std::string("no further gain is expected"));
    }

    void nothingToDoIsRefused()
    {
        FakeMeasurer measurer(1);
        LoopControl control;
        QVERIFY(!tuneSharing({}, {10, 0}, measurer, control, {}));
        QVERIFY(!tuneSharing(layers("random", {512}), {}, measurer, control, {}));
        const auto outcome = tuneSharing(layers("no such tuner", {512, 256}), {10, 0}, measurer, control, {});
        QVERIFY(!outcome && outcome.error().message.find("no such tuner") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestSharedTuning)
#include "tst_sharedtuning.moc"
