// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions over the axes in the second input (the importer moves an attribute there), or over the spatial axes (global pools).
#include "core/graph/operators/reduce.h"

#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"
#include "core/graph/operators/window.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace knobscope {

std::vector<bool> reducedAxes(const OperatorCall& call)
{
    const size_t rank = call.shape(0).size();
    const std::vector<int64_t> given = call.has(1) ? call.value(1).integers() : std::vector<int64_t>{};
    const bool keepsAll = call.integer("noop_with_empty_axes", 0) != 0;
    std::vector<bool> reduced(rank, given.empty() && !keepsAll);
    if (call.op().starts_with("Global")) {
        (void)call.realType(0);
        (void)spatialOf(call, 0);
        reduced[0] = reduced[1] = false;
    }
    for (const size_t axis : call.axes(given, rank, phrase("an axis to reduce"))) {
        reduced[axis] = true;
    }
    return reduced;
}

namespace {

std::vector<TensorType> inferReduce(const OperatorCall& call)
{
    const std::vector<bool> reduced = reducedAxes(call);
    const bool keeps = call.integer("keepdims", 1) != 0;
    call.require(call.type(0).number != ir::boolean, "input 1 is bool, but must be numbers");
    TensorType output{call.type(0).number, {}};
    for (size_t axis = 0; axis < reduced.size(); ++axis) {
        const int64_t extent = call.shape(0)[axis];
        // As in ONNX Runtime, the sum and mean of nothing are 0, its maximum is -infinity. Kernels read at least one element.
        call.require(!reduced[axis] || extent > 0 || call.known(0), "axis {} has no elements to reduce", axis);
        if (!reduced[axis] || keeps) {
            output.shape.push_back(reduced[axis] ? 1 : extent);
        }
    }
    return {output};
}

double reducedReal(const std::string& op, std::vector<double>& values)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double largest = values.empty() ? -kInfinity : *std::ranges::max_element(values, isBelowOrNan<double>);
    const auto sumOf = [&](auto term) {
        return std::accumulate(values.begin(), values.end(), 0.0, [&](double sum, double value) { return sum + term(value); });
    };
    const auto itself = [](double x) { return x; };
    const auto square = [](double x) { return x * x; };
    if (op == "ReduceMax" || op == "GlobalMaxPool") {
        return largest;
    }
    if (op == "ReduceMin") {
        return values.empty() ? kInfinity : *std::ranges::min_element(values, isNanOrBelow<double>);
    }
    if (op == "ReduceProd") {
        return std::accumulate(values.begin(), values.end(), 1.0, [](double product, double value) { return product * value; });
    }
    if (op == "ReduceL1") {
        return sumOf([](double x) { return std::abs(x); });
    }
    if (op == "ReduceL2") {
        return std::sqrt(sumOf(square));
    }
    if (op == "ReduceSumSquare") {
        return sumOf(square);
    }
    if (op == "ReduceLogSumExp") {
        return std::isinf(largest) ? largest : largest + std::log(sumOf([&](double x) { return std::exp(x - largest); }));
    }
    const double sum = sumOf(itself);
    const bool isMean = op == "ReduceMean" || op == "GlobalAveragePool";
    return isMean ? sum / static_cast<double>(std::max<size_t>(1, values.size())) : op == "ReduceLogSum" ? std::log(sum) : sum;
}

void evaluateReduce(const OperatorCall& call, std::span<Tensor> out)
{
    const std::vector<bool> reduced = reducedAxes(call);
    const std::vector<int64_t> strides = stridesOf(call.shape(0));
    Shape kept;
    Shape gone;
    std::vector<int64_t> keptStrides;
    std::vector<int64_t> goneStrides;
    for (size_t axis = 0; axis < reduced.size(); ++axis) {
        (reduced[axis] ? gone : kept).push_back(call.shape(0)[axis]);
        (reduced[axis] ? goneStrides : keptStrides).push_back(strides[axis]);
    }
    withType(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        std::vector<double> values;
        StridedWalk<1> at(kept, {keptStrides});
        for (T& to : out[0].as<T>()) {
            values.clear();
            for (StridedWalk<1> along(gone, {goneStrides}); !along.isAtEnd(); along.step()) {
                values.push_back(static_cast<double>(from[at.offset(0) + along.offset(0)]));
            }
            to = castNumber<T>(reducedReal(call.op(), values));
            at.step();
        }
    });
}

} // namespace

std::vector<Operator> reduceOperators()
{
    std::vector<Operator> all{{"GlobalAveragePool", 1, 1, inferReduce, evaluateReduce},
                              {"GlobalMaxPool", 1, 1, inferReduce, evaluateReduce}};
    for (const char* name : {"ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean", "ReduceMin",
                             "ReduceProd", "ReduceSum", "ReduceSumSquare"}) {
        all.push_back({name, 1, 2, inferReduce, evaluateReduce});
    }
    return all;
}

} // namespace knobscope
