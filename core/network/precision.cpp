// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/precision.h"

#include "core/graph/operator.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace knobscope {
namespace {

constexpr std::array<std::pair<Precision, std::string_view>, 3> kNames{
    {{Precision::Float32, "float32"}, {Precision::Bfloat16, "bfloat16"}, {Precision::Int8, "int8"}}};

} // namespace

std::string_view nameOf(Precision precision)
{
    return kNames.at(static_cast<size_t>(precision)).second;
}

Result<Precision> precisionNamed(std::string_view name)
{
    const auto* const found = std::ranges::find(kNames, name, &std::pair<Precision, std::string_view>::second);
    return found == kNames.end()
             ? Result<Precision>(fail(ErrorCode::InvalidArgument,
                                      "'{}' is no precision of a network; use float32, bfloat16 or int8", name.substr(0, 80)))
             : Result<Precision>(found->first);
}

Result<std::vector<PassReport>> applyPrecision(Graph& graph, const PrecisionChoice& choice)
{
    std::vector<PassReport> reports;
    if (choice.precision == Precision::Int8) {
        reports.push_back(TRY(quantizeLayers(graph, choice.ranges)));
        auto others = TRY(simplify(graph));
        std::ranges::move(others, std::back_inserter(reports));
    } else if (choice.precision == Precision::Bfloat16) {
        reports.push_back(TRY(roundProductsToBfloat16(graph)));
        if (reports.back().lines.empty()) {
            return fail(ErrorCode::Unsupported, "There is no product of float32 numbers that bfloat16 would change");
        }
        reports.push_back(TRY(removeDeadNodes(graph)));
    }
    return reports;
}

void keepAsFloat32(Graph& graph)
{
    for (Value& value : graph.values) {
        value.isBfloat16 = false;
    }
}

double noiseOf(Precision precision)
{
    switch (precision) {
    case Precision::Float32: return 0;
    case Precision::Bfloat16: return 0.02;
    case Precision::Int8: return 0.04;
    }
    return 0;
}

nlohmann::json precisionToJson(const PrecisionChoice& choice)
{
    return {{"name", nameOf(choice.precision)}, {"ranges", choice.ranges}};
}

PrecisionChoice precisionFromJson(const nlohmann::json& json)
{
    const auto precision = precisionNamed(json.at("name").get<std::string>());
    return {precision.value_or(Precision::Float32), json.at("ranges").get<ValueRanges>()};
}

} // namespace knobscope
