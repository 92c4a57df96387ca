// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/cudasource.h"
#include "core/ir/visit.h"
#include "core/task/devicecode.h"
#include "core/task/task.h"
#include "tests/core/codegen/ptxfacts.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace knobscope;

namespace {

const char* const target = "cuda -arch=sm_80";

Task gpuTask(const std::string& name, const nlohmann::json& args)
{
    return makeTask(name, args, parseTarget(target).value()).value();
}

/// A small direct convolution with padding.
Task smallConvolution()
{
    return gpuTask(
        "conv2d_nchw.cuda",
        {{"TENSOR", {1, 8, 14, 14}, "float32"}, {"TENSOR", {16, 8, 3, 3}, "float32"}, {1, 1}, {1, 1, 1, 1}, {1, 1}, "float32"});
}

int barriersIn(const ir::DeviceProgram& program)
{
    int count = 0;
    for (const ir::DeviceKernel& kernel : program.kernels) {
        ir::forEachStmt(kernel.body, [&](const ir::Stmt& s) { count += s.as<ir::Barrier>() ? 1 : 0; });
    }
    return count;
}

/// A config whose block is one that a GPU has, found at random.
std::optional<ir::DeviceProgram> programOf(const Task& task, std::mt19937_64& random)
{
    for (int attempt = 0; attempt < 400; ++attempt) {
        const auto entity = task.space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength())));
        if (!entity) {
            continue;
        }
        auto program = lowerDeviceConfig(task, *entity);
        if (!program) {
            continue;
        }
        const auto fits = [](const ir::DeviceKernel& kernel) {
            return kernel.threads() <= 1024 && sharedLayout(kernel).bytes <= kMaxStaticSharedBytes;
        };
        if (std::all_of(program->kernels.begin(), program->kernels.end(), fits)) {
            return std::move(*program);
        }
    }
    return std::nullopt;
}

} // namespace

class TestDeviceCode : public QObject
{
    Q_OBJECT
private slots:
    void targetsNameTheirArchitecture()
    {
        const auto of = [](const char* text) { return cudaArchitectureOf(parseTarget(text).value()); };
        QCOMPARE(of("cuda -arch=sm_90a").value().text(), std::string("sm_90a"));
        QCOMPARE(of("cuda -model=h200").value().text(), std::string("sm_90"));
        QCOMPARE(of("cuda").value().text(), std::string("sm_75"));
        QVERIFY(!of("cuda -arch=hopper"));
        QVERIFY(of("cuda -arch=hopper").error().message.find("hopper") != std::string::npos);
    }

    void everyLineOfCudaIsLinked()
    {
        std::mt19937_64 random(3);
        const auto program = programOf(smallConvolution(), random);
        QVERIFY(program.has_value());
        const auto nest = ir::print(*program);
        const auto code = cudaText(*program, nest);
        QVERIFY(code.has_value());
        QCOMPARE(code->lines.size(), code->nestLine.size());
        for (size_t i = 0; i < code->lines.size(); ++i) {
            const std::string& line = code->lines[i];
            if (line.find(" = ") != std::string::npos && line.find("const int") == std::string::npos) {
                QVERIFY2(code->nestLine[i] > 0, line.c_str());
            }
            if (line.find("__syncthreads") != std::string::npos) {
                QVERIFY(nest[static_cast<size_t>(code->nestLine[i]) - 1].text.find("barrier") != std::string::npos);
            }
        }
    }

    void randomConfigsOfEveryTemplateCompile_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("args");
        QTest::newRow("conv2d_nchw") << "conv2d_nchw.cuda"
                                     << QByteArray(R"([["TENSOR",[1,8,14,14],"float32"],["TENSOR",[16,8,3,3],"float32"],[1,1],
                                                       [1,1,1,1],[1,1],"float32"])");
        QTest::newRow("conv2d_nhwc") << "conv2d_nhwc.cuda"
                                     << QByteArray(R"([["TENSOR",[4,14,14,16],"float32"],["TENSOR",[3,3,16,32],"float32"],[1,1],
                                                       [1,1,1,1],[1,1],"float32"])");
        QTest::newRow("winograd") << "conv2d_nchw_winograd.cuda"
                                  << QByteArray(R"([["TENSOR",[1,8,14,14],"float32"],["TENSOR",[16,8,3,3],"float32"],[1,1],
                                                    [1,1,1,1],[1,1],"float32"])");
        QTest::newRow("depthwise") << "depthwise_conv2d_nchw.cuda"
                                   << QByteArray(R"([["TENSOR",[1,16,14,14],"float32"],["TENSOR",[16,1,3,3],"float32"],[1,1],
                                                     [1,1,1,1],[1,1],"float32"])");
        QTest::newRow("dense small") << "dense_small_batch.gpu"
                                     << QByteArray(
                                            R"([["TENSOR",[2,96],"float32"],["TENSOR",[40,96],"float32"],null,"float32"])");
        QTest::newRow("dense large") << "dense_large_batch.gpu"
                                     << QByteArray(
                                            R"([["TENSOR",[64,96],"float32"],["TENSOR",[64,96],"float32"],null,"float32"])");
        QTest::newRow("batch_matmul") << "batch_matmul.cuda"
                                      << QByteArray(
                                             R"([["TENSOR",[3,32,24],"float32"],["TENSOR",[3,40,24],"float32"],[3,32,40],
                                                 "float32",0,1])");
        QTest::newRow("tutorial") << "tutorial/conv2d_no_batching" << QByteArray("[1,14,14,16,8,3,3,[1,1],[1,1]]");
    }
    void randomConfigsOfEveryTemplateCompile()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, args);
        const auto made = makeTask(name.toStdString(), nlohmann::json::parse(args.toStdString()), parseTarget(target).value());
        QVERIFY2(made.has_value(), made ? "" : made.error().message.c_str());
        const DeviceCompiler compiler = DeviceCompiler::find();
        if (!compiler.nvrtc()) {
            QSKIP(compiler.nvrtc().error().message.c_str());
        }
        std::mt19937_64 random(11);
        for (int i = 0; i < 3; ++i) {
            const auto program = programOf(*made, random);
            QVERIFY(program.has_value());
            const auto source = cudaSource(*program);
            QVERIFY2(source.has_value(), source ? "" : source.error().message.c_str());
            const auto image = compiler.compile(*program, {{80}, DeviceImageFormat::Ptx, true});
            QVERIFY2(image.has_value(), image ? "" : (image.error().message + "\n" + *source).c_str());
            const PtxFacts facts = ptxFactsOf(ptxTextOf(*image));
            QCOMPARE(facts.entries.size(), program->kernels.size());
            int64_t sharedBytes = 0;
            size_t parameters = 0;
            for (const ir::DeviceKernel& kernel : program->kernels) {
                QVERIFY(std::ranges::find(facts.entries, kernel.name) != facts.entries.end());
                sharedBytes += sharedLayout(kernel).bytes;
                parameters += kernel.parameters.size();
            }
            QCOMPARE(size_t(facts.parameters), parameters);
            QVERIFY(std::abs(facts.sharedBytes - sharedBytes) < 32); // NVRTC aligns arrays in its own way
            // Unrolling may repeat a barrier that stands in a loop, and nothing may remove one.
            QVERIFY(facts.barriers >= barriersIn(*program));
        }
    }

    void ptxIsLinked()
    {
        std::mt19937_64 random(5);
        const auto program = programOf(smallConvolution(), random);
        QVERIFY(program.has_value());
        const DeviceCompiler compiler = DeviceCompiler::find();
        if (!compiler.nvrtc()) {
            QSKIP(compiler.nvrtc().error().message.c_str());
        }
        const size_t lines = ir::print(*program).size();
        const auto code = compiler.ptxText(*program, {80});
        QVERIFY2(code.has_value(), code ? "" : code.error().message.c_str());
        QCOMPARE(code->lines.size(), code->nestLine.size());
        int linked = 0;
        for (size_t i = 0; i < code->lines.size(); ++i) {
            QVERIFY(code->nestLine[i] >= 0 && static_cast<size_t>(code->nestLine[i]) <= lines);
            linked += code->nestLine[i] > 0 ? 1 : 0;
            QVERIFY(code->lines[i].find(".loc") == std::string::npos);
        }
        QVERIFY(linked > 20);
    }

    void usageComesWithOccupancy()
    {
        DeviceImage image;
        image.capability = 90;
        DeviceLaunch launch;
        launch.symbol = "f";
        launch.block = {256, 1, 1};
        launch.usage = KernelResources{64, 0, 0, 0, 1024, 1};
        image.launches = {launch};
        QCOMPARE(usageOf(image)[0].occupancy->blocks, 4);
        image.launches[0].usage.reset();
        QVERIFY(!usageOf(image)[0].occupancy);
        image.launches[0].usage = launch.usage;
        image.capability = 999;
        QVERIFY(!usageOf(image)[0].occupancy);
    }
};

QTEST_APPLESS_MAIN(TestDeviceCode)
#include "tst_devicecode.moc"
