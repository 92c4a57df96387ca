// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of dot products (ir/dot.h).
#include "core/codegen/llvm/emitstmt.h"
#include "core/codegen/llvm/reductionsteps.h"
#include "core/codegen/llvm/unrolling.h"

#include "core/ir/dot.h"
#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

namespace {

/// The accumulator and the two factors, in either order, since passes swap operands.
struct DotStep {
    const ir::Expr* sum = nullptr;
    const ir::Load* a = nullptr;
    const ir::Load* b = nullptr;
};

const ir::Load* loadOf(const ir::Expr& factor)
{
    const auto* cast = factor.as<ir::Cast>();
    return cast ? cast->value.as<ir::Load>() : factor.as<ir::Load>();
}

std::optional<DotStep> dotStep(const ir::Store& store)
{
    const auto* sum = store.value.as<ir::Binary>();
    if (!sum || sum->op != ir::BinaryOp::Add) {
        return std::nullopt;
    }
    const bool productFirst = sum->a.as<ir::Binary>() != nullptr;
    const auto* product = (productFirst ? sum->a : sum->b).as<ir::Binary>();
    if (!product || product->op != ir::BinaryOp::Mul) {
        return std::nullopt;
    }
    DotStep step{productFirst ? &sum->b : &sum->a, loadOf(product->a), loadOf(product->b)};
    if (!step.a || !step.b) {
        return std::nullopt;
    }
    if (step.b->buffer->type == ir::uint8) { // mixed-sign instructions expect the signed elements second
        std::swap(step.a, step.b);
    }
    return step;
}

/// The first dot product within a statement; null if there is none.
const ir::Store* firstDot(const ir::Stmt& s)
{
    const ir::Store* found = nullptr;
    ir::forEachStmt(s, [&](const ir::Stmt& part) {
        const auto* loop = part.as<ir::For>();
        const bool isDot = loop && loop->kind == ir::ForKind::Tensorized && loop->threadTag == ir::kDotOperation;
        found = isDot && !found ? loop->body.as<ir::Store>() : found;
    });
    return found;
}

} // namespace

const DotProducts& StatementEmitter::dots()
{
    if (!m_dots) {
        m_dots.emplace(m_target);
    }
    return *m_dots;
}

/// Where products and additions are separate, the number of instructions limits the speed, and a loop's counter and addresses are
/// a tenth of them (a Zen 4 with AVX2: layers of 1,024 channels take 0.92 of the time).
bool StatementEmitter::isShortSumOfDots(const ir::For& loop)
{
    constexpr int64_t mostSteps = 8, mostDots = 256;
    const bool isShort = loop.extent <= mostSteps && loop.extent * storeInstances(loop.body, m_vectorBits) <= mostDots;
    const ir::Store* dot = isShort && isReductionLoop(loop) && addedTo(loop.body) ? firstDot(loop.body) : nullptr;
    const auto step = dot ? dotStep(*dot) : std::nullopt;
    return step && dots().addsSeparately(step->a->buffer->type, step->b->buffer->type, m_vectorBits / 32);
}

/// The words of a factor, one per lane: adjacent in memory, or the same in every lane. Null otherwise.
llvm::Value* StatementEmitter::loadPacked(const ir::Load& factor, const ir::For& loop)
{
    const AccessIndex& index = indexOf(&factor, *factor.buffer, factor.indices);
    const int64_t stride = index.coefficientOf(m_laneVar);
    const bool isElsewhere = std::any_of(index.others.begin(), index.others.end(), [&](const auto& term) {
        return usesLanes(term.atom) || ir::usesVar(term.atom, loop.var);
    });
    if (isElsewhere || index.coefficientOf(loop.var.id()) != 1 || (stride != 0 && stride != loop.extent)
        || m_tiles.contains(factor.buffer.get())) {
        return nullptr;
    }
    llvm::Value* packed = loadMemory(*factor.buffer, index, stride == 0 ? 1 : m_lanes, m_builder.getInt32Ty());
    return stride == 0 ? m_builder.CreateVectorSplat(static_cast<unsigned>(m_lanes), packed) : packed;
}

/// Emits the loop as one vector operation. Returns false, with nothing emitted, if it has another form.
bool StatementEmitter::emitDot(const ir::For& loop)
{
    const auto* store = loop.body.as<ir::Store>();
    const auto step = store ? dotStep(*store) : std::nullopt;
    if (!step || m_lanes == 1 || ir::dotLength(step->a->buffer->type, step->b->buffer->type, step->sum->type()) != loop.extent
        || indexOf(loop.body.id(), *store->buffer, store->indices).coefficientOf(m_laneVar) != 1) {
        return false;
    }
    m_env[loop.var.id()] = Binding{};
    llvm::Value* left = loadPacked(*step->a, loop);
    llvm::Value* right = left ? loadPacked(*step->b, loop) : nullptr;
    if (!right) {
        return false;
    }
    writeValue(loop.body, *store,
               dots().add(m_builder, value(*step->sum), left, right, step->a->buffer->type, step->b->buffer->type));
    return true;
}

} // namespace knobscope
