// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/reduce.h"
#include "core/runtime/definition.h"

#include <algorithm>

namespace knobscope {
namespace {

using ir::Expr;
using ir::IterVar;

struct NamedReduction {
    std::string_view name;
    bool isMax = false;
    Expr (*term)(const Expr& x) = nullptr;                   ///< null: the element itself
    Expr (*finish)(const Expr& all, int64_t count) = nullptr; ///< null: unchanged
};

Expr squared(const Expr& x)
{
    return x * x;
}

Expr negated(const Expr& x)
{
    return x * ir::constant(-1, ir::float32);
}

Expr meanOf(const Expr& all, int64_t count)
{
    return all * ir::constant(1.0 / static_cast<double>(count), all.type());
}

constexpr NamedReduction kReductions[] = {
    {"GlobalAveragePool", false, nullptr, meanOf},
    {"GlobalMaxPool", true},
    {"ReduceSum"},
    {"ReduceMean", false, nullptr, meanOf},
    {"ReduceMax", true},
    {"ReduceMin", true, negated, [](const Expr& all, int64_t) { return negated(all); }},
    {"ReduceSumSquare", false, squared},
    {"ReduceL2", false, squared, [](const Expr& all, int64_t) { return ir::sqrt(all); }},
};

} // namespace

std::optional<Definition> defineReduction(const OperatorCall& call, const std::vector<Element>& inputs, ValueLayout layout)
{
    const auto* how = std::ranges::find(kReductions, call.op(), &NamedReduction::name);
    if (how == std::end(kReductions)) {
        return std::nullopt;
    }
    const Shape& shape = call.shape(0);
    const std::vector<bool> isReduced = reducedAxes(call);
    const bool keeps = call.integer("keepdims", 1) != 0;
    int64_t count = 1;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
        count *= isReduced[axis] ? shape[axis] : 1;
    }
    if (std::ranges::find(isReduced, true) == isReduced.end()) {
        return std::nullopt;
    }
    // Blocks of channels are adjacent: their lanes are the last axis of the reduction.
    const bool reducesLanes = !layout.isPlain() && isReduced[1];
    const Element element = [=, input = inputs[0], isMax = how->isMax, term = how->term](std::span<const Expr> at) {
        const IterVar lane = ir::reduceAxis("lane", std::max<int64_t>(layout.block, 1));
        std::vector<IterVar> axes;
        std::vector<Expr> place;
        size_t next = 0;
        for (size_t axis = 0; axis < shape.size(); ++axis) {
            if (!isReduced[axis]) {
                place.push_back(at[next++]);
                continue;
            }
            next += keeps ? 1 : 0;
            const int64_t inBlock = reducesLanes && axis == 1 ? layout.block : 1;
            axes.push_back(ir::reduceAxis(fmt::format("r{}", axis), shape[axis] / inBlock));
            place.push_back(inBlock > 1 ? Expr(axes.back().var) * inBlock + Expr(lane.var) : Expr(axes.back().var));
        }
        if (reducesLanes) {
            axes.push_back(lane);
        }
        const Expr value = input(place);
        const Expr exact = !isMax && count > kLongestSum ? ir::cast(ir::float64, value) : value; // before squaring
        const Expr added = term ? term(exact) : exact;
        return isMax ? ir::maxReduce(added, axes) : ir::sum(added, axes);
    };
    const auto finish = [=, of = how->finish](const Expr& all, std::span<const Expr>) { return of ? of(all, count) : all; };
    constexpr int64_t leastRow = 16; // shorter ones are reduced side by side
    const int64_t row = reducesLanes ? layout.block : layout.isPlain() && isReduced.back() ? shape.back() : 1;
    return Definition{element, finish, true, false, row >= leastRow};
}

} // namespace knobscope
