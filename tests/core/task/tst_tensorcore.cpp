// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor-core tasks: what both compilers make of them, what their knobs say before there is a schedule, and what is refused.
#include "core/codegen/cuda/cudasource.h"
#include "core/target/knowndevices.h"
#include "core/target/targetdevice.h"
#include "core/task/devicecode.h"
#include "core/task/gpulimits.h"
#include "core/task/task.h"
#include "tests/core/codegen/ptxfacts.h"

#include <QTest>

#include <random>
#include <tuple>

using namespace knobscope;
using nlohmann::json;

namespace {

Task taskOf(const std::string& name, const json& args, const char* target)
{
    return makeTask(name, args, parseTarget(target).value()).value();
}

Task dense(const char* type, const char* target)
{
    return taskOf("dense_tensorcore.cuda", {json{"TENSOR", {64, 256}, type}, json{"TENSOR", {96, 256}, type}, nullptr, "float32"},
                  target);
}

Task conv(bool isNchw, const char* type, const char* target)
{
    const json data = isNchw ? json{"TENSOR", {1, 64, 14, 14}, type} : json{"TENSOR", {1, 14, 14, 64}, type};
    const json kernel = isNchw ? json{"TENSOR", {32, 64, 3, 3}, type} : json{"TENSOR", {3, 3, 64, 32}, type};
    return taskOf(isNchw ? "conv2d_nchw_tensorcore.cuda" : "conv2d_nhwc_tensorcore.cuda",
                  {data, kernel, {1, 1}, {1, 1, 1, 1}, {1, 1}, "float32"}, target);
}

std::vector<Task> allTasks(const char* target)
{
    std::vector<Task> tasks;
    for (const char* type : {"float16", "float32"}) {
        tasks.push_back(dense(type, target));
        tasks.push_back(conv(true, type, target));
        tasks.push_back(conv(false, type, target));
    }
    return tasks;
}

ConfigEntity configOf(const Task& task, const std::map<std::string, int64_t>& numbers)
{
    ConfigEntity entity = task.space.at(0).value();
    for (auto& [knob, value] : entity.values) {
        if (const auto found = numbers.find(knob); found != numbers.end()) {
            value = OtherEntity{found->second};
        }
    }
    return entity;
}

/// Four warps of 2 x 4 tiles each, two tiles deep, wide copies.
ConfigEntity goodConfig(const Task& task)
{
    return configOf(task, {{"block_row_warps", 2},
                           {"block_col_warps", 2},
                           {"warp_row_tiles", 2},
                           {"warp_col_tiles", 2},
                           {"chunk", 2},
                           {"offset", task.args[0][2] == "float16" ? 8 : 4},
                           {"vec", 4}});
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

class TestTensorcore : public QObject
{
    Q_OBJECT
private slots:
    void everyArchitectureGetsItsProduct();
    void registersHoldTheTiles();
    void wideCopiesStayWide();
    void largeTilesAreRefused();
    void oldCardsAreRefused();
    void unknownCardsAreRefused();
    void aNewerNvrtcThanTheDriverIsRefused();
};

void TestTensorcore::everyArchitectureGetsItsProduct()
{
    const DeviceCompiler compiler = DeviceCompiler::find();
    if (!compiler.nvrtc()) {
        QSKIP(compiler.nvrtc().error().message.c_str());
    }
    for (const auto& [arch, type, product] :
         {std::tuple("cuda -arch=sm_75", "float16", "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"),
          std::tuple("cuda -arch=sm_80", "float16", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"),
          std::tuple("cuda -arch=sm_90", "float16", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"),
          std::tuple("cuda -arch=sm_80", "float32", "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"),
          std::tuple("cuda -arch=sm_90", "float32", "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32")}) {
        for (const Task& task : {dense(type, arch), conv(true, type, arch), conv(false, type, arch)}) {
            const auto program = lowerDeviceConfig(task, goodConfig(task));
            QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
            const auto architecture = cudaArchitectureOf(task.target).value();
            const auto ptx = compiler.ptxText(*program, architecture);
            QVERIFY2(ptx.has_value(), ptx ? "" : ptx.error().message.c_str());
            QVERIFY2(contains(ptx->joined(), product), ptx->joined().c_str());
            QCOMPARE(contains(ptx->joined(), "cvt.rna.tf32.f32"), std::string(type) == "float32");
        }
    }
}

/// Fragments in local memory would cost more than tensor cores gain.
void TestTensorcore::registersHoldTheTiles()
{
    const DeviceCompiler compiler = DeviceCompiler::find();
    if (!compiler.nvrtc()) {
        QSKIP(compiler.nvrtc().error().message.c_str());
    }
    for (const Task& task : allTasks("cuda -arch=sm_90")) {
        const auto program = lowerDeviceConfig(task, goodConfig(task));
        QVERIFY(program.has_value());
        const auto image = compiler.compile(*program, {{90}});
        QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
        for (const DeviceLaunch& launch : image->launches) {
            QVERIFY(launch.usage.has_value());
            QVERIFY2(launch.usage->stackBytes == 0 && launch.usage->spillStoreBytes == 0,
                     fmt::format("{}: {} bytes of stack", task.name, launch.usage->stackBytes).c_str());
        }
    }
}

void TestTensorcore::wideCopiesStayWide()
{
    for (const char* type : {"float16", "float32"}) {
        const Task task = dense(type, "cuda -arch=sm_90");
        const auto source = cudaSource(lowerDeviceConfig(task, goodConfig(task)).value());
        QVERIFY(source.has_value());
        const bool isHalf = std::string(type) == "float16";
        QVERIFY2(contains(*source, isHalf ? "*reinterpret_cast<int2*>(&data_shared" : "*reinterpret_cast<float4*>(&data_shared"),
                 source->c_str());
        QVERIFY2(!isHalf || contains(*source, "*reinterpret_cast<int*>(&data_shared_warp"), source->c_str());
    }
}

void TestTensorcore::largeTilesAreRefused()
{
    // 4 x 4 warps of 4 x 8 tiles: 256 rows and columns of both, twice.
    const Task task = dense("float16", "cuda -arch=sm_75");
    const ConfigEntity large = configOf(task, {{"block_row_warps", 4},
                                               {"block_col_warps", 4},
                                               {"warp_row_tiles", 4},
                                               {"warp_col_tiles", 8},
                                               {"chunk", 4},
                                               {"offset", 8},
                                               {"double_buffer", 1}});
    const auto refused = checkProgramLimits(lowerDeviceConfig(task, large).value(), large, deviceOf(task.target));
    QVERIFY(!refused);
    QVERIFY2(contains(refused.error().message, "147,456 bytes of shared memory")
                 && contains(refused.error().message, "warp_col_tiles"),
             refused.error().message.c_str());
}

void TestTensorcore::oldCardsAreRefused()
{
    const Task half = dense("float16", "cuda -model=v100");
    const auto program = lowerDeviceConfig(half, goodConfig(half)).value();
    const auto refused = checkProgramLimits(program, goodConfig(half), deviceOf(half.target));
    QVERIFY(!refused);
    for (const char* word : {"float16", "sm_75", "Turing", "V100", "sm_70", "without tensor cores"}) {
        QVERIFY2(contains(refused.error().message, word), refused.error().message.c_str());
    }
    const Task tf32 = dense("float32", "cuda -arch=sm_75");
    const auto tooOld =
        checkProgramLimits(lowerDeviceConfig(tf32, goodConfig(tf32)).value(), goodConfig(tf32), deviceOf(tf32.target));
    QVERIFY(!tooOld);
    QVERIFY2(contains(tooOld.error().message, "TF32") && contains(tooOld.error().message, "sm_80"),
             tooOld.error().message.c_str());
    // A target without an architecture is compiled for sm_75.
    const DeviceCompiler compiler = DeviceCompiler::find();
    if (!compiler.nvrtc()) {
        QSKIP(compiler.nvrtc().error().message.c_str());
    }
    const auto compiled = compiler.compile(lowerDeviceConfig(tf32, goodConfig(tf32)).value(), {{75}});
    QVERIFY(!compiled);
    QVERIFY2(contains(compiled.error().message, "-arch"), compiled.error().message.c_str());
}

void TestTensorcore::unknownCardsAreRefused()
{
    const auto of = [](const char* text) { return checkModel(parseTarget(text).value()); };
    QVERIFY(of("cuda"));
    QVERIFY(of("cuda -model=unknown"));
    QVERIFY(of("cuda -model=h200"));
    QVERIFY(of("llvm -model=anything"));
    const auto unknown = of("cuda -model=h2000");
    QVERIFY(!unknown);
    QVERIFY2(contains(unknown.error().message, "h2000") && contains(unknown.error().message, "h200,")
                 && contains(unknown.error().message, "devices --known"),
             unknown.error().message.c_str());
}

void TestTensorcore::aNewerNvrtcThanTheDriverIsRefused()
{
    const DeviceCompiler compiler = DeviceCompiler::find();
    if (!compiler.nvrtc()) {
        QSKIP(compiler.nvrtc().error().message.c_str());
    }
    const int own = compiler.nvrtc()->version();
    const int older = own / 1000 * 1000 - 960; // the major version before, minor 4
    const CudaArchitecture hopper{90};
    QVERIFY(compiler.check(hopper, own) && compiler.check(hopper, own / 1000 * 1000) && compiler.check(hopper, 0));
    const auto refused = compiler.check(hopper, older);
    QVERIFY2(!refused && contains(refused.error().message, fmt::format("CUDA {}.4", own / 1000 - 1))
                 && contains(refused.error().message, "KNOBSCOPE_NVRTC"),
             refused ? "" : refused.error().message.c_str());
    if (!compiler.nvrtc()->capabilities().empty()) {
        const auto future = compiler.check({990}, own);
        QVERIFY2(!future && contains(future.error().message, "does not support sm_990"),
                 future ? "" : future.error().message.c_str());
    }
}

QTEST_GUILESS_MAIN(TestTensorcore)
#include "tst_tensorcore.moc"
