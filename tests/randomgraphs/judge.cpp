// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/randomgraphs/judge.h"

#include "core/graph/onnx/onnxfile.h"
#include "core/network/modelfile.h"
#include "core/network/roundingreference.h"
#include "core/runtime/executor.h"
#include "tests/core/runtime/untunedchoices.h"

#include <algorithm>
#include <filesystem>

namespace knobscope::randomgraphs {

namespace {

constexpr double kPeerError = 3e-6; ///< absolute: ONNX Runtime computes exp(x) - 1 near zero in single precision

/// PREFIX_0.pb, PREFIX_1.pb, … of a test set, so many.
Result<std::vector<Tensor>> readTensors(const std::string& set, const char* prefix, size_t count)
{
    std::vector<Tensor> tensors;
    for (size_t i = 0; i < count; ++i) {
        auto tensor = TRY(readOnnxTensor(fmt::format("{}/{}_{}.pb", set, prefix, i)));
        tensors.push_back(std::move(tensor));
    }
    return tensors;
}

Result<std::unique_ptr<Executor>> compile(const ModelNetwork& model, int threads)
{
    const Graph& graph = model.imported.graph;
    TRY(checkRunnable(graph));
    const auto choices = TRY(untunedChoices(graph, model.groups));
    auto program = TRY(makeProgram(graph, model.groups, {choices, *hostTarget(), 1, "", nullptr, threads}));
    return Executor::create(std::move(program));
}

Result<std::vector<Tensor>> execute(Executor& executor, const std::vector<Tensor>& inputs, size_t outputs)
{
    for (size_t i = 0; i < inputs.size(); ++i) {
        TRY(executor.setInput(i, inputs[i]));
    }
    TRY(executor.run());
    std::vector<Tensor> made;
    for (size_t i = 0; i < outputs; ++i) {
        made.push_back(executor.output(i));
    }
    return made;
}

/// The mistake in `actual`, or empty. Draws many samples of the rounding errors before it calls an element wrong.
Result<std::string> mistakeIn(const Graph& graph, const std::vector<Tensor>& inputs, const RoundingReference& reference,
                              const std::vector<Tensor>& actual, double absolute)
{
    if (reference.mistake(actual, absolute).empty()) {
        return std::string();
    }
    // Single precision beside zero is what ONNX Runtime gives exponentials; what a model makes of that (1 / sigmoid) is no
    // mistake.
    const auto thorough = TRY(RoundingReference::of(graph, inputs, RoundingReference::kManySamples, 1, absolute));
    return thorough.mistake(actual, absolute);
}

/// Whether the kernels match the model as the passes left it, where these made convolutions of transposed ones: the taps that
/// fill up a window are zero, and zero times an infinite input is NaN (subpixelConvs()).
Result<bool> isLimitOfSubpixels(const ModelNetwork& model, const std::vector<Tensor>& inputs, const std::vector<Tensor>& made)
{
    const bool isRewritten = std::ranges::any_of(
        model.passes, [](const PassReport& pass) { return pass.pass == "transposed convolutions" && !pass.lines.empty(); });
    if (!isRewritten) {
        return false;
    }
    const Graph& graph = model.imported.graph;
    const auto reference = TRY(RoundingReference::of(graph, inputs, RoundingReference::kFewSamples));
    const std::string mistake = TRY(mistakeIn(graph, inputs, reference, made, 0));
    return mistake.empty();
}

/// One line of judgement, as judgeFolder() returns it.
Result<std::string> judgeSet(const ModelNetwork& model, const Graph& graph, Executor& executor, const std::string& set)
{
    const auto inputs = TRY(readTensors(set, "input", graph.inputs.size()));
    const auto reference = TRY(RoundingReference::of(graph, inputs, RoundingReference::kFewSamples));
    // Kernels first: a difference of ONNX Runtime must not hide one of theirs.
    const auto made = TRY(execute(executor, inputs, graph.outputs.size()));
    const std::string ours = TRY(mistakeIn(graph, inputs, reference, made, 0));
    if (!ours.empty()) {
        if (reference.hasSpecialValues() && TRY(isLimitOfSubpixels(model, inputs, made))) {
            return fmt::format("limited: in {} an infinite value stands beside the zero taps of a transposed convolution, whose "
                               "outputs become NaN: {}",
                               set, ours);
        }
        return fmt::format("wrong: kernels in {}: {}", set, ours);
    }
    if (!std::filesystem::exists(set + "/output_0.pb")) {
        return std::string("right: ");
    }
    const auto expected = TRY(readTensors(set, "output", graph.outputs.size()));
    const std::string theirs = TRY(mistakeIn(graph, inputs, reference, expected, kPeerError));
    if (theirs.empty()) {
        return std::string("right: ");
    }
    return fmt::format("{}: {}, in {}: {}", reference.hasSpecialValues() ? "special" : "wrong", kPeerDiffers, set, theirs);
}

Result<std::string> judge(const std::string& folder)
{
    const std::string path = folder + "/model.onnx";
    const auto plain = TRY(importOnnx(path));
    if (!plain.unsupported.empty()) {
        const UnsupportedNode& node = plain.unsupported.front();
        return fail(ErrorCode::Unsupported, "{}: {}", node.op, node.why);
    }
    const auto model = TRY(readModelNetwork(path));
    const auto executor = TRY(compile(model, 1 + static_cast<int>(model.groups.size() % 2)));
    std::string worst = "right: ";
    for (int set = 0; std::filesystem::exists(fmt::format("{}/set_{}", folder, set)); ++set) {
        const std::string one = TRY(judgeSet(model, plain.graph, *executor, fmt::format("{}/set_{}", folder, set)));
        if (one.starts_with("wrong")) {
            return one;
        }
        worst = one.starts_with("right") ? worst : one;
    }
    return worst;
}

} // namespace

std::string judgeFolder(const std::string& folder)
{
    const auto line = judge(folder);
    return line ? *line : fmt::format("refused: {}", line.error());
}

} // namespace knobscope::randomgraphs
