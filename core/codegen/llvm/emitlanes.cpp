// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/emitexpr.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace knobscope {

using ir::Expr;

/// Runs `scalar` once per lane with the lane variable bound to its number.
void ExpressionEmitter::perLane(const std::function<void(int lane)>& scalar)
{
    const void* const var = std::exchange(m_laneVar, nullptr);
    const Binding vector = m_env.at(var);
    const int lanes = std::exchange(m_lanes, 1);
    for (int lane = 0; lane < lanes; ++lane) {
        m_env[var] = Binding{Binding::Kind::Constant, vector.constant + lane, 1, nullptr, 0};
        scalar(lane);
    }
    m_env[var] = vector;
    m_laneVar = var;
    m_lanes = lanes;
}

/// Loads lanes that form a few runs of adjacent elements, such as a vector that continues in the next block of channels: one
/// load per run.
llvm::Value* ExpressionEmitter::loadRuns(const Expr& e, const ir::Load& n)
{
    const AccessIndex& index = indexOf(e.id(), *n.buffer, n.indices);
    if (!std::ranges::all_of(index.others, [&](const auto& term) { return !usesLanes(term.atom) || isConstant(term.atom); })) {
        return gather(e);
    }
    std::vector<int> begins;
    Address last;
    perLane([&](int lane) {
        const Address place = address(*n.buffer, split(index));
        if (lane == 0 || place.pointer != last.pointer || place.offset != last.offset + 1) {
            begins.push_back(lane);
        }
        last = place;
    });
    if (2 * std::ssize(begins) > m_lanes) {
        return gather(e);
    }
    begins.push_back(m_lanes);
    std::vector<int> widened, joined(static_cast<size_t>(m_lanes));
    llvm::Value* out = nullptr;
    perLane([&, run = size_t{0}](int lane) mutable {
        if (lane != begins[run]) {
            return;
        }
        const int length = begins[++run] - lane;
        llvm::Value* loaded = loadMemory(*n.buffer, index, length);
        if (length == 1) {
            llvm::Type* whole = llvm::FixedVectorType::get(loaded->getType(), static_cast<unsigned>(joined.size()));
            out = m_builder.CreateInsertElement(out ? out : llvm::UndefValue::get(whole), loaded, static_cast<uint64_t>(lane));
            return;
        }
        widened.assign(joined.size(), -1);
        std::iota(widened.begin() + lane, widened.begin() + lane + length, 0);
        std::iota(joined.begin(), joined.end(), 0);
        std::iota(joined.begin() + lane, joined.end(), std::ssize(joined) + lane);
        llvm::Value* next = m_builder.CreateShuffleVector(loaded, widened);
        out = out ? m_builder.CreateShuffleVector(out, next, joined) : next;
    });
    return out;
}

/// Loads lane by lane, for lanes that are not adjacent in memory.
llvm::Value* ExpressionEmitter::gather(const Expr& e)
{
    const auto lanes = static_cast<unsigned>(m_lanes);
    llvm::Value* out = nullptr;
    perLane([&](int lane) {
        llvm::Value* element = value(e);
        out = out ? out : llvm::UndefValue::get(llvm::FixedVectorType::get(element->getType(), lanes));
        out = m_builder.CreateInsertElement(out, element, static_cast<uint64_t>(lane));
    });
    return out;
}

} // namespace knobscope
