// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/runinputs.h"

#include "core/graph/onnx/onnxfile.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

namespace knobscope {
namespace {

constexpr size_t kMostSets = 64;

template<class Draw>
Tensor drawn(const TensorType& type, unsigned seed, Draw draw)
{
    Tensor tensor(type);
    std::mt19937 random(seed);
    withType(type.number, [&]<class T>() {
        for (T& element : tensor.as<T>()) {
            element = type.number.isFloat() ? static_cast<T>(draw(random)) : static_cast<T>(random() % 2);
        }
    });
    return tensor;
}

/// `draws` makes what draws the elements of one input.
template<class Draws>
std::vector<Tensor> drawnInputs(const Graph& graph, const Draws& draws)
{
    std::vector<Tensor> inputs;
    for (const ValueId id : graph.inputs) {
        inputs.push_back(drawn(*graph.value(id).type, 1 + static_cast<unsigned>(inputs.size()), draws()));
    }
    return inputs;
}

bool isFinite(const Tensor& tensor)
{
    return !tensor.number().isFloat() || std::ranges::all_of(tensor.reals(), [](double value) { return std::isfinite(value); });
}

std::filesystem::path inputFile(const std::filesystem::path& folder, size_t number)
{
    return folder / fmt::format("input_{}.pb", number);
}

Result<std::vector<Tensor>> setIn(const Graph& graph, const std::filesystem::path& folder)
{
    std::vector<Tensor> inputs;
    for (const ValueId id : graph.inputs) {
        const std::string file = inputFile(folder, inputs.size()).string();
        auto tensor = TRY(readOnnxTensor(file));
        const Value& value = graph.value(id);
        if (tensor.type() != *value.type) {
            return fail(ErrorCode::InvalidArgument, "{} is {}, but the input {} is {}", file, tensor.type().text(),
                        quotedName(value.name), value.type->text());
        }
        if (!isFinite(tensor)) {
            return fail(ErrorCode::InvalidArgument, "{} has elements that are NaN or infinite", file);
        }
        inputs.push_back(std::move(tensor));
    }
    return inputs;
}

/// The folder itself, or those in it, by name.
Result<std::vector<std::filesystem::path>> setsIn(const std::string& folder)
{
    std::error_code trouble;
    if (std::filesystem::exists(inputFile(folder, 0), trouble)) {
        return std::vector<std::filesystem::path>{folder};
    }
    std::vector<std::filesystem::path> sets;
    for (std::filesystem::directory_iterator at(folder, trouble), end; !trouble && at != end; at.increment(trouble)) {
        std::error_code ignored;
        if (std::filesystem::exists(inputFile(at->path(), 0), ignored)) {
            sets.push_back(at->path());
        }
    }
    if (sets.empty()) {
        return fail(ErrorCode::NotFound, "{} has no inputs; input_0.pb, … are needed, there or in each of its folders", folder);
    }
    std::ranges::sort(sets);
    sets.resize(std::min(sets.size(), kMostSets));
    return sets;
}

} // namespace

std::vector<Tensor> randomInputs(const Graph& graph, InputKind kind)
{
    const bool isCentred = kind == InputKind::Centred;
    return drawnInputs(graph, [isCentred] {
        return [number = std::normal_distribution<float>(isCentred ? 0.0F : 0.1F, isCentred ? 1.0F : 1e-4F)](
                   std::mt19937& random) mutable { return number(random); };
    });
}

Result<std::vector<std::vector<Tensor>>> inputSets(const Graph& graph, const RunInputs& inputs)
{
    std::vector<std::vector<Tensor>> sets;
    if (inputs.folder.empty() && !inputs.range) {
        sets.push_back(randomInputs(graph, InputKind::Centred));
    } else if (inputs.folder.empty()) {
        sets.push_back(drawnInputs(graph, [range = *inputs.range] {
            return [number = std::uniform_real_distribution<double>(range[0], range[1])](std::mt19937& random) mutable {
                return number(random);
            };
        }));
    } else {
        for (const std::filesystem::path& folder : TRY(setsIn(inputs.folder))) {
            sets.push_back(TRY(setIn(graph, folder)));
        }
    }
    return sets;
}

nlohmann::json inputsToJson(const RunInputs& inputs)
{
    return {{"folder", inputs.folder}, {"range", inputs.range ? nlohmann::json(*inputs.range) : nlohmann::json()}};
}

RunInputs inputsFromJson(const nlohmann::json& json)
{
    RunInputs inputs{json.at("folder").get<std::string>(), std::nullopt};
    if (!json.at("range").is_null()) {
        inputs.range = json.at("range").get<std::array<double, 2>>();
    }
    return inputs;
}

} // namespace knobscope
