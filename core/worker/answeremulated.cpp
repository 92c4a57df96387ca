// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/accessbounds.h"
#include "core/lower/gpu/emulate.h"
#include "core/op/evaluate.h"
#include "core/runtime/tensorbuffers.h"
#include "core/timing/answercheck.h"
#include "core/worker/buildkernel.h"
#include "core/worker/emulatedcheck.h"
#include "core/worker/kernelmessage.h"
#ifdef KNOBSCOPE_HAVE_LLVM
#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/kernelloader.h"
#include "core/target/host.h"
#endif

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

#ifdef KNOBSCOPE_HAVE_LLVM

/// Inputs and their expected output, shared by all thread orders.
struct EmulatedData {
    std::vector<TensorBuffer> inputs;
    std::vector<double> expected;
};

Result<EmulatedData> makeData(const OperatorDefinition& definition, uint64_t seed)
{
    EmulatedData data;
    TensorValues values;
    for (const ir::Tensor& input : definition.inputs) {
        auto buffer = TRY(TensorBuffer::allocate(input.elements() * input.type().bytes()));
        fillRandom(buffer.data(), input.elements(), input.type(), seed + data.inputs.size());
        values[&input.node()] = toDoubles(buffer.data(), input.elements(), input.type());
        data.inputs.push_back(std::move(buffer));
    }
    data.expected = TRY(evaluate(definition.output, values));
    return data;
}

void inOneThread(void*, ParallelBody body, void* closure, int64_t extent)
{
    body(closure, 0, extent, 0);
}

/// Returns the largest relative error; the error is WrongAnswer's message.
Result<double> runOnce(const CheckedProgram& checked, const EmulationOptions& how, const EmulatedData& data)
{
    const ir::DeviceProgram& program = checked.program;
    const auto nest = TRY(emulate(program, how));
    const auto kernel = TRY(compileLoopNest(nest, hostLlvmTarget()));
    const auto loader = TRY(KernelLoader::create());
    const auto loaded = TRY(loader->load(kernel));
    const ir::Buffer& output = program.parameters[program.inputs];
    const auto result = TRY(TensorBuffer::allocate(output->bytes()));
    const auto workspace =
        TRY(TensorBuffer::allocate(std::max<int64_t>(64, kernel.workspaceBytes + kernel.threadWorkspaceBytes)));
    fillWithNan(result.data(), output->bytes());
    std::vector<void*> arguments;
    for (const TensorBuffer& input : data.inputs) {
        arguments.push_back(input.data());
    }
    arguments.push_back(result.data());
    std::vector<int32_t> flags(checked.flags ? static_cast<size_t>(checked.flags->elements()) : 0);
    if (checked.flags) {
        arguments.push_back(flags.data());
    }
    loaded->function()(arguments.data(), workspace.data(), inOneThread, nullptr);
    for (size_t i = 0; i < checked.arrays.size(); ++i) {
        if (flags[i] != 0) {
            return fail(ErrorCode::InvalidArgument, "An access is outside of the {}", checked.arrays[i]);
        }
    }
    return compareValues(output->name, toDoubles(result.data(), output->elements(), output->type), data.expected,
                         toleranceOf(output->type));
}

Message emulateConfig(const Task& task, const ConfigEntity& entity, uint64_t seed)
{
    const auto definition = definitionOf(task, entity);
    const auto program = definition ? lowerDeviceConfig(task, entity) : fail(definition);
    if (!program) {
        return statusMessage(MeasureError::Instantiation, program.error());
    }
    const auto data = makeData(*definition, seed);
    if (!data) {
        return statusMessage(MeasureError::RuntimeDevice, data.error());
    }
    const std::array<std::pair<ThreadOrder, Sentence>, 3> orders{{{ThreadOrder::Forward, phrase("forwards")},
                                                                  {ThreadOrder::Backward, phrase("backwards")},
                                                                  {ThreadOrder::Shuffled, phrase("shuffled")}}};
    const CheckedProgram checked = addBoundsChecks(*program);
    std::vector<std::pair<CopyTiming, Sentence>> timings{{CopyTiming::Late, Sentence()}};
    if (countOf<ir::CopyWait>(*program) > 0) {
        timings = {{CopyTiming::Late, phrase(", copies as late as possible")},
                   {CopyTiming::Early, phrase(", copies immediately")}};
    }
    double worst = 0;
    for (const auto& [order, name] : orders) {
        for (const auto& [timing, when] : timings) {
            const auto error = runOnce(checked, {order, 1, timing}, *data);
            if (!error) {
                const bool wrong = error.error().code == ErrorCode::InvalidArgument;
                return statusMessage(wrong ? MeasureError::WrongAnswer : MeasureError::CompileHost,
                                     phrase("Threads {}{}: {}", name, when, error.error()));
            }
            worst = std::max(worst, *error);
        }
    }
    return {{{"error", 0},
             {"relative_error", worst},
             {"kernels", program->kernels.size()},
             {"barriers", countOf<ir::Barrier>(*program)}},
            {}};
}

#endif

} // namespace

Message answerEmulated(const Message& request)
{
#ifdef KNOBSCOPE_HAVE_LLVM
    const auto task = taskFromJson(request.header.at("task"));
    const auto entity = entityFromJson(request.header.at("entity"));
    if (!task || !entity) {
        return statusMessage(MeasureError::Instantiation, task ? entity.error() : task.error());
    }
    return emulateConfig(*task, *entity, request.header.value("seed", uint64_t{0}));
#else
    (void)request;
    return statusMessage(MeasureError::CompileHost,
                         phrase("This build has no LLVM, which is needed to compile emulated kernels"));
#endif
}

} // namespace knobscope
