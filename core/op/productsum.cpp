// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/productsum.h"

#include "core/ir/integerdivision.h"
#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

namespace {

using Terms = std::vector<std::pair<int64_t, ir::Expr>>;

const int64_t* find(const VarValues& values, const void* id)
{
    const auto at = std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.first == id; });
    return at == values.end() ? nullptr : &at->second;
}

/// Whether integer() can evaluate the expression.
bool isInteger(const ir::Expr& e)
{
    bool known = true;
    ir::forEachExpr(e, [&](const ir::Expr& part) {
        const auto* binary = part.as<ir::Binary>();
        const bool isKnownBinary =
            binary
            && (binary->op == ir::BinaryOp::Add || binary->op == ir::BinaryOp::Sub || binary->op == ir::BinaryOp::Mul
                || ((binary->op == ir::BinaryOp::FloorDiv || binary->op == ir::BinaryOp::FloorMod)
                    && ir::asInt(binary->b).value_or(0) > 0));
        known = known && (isKnownBinary || ir::asInt(part) || part.as<ir::VarRef>());
    });
    return known;
}

int64_t integer(const ir::Expr& e, const VarValues& values)
{
    if (const auto literal = ir::asInt(e)) {
        return *literal;
    }
    if (const auto* var = e.as<ir::VarRef>()) {
        const int64_t* value = find(values, var->var.id());
        return value ? *value : 0;
    }
    const auto& binary = *e.as<ir::Binary>();
    const int64_t a = integer(binary.a, values);
    const int64_t b = integer(binary.b, values);
    switch (binary.op) {
    case ir::BinaryOp::Add: return a + b;
    case ir::BinaryOp::Sub: return a - b;
    case ir::BinaryOp::Mul: return a * b;
    case ir::BinaryOp::FloorDiv: return ir::floorDivide(a, b);
    default: return ir::floorModulo(a, b);
    }
}

int64_t integer(const Terms& terms, const VarValues& values)
{
    int64_t sum = 0;
    for (const auto& [factor, term] : terms) {
        sum += factor * integer(term, values);
    }
    return sum;
}

/// Splits an index into terms of lane variables and terms of other variables. Returns false if a term has both.
bool divide(const ir::Expr& e, int64_t factor, const VarValues& lane, Terms& ofLanes, Terms& ofSteps)
{
    bool usesLane = false;
    bool usesStep = false;
    ir::forEachExpr(e, [&](const ir::Expr& part) {
        if (const auto* var = part.as<ir::VarRef>()) {
            (find(lane, var->var.id()) ? usesLane : usesStep) = true;
        }
    });
    if (!usesLane || !usesStep) {
        (usesLane ? ofLanes : ofSteps).emplace_back(factor, e);
        return true;
    }
    const auto* binary = e.as<ir::Binary>();
    if (binary->op == ir::BinaryOp::Add || binary->op == ir::BinaryOp::Sub) {
        return divide(binary->a, factor, lane, ofLanes, ofSteps)
            && divide(binary->b, binary->op == ir::BinaryOp::Add ? factor : -factor, lane, ofLanes, ofSteps);
    }
    if (const auto by = ir::asInt(binary->b); by && binary->op == ir::BinaryOp::Mul) {
        return divide(binary->a, factor * *by, lane, ofLanes, ofSteps);
    }
    return false;
}

/// The hot loop. Most layouts have adjacent filters that share one element of the data (strides 0 and 1).
void addProducts(double* sum, const double* a, int64_t strideA, const double* b, int64_t strideB, size_t count)
{
    if (strideA == 0 && strideB == 1) {
        const double shared = *a;
        for (size_t i = 0; i < count; ++i) {
            sum[i] += shared * b[i];
        }
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        sum[i] += a[static_cast<int64_t>(i) * strideA] * b[static_cast<int64_t>(i) * strideB];
    }
}

} // namespace

std::optional<ProductSum::Factor> ProductSum::factorOf(const ir::Expr& e, const std::vector<VarValues>& lanes, size_t runLength)
{
    const auto* read = e.as<ir::TensorRead>();
    if (!read) {
        return std::nullopt;
    }
    Factor out;
    out.tensor = read->tensor.get();
    std::vector<int64_t> addresses(lanes.size(), 0);
    int64_t stride = 1;
    for (size_t d = read->indices.size(); d-- > 0;) {
        Dimension dimension{read->tensor->shape[d], stride, {}, INT64_MAX, INT64_MIN};
        Terms ofLanes;
        if (!isInteger(read->indices[d]) || !divide(read->indices[d], 1, lanes.front(), ofLanes, dimension.step)) {
            return std::nullopt;
        }
        for (size_t i = 0; i < lanes.size(); ++i) {
            const int64_t part = integer(ofLanes, lanes[i]);
            dimension.low = std::min(dimension.low, part);
            dimension.high = std::max(dimension.high, part);
            addresses[i] += stride * part;
        }
        stride *= dimension.extent;
        out.dimensions.push_back(std::move(dimension));
    }
    out.stride = runLength > 1 ? addresses[1] - addresses[0] : 0;
    for (size_t i = 0; i < lanes.size(); ++i) {
        if (i % runLength == 0) {
            out.runs.push_back(addresses[i]);
        } else if (addresses[i] - addresses[i - 1] != out.stride) {
            return std::nullopt;
        }
    }
    return out;
}

std::optional<ProductSum> ProductSum::match(const ir::Tensor& tensor, size_t firstLaneAxis, size_t laneCount)
{
    ProductSum out;
    out.m_reduce = tensor.node().body.as<ir::Reduce>();
    const auto* product = out.m_reduce && out.m_reduce->op == ir::ReduceOp::Sum ? out.m_reduce->source.as<ir::Binary>() : nullptr;
    if (!product || product->op != ir::BinaryOp::Mul || firstLaneAxis >= tensor.shape().size()) {
        return std::nullopt;
    }
    std::vector<VarValues> lanes(laneCount);
    for (size_t i = 0; i < laneCount; ++i) {
        auto rest = static_cast<int64_t>(i);
        for (size_t d = tensor.shape().size(); d-- > firstLaneAxis;) {
            lanes[i].emplace_back(tensor.node().axes[d].var.id(), rest % tensor.shape()[d]);
            rest /= tensor.shape()[d];
        }
    }
    out.m_lanes = laneCount;
    out.m_runLength = static_cast<size_t>(tensor.shape().back());
    auto a = factorOf(product->a, lanes, out.m_runLength);
    auto b = a ? factorOf(product->b, lanes, out.m_runLength) : std::nullopt;
    if (!b) {
        return std::nullopt;
    }
    out.m_a = std::move(*a);
    out.m_b = std::move(*b);
    return out;
}

Result<int64_t> ProductSum::address(const Factor& factor, const VarValues& values)
{
    int64_t out = 0;
    for (size_t d = 0; d < factor.dimensions.size(); ++d) {
        const Dimension& dimension = factor.dimensions[d];
        const int64_t step = integer(dimension.step, values);
        if (step + dimension.low < 0 || step + dimension.high >= dimension.extent) {
            return fail(ErrorCode::Internal, "reads {} at {} in dimension {} of {}", factor.tensor->name,
                        step + dimension.low < 0 ? step + dimension.low : step + dimension.high, factor.dimensions.size() - 1 - d,
                        dimension.extent);
        }
        out += dimension.stride * step;
    }
    return out;
}

Result<void> ProductSum::fold(size_t axis, VarValues& values, const double* a, const double* b, std::vector<double>& sum) const
{
    if (axis < m_reduce->axes.size()) {
        values.emplace_back(m_reduce->axes[axis].var.id(), 0);
        const size_t place = values.size() - 1;
        for (int64_t i = 0; i < m_reduce->axes[axis].extent; ++i) {
            values[place].second = i;
            TRY(fold(axis + 1, values, a, b, sum));
        }
        values.pop_back();
        return {};
    }
    const auto firstA = TRY(address(m_a, values));
    const auto firstB = TRY(address(m_b, values));
    for (size_t run = 0; run < m_a.runs.size(); ++run) {
        addProducts(sum.data() + run * m_runLength, a + firstA + m_a.runs[run], m_a.stride, b + firstB + m_b.runs[run],
                    m_b.stride, m_runLength);
    }
    return {};
}

Result<std::vector<double>> ProductSum::lanes(VarValues outer, const TensorLookup& valuesOf) const
{
    std::vector<double> sum(m_lanes, 0.0);
    TRY(fold(0, outer, valuesOf(m_a.tensor).data(), valuesOf(m_b.tensor).data(), sum));
    return sum;
}

} // namespace knobscope
