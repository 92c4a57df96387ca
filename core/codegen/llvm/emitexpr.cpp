// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/emitexpr.h"

#include "core/codegen/llvm/emitcast.h"
#include "core/codegen/llvm/float32math.h"
#include "core/ir/visit.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace knobscope {

using ir::BinaryOp;
using ir::Expr;

llvm::Value* ExpressionEmitter::constantOf(double value, ir::DataType type)
{
    return type.isFloat() ? llvm::ConstantFP::get(typeOf(type), value)
                          : static_cast<llvm::Value*>(llvm::ConstantInt::getSigned(typeOf(type), static_cast<int64_t>(value)));
}

llvm::Value* ExpressionEmitter::converted(llvm::Value* v, ir::DataType from, ir::DataType type)
{
    return castTo(m_builder, v, from, type, typeOf(type), type == ir::bfloat16 && roundsBfloat16());
}

/// Broadcasts a scalar operand to the vector length of the other.
void ExpressionEmitter::matchLanes(llvm::Value*& a, llvm::Value*& b)
{
    auto* left = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
    auto* right = llvm::dyn_cast<llvm::FixedVectorType>(b->getType());
    if (left && !right) {
        b = m_builder.CreateVectorSplat(left->getNumElements(), b);
    } else if (right && !left) {
        a = m_builder.CreateVectorSplat(right->getNumElements(), a);
    }
}

llvm::Value* ExpressionEmitter::value(const Expr& e)
{
    if (const auto* n = e.as<ir::IntImm>()) {
        return llvm::ConstantInt::getSigned(typeOf(n->type), n->value);
    }
    if (const auto* n = e.as<ir::FloatImm>()) {
        return constantOf(n->value, n->type);
    }
    if (const auto* n = e.as<ir::VarRef>()) {
        const Binding& binding = m_env.at(n->var.id());
        if (binding.kind == Binding::Kind::Runtime) {
            return binding.value;
        }
        if (binding.kind == Binding::Kind::Constant) {
            return m_builder.getInt64(static_cast<uint64_t>(binding.constant));
        }
        std::vector<llvm::Constant*> lanes;
        for (int lane = 0; lane < binding.lanes; ++lane) {
            lanes.push_back(m_builder.getInt64(static_cast<uint64_t>(binding.constant + lane)));
        }
        return llvm::ConstantVector::get(lanes);
    }
    if (const auto* n = e.as<ir::Binary>()) {
        return binaryValue(*n, e);
    }
    if (const auto* n = e.as<ir::Not>()) {
        return m_builder.CreateNot(value(n->a));
    }
    if (const auto* n = e.as<ir::Select>()) {
        return selectValue(*n);
    }
    if (const auto* n = e.as<ir::Cast>()) {
        return castValue(n->value, n->type);
    }
    if (const auto* n = e.as<ir::Call>()) {
        return callValue(*n);
    }
    if (const auto* n = e.as<ir::LetRef>()) {
        return m_lets.at(n->var.id());
    }
    if (const auto* n = e.as<ir::Let>()) {
        return letValue(*n);
    }
    return loadValue(e, *e.as<ir::Load>());
}

namespace {

/// The sum if the expression is a sum with a number, less that number; null otherwise.
const ir::Binary* sumLess(const Expr& e)
{
    const auto* less = e.as<ir::Binary>();
    const auto* sum = less && less->op == BinaryOp::Sub ? less->a.as<ir::Binary>() : nullptr;
    const auto* number = sum && sum->op == BinaryOp::Add && e.type() == ir::float32 ? sum->b.as<ir::FloatImm>() : nullptr;
    const auto* same = number ? less->b.as<ir::FloatImm>() : nullptr;
    return same && same->value == number->value ? sum : nullptr;
}

/// Whether the expression is (x + 1.5 * 2^23) - 1.5 * 2^23, which rounds x to an integer.
bool isRounding(const Expr& e)
{
    constexpr double rounder = 12582912;
    const ir::Binary* sum = sumLess(e);
    return sum && sum->b.as<ir::FloatImm>()->value == rounder;
}

/// The rounded integer of (integer + zero point) - zero point, as a quantized value is without its zero point; else the
/// expression.
const Expr& withoutZeroPoint(const Expr& e)
{
    constexpr double most = 255;
    const ir::Binary* sum = sumLess(e);
    return sum && isRounding(sum->a) && std::abs(sum->b.as<ir::FloatImm>()->value) <= most ? sum->a : e;
}

} // namespace

/// The integer that a rounding sum holds is in its last bits.
llvm::Value* ExpressionEmitter::castValue(const Expr& from, ir::DataType type)
{
    if (const auto* n = from.as<ir::Let>()) {
        emitBindings(*n);
        return castValue(n->body, type);
    }
    if (const auto* call = from.as<ir::Call>(); call && call->function == ir::Function::Gelu && type == ir::bfloat16) {
        return callValue(*call, true);
    }
    const Expr& rounded = withoutZeroPoint(from);
    if (!type.isInteger() || (type.bits != 8 && type.bits != 16) || !isRounding(rounded)) {
        return converted(value(from), from.type(), type);
    }
    llvm::Value* v = value(rounded.as<ir::Binary>()->a);
    llvm::Value* bits = m_builder.CreateBitCast(v, v->getType()->getWithNewType(m_builder.getInt32Ty()));
    return m_builder.CreateTrunc(bits, v->getType()->getWithNewType(typeOf(type)));
}

/// Emits the bindings wherever the expression is emitted: once per lane in a per-lane expansion.
void ExpressionEmitter::emitBindings(const ir::Let& n)
{
    for (const ir::LetBinding& binding : n.bindings) {
        llvm::Value* bound = value(binding.value);
        m_lets[binding.var.id()] = bound;
    }
}

llvm::Value* ExpressionEmitter::letValue(const ir::Let& n)
{
    emitBindings(n);
    return value(n.body);
}

/// a + b * c in one instruction if the target has it; null if the sum has another form.
llvm::Value* ExpressionEmitter::fused(const ir::Binary& n)
{
    const bool productFirst = n.a.as<ir::Binary>() && n.a.as<ir::Binary>()->op == BinaryOp::Mul;
    const Expr& product = productFirst ? n.a : n.b;
    const auto* factors = product.as<ir::Binary>();
    if (!factors || factors->op != BinaryOp::Mul) {
        return nullptr;
    }
    llvm::Value* sum = value(productFirst ? n.b : n.a);
    llvm::Value* x = value(factors->a);
    llvm::Value* y = value(factors->b);
    matchLanes(x, y);
    matchLanes(sum, x);
    matchLanes(x, y);
    return m_builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {x->getType()}, {x, y, sum});
}

llvm::Value* ExpressionEmitter::floorDivision(const ir::Binary& n, llvm::Value* a, llvm::Value* b)
{
    const auto bounds = ir::boundsOf(n.a, m_ranges);
    const bool isDivision = n.op == BinaryOp::FloorDiv;
    if (bounds && bounds->min >= 0) {
        return isDivision ? m_builder.CreateUDiv(a, b) : m_builder.CreateURem(a, b);
    }
    // Rounds towards minus infinity: one less than the truncated quotient if signs differ and the remainder is not 0.
    llvm::Value* quotient = m_builder.CreateSDiv(a, b);
    llvm::Value* rest = m_builder.CreateSRem(a, b);
    llvm::Value* zero = llvm::ConstantInt::get(a->getType(), 0);
    llvm::Value* below = m_builder.CreateICmpSLT(m_builder.CreateXor(a, b), zero);
    llvm::Value* adjust = m_builder.CreateAnd(m_builder.CreateICmpNE(rest, zero), below);
    return isDivision ? m_builder.CreateSub(quotient, m_builder.CreateZExt(adjust, a->getType()))
                      : m_builder.CreateAdd(rest, m_builder.CreateSelect(adjust, b, zero));
}

llvm::Value* ExpressionEmitter::binaryValue(const ir::Binary& n, const Expr& whole)
{
    if (const Expr& rounded = withoutZeroPoint(whole); rounded.id() != whole.id()) {
        return value(rounded);
    }
    const ir::DataType type = n.a.type();
    const bool isBfloat16 = type == ir::bfloat16; // CPUs have no bfloat16 arithmetic: compute in float32 and round
    if (n.op == BinaryOp::Add && type.isFloat() && !isBfloat16) {
        if (llvm::Value* sum = fused(n)) {
            return sum;
        }
    }
    if (whole.type() == ir::indexType && !isConstant(whole) && !usesLanes(whole)) {
        return indexValue(whole);
    }
    llvm::Value* a = value(n.a);
    llvm::Value* b = value(n.b);
    matchLanes(a, b);
    if (isBfloat16 && !ir::isComparison(n.op)) {
        llvm::Value* wide =
            binaryOf(n.op, converted(a, ir::bfloat16, ir::float32), converted(b, ir::bfloat16, ir::float32), ir::float32, n);
        return converted(wide, ir::float32, ir::bfloat16);
    }
    return binaryOf(n.op, a, b, type, n);
}

llvm::Value* ExpressionEmitter::binaryOf(BinaryOp op, llvm::Value* a, llvm::Value* b, ir::DataType type, const ir::Binary& n)
{
    const bool isFloat = type.isFloat();
    const bool isUnsigned = type.code == ir::TypeCode::UInt || type.isBool();
    using P = llvm::CmpInst::Predicate;
    const auto compare = [&](P ofFloats, P ofUnsigned, P ofSigned) {
        return isFloat ? m_builder.CreateFCmp(ofFloats, a, b) : m_builder.CreateICmp(isUnsigned ? ofUnsigned : ofSigned, a, b);
    };
    switch (op) {
    case BinaryOp::Add: return isFloat ? m_builder.CreateFAdd(a, b) : m_builder.CreateAdd(a, b);
    case BinaryOp::Sub: return isFloat ? m_builder.CreateFSub(a, b) : m_builder.CreateSub(a, b);
    case BinaryOp::Mul: return isFloat ? m_builder.CreateFMul(a, b) : m_builder.CreateMul(a, b);
    case BinaryOp::Div:
        return isFloat ? m_builder.CreateFDiv(a, b) : isUnsigned ? m_builder.CreateUDiv(a, b) : m_builder.CreateSDiv(a, b);
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod: return floorDivision(n, a, b);
    case BinaryOp::Min:
    case BinaryOp::Max: {
        const bool isMin = op == BinaryOp::Min;
        if (isFloat) {
            return isMin ? smallerOf(m_builder, a, b) : largerOf(m_builder, a, b);
        }
        const auto op = isUnsigned ? (isMin ? llvm::Intrinsic::umin : llvm::Intrinsic::umax)
                                   : (isMin ? llvm::Intrinsic::smin : llvm::Intrinsic::smax);
        return m_builder.CreateBinaryIntrinsic(op, a, b);
    }
    case BinaryOp::Eq: return compare(P::FCMP_OEQ, P::ICMP_EQ, P::ICMP_EQ);
    case BinaryOp::Ne: return compare(P::FCMP_UNE, P::ICMP_NE, P::ICMP_NE);
    case BinaryOp::Lt: return compare(P::FCMP_OLT, P::ICMP_ULT, P::ICMP_SLT);
    case BinaryOp::Le: return compare(P::FCMP_OLE, P::ICMP_ULE, P::ICMP_SLE);
    case BinaryOp::Gt: return compare(P::FCMP_OGT, P::ICMP_UGT, P::ICMP_SGT);
    case BinaryOp::Ge: return compare(P::FCMP_OGE, P::ICMP_UGE, P::ICMP_SGE);
    case BinaryOp::And: return m_builder.CreateAnd(a, b);
    case BinaryOp::Or: return m_builder.CreateOr(a, b);
    }
    return nullptr;
}

/// Evaluates only the chosen side if a side reads memory; selects whose condition differs between lanes were scalarised
/// before. A comparison of floats selects lane by lane.
llvm::Value* ExpressionEmitter::selectValue(const ir::Select& n)
{
    llvm::Value* condition = value(n.condition);
    if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
        return value(known->isZero() ? n.whenFalse : n.whenTrue);
    }
    const auto isLoad = [](const Expr& part) { return part.as<ir::Load>() != nullptr; };
    if (ir::comparesFloats(n.condition) || (!ir::anyExpr(n.whenTrue, isLoad) && !ir::anyExpr(n.whenFalse, isLoad))) {
        llvm::Value* t = value(n.whenTrue);
        llvm::Value* f = value(n.whenFalse);
        matchLanes(t, f);
        matchLanes(condition, t);
        matchLanes(condition, f);
        return m_builder.CreateSelect(condition, t, f);
    }
    llvm::Function* function = m_function.function;
    auto* thenBlock = llvm::BasicBlock::Create(m_context, "select.true", function);
    auto* elseBlock = llvm::BasicBlock::Create(m_context, "select.false", function);
    auto* join = llvm::BasicBlock::Create(m_context, "select.end", function);
    m_function.scopes.back().exit = m_builder.CreateCondBr(condition, thenBlock, elseBlock);
    const auto side = [&](llvm::BasicBlock* block, const Expr& e) {
        m_builder.SetInsertPoint(block);
        m_function.scopes.emplace_back();
        llvm::Value* v = value(e);
        m_function.scopes.pop_back();
        return v;
    };
    llvm::Value* t = side(thenBlock, n.whenTrue);
    auto* thenEnd = m_builder.GetInsertBlock();
    llvm::Value* f = side(elseBlock, n.whenFalse);
    auto* elseEnd = m_builder.GetInsertBlock();
    m_function.scopes.back().exit = nullptr;
    const auto finish = [&](llvm::BasicBlock* block, llvm::Value* v, const llvm::Value* like) {
        m_builder.SetInsertPoint(block);
        auto* wide = llvm::dyn_cast<llvm::FixedVectorType>(like->getType());
        llvm::Value* out = wide && !v->getType()->isVectorTy() ? m_builder.CreateVectorSplat(wide->getNumElements(), v) : v;
        m_builder.CreateBr(join);
        return out;
    };
    llvm::Value* fromThen = finish(thenEnd, t, f);
    llvm::Value* fromElse = finish(elseEnd, f, t);
    m_builder.SetInsertPoint(join);
    llvm::PHINode* phi = m_builder.CreatePHI(fromThen->getType(), 2);
    phi->addIncoming(fromThen, thenEnd);
    phi->addIncoming(fromElse, elseEnd);
    return phi;
}

bool ExpressionEmitter::usesLanes(const Expr& e) const
{
    return m_laneVar && ir::usesVar(e, [&](const ir::Var& var) { return var.id() == m_laneVar; });
}

bool ExpressionEmitter::hasLanesElsewhere(const AccessIndex& index) const
{
    return std::ranges::any_of(index.others, [&](const auto& term) { return usesLanes(term.atom); });
}

/// Whether the value is known at code generation time, for each lane.
bool ExpressionEmitter::isConstant(const Expr& e) const
{
    return !ir::anyExpr(e, [&](const Expr& part) {
        const auto* ref = part.as<ir::VarRef>();
        return part.as<ir::Load>() || (ref && m_env.at(ref->var.id()).kind == Binding::Kind::Runtime);
    });
}

/// The deepest scope that a value depends on: it can be computed there once.
size_t ExpressionEmitter::depthOf(const Expr& e) const
{
    size_t depth = 0;
    ir::forEachExpr(e, [&](const Expr& part) {
        const auto* ref = part.as<ir::VarRef>();
        if (ref) {
            const Binding& binding = m_env.at(ref->var.id());
            depth = std::max(depth, binding.kind == Binding::Kind::Runtime ? binding.depth : size_t{0});
        } else if (part.as<ir::Load>()) {
            depth = m_function.scopes.size() - 1;
        }
    });
    return depth;
}

/// An index that is not a plain sum, hoisted as far out as possible and computed once.
llvm::Value* ExpressionEmitter::indexValue(const Expr& e)
{
    // A variable of a loop being unrolled has another value in each copy, and memory may change.
    const bool mixesConstants = ir::anyExpr(e, [&](const Expr& part) {
        const auto* ref = part.as<ir::VarRef>();
        return part.as<ir::Load>() || (ref && m_env.at(ref->var.id()).kind != Binding::Kind::Runtime);
    });
    const auto& n = *e.as<ir::Binary>();
    const auto compute = [&] {
        llvm::Value* a = value(n.a);
        llvm::Value* b = value(n.b);
        return binaryOf(n.op, a, b, ir::indexType, n);
    };
    if (mixesConstants) {
        return compute();
    }
    const size_t depth = depthOf(e);
    for (const Scope& open : m_function.scopes) {
        for (const auto& [known, v] : open.indices) {
            if (ir::structurallyEqual(known, e)) {
                return v;
            }
        }
    }
    llvm::IRBuilderBase::InsertPointGuard guard(m_builder);
    Scope& scope = m_function.scopes[depth];
    if (scope.exit) {
        m_builder.SetInsertPoint(scope.exit);
    }
    llvm::Value* v = compute();
    m_function.scopes[depth].indices.emplace_back(e, v);
    return v;
}

const AccessIndex& ExpressionEmitter::indexOf(const void* key, const ir::BufferNode& buffer, const std::vector<Expr>& indices)
{
    const auto known = m_indices.find(key);
    return known != m_indices.end() ? known->second : m_indices.emplace(key, flatten(buffer, indices)).first->second;
}

ExpressionEmitter::Split ExpressionEmitter::split(const AccessIndex& index)
{
    Split out;
    out.constant = index.constant;
    for (const AccessIndex::VarTerm& term : index.vars) {
        const Binding& binding = m_env.at(term.var);
        if (binding.kind == Binding::Kind::Runtime) {
            out.runtime.emplace_back(binding.value, term.coefficient);
            continue;
        }
        out.constant += term.coefficient * binding.constant;
    }
    for (const ir::Affine::Term& term : index.others) {
        if (usesLanes(term.atom)) {
            return out; // callers that expand lanes have checked for this
        }
        llvm::Value* v = value(term.atom);
        if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(v)) {
            out.constant += term.coefficient * known->getSExtValue();
        } else {
            out.runtime.emplace_back(v, term.coefficient);
        }
    }
    return out;
}

/// Adds the terms to the buffer's base, outermost loops first, each sum in the scope where it is complete.
ExpressionEmitter::Address ExpressionEmitter::address(const ir::BufferNode& buffer, const Split& split)
{
    llvm::Type* element = storageType(buffer.type);
    std::vector<std::vector<std::pair<llvm::Value*, int64_t>>> byDepth(m_function.scopes.size());
    auto& numbers = m_function.numbers;
    for (const auto& [v, coefficient] : split.runtime) {
        numbers.try_emplace(v, numbers.size());
        size_t depth = m_function.scopes.size() - 1;
        for (size_t d = 0; d < m_function.scopes.size(); ++d) {
            const auto& indices = m_function.scopes[d].indices;
            const llvm::Value* wanted = v;
            if (std::any_of(indices.begin(), indices.end(), [&](const auto& entry) { return entry.second == wanted; })) {
                depth = d;
                break;
            }
        }
        for (const auto& [var, binding] : m_env) {
            if (binding.kind == Binding::Kind::Runtime && binding.value == v) {
                depth = binding.depth;
            }
        }
        byDepth[depth].emplace_back(v, coefficient);
    }
    Address out{baseOf(buffer), split.constant};
    for (size_t depth = 0; depth < byDepth.size(); ++depth) {
        if (byDepth[depth].empty()) {
            continue;
        }
        std::stable_sort(byDepth[depth].begin(), byDepth[depth].end(),
                         [&](const auto& a, const auto& b) { return numbers.at(a.first) < numbers.at(b.first); });
        const PointerKey key{out.pointer, byDepth[depth]};
        auto& known = m_function.scopes[depth].pointers;
        if (const auto found = known.find(key); found != known.end()) {
            out.pointer = found->second;
            continue;
        }
        llvm::IRBuilderBase::InsertPointGuard guard(m_builder);
        if (llvm::Instruction* exit = m_function.scopes[depth].exit) {
            m_builder.SetInsertPoint(exit);
        }
        llvm::Value* sum = nullptr;
        for (const auto& [v, coefficient] : byDepth[depth]) {
            llvm::Value* part =
                coefficient == 1 ? v : m_builder.CreateNSWMul(v, m_builder.getInt64(static_cast<uint64_t>(coefficient)));
            sum = sum ? m_builder.CreateNSWAdd(sum, part) : part;
        }
        out.pointer = m_builder.CreateGEP(element, out.pointer, sum);
        known.emplace(key, out.pointer);
    }
    return out;
}

llvm::Value* ExpressionEmitter::pointerTo(const ir::BufferNode& buffer, const Address& address)
{
    return address.offset == 0
             ? address.pointer
             : m_builder.CreateConstGEP1_64(storageType(buffer.type), address.pointer, static_cast<uint64_t>(address.offset));
}

/// `as`: loads elements of another type, starting at that address.
llvm::Value* ExpressionEmitter::loadMemory(const ir::BufferNode& buffer, const AccessIndex& index, int lanes, llvm::Type* as)
{
    const Address place = address(buffer, split(index));
    const bool readOnly = m_readOnly.contains(&buffer);
    llvm::Type* type = as ? as : storageType(buffer.type);
    const LoadKey key{place.pointer, place.offset, lanes, type};
    if (readOnly) {
        for (const Scope& scope : m_function.scopes) {
            if (const auto known = scope.loads.find(key); known != scope.loads.end()) {
                return known->second;
            }
        }
    }
    llvm::Type* loaded = lanes == 1 ? type : llvm::FixedVectorType::get(type, static_cast<unsigned>(lanes));
    llvm::Value* v = m_builder.CreateAlignedLoad(loaded, pointerTo(buffer, place), alignmentOf(buffer));
    if (buffer.type.isBool()) {
        v = m_builder.CreateICmpNE(v, llvm::Constant::getNullValue(loaded));
    }
    if (readOnly) {
        m_function.scopes.back().loads.emplace(key, v);
    }
    return v;
}

} // namespace knobscope
