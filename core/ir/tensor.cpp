// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/tensor.h"

#include "core/ir/visit.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <unordered_set>

namespace knobscope::ir {

int64_t Tensor::elements() const
{
    return std::accumulate(shape().begin(), shape().end(), int64_t{1}, std::multiplies<>());
}

Tensor placeholder(std::string name, std::vector<int64_t> shape, DataType type)
{
    return Tensor(TensorNode{TensorKind::Placeholder, std::move(name), std::move(shape), type});
}

Tensor compute(std::string name, std::vector<int64_t> shape, const std::function<Expr(std::span<const Var>)>& body,
               std::vector<std::string> axisNames)
{
    TensorNode node;
    node.kind = TensorKind::Compute;
    node.name = std::move(name);
    std::vector<Var> vars;
    for (size_t i = 0; i < shape.size(); ++i) {
        const Var var(i < axisNames.size() ? axisNames[i] : fmt::format("i{}", i));
        vars.push_back(var);
        node.axes.push_back({var, shape[i], IterKind::Spatial});
    }
    node.shape = std::move(shape);
    node.body = body(vars);
    node.type = node.body.type();
    return Tensor(std::move(node));
}

IterVar reduceAxis(std::string name, int64_t extent)
{
    return {Var(std::move(name)), extent, IterKind::Reduce};
}

Tensor pad(const Tensor& input, const std::vector<int64_t>& before, const std::vector<int64_t>& after, std::string name,
           double value)
{
    const auto isZero = [](int64_t v) { return v == 0; };
    if (std::all_of(before.begin(), before.end(), isZero) && std::all_of(after.begin(), after.end(), isZero)) {
        return input;
    }
    std::vector<int64_t> shape = input.shape();
    std::vector<std::string> names;
    for (size_t d = 0; d < shape.size(); ++d) {
        shape[d] += before[d] + after[d];
        names.push_back(input.isPlaceholder() ? fmt::format("i{}", d) : input.node().axes[d].var.name());
    }
    return compute(
        std::move(name), shape,
        [&](std::span<const Var> axes) {
            Expr inside = trueExpr();
            std::vector<Expr> indices;
            for (size_t d = 0; d < shape.size(); ++d) {
                if (before[d] != 0) {
                    inside = inside && Expr(axes[d]) >= before[d];
                }
                if (after[d] != 0) {
                    inside = inside && Expr(axes[d]) < before[d] + input.dim(d);
                }
                indices.push_back(Expr(axes[d]) - before[d]);
            }
            return select(inside, input(indices), constant(value, input.type()));
        },
        names);
}

std::vector<Tensor> tensorsRead(const Expr& e)
{
    std::vector<Tensor> found;
    forEachExpr(e, [&](const Expr& part) {
        if (const auto* read = part.as<TensorRead>()) {
            const Tensor tensor(read->tensor);
            if (std::find(found.begin(), found.end(), tensor) == found.end()) {
                found.push_back(tensor);
            }
        }
    });
    return found;
}

namespace {

void collect(const Tensor& tensor, std::unordered_set<const TensorNode*>& seen, std::vector<Tensor>& order)
{
    if (!seen.insert(&tensor.node()).second) {
        return;
    }
    if (!tensor.isPlaceholder()) {
        for (const Tensor& input : tensorsRead(tensor.node().body)) {
            collect(input, seen, order);
        }
    }
    order.push_back(tensor);
}

} // namespace

std::vector<Tensor> topologicalOrder(std::span<const Tensor> outputs)
{
    std::unordered_set<const TensorNode*> seen;
    std::vector<Tensor> order;
    for (const Tensor& output : outputs) {
        collect(output, seen, order);
    }
    return order;
}

} // namespace knobscope::ir
