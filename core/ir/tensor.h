// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/expr.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace knobscope::ir {

enum class TensorKind : uint8_t { Placeholder, Compute };

/// The definition of a tensor: an input, or one expression per element.
struct TensorNode {
    TensorKind kind = TensorKind::Placeholder;
    std::string name;
    std::vector<int64_t> shape;
    DataType type;
    std::vector<IterVar> axes; ///< one per dimension, in order; empty for a placeholder
    Expr body;                 ///< in terms of axes; a Reduce has its own axes; null for a placeholder
};

/// A tensor with a static shape. Two Tensors are the same if they share the definition.
class Tensor
{
public:
    Tensor() = default;
    explicit Tensor(std::shared_ptr<const TensorNode> node)
        : m_node(std::move(node))
    {
    }
    explicit Tensor(TensorNode node)
        : m_node(std::make_shared<const TensorNode>(std::move(node)))
    {
    }

    bool isNull() const { return !m_node; }
    const TensorNode& node() const { return *m_node; }
    const std::shared_ptr<const TensorNode>& pointer() const { return m_node; }
    const std::string& name() const { return m_node->name; }
    const std::vector<int64_t>& shape() const { return m_node->shape; }
    int64_t dim(size_t i) const { return m_node->shape[i]; }
    DataType type() const { return m_node->type; }
    bool isPlaceholder() const { return m_node->kind == TensorKind::Placeholder; }
    int64_t elements() const;

    /// The element at these indices, one per dimension: `a({i, k})`.
    Expr operator()(std::vector<Expr> indices) const;

    friend bool operator==(const Tensor& a, const Tensor& b) { return a.m_node == b.m_node; }

private:
    std::shared_ptr<const TensorNode> m_node;
};

/// An input of the computation.
Tensor placeholder(std::string name, std::vector<int64_t> shape, DataType type = float32);

/// A tensor whose element at `axes` is `body(axes)`. Axis names are optional; default i0, i1, …
/// `auto c = compute("C", {n, m}, [&](auto i) { return sum(a({i[0], k.var}) * b({k.var, i[1]}), {k}); }, {"y", "x"});`
Tensor compute(std::string name, std::vector<int64_t> shape, const std::function<Expr(std::span<const Var>)>& body,
               std::vector<std::string> axisNames = {});

/// An axis to fold over in sum() or maxReduce().
IterVar reduceAxis(std::string name, int64_t extent);

/// `input` padded by `before[d]` and `after[d]` elements of `value` in every dimension d. Returns `input` itself if nothing is
/// added.
Tensor pad(const Tensor& input, const std::vector<int64_t>& before, const std::vector<int64_t>& after, std::string name,
           double value = 0.0);

/// Every tensor that `outputs` depend on, inputs first, each once.
std::vector<Tensor> topologicalOrder(std::span<const Tensor> outputs);

/// The tensors read by an expression, each once, in order of appearance.
std::vector<Tensor> tensorsRead(const Expr& e);

} // namespace knobscope::ir
