// SPDX-License-Identifier: GPL-3.0-or-later
// The type that a workload wants its output in, other than its factors': every template computes in it or says why not.
#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/kernelloader.h"
#include "core/op/evaluate.h"
#include "core/target/host.h"
#include "core/task/task.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

using namespace knobscope;
using nlohmann::json;

namespace {

json tensor(std::vector<int64_t> shape, const char* type)
{
    return {"TENSOR", std::move(shape), type};
}

/// The workload of a template with such factors and such an output; null: not said.
json argsOf(const std::string& name, const char* type, const json& out)
{
    const json ones{1, 1};
    const json pads{1, 1, 1, 1};
    if (name == "batch_matmul.x86" || name == "batch_matmul.cuda") {
        return {tensor({2, 4, 16}, type), tensor({2, 8, 16}, type), nullptr, out};
    }
    if (name.starts_with("dense")) {
        return {tensor({16, 32}, type), tensor({16, 32}, type), nullptr, out};
    }
    if (name.find("nhwc") != std::string::npos) {
        return {tensor({1, 8, 8, 16}, type), tensor({3, 3, 16, 16}, type), ones, pads, ones, out};
    }
    const bool isDepthwise = name.starts_with("depthwise");
    json args{tensor({1, 16, 8, 8}, type), tensor({16, isDepthwise ? 1 : 16, 3, 3}, type), ones, pads, ones};
    if (name.ends_with("x86")) {
        args.push_back("NCHW");
        args.push_back("NCHW");
    }
    args.push_back(out);
    return args;
}

Result<Task> taskOf(const std::string& name, const char* type, const json& out)
{
    const bool isGpu = name.ends_with("cuda") || name.ends_with("gpu");
    const char* target = isGpu ? "cuda" : name.ends_with("arm_cpu") ? "llvm -device=arm_cpu" : "llvm";
    return makeTask(name, argsOf(name, type, out), parseTarget(target).value());
}

bool refused(const Result<Task>& task, const char* words)
{
    if (!task && task.error().message.find(words) != std::string::npos) {
        return true;
    }
    qWarning("%s", task ? "it was taken" : task.error().message.c_str());
    return false;
}

const std::vector<std::string> onCpus{
    "conv2d_NCHWc.x86", "depthwise_conv2d_NCHWc.x86",       "dense_nopack.x86",       "dense_pack.x86",
    "batch_matmul.x86", "conv2d_nchw_spatial_pack.arm_cpu", "conv2d_tiles_NCHWc.x86", "depthwise_conv2d_rows_NCHWc.x86"};
const std::vector<std::string> onGpus{"conv2d_nchw.cuda",
                                      "conv2d_nchw_winograd.cuda",
                                      "conv2d_nchw_implicit_gemm.cuda",
                                      "depthwise_conv2d_nchw.cuda",
                                      "conv2d_nhwc.cuda",
                                      "conv2d_nhwc.gpu",
                                      "dense_small_batch.gpu",
                                      "dense_large_batch.gpu",
                                      "batch_matmul.cuda",
                                      "conv2d_nchw_tensorcore.cuda",
                                      "conv2d_nhwc_tensorcore.cuda",
                                      "dense_tensorcore.cuda"};

template<class T>
void store(std::byte* at, double value)
{
    const T typed = static_cast<T>(value);
    std::memcpy(at, &typed, sizeof typed);
}

template<class T>
double loaded(const std::byte* at)
{
    T value{};
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
}

void put(ir::DataType type, std::byte* at, double value)
{
    type == ir::int8 ? store<int8_t>(at, value) : type == ir::float16 ? store<_Float16>(at, value) : store<float>(at, value);
}

double get(ir::DataType type, const std::byte* at)
{
    return type == ir::float16 ? loaded<_Float16>(at)
         : type == ir::int32   ? loaded<int32_t>(at)
         : type == ir::float64 ? loaded<double>(at)
                               : loaded<float>(at);
}

void runAlone(void*, ParallelBody body, void* closure, int64_t extent)
{
    body(closure, 0, extent, 0);
}

} // namespace

class TestOutputTypes : public QObject
{
    Q_OBJECT
private slots:
    void outputsHaveTheTypeThatIsAskedFor()
    {
        for (const std::vector<std::string>& names : {onCpus, onGpus}) {
            for (const std::string& name : names) {
                const bool hasTensorCores = name.find("tensorcore") != std::string::npos;
                const char* type = hasTensorCores ? "float16" : "float32";
                for (const auto& [wanted, expected] :
                     std::vector<std::pair<json, ir::DataType>>{{"float32", ir::float32},
                                                                {"float16", ir::float16},
                                                                {nullptr, hasTensorCores ? ir::float16 : ir::float32}}) {
                    const auto task = taskOf(name, type, wanted);
                    QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
                    const auto entity = task->space.at(task->space.rangeLength() / 2).value();
                    const auto schedule = scheduleConfig(*task, entity);
                    QVERIFY2(schedule.has_value(), schedule ? "" : schedule.error().message.c_str());
                    QVERIFY2(schedule->outputs().front().type() == expected, (name + ' ' + wanted.dump()).c_str());
                }
            }
        }
    }

    void sumsOfIntegersAreWide_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("out");
        for (const std::string& name : onCpus) {
            for (const auto& [type, out] : {std::pair{"int8", "int32"},
                                            {"float16", "float32"},
                                            {"int8", "float32"},
                                            {"float32", "float64"},
                                            {"float16", "float16"},
                                            {"float32", "float16"}}) {
                QTest::addRow("%s %s %s", name.c_str(), type, out) << QString::fromStdString(name) << type << out;
            }
        }
    }

    /// Sums of up to 16 * 9 * 100 * 100, which neither int8 nor float16 holds, are exact; outputs in float16, whose sums stay
    /// within its range, are rounded once.
    void sumsOfIntegersAreWide()
    {
        QFETCH(QString, name);
        QFETCH(QString, type);
        QFETCH(QString, out);
        const auto task = taskOf(name.toStdString(), qPrintable(type), out.toStdString());
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        const bool isHalf = out == "float16";
        const int64_t most = name.startsWith("conv") ? 20 : 60; // of float16's
        auto loader = KernelLoader::create().value();
        for (const int64_t part : {3, 2}) {
            const auto entity = task->space.at(task->space.rangeLength() / part).value();
            const auto definition = definitionOf(*task, entity).value();
            const auto kernel = compileLoopNest(lowerConfig(*task, entity).value(), hostLlvmTarget());
            QVERIFY2(kernel.has_value(), kernel ? "" : kernel.error().message.c_str());
            QCOMPARE(kernel->arguments.back().type.text(), out.toStdString());
            auto function = loader->load(*kernel);
            QVERIFY2(function.has_value(), function ? "" : function.error().message.c_str());
            std::vector<std::vector<std::byte>> buffers;
            std::vector<void*> arguments;
            TensorValues values;
            const auto& inputs = definition.inputs;
            for (size_t i = 0; i < kernel->arguments.size(); ++i) {
                const auto& argument = kernel->arguments[i];
                const auto width = static_cast<size_t>(argument.type.bytes());
                int64_t elements = 1;
                for (const int64_t extent : argument.shape) {
                    elements *= extent;
                }
                buffers.emplace_back(static_cast<size_t>(elements) * width + 128);
                void* start = buffers.back().data();
                size_t room = buffers.back().size();
                arguments.push_back(std::align(64, static_cast<size_t>(elements) * width, start, room));
                for (int64_t j = 0; i < inputs.size() && j < elements; ++j) {
                    const int64_t mixed = j * 37 + static_cast<int64_t>(i) * 11;
                    const auto value = static_cast<double>(isHalf ? mixed % (most + 1) : mixed % 201 - 100);
                    put(argument.type, static_cast<std::byte*>(arguments.back()) + static_cast<size_t>(j) * width, value);
                    values[&inputs[i].node()].push_back(value);
                }
            }
            std::vector<std::byte> workspace(static_cast<size_t>(kernel->workspaceBytes + kernel->threadWorkspaceBytes) + 128);
            void* aligned = workspace.data();
            size_t room = workspace.size();
            (*function)->function()(arguments.data(), std::align(64, 1, aligned, room), runAlone, nullptr);
            const auto expected = evaluate(definition.output, values).value();
            const ir::DataType outType = kernel->arguments.back().type;
            double largest = 0;
            for (size_t j = 0; j < expected.size(); ++j) {
                const auto* at = static_cast<const std::byte*>(arguments.back()) + j * static_cast<size_t>(outType.bytes());
                QCOMPARE(get(outType, at), isHalf ? static_cast<double>(static_cast<_Float16>(expected[j])) : expected[j]);
                largest = std::max(largest, std::abs(expected[j]));
            }
            QVERIFY(largest > 2048);
        }
    }

    void whatCannotHoldTheSumsIsRefused()
    {
        for (const std::vector<std::string>& names : {onCpus, onGpus}) {
            for (const std::string& name : names) {
                QVERIFY(refused(taskOf(name, "float16", "int32"), "int32, which cannot represent sums of float16 products"));
                QVERIFY(refused(taskOf(name, "float16", "bool"), "bool"));
                QVERIFY(refused(taskOf(name, "float16", "float31"), "float31"));
                QVERIFY(refused(taskOf(name, "float16", 32), "it must be text"));
                QVERIFY(refused(taskOf(name, "bool", "float32"), "its factors are bool"));
                QVERIFY(refused(taskOf(name, "bool", nullptr), "its factors are bool"));
            }
        }
        QVERIFY(
            refused(taskOf("dense_pack.x86", "float32", "float31"), "float64, float16, bfloat16, int8, uint8, int16, uint16"));
        const auto sumsOfTruths = makeTask("tutorial/matmul", {4, 4, 4, "bool"}, parseTarget("llvm").value());
        QVERIFY(refused(sumsOfTruths, "its factors are bool"));
        QVERIFY(refused(taskOf("conv2d_nchw_winograd.cuda", "int8", "int32"), "winograd computes with fractions"));
    }

    void factorsAreOfOneType()
    {
        for (const std::vector<std::string>& names : {onCpus, onGpus}) {
            for (const std::string& name : names) {
                json args = argsOf(name, "float16", "float32");
                args[1][2] = "float32";
                const auto target = parseTarget(name.ends_with("cuda") || name.ends_with("gpu") ? "cuda" : "llvm").value();
                QVERIFY(refused(makeTask(name, args, target), "its factors are float16 and float32"));
            }
        }
    }

    void productsOfTheWrongFormAreRefused()
    {
        for (const char* name : {"batch_matmul.x86", "batch_matmul.cuda"}) {
            const Target target = parseTarget(std::string_view(name).ends_with("cuda") ? "cuda" : "llvm").value();
            json args = argsOf(name, "float32", "float32");
            args[2] = {2, 4, 8};
            args.push_back(false);
            args.push_back(true);
            QVERIFY(makeTask(name, args, target).has_value());
            args[4] = 0; // as AutoTVM writes them
            args[5] = 1;
            QVERIFY(makeTask(name, args, target).has_value());
            args[5] = 2;
            QVERIFY(refused(makeTask(name, args, target), "argument 6 (transpose_b) must be true, false or null, not 2"));
            args[5] = false; // the factors have the other form
            QVERIFY(refused(makeTask(name, args, target), "must have the same B and K"));
            args[5] = true;
            args[4] = true;
            QVERIFY(refused(makeTask(name, args, target), "must have the same B and K"));
            args[4] = false;
            args[2] = {2, 4, 9};
            QVERIFY(refused(makeTask(name, args, target), "argument 3 (output shape) must be [2,4,8] or null, not [2,4,9]"));
        }
    }
};

QTEST_APPLESS_MAIN(TestOutputTypes)
#include "tst_outputtypes.moc"
