// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/executor.h"

#include "core/codegen/llvm/kernelloader.h"
#include "core/graph/operator.h"
#include "core/runtime/tensorbuffers.h"
#include "core/runtime/threadpool.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace knobscope {
namespace {

int64_t scratchOf(const CompiledKernel& kernel, int threads)
{
    return kernel.workspaceBytes + kernel.threadWorkspaceBytes * threads;
}

/// An empty tensor has no memory that memcpy might be given.
void copyBytes(void* to, const void* from, size_t bytes)
{
    if (bytes > 0) {
        std::memcpy(to, from, bytes);
    }
}

} // namespace

struct Executor::Impl {
    Impl(Program ready, int threads)
        : program(std::move(ready))
        , pool(threads)
    {
    }

    Result<void> load()
    {
        auto made = KernelLoader::create();
        if (!made) {
            return fail(made);
        }
        loader = std::move(*made);
        for (const CompiledKernel& kernel : program.kernels) {
            auto one = loader->load(kernel);
            if (!one) {
                return fail(one);
            }
            loaded.push_back(std::move(*one));
        }
        return allocate();
    }

    /// The arena, scratch memory that kernels share, and for those that keep something there memory of their own.
    Result<void> allocate()
    {
        int64_t shared = 0;
        for (size_t k = 0; k < program.kernels.size(); ++k) {
            shared = loaded[k]->prepare() ? shared : std::max(shared, scratchOf(program.kernels[k], pool.threads()));
        }
        if (auto taken = take(program.arenaBytes); !taken) {
            return fail(taken);
        }
        if (auto taken = take(shared); !taken) {
            return fail(taken);
        }
        for (size_t s = 0; s < program.steps.size(); ++s) {
            const Step& step = program.steps[s];
            std::vector<void*> pointers;
            for (const Place& place : step.places) {
                pointers.push_back(pointer(place));
            }
            arguments.push_back(std::move(pointers));
            workspaces.push_back(buffers[1].data());
            if (step.kind != StepKind::Kernel || !loaded[static_cast<size_t>(step.kernel)]->prepare()) {
                continue;
            }
            if (auto taken = take(scratchOf(program.kernels[static_cast<size_t>(step.kernel)], pool.threads())); !taken) {
                return fail(taken);
            }
            workspaces.back() = buffers.back().data();
            call(loaded[static_cast<size_t>(step.kernel)]->prepare(), s);
        }
        program.weights.shrink(static_cast<size_t>(program.runWeightBytes));
        return {};
    }

    Result<void> take(int64_t bytes)
    {
        auto buffer = TensorBuffer::allocate(std::max<int64_t>(bytes, 64));
        if (!buffer) {
            return fail(buffer);
        }
        buffers.push_back(std::move(*buffer));
        return {};
    }

    void* pointer(const Place& place)
    {
        return place.isWeight ? static_cast<void*>(program.weights.data() + place.offset)
                              : static_cast<std::byte*>(buffers[0].data()) + place.offset;
    }

    void call(KernelFunction function, size_t step)
    {
        function(arguments[step].data(), workspaces[step], &ThreadPool::parallelFor, &pool);
    }

    Result<void> run(size_t s)
    {
        const Step& step = program.steps[s];
        switch (step.kind) {
        case StepKind::Kernel: call(loaded[static_cast<size_t>(step.kernel)]->function(), s); return {};
        case StepKind::Copy: copyBytes(arguments[s][1], arguments[s][0], static_cast<size_t>(step.places[1].bytes)); return {};
        case StepKind::Operator: return compute(s);
        }
        return {};
    }

    /// A node by its operator's own definition.
    Result<void> compute(size_t s)
    {
        const Graph& graph = program.graph;
        const Node& node = graph.nodes[static_cast<size_t>(program.steps[s].node)];
        std::vector<Tensor> read;
        read.reserve(node.inputs.size());
        std::vector<const Tensor*> inputs;
        size_t place = 0;
        for (const ValueId input : node.inputs) {
            if (input == kNoValue || graph.value(input).constant) {
                inputs.push_back(input == kNoValue ? nullptr : graph.value(input).constant.get());
                continue;
            }
            read.emplace_back(*graph.value(input).type);
            copyBytes(read.back().bytes().data(), arguments[s][place++], read.back().bytes().size());
            inputs.push_back(&read.back());
        }
        const auto outputs = evaluateNode(node, inputs);
        if (!outputs) {
            return fail(outputs.error().code, "{}: {}", nodeText(graph, node), outputs.error());
        }
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            if (node.outputs[i] != kNoValue) {
                copyBytes(arguments[s][place++], (*outputs)[i].bytes().data(), (*outputs)[i].bytes().size());
            }
        }
        return {};
    }

    Program program;
    ThreadPool pool;
    std::unique_ptr<KernelLoader> loader;
    std::vector<std::unique_ptr<LoadedKernel>> loaded; ///< by Program::kernels; gone before the loader
    std::vector<TensorBuffer> buffers;                 ///< the arena, shared scratch memory, workspaces of steps
    std::vector<std::vector<void*>> arguments;         ///< by step
    std::vector<void*> workspaces;                     ///< likewise
};

Executor::Executor(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

Executor::~Executor() = default;

Result<std::unique_ptr<Executor>> Executor::create(Program program, int threads)
{
    auto impl = std::make_unique<Impl>(std::move(program), std::max(1, threads));
    if (auto loaded = impl->load(); !loaded) {
        return fail(loaded);
    }
    return std::unique_ptr<Executor>(new Executor(std::move(impl)));
}

const Program& Executor::program() const
{
    return m_impl->program;
}

Result<void> Executor::setInput(size_t input, const Tensor& tensor)
{
    const Graph& graph = m_impl->program.graph;
    const Value& value = graph.value(graph.inputs.at(input));
    if (!(tensor.type() == *value.type)) {
        return fail(ErrorCode::InvalidArgument, "Input {} is {}, not {}", shownName(value.name), value.type->text(),
                    tensor.type().text());
    }
    copyBytes(m_impl->pointer(m_impl->program.inputs[input]), tensor.bytes().data(), tensor.bytes().size());
    return {};
}

Result<void> Executor::run()
{
    for (size_t s = 0; s < m_impl->program.steps.size(); ++s) {
        if (auto done = m_impl->run(s); !done) {
            return done;
        }
    }
    return {};
}

Tensor Executor::output(size_t output) const
{
    const Graph& graph = m_impl->program.graph;
    Tensor tensor(*graph.value(graph.outputs.at(output)).type);
    copyBytes(tensor.bytes().data(), m_impl->pointer(m_impl->program.outputs[output]), tensor.bytes().size());
    return tensor;
}

Result<std::vector<double>> Executor::profile()
{
    using Clock = std::chrono::steady_clock;
    std::vector<double> seconds;
    for (size_t s = 0; s < m_impl->program.steps.size(); ++s) {
        const auto before = Clock::now();
        if (auto done = m_impl->run(s); !done) {
            return fail(done);
        }
        seconds.push_back(std::chrono::duration<double>(Clock::now() - before).count());
    }
    return seconds;
}

int64_t Executor::workspaceBytes() const
{
    int64_t bytes = 0;
    for (size_t i = 1; i < m_impl->buffers.size(); ++i) {
        bytes += m_impl->buffers[i].bytes();
    }
    return bytes;
}

} // namespace knobscope
