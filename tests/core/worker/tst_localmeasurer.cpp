// SPDX-License-Identifier: GPL-3.0-or-later
// Real workers with real kernels, among them ones that crash, hang and write where they may not.
#include "collect.h"

#include "core/base/coreplan.h"
#include "core/codegen/llvm/compile.h"
#include "core/target/bestrate.h"
#include "core/target/host.h"
#include "core/task/task.h"
#include "core/timing/measurer.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/makemeasurer.h"
#include "core/worker/trialjob.h"
#include "core/worker/workerprocess.h"
#include "tests/nightly.h"
#include "tests/sanitizers/sanitizers.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

using namespace knobscope;

namespace {

Task matmul(int64_t n)
{
    return makeTask("tutorial/matmul", {n, n, n, "float32"}, hostTarget().value()).value();
}

/// Without three quarters of a second in which the anchor is sampled: its seconds are given.
void beginWithAnchor(Measurer& measurer, const Task& task)
{
    Baseline baseline;
    baseline.anchorSeconds = 1e-3;
    measurer.beginRun(task, baseline);
}

/// For compare(), which gives each kernel this limit, and for thorough timing: pairs take a third of 4 seconds at most instead of
/// 3 seconds.
MeasureOptions shortPairs()
{
    MeasureOptions options;
    options.timeoutSeconds = 4;
    return options;
}

/// A worker that is asked to run a kernel given as LLVM IR.
Result<Message> runIr(const char* body, double timeout, std::string* how = nullptr, double firstCallSeconds = 0,
                      bool* wasCutOff = nullptr)
{
    const std::string ir =
        std::string("declare void @abort()\ndefine void @f(ptr %args, ptr %ws, ptr %pf, ptr %ctx) {\nentry:\n") + body + "\n}\n";
    const auto kernel = TRY(compileIrText(ir, "f", hostLlvmTarget(), {{"out", {16}, ir::float32, true}}));
    auto worker = TRY(WorkerProcess::start({findWorker("").value(), {}, 0}));
    auto answer = worker->ask({{{"op", "run"},
                                {"key", "k"},
                                {"kernel", kernelHeader(kernel)},
                                {"options", MeasureOptions()},
                                {"first_call_seconds", firstCallSeconds},
                                {"task", nullptr},
                                {"entity", nullptr}},
                               kernel.object},
                              timeout);
    if (!answer && how) {
        if (!wasCutOff) {
            worker->kill();
        }
        *how = worker->exitReason().message;
        if (wasCutOff) {
            *wasCutOff = worker->wasCutOff();
        }
    }
    return answer;
}

} // namespace

class TestLocalMeasurer : public QObject
{
    Q_OBJECT
private slots:
    void measuresAndChecksRealKernels()
    {
        const Task task = matmul(48);
        MeasureOptions options;
        options.check = true;
        auto measurer = makeLocalMeasurer(options);
        QVERIFY2(measurer.has_value(), measurer ? "" : measurer.error().message.c_str());
        for (int64_t i = 0; i < 12; ++i) {
            QVERIFY((*measurer)->submit(i, {taskToJson(task), task.space.at(i * 3).value()}).has_value());
        }
        const auto results = collect(**measurer, 12);
        QCOMPARE(results.size(), size_t(12));
        for (const auto& [id, result] : results) {
            QVERIFY2(result.error == MeasureError::None, result.why.message.c_str());
            QVERIFY(result.meanCost() > 0 && result.meanCost() < 1);
            QVERIFY(result.stages.size() >= 5);
        }
    }

    void illegalConfigsSayWhy()
    {
        const Task task = matmul(48);
        auto measurer = makeLocalMeasurer({});
        ConfigEntity wrong;
        wrong.values = {{"tile_y", SplitEntity{{-1, 0}}}, {"tile_x", SplitEntity{{-1, 4}}}};
        QVERIFY((*measurer)->submit(1, {taskToJson(task), wrong}).has_value());
        const auto results = collect(**measurer, 1);
        QVERIFY(results.at(1).error == MeasureError::Instantiation);
        QVERIFY(results.at(1).why.message.find("tile_y") != std::string::npos);
        QCOMPARE(results.at(1).costs, (std::vector<double>{1e9}));
    }

    void crashesNameTheirSignal()
    {
        std::string how;
        QVERIFY(!runIr("store i32 1, ptr null\n  ret void", 5, &how));
        QVERIFY2(how.find("SIGSEGV") != std::string::npos, how.c_str());
        QVERIFY(!runIr("call void @abort()\n  unreachable", 5, &how));
        QVERIFY2(how.find("SIGABRT") != std::string::npos, how.c_str());
    }

    void writingPastTheOutputCrashes()
    {
        std::string how;
        QVERIFY(!runIr("%out = load ptr, ptr %args\n  %past = getelementptr float, ptr %out, i64 16\n  store float 1.0, ptr "
                       "%past\n  ret void",
                       5, &how));
        QVERIFY2(how.find("SIGSEGV") != std::string::npos || how.find("SIGBUS") != std::string::npos, how.c_str());
    }

    void hangsEndAtTheDeadline()
    {
        const auto answer = runIr("br label %loop\nloop:\n  br label %loop", 0.5);
        QVERIFY(!answer);
        QVERIFY(answer.error().code == ErrorCode::Timeout);
    }

    void aFirstCallWithoutEndIsCutOff()
    {
        if (underThreadSanitizer) {
            QSKIP("a worker under the thread sanitizer is slower than the limit of a first call");
        }
        std::string how;
        bool wasCutOff = false;
        const auto answer = runIr("br label %loop\nloop:\n  br label %loop", 60, &how, 0.05, &wasCutOff);
        QVERIFY(!answer);
        QVERIFY(answer.error().code != ErrorCode::Timeout);
        QVERIFY2(wasCutOff, how.c_str());
        // A crash is none, nor is a kernel that keeps within its time.
        QVERIFY(!runIr("store i32 1, ptr null\n  ret void", 60, &how, 30, &wasCutOff));
        QVERIFY2(!wasCutOff && how.find("SIGSEGV") != std::string::npos, how.c_str());
        QVERIFY(runIr("ret void", 60, &how, 30).has_value());
    }

    /// Tiles of one element read down columns whose elements are 4 KiB apart: about eleven times slower than wide tiles.
    void aSlowConfigIsCutOffAndTheNextOneIsMeasured()
    {
        if (!isNightly()) {
            QSKIP("takes seconds of a processor: in the nightly suite");
        }
        // Config 0 takes 0.6 s on a Zen 4; a first call of less than 0.2 s is never stopped.
        const Task task = makeTask("tutorial/matmul", {128, 1024, 1024, "float32"}, hostTarget().value()).value();
        MeasureOptions options;
        options.cutOff = 4;
        options.timeoutSeconds = 60; // of the clock: a quarter of a second takes ten on cores that many programs share
        const int64_t wide = task.space.rangeLength() - 1 - task.space.rangeLength() / 4;
        const std::vector<int64_t> indexes{wide, 0, wide};
        // Other programs can slow any one call by more than four: what is claimed shows in a round without them.
        std::string problem;
        for (int round = 0; round < 4; ++round) {
            auto measurer = makeLocalMeasurer(options);
            for (size_t i = 0; i < indexes.size(); ++i) {
                QVERIFY((*measurer)->submit(static_cast<int64_t>(i), {taskToJson(task), task.space.at(indexes[i]).value()}));
            }
            const auto results = collect(**measurer, indexes.size());
            QCOMPARE(results.size(), indexes.size());
            const MeasureResult& slow = results.at(1);
            const bool isCutOff =
                slow.error == MeasureError::RunTimeout && slow.why.message.find("first call was stopped") != std::string::npos;
            problem = results.at(0).error != MeasureError::None ? results.at(0).why.message
                    : results.at(2).error != MeasureError::None ? results.at(2).why.message
                    : !isCutOff                                 ? fmt::format("{} {}", slow.meanCost(), slow.why.message)
                                                                : std::string();
            if (problem.empty()) {
                return;
            }
        }
        QFAIL(problem.c_str());
    }

    /// Timing what all others are compared with takes longer than this limit, which is theirs.
    void aShortLimitIsNotTheAnchors()
    {
        const Task task = matmul(64);
        MeasureOptions options;
        options.timeoutSeconds = 0.2;
        std::string problem;
        for (int round = 0; round < 12; ++round) { // other programs can make anything take so long
            auto measurer = makeLocalMeasurer(options);
            QVERIFY((*measurer)->submit(0, {taskToJson(task), task.space.at(1).value()}));
            const MeasureResult result = collect(**measurer, 1).at(0);
            if (result.error == MeasureError::None) {
                return;
            }
            problem = result.why.message;
        }
        QFAIL(problem.c_str());
    }

    void kernelsAreBuiltOnce()
    {
        const Task task = matmul(64);
        MeasureOptions options;
        options.nParallel = 1; // with two builders both may build it at the same time
        auto measurer = makeLocalMeasurer(options);
        beginWithAnchor(**measurer, task);
        const int64_t last = task.space.rangeLength() - 1;
        for (int64_t i = 0; i < 3; ++i) {
            QVERIFY((*measurer)->submit(i, {taskToJson(task), task.space.at(last - i / 2).value()})); // last, last, last - 1
        }
        const auto results = collect(**measurer, 3);
        const auto isCached = [](const MeasureResult& r) {
            return std::any_of(r.stages.begin(), r.stages.end(), [](const StageTime& s) { return s.name == "cached"; });
        };
        for (const auto& [id, result] : results) {
            QVERIFY2(result.error == MeasureError::None, result.why.message.c_str());
        }
        QVERIFY(!isCached(results.at(0)));
        QVERIFY(isCached(results.at(1)));
        QVERIFY(!isCached(results.at(2)));
        QCOMPARE(results.at(1).buildSeconds, 0.0);
        const std::vector<MeasureInput> again{{taskToJson(task), task.space.at(last).value()}};
        const auto compared = (*measurer)->compare(again);
        QVERIFY(isCached(compared.at(0)));
    }

    void theCacheKnowsKernelsByWhatTheyFollowFrom()
    {
        const Task task = matmul(64);
        const MeasureInput input{taskToJson(task), task.space.at(5).value()};
        MeasureInput edited = input;
        edited.task["edits"] = nlohmann::json::array({"another space"});
        edited.entity.index = 3;
        QCOMPARE(builtKey(input, nullptr), builtKey(edited, nullptr));
        MeasureInput other = input;
        other.entity = task.space.at(6).value();
        QVERIFY(builtKey(input, nullptr) != builtKey(other, nullptr));
        other = input;
        other.task["target"] = "llvm -mcpu=x86-64";
        QVERIFY(builtKey(input, nullptr) != builtKey(other, nullptr));
        QVERIFY(builtKey(input, nullptr) != builtKey(input, {{"id", "cuda:0"}}));
    }

    void theCacheForgetsWhatWasNotUsedLately()
    {
        LruCache<std::shared_ptr<int>> cache(2);
        cache.insert("a", std::make_shared<int>(1));
        cache.insert("b", std::make_shared<int>(2));
        QCOMPARE(*cache.find("a"), 1);
        cache.insert("c", std::make_shared<int>(3)); // b was not asked for
        QVERIFY(!cache.find("b"));
        cache.insert("a", std::make_shared<int>(4));
        QCOMPARE(*cache.find("a"), 4);
        QCOMPARE(*cache.find("c"), 3);
    }

    void lackOfMemoryIsSaid()
    {
        if (underAddressSanitizer || underThreadSanitizer) {
            QSKIP("a sanitizer takes more address space than the worker would be granted, so it is granted all");
        }
        const auto kernel = compileIrText("define void @f(ptr %args, ptr %ws, ptr %pf, ptr %ctx) {\n  ret void\n}\n", "f",
                                          hostLlvmTarget(), {{"out", {int64_t{1} << 31}, ir::float32, true}});
        auto worker = WorkerProcess::start({findWorker("").value(), {}, int64_t{2} << 30});
        QVERIFY(worker.has_value());
        const auto answer = (*worker)->ask({{{"op", "run"},
                                             {"key", "k"},
                                             {"kernel", kernelHeader(*kernel)},
                                             {"options", MeasureOptions()},
                                             {"task", nullptr},
                                             {"entity", nullptr}},
                                            kernel->object},
                                           20);
        QVERIFY2(answer.has_value(), answer ? "" : answer.error().message.c_str());
        QCOMPARE(answer->header["error"].get<int>(), static_cast<int>(MeasureError::RuntimeDevice));
        QVERIFY(answer->header["message"].get<std::string>().find("8589934592 bytes") != std::string::npos);
    }

    void wellBehavedKernelsAnswer()
    {
        const auto answer = runIr("ret void", 5);
        QVERIFY2(answer.has_value(), answer ? "" : answer.error().message.c_str());
        QCOMPARE(answer->header["error"].get<int>(), 0);
    }

    void compareRanksAgainstEachOther()
    {
        const Task task = matmul(96);
        auto measurer = makeLocalMeasurer(shortPairs());
        beginWithAnchor(**measurer, task);
        // Tiles of one element against tiles of 32 by 32 or so: several times slower, whatever the machine does meanwhile.
        const int64_t slow = 0;
        const int64_t quick = task.space.rangeLength() * 2 / 3;
        const std::vector<MeasureInput> inputs{{taskToJson(task), task.space.at(slow).value()},
                                               {taskToJson(task), task.space.at(quick).value()}};
        for (const bool isTurned : {false, true}) {
            std::vector<MeasureInput> turned = inputs;
            if (isTurned) {
                std::swap(turned[0], turned[1]);
            }
            const auto results = (*measurer)->compare(turned);
            QCOMPARE(results.size(), size_t(2));
            for (const MeasureResult& r : results) {
                QVERIFY2(r.error == MeasureError::None, r.why.message.c_str());
            }
            const MeasureResult& slower = results[isTurned ? 1 : 0];
            const MeasureResult& quicker = results[isTurned ? 0 : 1];
            QVERIFY(quicker.timing.speedup > 1.2 * slower.timing.speedup);
            QVERIFY(quicker.meanCost() < slower.meanCost());
            QCOMPARE(quicker.isSignificantlyFaster, !isTurned); // than the first
            QVERIFY(!slower.isSignificantlyFaster);
        }
    }

    void whatCannotBeBuiltIsItsOwnFailureInCompare()
    {
        const Task task = matmul(64);
        auto measurer = makeLocalMeasurer(shortPairs());
        beginWithAnchor(**measurer, task);
        MeasureInput broken{taskToJson(task), task.space.at(3).value()};
        broken.entity.values.clear();
        const auto results =
            (*measurer)->compare(std::vector<MeasureInput>{{taskToJson(task), task.space.at(5).value()}, broken});
        QVERIFY2(results.at(0).error == MeasureError::None, results.at(0).why.message.c_str());
        QVERIFY(results.at(0).timing.speedup > 0);
        QVERIFY(results.at(1).error != MeasureError::None);
        QCOMPARE(results.at(1).costs, std::vector<double>{1e9});
    }

    void buildingAndTimingTakeTurnsWithoutACoreToSpare()
    {
        QCOMPARE(planCores({0, 1, 2, 3}, 1).timed, std::vector<int>{3});
        QCOMPARE(planCores({0, 1, 2, 3}, 1).building, (std::vector<int>{0, 1, 2}));
        QVERIFY(!planCores({0, 1, 2, 3}, 1).alternates);
        QCOMPARE(planCores({0, 1}, 2).timed, (std::vector<int>{0, 1}));
        QCOMPARE(planCores({0, 1}, 2).building, (std::vector<int>{0, 1}));
        QVERIFY(planCores({0, 1}, 2).alternates);
        QVERIFY(planCores({5}, 1).alternates);
        const Task task = matmul(64);
        MeasureOptions options;
        options.threads = static_cast<int>(allowedCores().size());
        auto measurer = makeLocalMeasurer(options);
        QVERIFY2(measurer.has_value(), measurer ? "" : measurer.error().message.c_str());
        beginWithAnchor(**measurer, task);
        for (int64_t i = 0; i < 6; ++i) {
            QVERIFY((*measurer)->submit(i, {taskToJson(task), task.space.at(i * 7).value()}));
        }
        auto results = collect(**measurer, 6);
        std::vector<std::pair<double, double>> spans; // no build may overlap a timing
        for (const auto& [id, result] : results) {
            QVERIFY2(result.error == MeasureError::None, result.why.message.c_str());
            for (const StageTime& stage : result.stages) {
                if (stage.name == "build" || stage.name == "run") {
                    spans.emplace_back(stage.start, stage.start + stage.seconds);
                }
            }
        }
        std::sort(spans.begin(), spans.end());
        for (size_t i = 1; i < spans.size(); ++i) {
            QVERIFY(spans[i].first >= spans[i - 1].second - 1e-4);
        }
        QVERIFY((*measurer)->freeCores().empty());
    }

    void theBestRateIsRemembered()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("state/pace.json").toStdString();
        {
            BestRate rate(thisMachine(), path);
            QCOMPARE(rate.rateFor(1), 0.0);
            rate.offer(1, 100e9);
            rate.offer(2, 150e9);
            rate.offer(1, 90e9);
        }
        BestRate again(thisMachine(), path);
        QCOMPARE(again.rateFor(1), 100e9);
        QCOMPARE(again.rateFor(2), 150e9);
        for (const char* garbage : {"", "[]", "{\"x\"", "{\"a\": 3}"}) {
            QFile file(QString::fromStdString(path));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(garbage);
            file.close();
            BestRate fresh(thisMachine(), path);
            QCOMPARE(fresh.rateFor(1), 0.0);
            fresh.offer(1, 5e9);
            QCOMPARE(BestRate(thisMachine(), path).rateFor(1), 5e9);
        }
    }

    void stoppingWhileBusyIsQuick()
    {
        const Task task = matmul(256);
        auto measurer = makeLocalMeasurer({});
        for (int64_t i = 0; i < 40; ++i) {
            (void)(*measurer)->submit(i, {taskToJson(task), task.space.at(i).value()});
        }
        (void)(*measurer)->next(std::chrono::milliseconds(200));
        QElapsedTimer timer;
        timer.start();
        (*measurer)->stop();
        QVERIFY(timer.elapsed() < 5000);
    }

    void aMissingWorkerIsNamed()
    {
        MeasureOptions options;
        options.worker = "/nowhere/knobscope-worker";
        const auto measurer = makeLocalMeasurer(options);
        QVERIFY(!measurer);
        QVERIFY(measurer.error().message.find("/nowhere/knobscope-worker") != std::string::npos);
        options.worker = "/bin/true";
        QVERIFY(!makeLocalMeasurer(options));
    }
};

QTEST_GUILESS_MAIN(TestLocalMeasurer)
#include "tst_localmeasurer.moc"
