// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/executor.h"

#include "core/codegen/llvm/kernelloader.h"
#include "core/graph/operator.h"
#include "core/runtime/tensorbuffers.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <map>
#include <optional>

namespace knobscope {
namespace {

/// Copies bytes; avoids memcpy's undefined behavior for the null pointers of empty tensors.
void copyBytes(void* to, const void* from, size_t bytes)
{
    if (bytes > 0) {
        std::memcpy(to, from, bytes);
    }
}

} // namespace

struct Executor::Impl {
    Impl(Program ready, std::shared_ptr<ThreadPool> threads)
        : program(std::move(ready))
        , pool(threads ? std::move(threads) : std::make_shared<ThreadPool>(std::max(1, program.threads)))
    {
    }

    Result<void> load()
    {
        loader = TRY(KernelLoader::create());
        loaded = TRY(loader->load(program.kernels));
        arena = TRY(TensorBuffer::allocate(std::max<int64_t>(program.arenaBytes, 64)));
        std::memset(arena->data(), 0, static_cast<size_t>(arena->bytes())); // fault in all pages before the first run
        prepare();
        return {};
    }

    /// Resolves all pointers and runs the preparation of weights.
    void prepare()
    {
        for (size_t s = 0; s < program.steps.size(); ++s) {
            const Step& step = program.steps[s];
            std::vector<void*> pointers;
            for (const Place& place : step.places) {
                pointers.push_back(pointer(place));
            }
            arguments.push_back(std::move(pointers));
            if (step.kind == StepKind::Kernel && loaded[static_cast<size_t>(step.kernel)]->prepare()) {
                call(loaded[static_cast<size_t>(step.kernel)]->prepare(), s);
            }
        }
        program.weights.shrink();
    }

    std::byte* inArena(int64_t offset) { return static_cast<std::byte*>(arena->data()) + offset; }

    void* pointer(const Place& place) { return place.isWeight ? program.weights.data() + place.offset : inArena(place.offset); }

    void call(KernelFunction function, size_t step)
    {
        function(arguments[step].data(), inArena(program.steps[step].scratch), &ThreadPool::parallelFor, pool.get());
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

    /// Computes a node with its operator's own code.
    Result<void> compute(size_t s)
    {
        const Graph& graph = program.graph;
        const Node& node = graph.nodes[static_cast<size_t>(program.steps[s].node)];
        size_t place = 0;
        const auto next = [&](const TensorType& type) {
            return Tensor::view(type, static_cast<std::byte*>(arguments[s][place++]));
        };
        std::vector<Tensor> read;
        read.reserve(node.inputs.size());
        std::vector<const Tensor*> inputs;
        for (const ValueId input : node.inputs) {
            const Value* value = input == kNoValue ? nullptr : &graph.value(input);
            inputs.push_back(!value ? nullptr : value->constant ? value->constant.get() : &read.emplace_back(next(*value->type)));
        }
        const auto types = withPrefix(nodeText(graph, node), inferNode(node, inputs));
        if (!types) {
            return tl::make_unexpected(types.error());
        }
        std::vector<Tensor> outputs;
        for (size_t i = 0; i < types->size(); ++i) {
            const bool isKept = i < node.outputs.size() && node.outputs[i] != kNoValue;
            outputs.push_back(isKept ? next((*types)[i]) : Tensor((*types)[i]));
            if (const auto bytes = outputs.back().bytes(); !bytes.empty()) {
                std::memset(bytes.data(), 0, bytes.size());
            }
        }
        std::vector<std::byte*> places;
        std::ranges::transform(outputs, std::back_inserter(places), [](Tensor& output) { return output.bytes().data(); });
        TRY(withPrefix(nodeText(graph, node), evaluateInto(outputs, node, inputs, &workers)));
        for (size_t i = 0; i < outputs.size(); ++i) {
            if (const auto made = outputs[i].bytes(); made.data() != places[i]) { // the operator put another tensor there
                copyBytes(places[i], made.data(), made.size());
            }
        }
        return {};
    }

    using Part = std::function<void(int64_t begin, int64_t end)>;

    Program program;
    std::shared_ptr<ThreadPool> pool;
    /// The pool's threads, for operators outside kernels.
    Workers workers = [this](int64_t count, const Part& body) {
        Part part = body;
        const ParallelBody call = [](void* closure, int64_t begin, int64_t end, int32_t) {
            (*static_cast<const Part*>(closure))(begin, end);
        };
        ThreadPool::parallelFor(pool.get(), call, &part, count);
    };
    std::unique_ptr<KernelLoader> loader;
    std::vector<std::unique_ptr<LoadedKernel>> loaded; ///< by Program::kernels; destroyed before the loader
    std::optional<TensorBuffer> arena;                 ///< set once loaded
    std::vector<std::vector<void*>> arguments;         ///< by step
};

Executor::Executor(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

Executor::~Executor() = default;

Result<std::unique_ptr<Executor>> Executor::create(Program program, std::shared_ptr<ThreadPool> pool)
{
    auto impl = std::make_unique<Impl>(std::move(program), std::move(pool));
    TRY(impl->load());
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
        return fail(ErrorCode::InvalidArgument, "Input {} is {}, but should be {}", quotedName(value.name), value.type->text(),
                    tensor.type().text());
    }
    copyBytes(m_impl->pointer(m_impl->program.inputs[input]), tensor.bytes().data(), tensor.bytes().size());
    return {};
}

Result<void> Executor::run()
{
    for (size_t s = 0; s < m_impl->program.steps.size(); ++s) {
        TRY(m_impl->run(s));
    }
    return {};
}

Tensor Executor::output(size_t output) const
{
    const Graph& graph = m_impl->program.graph;
    Tensor tensor(*graph.value(graph.outputs.at(output)).type);
    readOutput(output, tensor);
    return tensor;
}

void Executor::readOutput(size_t output, Tensor& tensor) const
{
    copyBytes(tensor.bytes().data(), m_impl->pointer(m_impl->program.outputs[output]), tensor.bytes().size());
}

std::span<std::byte> Executor::inputBytes(size_t input)
{
    const Place& place = m_impl->program.inputs.at(input);
    return {static_cast<std::byte*>(m_impl->pointer(place)), static_cast<size_t>(place.bytes)};
}

std::span<const std::byte> Executor::outputBytes(size_t output) const
{
    const Place& place = m_impl->program.outputs.at(output);
    return {static_cast<const std::byte*>(m_impl->pointer(place)), static_cast<size_t>(place.bytes)};
}

std::shared_ptr<ThreadPool> Executor::pool() const
{
    return m_impl->pool;
}

const Workers& Executor::workers() const
{
    return m_impl->workers;
}

Result<std::vector<double>> Executor::profile()
{
    using Clock = std::chrono::steady_clock;
    std::vector<double> seconds;
    for (size_t s = 0; s < m_impl->program.steps.size(); ++s) {
        const auto before = Clock::now();
        TRY(m_impl->run(s));
        seconds.push_back(std::chrono::duration<double>(Clock::now() - before).count());
    }
    return seconds;
}

} // namespace knobscope
