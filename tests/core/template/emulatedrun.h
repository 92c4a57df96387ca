// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs GPU configs on this machine's CPU, emulated, and compares them with the operator's definition.

#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/kernelloader.h"
#include "core/ir/printer.h"
#include "core/ir/visit.h"
#include "core/lower/gpu/emulate.h"
#include "core/op/evaluate.h"
#include "core/target/host.h"
#include "core/task/task.h"
#include "tests/core/op/reference.h"
#include "tests/core/template/blockedplaces.h"
#include "tests/nightly.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>

namespace knobscope {

/// The program without its `which`-th barrier or wait, to see whether it was needed.
template<class Kind>
ir::DeviceProgram without(const ir::DeviceProgram& program, size_t which)
{
    ir::DeviceProgram out = program;
    size_t seen = 0;
    for (ir::DeviceKernel& kernel : out.kernels) {
        kernel.body =
            ir::transformStmt(kernel.body, [&](const ir::Stmt& s) { return s.as<Kind>() && seen++ == which ? ir::Stmt() : s; });
    }
    return out;
}

using nlohmann::json;

inline json gpuTensor(std::vector<int64_t> shape)
{
    return {"TENSOR", std::move(shape), "float32"};
}

inline json gpuConv(int64_t n, int64_t c, int64_t h, int64_t w, int64_t k, int64_t r, int64_t s, int64_t stride, int64_t pad,
                    int64_t dilation = 1)
{
    return {gpuTensor({n, c, h, w}), gpuTensor({k, c, r, s}), {stride, stride},
            {pad, pad, pad, pad},    {dilation, dilation},    "float32"};
}

inline json gpuConv(const Conv2d& c)
{
    return {gpuTensor({c.n, c.c, c.h, c.w}), gpuTensor({c.k, c.c, c.r, c.s}), c.stride, c.pad, c.dilation, "float32"};
}

/// Three hundred of every odd kind, as small as emulated threads want them; a fifth of them in the quick suite.
inline std::vector<Conv2d> smallConvs()
{
    std::mt19937_64 random(31);
    std::vector<Conv2d> convs;
    while (convs.size() < static_cast<size_t>(casesOf(300, 5))) {
        if (const Conv2d conv = randomConv(random); conv.plainFlops() < 2e6) {
            convs.push_back(conv);
        }
    }
    return convs;
}

class EmulatedRun
{
public:
    EmulatedRun()
        : m_loader(std::move(*KernelLoader::create()))
    {
    }

    /// One task with inputs and expected outputs.
    struct Workload {
        Task task;
        std::vector<std::vector<float>> inputs;
        std::vector<double> expected;
        double scale = 1; ///< largest expected output
    };

    static Result<Workload> workload(const std::string& name, const json& args, const std::string& target = "cuda")
    {
        auto task = TRY(makeTask(name, args, parseTarget(target).value()));
        const auto schedule = TRY(scheduleConfig(task, task.space.at(0).value()));
        Workload out{std::move(task), {}, {}, 0};
        TensorValues values;
        std::mt19937 random(7);
        for (const ir::Tensor& input : schedule.inputs()) {
            std::vector<float>& data = out.inputs.emplace_back();
            for (int64_t i = 0; i < input.elements(); ++i) {
                data.push_back(static_cast<float>(static_cast<int>(random() % 201) - 100) / 64.0F);
            }
            values[&input.node()].assign(data.begin(), data.end());
        }
        if (name.find("winograd") != std::string::npos || name.find("implicit_gemm") != std::string::npos) {
            ArgumentReader reader(name, args);
            const auto& inputs = schedule.inputs();
            out.expected = referenceConv2d(readConv2d(reader, false), values.at(&inputs[0].node()), values.at(&inputs[1].node()));
        } else {
            out.expected = TRY(evaluate(schedule.outputs().front(), values));
        }
        out.scale = scaleOf(out.expected);
        return out;
    }

    /// The largest; 1 where a few products nearly cancel.
    static double scaleOf(const std::vector<double>& outputs)
    {
        double scale = 1;
        for (const double v : outputs) {
            scale = std::max(scale, std::abs(v));
        }
        return scale;
    }

    /// A number that float16 holds exactly, as its bits; and back.
    static uint16_t halfBits(float value)
    {
        if (value == 0) {
            return 0;
        }
        int exponent = 0;
        const float mantissa = std::frexp(std::abs(value), &exponent); // [0.5, 1)
        const auto bits = static_cast<uint32_t>(std::ldexp(mantissa, 11)) & 0x3ff;
        return static_cast<uint16_t>((value < 0 ? 0x8000 : 0) | ((exponent + 14) << 10) | bits);
    }
    static float halfValue(uint16_t bits)
    {
        const int exponent = (bits >> 10) & 31;
        const float mantissa = static_cast<float>(bits & 0x3ff);
        const float value = exponent == 31 ? NAN
                          : exponent == 0  ? std::ldexp(mantissa, -24)
                                           : std::ldexp(mantissa + 1024, exponent - 25);
        return bits & 0x8000 ? -value : value;
    }

    /// Largest error of any element relative to the largest output; NaN where an element was not written or read unwritten
    /// memory.
    Result<double> relativeError(const Workload& work, const ir::DeviceProgram& program, const EmulationOptions& options)
    {
        std::map<std::string, Aligned> memory; // by the buffers' names
        const auto place = [&](const ir::Buffer& buffer, const std::vector<float>& values) {
            memory.emplace(buffer->name, values.size() * 4);
            void* const to = memory.at(buffer->name).data.get();
            if (buffer->type == ir::float16) {
                std::transform(values.begin(), values.end(), static_cast<uint16_t*>(to),
                               [](float v) { return std::isnan(v) ? uint16_t{0x7e00} : halfBits(v); });
            } else {
                std::memcpy(to, values.data(), values.size() * 4);
            }
        };
        for (size_t i = 0; i < program.inputs; ++i) {
            place(program.parameters[i], work.inputs[i]);
        }
        place(program.parameters.back(), std::vector<float>(work.expected.size(), NAN));
        for (const ir::Buffer& buffer : program.intermediates) {
            place(buffer, std::vector<float>(static_cast<size_t>(buffer->elements()), NAN));
        }
        for (const ir::DeviceKernel& kernel : program.kernels) {
            const auto compiled = TRY(compiledKernel(kernel, options));
            const CompiledKernel& code = compiled->code;
            std::vector<void*> arguments;
            for (const KernelArgument& argument : code.arguments) {
                arguments.push_back(memory.at(argument.name).data.get());
            }
            const Aligned workspace(static_cast<size_t>(code.workspaceBytes + code.threadWorkspaceBytes));
            compiled->loaded->function()(
                arguments.data(), workspace.data.get(),
                [](void*, ParallelBody body, void* closure, int64_t extent) { body(closure, 0, extent, 0); }, nullptr);
        }
        const void* const result = memory.at(program.parameters.back()->name).data.get();
        const bool isHalf = program.parameters.back()->type == ir::float16;
        std::vector<float> actual;
        for (size_t i = 0; i < work.expected.size(); ++i) {
            actual.push_back(isHalf ? halfValue(static_cast<const uint16_t*>(result)[i]) : static_cast<const float*>(result)[i]);
        }
        double worst = 0;
        for (size_t i = 0; i < work.expected.size(); ++i) {
            const double difference = std::abs(work.expected[i] - static_cast<double>(actual[i]));
            if (!(difference <= 1e30)) {
                return NAN;
            }
            worst = std::max(worst, difference);
        }
        return worst / work.scale;
    }

    Result<double> relativeError(const Workload& work, const ConfigEntity& entity, const EmulationOptions& options)
    {
        const auto program = TRY(lowerDeviceConfig(work.task, entity));
        return relativeError(work, program, options);
    }

    static ConfigEntity randomConfig(const Task& task, std::mt19937_64& random)
    {
        return task.space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()))).value();
    }

    /// `rounds` random configs of each workload (a fifth of them in the quick suite), in all thread orders by turns; fails the
    /// test at the first that is wrong.
    void checkRandomConfigs(const std::string& name, const std::vector<json>& shapes, int rounds, double tolerance)
    {
        int kernels = 0;
        double worst = 0;
        for (const json& args : shapes) {
            const auto work = workload(name, args);
            QVERIFY2(work.has_value(), work ? "" : work.error().message.c_str());
            checkRandomConfigs(*work, rounds, tolerance, kernels, worst);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
        qInfo("%s: %d configs, worst relative error %.2g", name.c_str(), kernels, worst);
    }

    /// The same for one workload, counting kernels and the worst error.
    void checkRandomConfigs(const Workload& work, int rounds, double tolerance, int& kernels, double& worst)
    {
        std::mt19937_64 random(kernels + 1);
        const int count = casesOf(rounds, 5);
        for (int round = 0; round < count; ++round) {
            const ConfigEntity entity = randomConfig(work.task, random);
            const EmulationOptions options{static_cast<ThreadOrder>(kernels % 3), 1, static_cast<CopyTiming>(kernels % 2)};
            const auto error = relativeError(work, entity, options);
            const std::string what = fmt::format("{} {} {}", work.task.name, shapeText(work.task), entityText(entity));
            QVERIFY2(error.has_value(), fmt::format("{}: {}", what, error ? "" : error.error().message).c_str());
            QVERIFY2(*error <= tolerance, fmt::format("{}: relative error {}", what, *error).c_str());
            worst = std::max(worst, *error);
            ++kernels;
        }
    }

    /// Takes each barrier (commit, wait) out of random configs' programs: some thread order must then give a wrong result, which
    /// shows both that the emulation finds missing ones and that none is there for nothing. The quick suite takes a quarter of
    /// the configs.
    template<class Kind = ir::Barrier>
    void checkEveryBarrierIsNeeded(const std::string& name, const json& args, int rounds, double tolerance)
    {
        const auto work = workload(name, args);
        QVERIFY2(work.has_value(), work ? "" : work.error().message.c_str());
        std::mt19937_64 random(99);
        size_t dropped = 0;
        rounds = casesOf(rounds, 4);
        for (int round = 0; round < rounds; ++round) {
            const ConfigEntity entity = randomConfig(work->task, random);
            const auto program = lowerDeviceConfig(work->task, entity);
            QVERIFY(program.has_value());
            const size_t barriers = countOf<Kind>(*program);
            rounds += barriers == 0 && rounds < 500 ? 1 : 0; // one thread a block: look for another config
            for (size_t which = 0; which < barriers; ++which) {
                bool found = false;
                const auto differs = [&](ThreadOrder order, CopyTiming timing) {
                    const auto error = relativeError(*work, without<Kind>(*program, which), {order, 1, timing});
                    return error && !(*error <= tolerance);
                };
                for (const CopyTiming timing : {CopyTiming::Late, CopyTiming::Early}) {
                    for (const ThreadOrder order : {ThreadOrder::Forward, ThreadOrder::Backward, ThreadOrder::Shuffled}) {
                        found = found || differs(order, timing);
                    }
                }
                QVERIFY2(found, fmt::format("{} {}: nothing changes without barrier {} of {}\n{}", name, entityText(entity),
                                            which, barriers, ir::text(*program))
                                    .c_str());
                ++dropped;
            }
        }
        QVERIFY2(dropped > 0, name.c_str());
        qInfo("%s: %zu dropped barriers, all found", name.c_str(), dropped);
    }

private:
    struct Ready {
        CompiledKernel code;
        std::unique_ptr<LoadedKernel> loaded;
    };

    /// Kernels that are the same in many configs, as Winograd's transforms are, are compiled once.
    Result<const Ready*> compiledKernel(const ir::DeviceKernel& kernel, const EmulationOptions& options)
    {
        ir::DeviceProgram single;
        single.name = kernel.name;
        single.parameters = kernel.parameters;
        single.kernels = {kernel};
        const auto nest = TRY(emulate(single, options));
        const std::string text = ir::text(nest);
        if (const auto known = m_ready.find(text); known != m_ready.end()) {
            return &known->second;
        }
        auto code = TRY(compileLoopNest(nest, hostLlvmTarget()));
        auto loaded = TRY(m_loader->load(code));
        return &m_ready.emplace(text, Ready{std::move(code), std::move(loaded)}).first->second;
    }

    struct Aligned {
        explicit Aligned(size_t bytes)
            : data(std::aligned_alloc(64, (bytes + 127) / 64 * 64), &std::free)
        {
        }
        std::unique_ptr<void, void (*)(void*)> data;
    };
    std::unique_ptr<KernelLoader> m_loader;
    std::map<std::string, Ready> m_ready; ///< by the text of their loops; gone before their loader
};

} // namespace knobscope
