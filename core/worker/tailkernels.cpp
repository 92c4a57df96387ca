// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/tailkernels.h"

#include "core/graph/interpreter.h"
#include "core/graph/rowwise.h"
#include "core/network/layoutquestion.h"
#include "core/network/runinputs.h"
#include "core/target/host.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace knobscope {
namespace {

constexpr int64_t kCheckedItems = 3;
constexpr double kMaxRoundingSeconds = 5; ///< for what rounding explains

/// The section's graph for a number of items, after the passes and in the types that networks have.
Result<Graph> graphOf(const TailSection& section, int64_t items, Precision precision, const Target& target)
{
    Graph graph = TRY(withLeadingExtent(section.graph, items));
    TRY(simplify(graph));
    TRY(recognizeGelu(graph));
    TRY(removeDeadNodes(graph));
    if (precision == Precision::Bfloat16 && multipliesBfloat16(target)) {
        TRY(applyPrecision(graph, {precision, {}}));
    }
    return graph;
}

Result<Program> programOf(const TailSection& section, const SectionOptions& options, const std::string& prefix)
{
    const Graph graph = TRY(graphOf(section, section.itemsAtOnce(), options.precision, options.target));
    const std::vector<Group> groups = groupEpilogues(graph);
    const auto candidates = TRY(candidatesOf(graph, groups, options.target, options.known, options.threads));
    const LayoutQuestion question = buildLayoutProblem(graph, groups, candidates, secondsOf({}));
    const LayoutChoice choice = TRY(solveLayout(question.problem));
    return makeProgram(
        graph, groups,
        {kernelsOf(question, candidates, choice), options.target, options.compilers, prefix, options.cache, options.threads});
}

size_t bytesOfItem(const TensorType& type)
{
    return static_cast<size_t>(elementsOf(type.shape) / type.shape[0]) * bytesOf(type.number);
}

} // namespace

std::vector<std::optional<Program>> sectionPrograms(const DynamicTail& tail, const SectionOptions& options)
{
    std::vector<std::optional<Program>> programs;
    for (const TailSection& section : tail.sections) {
        auto program = programOf(section, options, fmt::format("{}section_{}_", options.prefix, programs.size()));
        programs.push_back(program ? std::optional(std::move(*program)) : std::nullopt);
    }
    return programs;
}

SectionExecutor::SectionExecutor(std::unique_ptr<Executor> executor)
    : m_executor(std::move(executor))
    , m_itemsAtOnce(program().graph.value(program().graph.inputs.at(0)).type->shape[0])
{
}

Result<std::unique_ptr<SectionExecutor>> SectionExecutor::create(Program program, std::shared_ptr<ThreadPool> pool)
{
    auto executor = TRY(Executor::create(std::move(program), std::move(pool)));
    return std::unique_ptr<SectionExecutor>(new SectionExecutor(std::move(executor)));
}

Result<std::vector<Tensor>> SectionExecutor::run(const std::vector<SharedTensor>& inputs)
{
    const Graph& graph = program().graph;
    const int64_t items = inputs.at(0)->shape().at(0);
    std::vector<Tensor> outputs;
    for (const ValueId output : graph.outputs) {
        TensorType type = *graph.value(output).type;
        type.shape[0] = items;
        outputs.emplace_back(std::move(type));
    }
    for (int64_t first = 0; first < items; first += m_itemsAtOnce) {
        readItems(inputs, first);
        TRY(m_executor->run());
        writeItems(outputs, first);
    }
    return outputs;
}

/// Copies the items from `first` on to the program's inputs.
void SectionExecutor::readItems(const std::vector<SharedTensor>& inputs, int64_t first)
{
    for (size_t i = 0; i < inputs.size(); ++i) {
        const std::byte* from = inputs[i]->bytes().data();
        std::byte* to = m_executor->inputBytes(i).data();
        const size_t bytes = bytesOfItem(inputs[i]->type());
        const int64_t last = inputs[i]->shape()[0] - 1;
        m_executor->workers()(m_itemsAtOnce, [&](int64_t begin, int64_t end) {
            for (int64_t item = begin; item < end; ++item) {
                const auto source = static_cast<size_t>(std::min(first + item, last));
                std::memcpy(to + static_cast<size_t>(item) * bytes, from + source * bytes, bytes);
            }
        });
    }
}

void SectionExecutor::writeItems(std::vector<Tensor>& outputs, int64_t first) const
{
    for (size_t i = 0; i < outputs.size(); ++i) {
        const size_t bytes = bytesOfItem(outputs[i].type());
        const auto count = static_cast<size_t>(std::min(m_itemsAtOnce, outputs[i].shape()[0] - first));
        std::memcpy(outputs[i].bytes().data() + static_cast<size_t>(first) * bytes, m_executor->outputBytes(i).data(),
                    count * bytes);
    }
}

Result<NetworkCheck> checkSection(const TailSection& section, SectionExecutor& executor, Precision precision,
                                  const Target& target)
{
    const Graph graph = TRY(graphOf(section, kCheckedItems, precision, target));
    const std::vector<Tensor> inputs = randomInputs(graph, InputKind::Centred);
    std::vector<std::vector<double>> expected, actual;
    const auto byDefinition = TRY(interpret(graph, inputs));
    for (const Tensor& output : byDefinition) {
        expected.push_back(output.reals());
    }
    std::vector<SharedTensor> items;
    for (const Tensor& input : inputs) {
        items.push_back(std::make_shared<const Tensor>(input));
    }
    const auto byKernels = TRY(executor.run(items));
    for (const Tensor& output : byKernels) {
        actual.push_back(output.reals());
    }
    const auto read = [&]() -> Result<Graph> { return graph; };
    return checkOutputs({read, inputs, noiseOf(precision), kMaxRoundingSeconds}, expected, std::move(actual));
}

} // namespace knobscope
