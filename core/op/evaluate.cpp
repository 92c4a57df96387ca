// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/evaluate.h"

#include "core/ir/visit.h"
#include "core/op/productsum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace knobscope {

namespace {

using Row = std::vector<double>;

constexpr int64_t kPreferredLanes = 2048; // long rows reduce the cost of interpreting per element

/// One value for all lanes, or one per lane.
struct Value {
    double scalar = 0;
    Row row; ///< empty if uniform
    bool isUniform() const { return row.empty(); }
    double at(size_t i) const { return row.empty() ? scalar : row[i]; }
};

/// Evaluates an expression for many elements of the trailing axes at once.
class RowEvaluator
{
public:
    RowEvaluator(const ir::Tensor& tensor, const TensorValues& values)
        : m_tensor(tensor)
        , m_values(values)
    {
        const auto& shape = tensor.shape();
        m_firstLaneAxis = shape.size();
        while (m_firstLaneAxis > 0 && static_cast<int64_t>(m_lanes) < kPreferredLanes) {
            m_lanes *= static_cast<size_t>(shape[--m_firstLaneAxis]);
        }
        size_t inner = 1;
        for (size_t d = shape.size(); d-- > m_firstLaneAxis;) {
            Row& values = m_vars[tensor.node().axes[d].var.id()].row;
            values.resize(m_lanes);
            for (size_t i = 0; i < m_lanes; ++i) {
                values[i] = static_cast<double>(i / inner % static_cast<size_t>(shape[d]));
            }
            inner *= static_cast<size_t>(shape[d]);
        }
    }

    Result<Row> run()
    {
        Row out;
        out.reserve(static_cast<size_t>(m_tensor.elements()));
        const auto& shape = m_tensor.shape();
        const auto products = ProductSum::match(m_tensor, m_firstLaneAxis, m_lanes);
        const int64_t rows = m_tensor.elements() / static_cast<int64_t>(m_lanes);
        for (int64_t row = 0; row < rows && m_error.empty(); ++row) {
            int64_t rest = row;
            VarValues outer;
            for (size_t d = m_firstLaneAxis; d-- > 0;) {
                outer.emplace_back(m_tensor.node().axes[d].var.id(), rest % shape[d]);
                m_vars[outer.back().first].scalar = static_cast<double>(outer.back().second);
                rest /= shape[d];
            }
            const Row values = products ? sums(*products, std::move(outer)) : element(m_tensor.node().body);
            out.insert(out.end(), values.begin(), values.end());
        }
        if (!m_error.empty()) {
            return fail(ErrorCode::Internal, "{}: {}", m_tensor.name(), m_error);
        }
        return out;
    }

private:
    using Mask = std::vector<char>; ///< empty: all lanes

    Row sums(const ProductSum& products, VarValues outer)
    {
        auto out = products.lanes(std::move(outer),
                                  [&](const ir::TensorNode* tensor) -> std::span<const double> { return m_values.at(tensor); });
        m_error = out ? Sentence() : out.error();
        return out ? std::move(*out) : Row();
    }

    Row element(const ir::Expr& body)
    {
        const auto* reduce = body.as<ir::Reduce>();
        if (!reduce) {
            return spread(eval(body, {}));
        }
        Row sum(m_lanes, reduce->op == ir::ReduceOp::Sum ? 0.0 : -std::numeric_limits<double>::infinity());
        fold(*reduce, 0, sum);
        return sum;
    }

    Row spread(Value v) const { return v.isUniform() ? Row(m_lanes, v.scalar) : std::move(v.row); }

    void fold(const ir::Reduce& reduce, size_t axis, Row& sum)
    {
        if (axis == reduce.axes.size()) {
            const Value v = eval(reduce.source, {});
            for (size_t i = 0; i < m_lanes; ++i) {
                sum[i] = reduce.op == ir::ReduceOp::Sum ? sum[i] + v.at(i) : ir::maximum(sum[i], v.at(i));
            }
            return;
        }
        double& var = m_vars[reduce.axes[axis].var.id()].scalar;
        for (int64_t i = 0; i < reduce.axes[axis].extent && m_error.empty(); ++i) {
            var = static_cast<double>(i);
            fold(reduce, axis + 1, sum);
        }
    }

    /// Reads memory only for lanes in `active`: a select guards the others.
    Value eval(const ir::Expr& e, const Mask& active)
    {
        if (const auto literal = ir::asInt(e)) {
            return {static_cast<double>(*literal), {}};
        }
        if (const auto* n = e.as<ir::FloatImm>()) {
            return {n->value, {}};
        }
        if (const auto* n = e.as<ir::VarRef>()) {
            return m_vars[n->var.id()];
        }
        if (const auto* n = e.as<ir::Binary>()) {
            return binary(n->op, eval(n->a, active), eval(n->b, active));
        }
        if (const auto* n = e.as<ir::Not>()) {
            return binary(ir::BinaryOp::Eq, eval(n->a, active), {0, {}});
        }
        if (const auto* n = e.as<ir::Select>()) {
            return choose(*n, active);
        }
        if (const auto* n = e.as<ir::Cast>()) {
            return rounded(eval(n->value, active), n->type);
        }
        if (const auto* n = e.as<ir::Call>()) {
            return callFunction(n->function, eval(n->value, active));
        }
        if (const auto* n = e.as<ir::LetRef>()) {
            return m_vars[n->var.id()];
        }
        if (const auto* n = e.as<ir::Let>()) {
            for (const ir::LetBinding& binding : n->bindings) {
                m_vars[binding.var.id()] = eval(binding.value, active);
            }
            return eval(n->body, active);
        }
        return read(*e.as<ir::TensorRead>(), active);
    }

    static Value callFunction(ir::Function function, Value v)
    {
        v.scalar = ir::evaluate(function, v.scalar);
        for (double& x : v.row) {
            x = ir::evaluate(function, x);
        }
        return v;
    }

    /// Values are doubles; explicit roundings in a definition, such as the input conversion of a multiplier, are applied here.
    static Value rounded(Value v, ir::DataType type)
    {
        if (type == ir::float16 || type == ir::bfloat16 || type == ir::tfloat32) {
            v.scalar = roundTo(v.scalar, type);
            for (double& x : v.row) {
                x = roundTo(x, type);
            }
        }
        return v;
    }

    /// Rounds to nearest: ties to even, except for TF32, where ties round away from zero like the GPU conversion.
    static double roundTo(double x, ir::DataType type)
    {
        constexpr double largestHalf = 65504;
        if (x == 0 || !std::isfinite(x)) {
            return x;
        }
        const int digits = type == ir::bfloat16 ? 8 : 11;
        const int lowest = type == ir::float16 ? -14 : -126;
        const int exponent = std::max(std::ilogb(x), lowest);
        const double scaled = std::ldexp(x, digits - 1 - exponent);
        const double whole =
            std::ldexp(type == ir::tfloat32 ? std::round(scaled) : std::nearbyint(scaled), exponent - digits + 1);
        const bool overflows = type == ir::float16 && std::abs(whole) > largestHalf;
        return overflows ? std::copysign(std::numeric_limits<double>::infinity(), x) : whole;
    }

    template<class F>
    Value zip(Value a, const Value& b, F f) const
    {
        if (a.isUniform() && b.isUniform()) {
            return {f(a.scalar, b.scalar), {}};
        }
        if (a.isUniform()) {
            a.row.assign(m_lanes, a.scalar);
        }
        for (size_t i = 0; i < m_lanes; ++i) {
            a.row[i] = f(a.row[i], b.isUniform() ? b.scalar : b.row[i]);
        }
        return a;
    }

    Value binary(ir::BinaryOp op, Value a, const Value& b) const
    {
        switch (op) {
        case ir::BinaryOp::Add: return zip(std::move(a), b, [](double x, double y) { return x + y; });
        case ir::BinaryOp::Sub: return zip(std::move(a), b, [](double x, double y) { return x - y; });
        case ir::BinaryOp::Mul: return zip(std::move(a), b, [](double x, double y) { return x * y; });
        default: return zip(std::move(a), b, [op](double x, double y) { return apply(op, x, y); });
        }
    }

    Value choose(const ir::Select& n, const Mask& active)
    {
        const Value condition = eval(n.condition, active);
        if (condition.isUniform()) {
            return eval(condition.scalar != 0 ? n.whenTrue : n.whenFalse, active);
        }
        Mask whenTrue(m_lanes, 1);
        Mask whenFalse(m_lanes, 1);
        for (size_t i = 0; i < m_lanes; ++i) {
            const bool isActive = active.empty() || active[i];
            whenTrue[i] = isActive && condition.row[i] != 0;
            whenFalse[i] = isActive && condition.row[i] == 0;
        }
        Row out = spread(eval(n.whenTrue, whenTrue));
        const Value other = eval(n.whenFalse, whenFalse);
        for (size_t i = 0; i < m_lanes; ++i) {
            out[i] = condition.row[i] != 0 ? out[i] : other.at(i);
        }
        return {0, std::move(out)};
    }

    Value read(const ir::TensorRead& n, const Mask& active)
    {
        Value offset;
        for (size_t d = 0; d < n.indices.size(); ++d) {
            const Value index = eval(n.indices[d], active);
            const auto extent = static_cast<double>(n.tensor->shape[d]);
            for (size_t i = 0; i < (index.isUniform() ? 1 : m_lanes); ++i) {
                if ((active.empty() || active[i]) && (index.at(i) < 0 || index.at(i) >= extent)) {
                    m_error = phrase("reads {} at {} in dimension {} of {}", n.tensor->name, index.at(i), d, extent);
                    return {};
                }
            }
            offset = binary(ir::BinaryOp::Add, binary(ir::BinaryOp::Mul, std::move(offset), {extent, {}}), index);
        }
        const Row& source = m_values.at(n.tensor.get());
        if (offset.isUniform()) {
            return {source[static_cast<size_t>(offset.scalar)], {}};
        }
        for (size_t i = 0; i < m_lanes; ++i) {
            offset.row[i] = active.empty() || active[i] ? source[static_cast<size_t>(offset.row[i])] : 0;
        }
        return offset;
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
        case ir::BinaryOp::Min: return ir::minimum(a, b);
        case ir::BinaryOp::Max: return ir::maximum(a, b);
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
    std::unordered_map<const void*, Value> m_vars;
    size_t m_firstLaneAxis = 0;
    size_t m_lanes = 1;
    Sentence m_error;
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
        values[&tensor.node()] = TRY(RowEvaluator(tensor, values).run());
    }
    return values.at(&output.node());
}

} // namespace knobscope
