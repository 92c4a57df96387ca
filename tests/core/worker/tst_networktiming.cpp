// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels timed as in a network: one scale for templates that compute the same, weights that lie elsewhere in each call, and an
// image of which other cores wrote a part; and one whose template says how much it may lose.
#include "collect.h"

#include "core/codegen/llvm/compile.h"
#include "core/target/host.h"
#include "core/task/task.h"
#include "core/timing/measurer.h"
#include "core/timing/timedkernel.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/makemeasurer.h"

#include <QTest>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <set>

using namespace knobscope;

namespace {

long minorFaults()
{
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    return used.ru_minflt;
}

} // namespace

class TestNetworkTiming : public QObject
{
    Q_OBJECT
private slots:
    void whatATemplateSaysItLosesIsNotWrong()
    {
        const char* args = R"([["TENSOR",[1,4096,8,8],"float32"],["TENSOR",[8,4096,3,3],"float32"],[1,1],[1,1,1,1],[1,1],
                               "NCHW","NCHW","float32"])";
        const Task task = makeTask("conv2d_winograd_NCHWc.x86", nlohmann::json::parse(args), hostTarget().value()).value();
        const ConfigEntity ofSix = task.space.at(11).value();
        QVERIFY(ofSix.values.front().second == KnobValue(OtherEntity{int64_t{6}}));
        MeasureOptions options;
        options.check = true;
        auto measurer = makeLocalMeasurer(options);
        QVERIFY((*measurer)->submit(0, {taskToJson(task), ofSix}).has_value());
        const auto results = collect(**measurer, 1);
        QVERIFY2(results.at(0).error == MeasureError::None, results.at(0).why.message.c_str());
    }

    void anotherTemplateForTheSameIsOnTheSameScale()
    {
        const nlohmann::json args =
            nlohmann::json::parse(R"([["TENSOR", [1, 512], "float32"], ["TENSOR", [1000, 512], "float32"], null, "float32"])");
        const Task known = makeTask("dense_nopack.x86", args, hostTarget().value()).value();
        const Task other = makeTask("dense_pack.x86", args, hostTarget().value()).value();
        auto measurer = makeLocalMeasurer({});
        Baseline baseline;
        baseline.anchorSeconds = 123;
        (*measurer)->beginRun(known, baseline);
        (*measurer)->beginRun(other, {});
        QVERIFY((*measurer)->submit(0, {taskToJson(other), fallbackConfig(other).value()}));
        const MeasureResult result = collect(**measurer, 1).at(0);
        QVERIFY2(result.error == MeasureError::None, result.why.message.c_str());
        QVERIFY2(result.meanCost() > 1 && result.meanCost() < 10'000, qPrintable(QString::number(result.meanCost())));
    }

    void coldWeightsLieElsewhereInEachCall()
    {
        const auto kernel = compileIrText(
            R"(define void @f(ptr %args, ptr %ws, ptr %pf, ptr %ctx) {
entry:
  %at1 = getelementptr ptr, ptr %args, i64 1
  %weights = load ptr, ptr %at1
  %at2 = getelementptr ptr, ptr %args, i64 2
  %out = load ptr, ptr %at2
  %first = load i32, ptr %weights
  store i32 %first, ptr %out
  %address = ptrtoint ptr %weights to i64
  %page = lshr i64 %address, 12
  %number = trunc i64 %page to i32
  %next = getelementptr i32, ptr %out, i64 1
  store i32 %number, ptr %next
  ret void
})",
            "f", hostLlvmTarget(),
            {{"data", {4}, ir::float32, false}, {"weights", {1 << 18}, ir::int32, false}, {"out", {2}, ir::int32, true}});
        QVERIFY2(kernel.has_value(), kernel ? "" : kernel.error().message.c_str());
        const auto seen = [&](bool isCold) {
            MeasureOptions options;
            options.coldWeights = isCold;
            const auto host = makeCpuHost();
            const nlohmann::json header = kernelHeader(*kernel);
            const auto timed = host->prepare({header, kernel->object}, options).value();
            std::set<double> places;
            for (int call = 0; call < 12; ++call) {
                timed->call();
                const auto out = timed->values(2).value();
                places.insert(out[1]);
            }
            return places.size();
        };
        QCOMPARE(seen(false), size_t(1));
        QCOMPARE(seen(true), size_t(12)); // of a megabyte each: more than any core's own cache
    }

    /// What is written while another process has the same memory is copied, page by page: the faults tell.
    void threadsHandTheImageOver_data()
    {
        QTest::addColumn<int>("threads");
        QTest::addColumn<bool>("isCold");
        QTest::addColumn<bool>("isWritten");
        QTest::newRow("as in a network") << 2 << true << true;
        QTest::newRow("one thread, which has the whole image") << 1 << true << false;
        QTest::newRow("warm weights") << 2 << false << false;
    }

    void threadsHandTheImageOver()
    {
        QFETCH(int, threads);
        QFETCH(bool, isCold);
        QFETCH(bool, isWritten);
        const auto kernel = compileIrText(
            "define void @f(ptr %args, ptr %ws, ptr %pf, ptr %ctx) {\n  ret void\n}\n", "f", hostLlvmTarget(),
            {{"image", {1 << 18}, ir::float32, false}, {"weights", {4}, ir::float32, false}, {"out", {4}, ir::float32, true}});
        QVERIFY2(kernel.has_value(), kernel ? "" : kernel.error().message.c_str());
        MeasureOptions options;
        options.coldWeights = isCold;
        options.threads = threads;
        const auto host = makeCpuHost();
        const nlohmann::json header = kernelHeader(*kernel);
        const auto timed = host->prepare({header, kernel->object}, options).value();
        const auto before = timed->values(0).value();
        timed->timeBatch(2);
        const pid_t other = ::fork();
        if (other == 0) {
            ::pause();
            ::_exit(0);
        }
        const long faults = minorFaults();
        timed->timeBatch(2);
        const long more = minorFaults() - faults;
        ::kill(other, SIGKILL);
        ::waitpid(other, nullptr, 0);
        const long pages = (4L << 18) / ::sysconf(_SC_PAGESIZE);
        QVERIFY2(isWritten ? more >= pages : more < pages / 2, qPrintable(QString::number(more)));
        QVERIFY(timed->values(0).value() == before);
    }

    void coldWeightsChangeNoAnswer_data()
    {
        QTest::addColumn<int>("threads");
        QTest::newRow("one thread") << 1;
        QTest::newRow("two") << 2;
    }

    void coldWeightsChangeNoAnswer()
    {
        QFETCH(int, threads);
        const auto task = [](const char* name) {
            return makeTask(
                       name,
                       nlohmann::json::parse(R"([["TENSOR", [1, 32, 14, 14], "float32"], ["TENSOR", [64, 32, 3, 3], "float32"],
                                                     [1, 1], [1, 1, 1, 1], [1, 1], "NCHW", "NCHW", "float32"])"),
                       hostTarget().value())
                .value();
        };
        MeasureOptions options;
        options.coldWeights = options.check = true;
        options.threads = threads;
        auto measurer = makeLocalMeasurer(options);
        int64_t id = 0;
        for (const char* name : {"conv2d_tiles_NCHWc.x86", "conv2d_winograd_NCHWc.x86"}) { // that transforms its weights once
            const Task made = task(name);
            QVERIFY((*measurer)->submit(id++, {taskToJson(made), fallbackConfig(made).value()}));
        }
        for (const auto& [number, result] : collect(**measurer, 2)) {
            QVERIFY2(result.error == MeasureError::None, result.why.message.c_str());
        }
        QVERIFY((*measurer)->kind() == (TimingKind{threads, true}));
    }
};

QTEST_GUILESS_MAIN(TestNetworkTiming)
#include "tst_networktiming.moc"
