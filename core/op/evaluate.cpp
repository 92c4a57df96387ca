// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/evaluate.h"

#include "core/ir/visit.h"

#include <cmath>
#include <limits>
#include <unordered_map>

namespace knobscope {

namespace {

using Row = std::vector<double>;

/// Evaluates expressions for a whole row of the last axis at once, so that interpreting costs little per element.
class RowEvaluator
{
public:
    RowEvaluator(const ir::Tensor& tensor, const TensorValues& values) : m_tensor(tensor), m_values(values)
    {
        m_lanes = static_cast<size_t>(tensor.shape().back());
        m_lane = tensor.node().axes.back().var.id();
    }

    Result<Row> run()
    {
        Row out;
        out.reserve(static_cast<size_t>(m_tensor.elements()));
        const auto& shape = m_tensor.shape();
        const int64_t rows = m_tensor.elements() / shape.back();
        for (int64_t row = 0; row < rows && m_error.empty(); ++row) {
            int64_t rest = row;
            for (size_t d = shape.size() - 1; d-- > 0;) {
                m_vars[m_tensor.node().axes[d].var.id()] = static_cast<double>(rest % shape[d]);
                rest /= shape[d];
            }
            const Row values = element(m_tensor.node().body);
            out.insert(out.end(), values.begin(), values.end());
        }
        if (!m_error.empty()) {
            return fail(ErrorCode::Internal, "{}: {}", m_tensor.name(), m_error);
        }
        return out;
    }

private:
    Row element(const ir::Expr& body)
    {
        const auto* reduce = body.as<ir::Reduce>();
        if (!reduce) {
            return eval(body, all());
        }
        const bool isSum = reduce->op == ir::ReduceOp::Sum;
        Row sum(m_lanes, isSum ? 0.0 : -std::numeric_limits<double>::infinity());
        fold(*reduce, 0, sum);
        return sum;
    }

    void fold(const ir::Reduce& reduce, size_t axis, Row& sum)
    {
        if (axis == reduce.axes.size()) {
            const Row values = eval(reduce.source, all());
            for (size_t i = 0; i < m_lanes; ++i) {
                sum[i] = reduce.op == ir::ReduceOp::Sum ? sum[i] + values[i] : std::max(sum[i], values[i]);
            }
            return;
        }
        double& var = m_vars[reduce.axes[axis].var.id()];
        for (int64_t i = 0; i < reduce.axes[axis].extent && m_error.empty(); ++i) {
            var = static_cast<double>(i);
            fold(reduce, axis + 1, sum);
        }
    }

    std::vector<char> all() const { return std::vector<char>(m_lanes, 1); }

    /// Only lanes in `active` are read from memory: a select protects the others.
    Row eval(const ir::Expr& e, const std::vector<char>& active)
    {
        Row out(m_lanes);
        if (const auto literal = ir::asInt(e)) {
            out.assign(m_lanes, static_cast<double>(*literal));
        } else if (const auto* n = e.as<ir::FloatImm>()) {
            out.assign(m_lanes, n->value);
        } else if (const auto* n = e.as<ir::VarRef>()) {
            for (size_t i = 0; i < m_lanes; ++i) {
                out[i] = n->var.id() == m_lane ? static_cast<double>(i) : m_vars[n->var.id()];
            }
        } else if (const auto* n = e.as<ir::Binary>()) {
            const Row a = eval(n->a, active);
            const Row b = eval(n->b, active);
            for (size_t i = 0; i < m_lanes; ++i) {
                out[i] = apply(n->op, a[i], b[i]);
            }
        } else if (const auto* n = e.as<ir::Not>()) {
            out = eval(n->a, active);
            for (double& v : out) {
                v = v == 0 ? 1 : 0;
            }
        } else if (const auto* n = e.as<ir::Select>()) {
            out = choose(*n, active);
        } else if (const auto* n = e.as<ir::Cast>()) {
            out = eval(n->value, active);
        } else if (const auto* n = e.as<ir::TensorRead>()) {
            out = read(*n, active);
        }
        return out;
    }

    Row choose(const ir::Select& n, const std::vector<char>& active)
    {
        const Row condition = eval(n.condition, active);
        std::vector<char> whenTrue = active;
        std::vector<char> whenFalse = active;
        for (size_t i = 0; i < m_lanes; ++i) {
            (condition[i] != 0 ? whenFalse : whenTrue)[i] = 0;
        }
        Row out = eval(n.whenTrue, whenTrue);
        const Row other = eval(n.whenFalse, whenFalse);
        for (size_t i = 0; i < m_lanes; ++i) {
            out[i] = condition[i] != 0 ? out[i] : other[i];
        }
        return out;
    }

    Row read(const ir::TensorRead& n, const std::vector<char>& active)
    {
        std::vector<int64_t> offsets(m_lanes, 0);
        for (size_t d = 0; d < n.indices.size(); ++d) {
            const Row index = eval(n.indices[d], active);
            for (size_t i = 0; i < m_lanes; ++i) {
                const auto at = static_cast<int64_t>(index[i]);
                if (active[i] && (at < 0 || at >= n.tensor->shape[d])) {
                    m_error = fmt::format("reads {} at {} in dimension {} of {}", n.tensor->name, at, d, n.tensor->shape[d]);
                    return Row(m_lanes, 0);
                }
                offsets[i] = offsets[i] * n.tensor->shape[d] + at;
            }
        }
        const Row& source = m_values.at(n.tensor.get());
        Row out(m_lanes, 0);
        for (size_t i = 0; i < m_lanes; ++i) {
            if (active[i]) {
                out[i] = source[static_cast<size_t>(offsets[i])];
            }
        }
        return out;
    }

    static double apply(ir::BinaryOp op, double a, double b)
    {
        switch (op) {
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
        case ir::BinaryOp::Ge: return a >= b;
        case ir::BinaryOp::And: return a != 0 && b != 0;
        case ir::BinaryOp::Or: return a != 0 || b != 0;
        }
        return 0;
    }

    const ir::Tensor& m_tensor;
    const TensorValues& m_values;
    std::unordered_map<const void*, double> m_vars;
    const void* m_lane = nullptr;
    size_t m_lanes = 1;
    std::string m_error;
};

} // namespace

Result<std::vector<double>> evaluate(const ir::Tensor& output, TensorValues& values)
{
    for (const ir::Tensor& tensor : ir::topologicalOrder(std::span(&output, 1))) {
        if (values.contains(&tensor.node())) {
            continue;
        }
        if (tensor.isPlaceholder()) {
            return fail(ErrorCode::InvalidArgument, "No values were given for input {}", tensor.name());
        }
        auto computed = RowEvaluator(tensor, values).run();
        if (!computed) {
            return computed;
        }
        values[&tensor.node()] = std::move(*computed);
    }
    return values.at(&output.node());
}

} // namespace knobscope
