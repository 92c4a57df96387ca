// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of which the cycles follow from the documented units of a Zen 3: two multiply-adds per cycle with a latency of 4 cycles,
// six micro-operations dispatched per cycle.
#include "core/codegen/llvm/estimateloop.h"

#include "core/codegen/assemblyfacts.h"
#include "core/task/kernelcode.h"

#include <QTest>

#include <cmath>

using namespace knobscope;

namespace {

const LlvmTarget kZen3{"x86_64-pc-linux-gnu", "znver3", ""};

Result<LoopEstimate> estimateOf(const std::vector<std::string>& lines, const LlvmTarget& target = kZen3)
{
    return estimateLoop(lines, target);
}

std::string multiplyAdd(int sum)
{
    return fmt::format("\tvfmadd231ps\t%ymm14, %ymm15, %ymm{}", sum);
}

std::string problemOf(const Result<LoopEstimate>& result)
{
    return result ? std::string() : result.error().message;
}

} // namespace

class TestEstimateLoop : public QObject
{
    Q_OBJECT
private slots:
    void sumsThatWaitForEachOther()
    {
        const auto loop = estimateOf({".LBB0_1:", multiplyAdd(0), "\tdecq\t%rcx", "\tjne\t.LBB0_1"});
        QVERIFY2(loop, problemOf(loop).c_str());
        QVERIFY2(std::abs(loop->cycles - 4) < 0.2, std::to_string(loop->cycles).c_str());
        QVERIFY(loop->limit == LoopEstimate::Limit::Latency);
        QCOMPARE(loop->instructions, int64_t(3));
        QCOMPARE(loop->costs.size(), size_t(3));
        QCOMPARE(loop->costs[0].line, 2); // the label is the first
        QCOMPARE(loop->costs[0].latency, 4);
        QCOMPARE(loop->costs[0].busyCycles, 0.5);
        QCOMPARE(loop->costs[2].line, 4);
    }

    void unitsThatAreBusy()
    {
        std::vector<std::string> lines{".LBB0_1:"};
        for (int sum = 0; sum < 12; ++sum) {
            lines.push_back(multiplyAdd(sum));
        }
        lines.insert(lines.end(), {"\tdecq\t%rcx", "\tjne\t.LBB0_1"});
        const auto loop = estimateOf(lines);
        QVERIFY2(loop, problemOf(loop).c_str());
        QVERIFY2(std::abs(loop->cycles - 6) < 0.4, std::to_string(loop->cycles).c_str());
        QVERIFY(loop->limit == LoopEstimate::Limit::Port);
        QVERIFY(std::abs(loop->ports.front().cycles - 6) < 0.1);
        QVERIFY(loop->ports.front().name.starts_with("Zn3FP"));
        QVERIFY(estimateSentence(*loop).message.find(loop->ports.front().name) != std::string::npos);
    }

    void moreThanIsDispatched()
    {
        std::vector<std::string> lines; // 24 micro-operations, none of whose units is busy in all of four cycles
        for (int i = 0; i < 7; ++i) {
            lines.push_back(multiplyAdd(i));
            lines.push_back(fmt::format("\tvmovaps\t(%rax), %ymm{}", 7 + i));
            lines.push_back(fmt::format("\taddq\t$1, %r{}", 8 + i % 4));
        }
        lines.insert(lines.end(), {"\taddq\t$1, %r8", "\taddq\t$1, %r9", "\taddq\t$1, %r10"});
        const auto loop = estimateOf(lines);
        QVERIFY2(loop, problemOf(loop).c_str());
        QVERIFY2(std::abs(loop->cycles - 4) < 0.3, std::to_string(loop->cycles).c_str());
        const std::string all = nlohmann::json(*loop).dump();
        QVERIFY2(loop->limit == LoopEstimate::Limit::Dispatch, all.c_str());
        QCOMPARE(loop->dispatchWidth, int64_t(6));
    }

    void whatIsNoLoopIsASentence()
    {
        QVERIFY(problemOf(estimateOf({})).find("no instruction") != std::string::npos);
        QVERIFY(problemOf(estimateOf({".LBB0_1:"})).find("no instruction") != std::string::npos);
        const std::string nonsense = problemOf(estimateOf({"\tfrobnicate\t%ymm0"}));
        QVERIFY2(nonsense.find("cannot read") != std::string::npos, nonsense.c_str());
        QVERIFY(!estimateOf({"\tnop"}, {"x86_64-pc-linux-gnu", "no-such-cpu", ""}));
    }

    /// Of a real config, on this machine's target and others.
    void realKernelsHaveOne()
    {
        const nlohmann::json args{{"TENSOR", {64, 512}, "float32"}, {"TENSOR", {1000, 512}, "float32"}, nullptr, "float32"};
        for (const char* target :
             {"llvm -mcpu=znver3", "llvm -mcpu=skylake-avx512", "llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1"}) {
            const Task task = makeTask("dense_pack.x86", args, parseTarget(target).value()).value();
            const KernelCode code = kernelCode(task, fallbackConfig(task).value());
            QVERIFY2(code.loop.cycles > 0, (std::string(target) + ": " + code.loopProblem.message).c_str());
            QVERIFY(code.loop.cycles >= code.loop.operations / static_cast<double>(code.loop.dispatchWidth) - 0.1);
            QVERIFY(code.loop.cycles >= code.loop.ports.front().cycles - 0.1);
        }
    }
};

QTEST_APPLESS_MAIN(TestEstimateLoop)
#include "tst_estimateloop.moc"
