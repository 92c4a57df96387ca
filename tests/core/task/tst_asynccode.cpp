// SPDX-License-Identifier: GPL-3.0-or-later
// Code with asynchronous copies: CUDA C and PTX, for architectures with and without them.
#include "core/codegen/cuda/cudasource.h"
#include "core/codegen/cuda/programfor.h"
#include "core/target/programlimits.h"
#include "core/target/targetdevice.h"
#include "core/task/devicecode.h"
#include "core/task/task.h"
#include "tests/core/codegen/ptxfacts.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace knobscope;

namespace {

Task implicitGemm(int64_t c, int64_t size, int64_t k, int64_t kernel, int64_t stride, int64_t pad, int64_t batch = 1)
{
    const nlohmann::json args{{"TENSOR", {batch, c, size, size}, "float32"},
                              {"TENSOR", {k, c, kernel, kernel}, "float32"},
                              {stride, stride},
                              {pad, pad, pad, pad},
                              {1, 1},
                              "float32"};
    return makeTask("conv2d_nchw_implicit_gemm.cuda", args, parseTarget("cuda -arch=sm_80").value()).value();
}

/// Of the workloads that the tests use, one after the other: padded, plain, strided, with a tail everywhere.
std::vector<Task> tasks()
{
    return {implicitGemm(8, 14, 16, 3, 1, 1), implicitGemm(64, 14, 64, 1, 1, 0), implicitGemm(12, 15, 20, 3, 2, 1, 2),
            implicitGemm(3, 21, 10, 7, 2, 3)};
}

ConfigEntity randomConfig(const Task& task, std::mt19937_64& random)
{
    return task.space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()))).value();
}

/// A config that any card runs.
ir::DeviceProgram programOf(const Task& task, std::mt19937_64& random)
{
    const DeviceDescription device = deviceOf(parseTarget("cuda -arch=sm_75").value());
    for (;;) {
        auto program = lowerDeviceConfig(task, randomConfig(task, random)).value();
        if (checkLimits(program, device).empty()) {
            return program;
        }
    }
}

bool contains(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

int timesIn(const std::string& text, const std::string& part)
{
    int times = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++times;
    }
    return times;
}

} // namespace

class TestAsyncCode : public QObject
{
    Q_OBJECT
private slots:
    void olderArchitecturesCopyThroughRegisters()
    {
        const Task task = tasks().front();
        const auto program = lowerDeviceConfig(task, task.space.at(0).value()).value();
        const std::string ampere = cudaSource(programFor(program, {80})).value();
        QVERIFY(contains(ampere, "cp.async.ca.shared.global"));
        QVERIFY(contains(ampere, "    copy_async<16>(&packed_shared["));
        QVERIFY(contains(ampere, "    copy_async<4>(&columns_shared["));
        QVERIFY(contains(ampere, "    copies_commit();"));
        QVERIFY(contains(ampere, "    copies_wait<0>();"));
        const std::string turing = cudaSource(programFor(program, {75})).value();
        QVERIFY(!contains(turing, "copy_async") && !contains(turing, "copies_") && !contains(turing, "cp.async"));
        QVERIFY2(turing.starts_with("// Copies to shared memory go through registers, because sm_75 has no asynchronous copies"),
                 turing.c_str());
    }

    void randomConfigsCompileForOldAndNew_data()
    {
        QTest::addColumn<int>("capability");
        for (const int capability : {75, 80, 90}) {
            QTest::newRow(std::to_string(capability).c_str()) << capability;
        }
    }
    void randomConfigsCompileForOldAndNew()
    {
        QFETCH(int, capability);
        const DeviceCompiler compiler = DeviceCompiler::find();
        if (!compiler.check({capability})) {
            QSKIP("NVRTC does not make code for it here");
        }
        std::mt19937_64 random(static_cast<uint64_t>(capability));
        for (const Task& task : tasks()) {
            const auto program = programOf(task, random);
            const auto image = compiler.compile(program, {{capability}, DeviceImageFormat::Ptx, true});
            QVERIFY2(image.has_value(), image ? "" : (image.error().message + cudaSource(program).value()).c_str());
            const std::string ptx = ptxTextOf(*image);
            QCOMPARE(contains(ptx, "cp.async.ca.shared.global") || contains(ptx, "cp.async.cg.shared.global"), capability >= 80);
            QCOMPARE(contains(ptx, "cp.async.commit_group"), capability >= 80);
            QCOMPARE(contains(ptx, "cp.async.wait_group"), capability >= 80);
        }
    }

    void widePixelsAreCopiedInOneMove()
    {
        const Task task = tasks()[1];
        ConfigEntity entity = task.space.at(0).value();
        for (auto& [name, value] : entity.values) {
            if (name == "vector_p") {
                value = OtherEntity{int64_t{4}};
            }
        }
        const std::string source = cudaSource(lowerDeviceConfig(task, entity).value()).value();
        QVERIFY2(contains(source, "copy_async<16>(&columns_shared["), source.c_str());
        // Where the last block ends inside a move, there is none: its parts have conditions of their own.
        QCOMPARE(timesIn(source, "copy_async<4>"), 0);
    }
};

QTEST_APPLESS_MAIN(TestAsyncCode)
#include "tst_asynccode.moc"
