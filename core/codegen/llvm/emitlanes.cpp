// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/emitexpr.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace knobscope {

using ir::Expr;

namespace {

bool areOfLength(const std::vector<int>& begins, int length, int lanes)
{
    for (size_t i = 0; i < begins.size(); ++i) {
        if (begins[i] != static_cast<int>(i) * length) {
            return false;
        }
    }
    return static_cast<int>(begins.size()) * length == lanes;
}

} // namespace

llvm::Value* ExpressionEmitter::loadValue(const Expr& e, const ir::Load& n)
{
    const AccessIndex& index = indexOf(e.id(), *n.buffer, n.indices);
    const int64_t stride = index.coefficientOf(m_laneVar);
    const auto tile = m_tiles.find(n.buffer.get());
    if (hasLanesElsewhere(index) || (stride != 0 && stride != 1)) {
        return tile == m_tiles.end() ? loadRuns(e, n) : gather(e);
    }
    const int lanes = stride == 1 ? m_lanes : 1;
    if (tile != m_tiles.end()) {
        return tile->second.read(m_builder, split(index).constant, lanes);
    }
    return loadMemory(*n.buffer, index, lanes);
}

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

/// Lanes that come from two rows in turn, as pairs of a dot product's second factor do: one load of each.
llvm::Value* ExpressionEmitter::interleaved(const ir::Load& n, const AccessIndex& index)
{
    const int half = m_lanes / 2;
    std::vector<llvm::Value*> rows;
    std::vector<int> order;
    perLane([&](int lane) {
        if (lane < 2) {
            rows.push_back(loadMemory(*n.buffer, index, half));
        }
        order.push_back(lane / 2 + (lane % 2) * half);
    });
    return m_builder.CreateShuffleVector(rows[0], rows[1], order);
}

/// Runs of `length` lanes, each as one number of so many bits: shuffles of short vectors would take several times as long.
llvm::Value* ExpressionEmitter::loadWords(const ir::Load& n, const AccessIndex& index, int length, int bits)
{
    llvm::Type* word = m_builder.getIntNTy(static_cast<unsigned>(bits));
    llvm::Value* words = llvm::PoisonValue::get(llvm::FixedVectorType::get(word, static_cast<unsigned>(m_lanes / length)));
    const int lanes = m_lanes;
    perLane([&](int lane) {
        if (lane % length == 0) {
            words =
                m_builder.CreateInsertElement(words, loadMemory(*n.buffer, index, 1, word), static_cast<uint64_t>(lane / length));
        }
    });
    return m_builder.CreateBitCast(words, llvm::FixedVectorType::get(storageType(n.buffer->type), static_cast<unsigned>(lanes)));
}

/// Loads lanes that form a few runs of adjacent elements, such as a vector that continues in the next block of channels: one
/// load per run.
llvm::Value* ExpressionEmitter::loadRuns(const Expr& e, const ir::Load& n)
{
    const AccessIndex& index = indexOf(e.id(), *n.buffer, n.indices);
    if (!std::ranges::all_of(index.others, [&](const auto& term) { return !usesLanes(term.atom) || isConstant(term.atom); })) {
        return gather(e);
    }
    std::vector<Address> places;
    perLane([&](int) { places.push_back(address(*n.buffer, split(index))); });
    const auto follows = [&](size_t lane, size_t before) {
        return places[lane].pointer == places[before].pointer && places[lane].offset == places[before].offset + 1;
    };
    std::vector<int> begins;
    bool isOfTwoRows = places.size() > 2 && places.size() % 2 == 0;
    for (size_t lane = 0; lane < places.size(); ++lane) {
        if (lane == 0 || !follows(lane, lane - 1)) {
            begins.push_back(static_cast<int>(lane));
        }
        isOfTwoRows = isOfTwoRows && (lane < 2 || follows(lane, lane - 2));
    }
    if (isOfTwoRows) {
        return interleaved(n, index);
    }
    if (const int length = m_lanes / static_cast<int>(begins.size()); length > 1 && areOfLength(begins, length, m_lanes)) {
        if (const int bits = length * n.buffer->type.bits; !n.buffer->type.isBool() && (bits == 32 || bits == 64)) {
            return loadWords(n, index, length, bits);
        }
    }
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
