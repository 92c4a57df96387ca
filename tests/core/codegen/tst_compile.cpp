// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/kernelloader.h"
#include "core/ir/visit.h"
#include "core/lower/lower.h"
#include "core/target/host.h"
#include "core/task/task.h"

#include <QTest>

using namespace knobscope;
using namespace knobscope::ir;

namespace {

void runSerially(void*, ParallelBody body, void* closure, int64_t extent)
{
    body(closure, 0, extent, 0);
}

} // namespace

class TestCompile : public QObject
{
    Q_OBJECT
private slots:
    void unknownTargetsAreRefusedByName()
    {
        const auto refused = [](const LlvmTarget& target, const char* word) {
            const auto checked = checkLlvmTarget(target);
            return !checked && checked.error().message.find(word) != std::string::npos;
        };
        QVERIFY(refused({"x86_64-linux-gnu", "pentium99", ""}, "pentium99"));
        QVERIFY(refused({"abacus-linux", "", ""}, "abacus"));
        QVERIFY(refused({"x86_64-linux-gnu", "skylake", "+avx9000"}, "avx9000"));
        QVERIFY(checkLlvmTarget({"aarch64-linux-gnu", "cortex-a72", ""}).has_value());
    }

    void nestsThatUseWhatNothingDeclaresAreRefused()
    {
        const Buffer out = makeBuffer("out", {8}, float32, Scope::Argument);
        const Buffer lost = makeBuffer("lost", {8}, float32, Scope::Local);
        const Var i("i");
        const Var j("j");
        const auto compiled = [&](const Expr& index, const Expr& value) {
            LoopNest nest{.name = "nest", .parameters = {out}, .body = makeLoop(i, 8, makeStmt(Store{out, {index}, value}))};
            const auto kernel = compileLoopNest(nest, hostLlvmTarget());
            return kernel ? std::string() : kernel.error().message;
        };
        QCOMPARE(compiled(i, constant(1, float32)), std::string());
        QCOMPARE(compiled(j, constant(1, float32)), std::string("nest: j is used but not declared"));
        QCOMPARE(compiled(i, load(lost, {Expr(i)})), std::string("nest: lost is used but not declared"));
        QCOMPARE(compiled(i, letRef(j, float32)), std::string("nest: j is used but not declared"));
        QCOMPARE(compiled(i, load(out, {})), std::string("nest: out has 1 dimensions but is accessed with 0 indices"));
        QCOMPARE(compiled(i, placeholder("t", {8})({Expr(i)})), std::string("nest: the tensor t was not lowered to a buffer"));
        QCOMPARE(compiled(i, let({{j, constant(2, float32)}}, letRef(j, float32) * letRef(j, float32))), std::string());
    }

    void compilesForAnArmBoard()
    {
        const auto task = makeTask("tutorial/matmul", {64, 64, 64, "float32"},
                                   parseTarget("llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a72").value());
        const auto nest = lowerConfig(*task, task->space.at(20).value());
        const auto kernel = compileLoopNest(*nest, *llvmTargetOf(task->target));
        QVERIFY2(kernel.has_value(), kernel ? "" : kernel.error().message.c_str());
        QVERIFY(!kernel->object.empty());
        QVERIFY(!runsHere(*llvmTargetOf(task->target)));
    }

    void whatThisCpuLacksIsNamed()
    {
        const LlvmTarget here = hostLlvmTarget();
        QVERIFY(runsHere(here));
        QVERIFY(runsHere({here.triple, here.cpu, hostAttributes()}));
        QCOMPARE(runsHere({here.triple, here.cpu, ""}), hostAttributes().find('-') == std::string::npos);
        const bool isX86 = here.triple.starts_with("x86_64");
        const std::string other = isX86 ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
        QVERIFY(hostIncompatibility({other, "", ""}).message.find("this CPU is ") != std::string::npos);
        if (!isX86) {
            QSKIP("the rest is x86's");
        }
        QVERIFY(hostIncompatibility({"x86_64-pc-windows-msvc", "", ""}).message.find("this system is ") != std::string::npos);
        // Whatever is off here is named when it is asked for, and is not when it is only tuned for.
        bool isFound = false;
        for (const char* name : {"xop", "fma4", "tbm", "avx10.1-512"}) {
            const std::string why = hostIncompatibility({here.triple, "x86-64", std::string("+") + name}).message;
            isFound = isFound || why.find(name) != std::string::npos;
        }
        QVERIFY(isFound); // no CPU has AMD's of 2011 and Intel's of 2024
        QVERIFY(runsHere({here.triple, "x86-64", "+slow-unaligned-mem-16,+fast-15bytenop"}));
    }

    void gpuSchedulesAreRefused()
    {
        const Tensor a = placeholder("A", {64});
        const Tensor b = compute("B", {64}, [&](auto i) { return a({i[0]}) + constant(1, float32); });
        Schedule s({b});
        s[b].bind(s[b].axis(0), "threadIdx.x");
        const auto kernel = compileLoopNest(*lower(s, "f"), hostLlvmTarget());
        QVERIFY(!kernel);
        QVERIFY(kernel.error().message.find("threadIdx.x") != std::string::npos);
    }

    void otherElementTypesWork()
    {
        const Tensor a = placeholder("A", {33}, int8);
        const Tensor b = compute("B", {33}, [&](auto i) { return cast(int32, a({i[0]})) * cast(int32, a({i[0]})); });
        Schedule s({b});
        s[b].vectorize(s[b].axis(0));
        const auto kernel = compileLoopNest(*lower(s, "f"), hostLlvmTarget());
        QVERIFY2(kernel.has_value(), kernel ? "" : kernel.error().message.c_str());
        auto loader = KernelLoader::create();
        auto loaded = (*loader)->load(*kernel);
        QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().message.c_str());
        alignas(64) int8_t in[64];
        alignas(64) int32_t out[64] = {};
        for (int i = 0; i < 33; ++i) {
            in[i] = static_cast<int8_t>(i * 7 - 110);
        }
        void* arguments[] = {in, out};
        (*loaded)->function()(arguments, nullptr, runSerially, nullptr);
        for (int i = 0; i < 33; ++i) {
            QCOMPARE(out[i], int32_t{in[i]} * in[i]);
        }
        QCOMPARE(out[33], 0);
    }

    /// 24 channels in blocks of eight, as vectors of 16: each is two runs of neighbours.
    void aVectorOverTwoBlocksIsTwoLoads()
    {
        const ir::Tensor blocks = ir::placeholder("A", {3, 5, 8});
        const ir::Tensor flat = ir::compute("B", {5, 24}, [&](auto i) {
            return blocks({ir::floorDiv(i[1], ir::Expr(8)), i[0], ir::floorMod(i[1], ir::Expr(8))});
        });
        Schedule s({flat});
        s[flat].vectorize(s[flat].axis(1));
        const auto target = llvmTargetOf(parseTarget("llvm -mtriple=x86_64-linux-gnu -mcpu=skylake-avx512").value()).value();
        const std::string code = llvmText(lower(s, "f").value(), target).value().joined();
        QCOMPARE(QString::fromStdString(code).count("load <8 x float>"), 3);
        QCOMPARE(QString::fromStdString(code).count("load float"), 0);
    }

    /// Where a vector begins within a block its runs are of any length, of one element, too.
    void vectorsOverBlocksHoldTheirElements()
    {
        const auto loader = KernelLoader::create().value();
        for (const DataType type : {float32, boolean}) {
            for (int shift = 0; shift < 8; ++shift) {
                const Tensor blocks = placeholder("A", {4, 3, 8}, type);
                const Tensor flat = compute("B", {3, 24}, [&](auto i) {
                    const Expr channel = i[1] + Expr(shift);
                    return blocks({floorDiv(channel, Expr(8)), i[0], floorMod(channel, Expr(8))});
                });
                Schedule s({flat});
                s[flat].vectorize(s[flat].axis(1));
                const auto loaded = loader->load(compileLoopNest(*lower(s, "f"), hostLlvmTarget()).value());
                QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().message.c_str());
                alignas(64) float numbers[96];
                alignas(64) uint8_t bytes[96];
                for (int i = 0; i < 96; ++i) {
                    numbers[i] = static_cast<float>(i);
                    bytes[i] = i % 3 == 0;
                }
                alignas(64) float madeNumbers[72] = {};
                alignas(64) uint8_t madeBytes[72] = {};
                void* ofNumbers[] = {numbers, madeNumbers};
                void* ofBytes[] = {bytes, madeBytes};
                (*loaded)->function()(type.isBool() ? ofBytes : ofNumbers, nullptr, runSerially, nullptr);
                for (int row = 0; row < 3; ++row) {
                    for (int column = 0; column < 24; ++column) {
                        const int from = (column + shift) / 8 * 24 + row * 8 + (column + shift) % 8;
                        const int to = row * 24 + column;
                        QVERIFY(type.isBool() ? madeBytes[to] == bytes[from] : madeNumbers[to] == numbers[from]);
                    }
                }
            }
        }
    }

    void wrongIrIsRefusedWithItsLine()
    {
        const auto kernel = compileIrText("define void @f() {\n  nonsense\n}", "f", hostLlvmTarget());
        QVERIFY(!kernel);
        QVERIFY(kernel.error().message.find("line 2") != std::string::npos);
        QVERIFY(!compileIrText("define void @g() {\n  ret void\n}", "f", hostLlvmTarget()));
    }

    void damagedObjectsAreRefused()
    {
        auto loader = KernelLoader::create();
        CompiledKernel broken;
        broken.symbol = "f";
        broken.object.resize(100, std::byte{42});
        QVERIFY(!(*loader)->load(broken));
    }
};

QTEST_APPLESS_MAIN(TestCompile)
#include "tst_compile.moc"
