// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/vectorstore.h"

#include "core/ir/asynccopy.h"
#include "core/ir/simplify.h"
#include "core/ir/visit.h"

#include <fmt/format.h>

#include <algorithm>

namespace knobscope {

using ir::BinaryOp;
using ir::Expr;

namespace {

constexpr int kMaxMoveBytes = 16; // maximum bytes that a thread loads or stores at once

/// Whether every term except the lane itself is a multiple of `lanes`.
bool isMultiple(const ir::Affine& flat, const ir::Var& lane, int lanes)
{
    return flat.constant % lanes == 0 && std::all_of(flat.terms.begin(), flat.terms.end(), [&](const ir::Affine::Term& term) {
               return ir::isVar(term.atom, lane) || (term.coefficient % lanes == 0 && !ir::usesVar(term.atom, lane));
           });
}

} // namespace

int CudaVectorStore::lanesFor(int64_t extent, ir::DataType type)
{
    for (int lanes = 16; lanes > 1; lanes /= 2) {
        const int bytes = lanes * type.bytes();
        const bool fits = bytes <= kMaxMoveBytes && (type == ir::float32 || type == ir::int32 ? lanes <= 4 : bytes >= 4);
        if (fits && extent % lanes == 0) {
            return lanes;
        }
    }
    return 1;
}

bool CudaVectorStore::isUniform(const Expr& condition, const ir::Var& lane, int lanes, const ir::Ranges& ranges)
{
    if (!ir::usesVar(condition, lane)) {
        return true;
    }
    const auto* n = condition.as<ir::Binary>();
    if (!n) {
        return false;
    }
    if (n->op == BinaryOp::And || n->op == BinaryOp::Or) {
        return isUniform(n->a, lane, lanes, ranges) && isUniform(n->b, lane, lanes, ranges);
    }
    // lanes*m + lane < 0 and lanes*m + lane >= 0 depend on m only.
    if ((n->op != BinaryOp::Lt && n->op != BinaryOp::Ge) || !n->a.type().isInteger()) {
        return false;
    }
    const ir::Affine difference = ir::add(ir::toAffine(n->a, ranges), ir::toAffine(n->b, ranges), -1);
    return difference.coefficientOf(lane) == 1 && isMultiple(difference, lane, lanes);
}

CudaVectorStore::CudaVectorStore(CudaExpressions& expressions, CudaIdentifiers& names, const ir::Store& store,
                                 const ir::Var& lane, int lanes)
    : m_expressions(expressions)
    , m_names(names)
    , m_store(store)
    , m_lane(lane)
    , m_lanes(lanes)
    , m_type(store.buffer->type)
{
    m_storesVector = isVectorPlace(*store.buffer, store.indices) && (hasComponents() || isVectorValue(store.value));
    if (hasComponents()) {
        findLoads(store.value);
    } else if (m_storesVector) {
        m_vectors.push_back(store.value);
    }
}

bool CudaVectorStore::isVectorPlace(const ir::BufferNode& buffer, const std::vector<Expr>& indices) const
{
    // Registers have no addresses, but two 16-bit numbers share one register.
    const bool sharesRegister = m_type.bytes() * m_lanes == 4 && m_type.bytes() == 2;
    if ((buffer.scope == ir::Scope::Local && !sharesRegister) || buffer.type != m_type) {
        return false;
    }
    const ir::Affine flat = m_expressions.flatten(buffer, indices);
    return flat.coefficientOf(m_lane) == 1 && isMultiple(flat, m_lane, m_lanes);
}

/// Matches a load of adjacent elements, or a select between such loads and constants with the same outcome in all lanes.
bool CudaVectorStore::isVectorValue(const Expr& e) const
{
    if (const auto* n = e.as<ir::Load>()) {
        return isVectorPlace(*n->buffer, n->indices);
    }
    const auto* n = e.as<ir::Select>();
    const auto isSide = [&](const Expr& side) {
        const bool isNumber = side.as<ir::FloatImm>() || side.as<ir::IntImm>();
        return ir::isZero(side) || (isNumber && hasComponents()) || isVectorValue(side);
    };
    return n && isUniform(n->condition, m_lane, m_lanes, m_expressions.ranges()) && isSide(n->whenTrue) && isSide(n->whenFalse)
        && (isVectorValue(n->whenTrue) || isVectorValue(n->whenFalse));
}

void CudaVectorStore::findLoads(const Expr& e)
{
    if (isVectorValue(e) && e.type() == m_type) {
        m_vectors.push_back(e);
    } else if (const auto* n = e.as<ir::Binary>(); n && n->op != BinaryOp::And && n->op != BinaryOp::Or) {
        findLoads(n->a);
        findLoads(n->b);
    } else if (const auto* n = e.as<ir::Cast>()) {
        findLoads(n->value);
    } // do not descend into a select: it may guard its reads
}

std::string CudaVectorStore::vectorType() const
{
    if (hasComponents()) {
        return fmt::format("{}{}", m_type == ir::int32 ? "int" : "float", m_lanes);
    }
    switch (m_lanes * m_type.bytes()) {
    case 16: return "int4";
    case 8: return "int2";
    default: return "int";
    }
}

/// Address of the first of the adjacent elements.
std::string CudaVectorStore::place(const ir::BufferNode& buffer, const std::vector<Expr>& indices)
{
    ir::Affine flat = m_expressions.flatten(buffer, indices);
    std::erase_if(flat.terms, [&](const ir::Affine::Term& term) { return ir::isVar(term.atom, m_lane); });
    return fmt::format("{}[{}]", m_names.nameOf(&buffer), m_expressions.index(flat));
}

std::string CudaVectorStore::move(const ir::BufferNode& buffer, const std::vector<Expr>& indices, bool writes)
{
    return fmt::format("*reinterpret_cast<{}{}*>(&{})", writes ? "" : "const ", vectorType(), place(buffer, indices));
}

std::optional<std::string> CudaVectorStore::asyncLine()
{
    const auto source = ir::asyncSource(m_store);
    const int64_t bytes = int64_t{m_lanes} * m_type.bytes();
    if (!source || !isCopy() || !ir::isAsyncWidth(bytes)) {
        return std::nullopt;
    }
    const Expr condition = source->condition.isNull()
                             ? Expr()
                             : ir::simplify(ir::substitute(source->condition, {{m_lane.id(), Expr(0)}}), m_expressions.ranges());
    return m_expressions.asyncCopy(bytes, place(*m_store.buffer, m_store.indices),
                                   place(*source->load->buffer, source->load->indices), condition);
}

std::string CudaVectorStore::vectorText(const Expr& e)
{
    if (const auto* n = e.as<ir::Load>()) {
        return move(*n->buffer, n->indices, false);
    }
    if (const auto* n = e.as<ir::Select>()) {
        const Expr condition = ir::simplify(ir::substitute(n->condition, {{m_lane.id(), Expr(0)}}), m_expressions.ranges());
        return fmt::format("({} ? {} : {})", m_expressions.write(condition, 2), vectorText(n->whenTrue),
                           vectorText(n->whenFalse));
    }
    const std::string type = vectorType();
    const bool isScalar = type == "int";
    // Constants of other types are bit patterns here, and zero is the only one that padding needs.
    const std::string one = hasComponents() ? m_expressions.write(e) : "0";
    std::string parts = one;
    const int count = isScalar ? 1 : hasComponents() ? m_lanes : type.back() - '0';
    for (int i = 1; i < count; ++i) {
        parts += ", " + one;
    }
    return isScalar ? parts : fmt::format("make_{}({})", type, parts);
}

std::vector<std::string> CudaVectorStore::lines(const std::function<void(int)>& setLane)
{
    static constexpr const char* components = "xyzw";
    std::vector<std::string> out;
    if (isCopy()) {
        return {fmt::format("{} = {};", move(*m_store.buffer, m_store.indices, true), vectorText(m_store.value))};
    }
    const bool needsScope = !m_vectors.empty();
    const std::string indent = needsScope ? "    " : "";
    m_names.openScope();
    if (needsScope) {
        out.emplace_back("{");
    }
    std::vector<std::string> loaded;
    for (const Expr& part : m_vectors) {
        loaded.push_back(m_names.declare("loaded"));
        out.push_back(fmt::format("{}const {} {} = {};", indent, vectorType(), loaded.back(), vectorText(part)));
    }
    std::string parts;
    for (int lane = 0; lane < m_lanes; ++lane) {
        setLane(lane);
        for (size_t i = 0; i < m_vectors.size(); ++i) {
            m_expressions.replace(m_vectors[i], fmt::format("{}.{}", loaded[i], components[lane]));
        }
        const std::string value = m_expressions.write(m_store.value);
        if (m_storesVector) {
            parts += (parts.empty() ? "" : ", ") + value;
        } else {
            out.push_back(fmt::format("{}{} = {};", indent, m_expressions.element(*m_store.buffer, m_store.indices), value));
        }
    }
    m_expressions.clearReplacements();
    setLane(-1);
    if (m_storesVector) {
        out.push_back(
            fmt::format("{}{} = make_{}({});", indent, move(*m_store.buffer, m_store.indices, true), vectorType(), parts));
    }
    if (needsScope) {
        out.emplace_back("}");
    }
    m_names.closeScope();
    return out;
}

} // namespace knobscope
