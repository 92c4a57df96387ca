// SPDX-License-Identifier: GPL-3.0-or-later
// The accumulators and addresses of a convolution's register tile stay in registers: read off the assembly for an AVX-512 CPU,
// whatever this machine is.
#include "core/codegen/llvm/compile.h"
#include "core/target/host.h"
#include "core/task/task.h"

#include <QTest>

#include <algorithm>

using namespace knobscope;
using nlohmann::json;

namespace {

/// The block of assembly between a label and its backward jump that holds the most of an instruction.
std::vector<std::string> hottestLoop(const CodeText& code, const std::string& instruction = "vfmadd")
{
    std::vector<std::string> best;
    std::vector<std::string> current;
    long most = 0;
    for (const std::string& line : code.lines) {
        if (line.starts_with(".L")) {
            current.clear();
            continue;
        }
        current.push_back(line);
        if (line.find("\tj") != std::string::npos) {
            const long fused = std::count_if(current.begin(), current.end(),
                                             [&](const std::string& l) { return l.find(instruction) != std::string::npos; });
            if (fused > most) {
                most = fused;
                best = current;
            }
            current.clear();
        }
    }
    return best;
}

/// Element types of a convolution, and a CPU that has an instruction for their products.
struct Products {
    const char* data;
    const char* kernel;
    const char* sum;
    const char* cpu;
    const char* instruction;
};
constexpr Products kFloats{"float32", "float32", "float32", "skylake-avx512", "vfmadd"};

/// A 3x3 convolution of 64 channels, padded to keep its image's size.
json windowOf3x3(int size, const Products& products = kFloats)
{
    return {{"TENSOR", {1, 64, size, size}, products.data},
            {"TENSOR", {64, 64, 3, 3}, products.kernel},
            {1, 1},
            {1, 1, 1, 1},
            {1, 1},
            "NCHW",
            "NCHW",
            products.sum};
}

/// The untuned config with another tile.
ConfigEntity withTile(const Task& task, int rows, int columns)
{
    ConfigEntity entity = fallbackConfig(task).value();
    for (auto& [knob, value] : entity.values) {
        value = knob == "tile_oh" ? KnobValue(OtherEntity{int64_t{rows}}) : value;
        value = knob == "tile_ow" ? KnobValue(OtherEntity{int64_t{columns}}) : value;
    }
    return entity;
}

} // namespace

class TestRegisterTile : public QObject
{
    Q_OBJECT
private slots:
    void accumulatorsStayInRegisters_data()
    {
        QTest::addColumn<int>("oc");
        QTest::addColumn<int>("ow");
        QTest::newRow("28 columns by 16 channels") << 16 << 28;
        QTest::newRow("14 columns by 32 channels") << 32 << 14;
    }

    void accumulatorsStayInRegisters()
    {
        QFETCH(int, oc);
        QFETCH(int, ow);
        const json args = windowOf3x3(56);
        const auto task =
            makeTask("conv2d_NCHWc.x86", args, parseTarget("llvm -mtriple=x86_64-linux-gnu -mcpu=skylake-avx512").value());
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        ConfigEntity entity;
        entity.values = {{"tile_ic", SplitEntity{{-1, 16}}},
                         {"tile_oc", SplitEntity{{-1, oc}}},
                         {"tile_ow", SplitEntity{{-1, ow}}},
                         {"unroll_kw", OtherEntity{false}}};
        const auto nest = lowerConfig(*task, entity);
        QVERIFY(nest.has_value());
        const auto code = assemblyText(*nest, *llvmTargetOf(task->target));
        QVERIFY2(code.has_value(), code ? "" : code.error().message.c_str());
        const auto loop = hottestLoop(*code);
        int fused = 0;
        for (const std::string& line : loop) {
            fused += line.find("vfmadd") != std::string::npos && line.find("zmm") != std::string::npos ? 1 : 0;
            QVERIFY2(line.find("(%rsp") == std::string::npos, line.c_str()); // neither sums nor addresses are reloaded
        }
        QCOMPARE(fused, 28);
    }

    /// Without a sum or an address that leaves its register for it.
    void weightsAreAskedForBetweenMultiplyAdds()
    {
        const json args{{"TENSOR", {1, 512, 7, 7}, "float32"},
                        {"TENSOR", {512, 512, 1, 1}, "float32"},
                        {1, 1},
                        {0, 0, 0, 0},
                        {1, 1},
                        "NCHW",
                        "NCHW",
                        "float32"};
        const auto task =
            makeTask("conv2d_tiles_NCHWc.x86", args, parseTarget("llvm -mtriple=x86_64-linux-gnu -mcpu=skylake-avx512").value());
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        const auto untuned = fallbackConfig(*task);
        QVERIFY(untuned.has_value());
        for (const bool prefetches : {false, true}) {
            ConfigEntity entity = *untuned;
            const auto prefetch = std::ranges::find(entity.values, "prefetch", [](const auto& value) { return value.first; });
            QVERIFY(prefetch != entity.values.end());
            prefetch->second = OtherEntity{prefetches};
            const auto nest = lowerConfig(*task, entity);
            QVERIFY(nest.has_value());
            const auto code = assemblyText(*nest, *llvmTargetOf(task->target));
            QVERIFY2(code.has_value(), code ? "" : code.error().message.c_str());
            const auto loop = hottestLoop(*code);
            const auto asking =
                std::ranges::count_if(code->lines, [](const auto& line) { return line.find("prefetcht1") != line.npos; });
            QCOMPARE(asking > 0, prefetches);
            QVERIFY(std::ranges::none_of(loop, [](const auto& line) { return line.find("(%rsp") != line.npos; }));
        }
    }

    void borderTilesStayInRegisters_data()
    {
        QTest::addColumn<Products>("products");
        QTest::newRow("float32") << kFloats;
        QTest::newRow("bytes") << Products{"uint8", "int8", "int32", "cascadelake", "vpdpbusd"};
        QTest::newRow("words") << Products{"int16", "int16", "int32", "cascadelake", "vpdpwssd"};
        QTest::newRow("bfloat16") << Products{"bfloat16", "bfloat16", "float32", "cooperlake", "vdpbf16ps"};
    }

    /// A tile's borders are loops of their own, whose steps must not share loads either.
    void borderTilesStayInRegisters()
    {
        QFETCH(Products, products);
        const std::string target = std::string("llvm -mtriple=x86_64-linux-gnu -mcpu=") + products.cpu;
        const auto task = makeTask("conv2d_tiles_NCHWc.x86", windowOf3x3(14, products), parseTarget(target).value());
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        for (const auto& [rows, columns] : {std::pair{1, 14}, std::pair{2, 7}}) {
            const auto nest = lowerConfig(*task, withTile(*task, rows, columns));
            QVERIFY(nest.has_value());
            const auto code = assemblyText(*nest, *llvmTargetOf(task->target));
            QVERIFY2(code.has_value(), code ? "" : code.error().message.c_str());
            const auto wide = [&](const char* what) {
                return std::ranges::count_if(code->lines, [&](const std::string& line) {
                    return line.find(what) != line.npos && line.find("zmm") != line.npos;
                });
            };
            // With the loads of neighbouring steps shared there are two of three; sums that wait for a row take one of six.
            QVERIFY(wide(products.instruction) > 0);
            QVERIFY2(wide("(%rsp") * 6 < wide(products.instruction), qPrintable(QString::number(wide("(%rsp"))));
        }
    }

    /// Where products and their addition are two instructions, a block of channels is one run of them, and each sum is added to
    /// in order: LLVM would add several steps' products first, and has no registers for that.
    void sumsOfPairsAreAddedInOrder()
    {
        constexpr int columns = 6, channels = 16;
        const json args{{"TENSOR", {1, 64, 14, 14}, "int16"},
                        {"TENSOR", {64, 64, 1, 1}, "int16"},
                        {1, 1},
                        {0, 0, 0, 0},
                        {1, 1},
                        "NCHW",
                        "NCHW",
                        "int32"};
        const auto task =
            makeTask("conv2d_tiles_NCHWc.x86", args, parseTarget("llvm -mtriple=x86_64-linux-gnu -mcpu=haswell").value());
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        ConfigEntity entity = withTile(*task, 1, columns);
        for (auto& [knob, value] : entity.values) {
            value = knob == "tile_ic" || knob == "tile_oc" ? KnobValue(SplitEntity{{-1, channels}}) : value;
        }
        const auto nest = lowerConfig(*task, entity);
        QVERIFY(nest.has_value());
        const auto code = assemblyText(*nest, *llvmTargetOf(task->target));
        QVERIFY2(code.has_value(), code ? "" : code.error().message.c_str());
        const auto loop = hottestLoop(*code, "vpmaddwd");
        const auto has = [](const char* what) {
            return [what](const std::string& line) { return line.find(what) != line.npos; };
        };
        QCOMPARE(std::ranges::count_if(loop, has("vpmaddwd")), channels / 2 * columns * 2);
        QCOMPARE(std::ranges::count_if(loop, has("(%rsp")), 0);
    }

    /// A tile that exceeds the registers: each of its vectors has a cache line to itself, wherever the caller's stack is.
    void spilledVectorsAreAligned()
    {
        for (const auto& [cpu, bytes, columns] : {std::tuple{"skylake-avx512", 64, 14}, std::tuple{"haswell", 32, 7}}) {
            const auto target = parseTarget(std::string("llvm -mtriple=x86_64-linux-gnu -mcpu=") + cpu).value();
            const auto task = makeTask("conv2d_tiles_NCHWc.x86", windowOf3x3(28), target);
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
            const auto nest = lowerConfig(*task, withTile(*task, 2, columns));
            QVERIFY(nest.has_value());
            const auto code = assemblyText(*nest, *llvmTargetOf(task->target));
            QVERIFY2(code.has_value(), code ? "" : code.error().message.c_str());
            const std::string alignment = "andq\t$-" + std::to_string(bytes) + ", %rsp";
            QVERIFY2(std::ranges::any_of(code->lines, [&](const auto& line) { return line.find(alignment) != line.npos; }), cpu);
        }
    }

    void linesKnowTheirLoopNestLine()
    {
        const auto task = makeTask("tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value());
        const auto nest = lowerConfig(*task, task->space.at(5).value());
        for (const auto& code : {llvmText(*nest, hostLlvmTarget()), assemblyText(*nest, hostLlvmTarget())}) {
            QVERIFY(code.has_value());
            QCOMPARE(code->lines.size(), code->nestLine.size());
            QVERIFY(std::any_of(code->nestLine.begin(), code->nestLine.end(), [](int line) { return line > 2; }));
        }
    }
};

QTEST_APPLESS_MAIN(TestRegisterTile)
#include "tst_registertile.moc"
