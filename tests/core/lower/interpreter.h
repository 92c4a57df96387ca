// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs loop nests and tensor definitions the slow and obvious way: the independent truth that lowering is tested against.
// Parallel, vectorized and bound loops run one iteration after the other.

#include "core/ir/loopnest.h"
#include "core/ir/tensor.h"
#include "core/ir/visit.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>

namespace knobscope::test {

using Values = std::map<const void*, std::vector<double>>; ///< by TensorNode or BufferNode

class Interpreter
{
public:
    /// Every tensor that `outputs` depend on; placeholders must be in `values`.
    static void define(std::span<const ir::Tensor> outputs, Values& values)
    {
        for (const ir::Tensor& tensor : ir::topologicalOrder(outputs)) {
            if (!tensor.isPlaceholder()) {
                Interpreter interpreter(values);
                values[&tensor.node()] = interpreter.elements(tensor);
            }
        }
    }

    explicit Interpreter(Values& values)
        : m_values(values)
    {
    }

    /// Throws std::out_of_range naming the buffer when an access leaves it.
    void run(const ir::Stmt& s)
    {
        if (s.isNull()) {
            return;
        }
        if (const auto* n = s.as<ir::For>()) {
            for (int64_t i = 0; i < n->extent; ++i) {
                m_vars[n->var.id()] = i;
                run(n->body);
            }
        } else if (const auto* n = s.as<ir::Block>()) {
            for (const ir::Stmt& child : n->statements) {
                run(child);
            }
        } else if (const auto* n = s.as<ir::IfThen>()) {
            run(value(n->condition) != 0 ? n->then : n->elseBody);
        } else if (const auto* n = s.as<ir::Allocate>()) {
            m_values[n->buffer.get()].assign(static_cast<size_t>(n->buffer->elements()),
                                             std::numeric_limits<double>::quiet_NaN());
            run(n->body);
        } else if (const auto* n = s.as<ir::Store>()) {
            const double v = value(n->value);
            m_values[n->buffer.get()].at(offset(n->buffer->name, n->buffer->shape, n->indices)) = v;
        } else if (const auto* n = s.as<ir::Prefetch>()) {
            int64_t flat = 0;
            for (size_t d = 0; d < n->indices.size(); ++d) {
                flat = flat * n->buffer->shape[d] + static_cast<int64_t>(value(n->indices[d]));
            }
            prefetched.push_back(flat);
        }
    }

    std::vector<int64_t> prefetched; ///< elements whose lines were asked for, in order; they may lie outside

private:
    std::vector<double> elements(const ir::Tensor& tensor)
    {
        std::vector<double> out(static_cast<size_t>(tensor.elements()));
        for (size_t flat = 0; flat < out.size(); ++flat) {
            auto rest = static_cast<int64_t>(flat);
            for (size_t d = tensor.shape().size(); d-- > 0;) {
                m_vars[tensor.node().axes[d].var.id()] = rest % tensor.dim(d);
                rest /= tensor.dim(d);
            }
            out[flat] = value(tensor.node().body);
        }
        return out;
    }

    size_t offset(const std::string& name, const std::vector<int64_t>& shape, const std::vector<ir::Expr>& indices)
    {
        int64_t flat = 0;
        for (size_t d = 0; d < shape.size(); ++d) {
            const auto i = static_cast<int64_t>(value(indices[d]));
            if (i < 0 || i >= shape[d]) {
                throw std::out_of_range(fmt::format("{}: index {} of dimension {} is outside 0..{}", name, i, d, shape[d]));
            }
            flat = flat * shape[d] + i;
        }
        return static_cast<size_t>(flat);
    }

    double reduce(const ir::Reduce& n, size_t axis, double accumulator)
    {
        if (axis == n.axes.size()) {
            const double v = value(n.source);
            return n.op == ir::ReduceOp::Sum ? accumulator + v : std::max(accumulator, v);
        }
        for (int64_t i = 0; i < n.axes[axis].extent; ++i) {
            m_vars[n.axes[axis].var.id()] = i;
            accumulator = reduce(n, axis + 1, accumulator);
        }
        return accumulator;
    }

    double arithmetic(const ir::Binary& n)
    {
        if (n.op == ir::BinaryOp::And) {
            return value(n.a) != 0 && value(n.b) != 0;
        }
        if (n.op == ir::BinaryOp::Or) {
            return value(n.a) != 0 || value(n.b) != 0;
        }
        const double a = value(n.a);
        const double b = value(n.b);
        switch (n.op) {
        case ir::BinaryOp::Add: return a + b;
        case ir::BinaryOp::Sub: return a - b;
        case ir::BinaryOp::Mul: return a * b;
        case ir::BinaryOp::Div: return a / b;
        case ir::BinaryOp::FloorDiv: return std::floor(a / b);
        case ir::BinaryOp::FloorMod: return a - std::floor(a / b) * b;
        case ir::BinaryOp::Min: return std::min(a, b);
        case ir::BinaryOp::Max: return std::max(a, b);
        case ir::BinaryOp::Eq: return a == b;
        case ir::BinaryOp::Ne: return a != b;
        case ir::BinaryOp::Lt: return a < b;
        case ir::BinaryOp::Le: return a <= b;
        case ir::BinaryOp::Gt: return a > b;
        default: return a >= b;
        }
    }

    double value(const ir::Expr& e)
    {
        if (const auto* n = e.as<ir::IntImm>()) {
            return static_cast<double>(n->value);
        }
        if (const auto* n = e.as<ir::FloatImm>()) {
            return n->value;
        }
        if (const auto* n = e.as<ir::VarRef>()) {
            return static_cast<double>(m_vars.at(n->var.id()));
        }
        if (const auto* n = e.as<ir::Binary>()) {
            return arithmetic(*n);
        }
        if (const auto* n = e.as<ir::Not>()) {
            return value(n->a) == 0;
        }
        if (const auto* n = e.as<ir::Select>()) {
            return value(value(n->condition) != 0 ? n->whenTrue : n->whenFalse);
        }
        if (const auto* n = e.as<ir::Cast>()) {
            return value(n->value);
        }
        if (const auto* n = e.as<ir::TensorRead>()) {
            return m_values.at(n->tensor.get()).at(offset(n->tensor->name, n->tensor->shape, n->indices));
        }
        if (const auto* n = e.as<ir::Load>()) {
            return m_values.at(n->buffer.get()).at(offset(n->buffer->name, n->buffer->shape, n->indices));
        }
        if (const auto* n = e.as<ir::LetRef>()) {
            return m_lets.at(n->var.id());
        }
        if (const auto* n = e.as<ir::Let>()) {
            for (const ir::LetBinding& binding : n->bindings) {
                m_lets[binding.var.id()] = value(binding.value);
            }
            return value(n->body);
        }
        const auto* n = e.as<ir::Reduce>();
        return reduce(*n, 0, n->op == ir::ReduceOp::Sum ? 0.0 : -std::numeric_limits<double>::infinity());
    }

    Values& m_values;
    std::map<const void*, int64_t> m_vars;
    std::map<const void*, double> m_lets;
};

/// Fills inputs with small integers, runs both the definition and the nest; the largest difference of any output element.
inline double largestDifference(std::span<const ir::Tensor> inputs, std::span<const ir::Tensor> outputs, const ir::LoopNest& nest)
{
    Values values;
    for (size_t i = 0; i < inputs.size(); ++i) {
        auto& data = values[&inputs[i].node()];
        for (int64_t j = 0; j < inputs[i].elements(); ++j) {
            data.push_back(static_cast<double>((j * 7 + static_cast<int64_t>(i) * 3) % 11 - 5));
        }
        values[nest.parameters[i].get()] = data;
    }
    Interpreter::define(outputs, values);
    for (size_t i = 0; i < outputs.size(); ++i) {
        values[nest.parameters[inputs.size() + i].get()].assign(static_cast<size_t>(outputs[i].elements()),
                                                                std::numeric_limits<double>::quiet_NaN());
    }
    for (const ir::Buffer& buffer : nest.prepared) {
        values[buffer.get()].assign(static_cast<size_t>(buffer->elements()), std::numeric_limits<double>::quiet_NaN());
    }
    Interpreter(values).run(nest.prepare);
    Interpreter(values).run(nest.body);
    double worst = 0;
    for (size_t i = 0; i < outputs.size(); ++i) {
        const auto& expected = values[&outputs[i].node()];
        const auto& actual = values[nest.parameters[inputs.size() + i].get()];
        for (size_t j = 0; j < expected.size(); ++j) {
            const double difference = std::abs(expected[j] - actual[j]);
            worst = difference <= worst ? worst : difference; // a NaN becomes the worst
        }
    }
    return worst;
}

} // namespace knobscope::test
