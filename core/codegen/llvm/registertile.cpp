// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/registertile.h"

#include "core/codegen/llvm/unrolling.h"
#include "core/ir/visit.h"

#include <llvm/Analysis/VectorUtils.h>

#include <iterator>
#include <unordered_map>
#include <unordered_set>

namespace knobscope {

namespace {

/// Walks a nest like the emitter to find the stored slots.
class TilePlanner
{
public:
    TilePlanner(const ir::BufferNode& buffer, const KnownValue& known, int vectorBits, int64_t maxVectors)
        : m_buffer(buffer)
        , m_known(known)
        , m_vectorBits(vectorBits)
        , m_maxVectors(maxVectors)
    {
    }

    std::optional<SlotPlan> plan(const ir::Stmt& body)
    {
        if (!allPlacesConstant(body)) {
            return std::nullopt;
        }
        collect(body, 1, nullptr);
        return m_fits ? std::optional(std::move(m_plan)) : std::nullopt;
    }

private:
    bool allPlacesConstant(const ir::Stmt& body)
    {
        bool constant = true;
        const auto access = [&](const std::vector<ir::Expr>& indices) {
            const AccessIndex index = flatten(m_buffer, indices);
            constant = constant && index.others.empty() && !m_inParallel;
            for (const auto& term : index.vars) {
                constant = constant && (m_copied.contains(term.var) || m_known(term.var));
            }
        };
        const std::function<void(const ir::Stmt&)> visit = [&](const ir::Stmt& s) {
            if (s.isNull() || !constant) {
                return;
            }
            if (const auto* loop = s.as<ir::For>()) {
                const bool parallel = loop->kind == ir::ForKind::Parallel && loop->extent > 1;
                const bool outer = std::exchange(m_inParallel, m_inParallel || parallel);
                if (loop->kind == ir::ForKind::Unrolled || loop->kind == ir::ForKind::Vectorized || loop->extent == 1) {
                    m_copied.insert(loop->var.id());
                }
                visit(loop->body);
                m_inParallel = outer;
                return;
            }
            if (const auto* branch = s.as<ir::IfThen>()) {
                loadsIn(branch->condition, access);
            } else if (const auto* store = s.as<ir::Store>()) {
                if (store->buffer.get() == &m_buffer) {
                    access(store->indices);
                }
                loadsIn(store->value, access);
            }
            ir::forEachChild(s, visit);
        };
        visit(body);
        return constant;
    }

    void loadsIn(const ir::Expr& e, const std::function<void(const std::vector<ir::Expr>&)>& access) const
    {
        ir::forEachExpr(e, [&](const ir::Expr& part) {
            const auto* load = part.as<ir::Load>();
            if (load && load->buffer.get() == &m_buffer) {
                access(load->indices);
            }
        });
    }

    void collect(const ir::Stmt& s, int lanes, const void* laneVar)
    {
        if (s.isNull() || !m_fits) {
            return;
        }
        if (const auto* loop = s.as<ir::For>()) {
            collectLoop(*loop, lanes, laneVar);
            return;
        }
        if (const auto* store = s.as<ir::Store>(); store && store->buffer.get() == &m_buffer) {
            addSlots(flatten(m_buffer, store->indices), lanes, laneVar);
        }
        ir::forEachChild(s, [&](const ir::Stmt& child) { collect(child, lanes, laneVar); });
    }

    void collectLoop(const ir::For& loop, int lanes, const void* laneVar)
    {
        const bool copied = loop.kind == ir::ForKind::Unrolled || loop.kind == ir::ForKind::Vectorized || loop.extent == 1;
        if (!copied) {
            collect(loop.body, lanes, laneVar);
            return;
        }
        if (loop.kind == ir::ForKind::Vectorized && !laneVar && hasUniformBranches(loop)) {
            for (const Chunk& chunk : chunksOf(loop.extent, nativeLanes(m_buffer.type, m_vectorBits))) {
                m_values[loop.var.id()] = chunk.begin;
                collect(loop.body, chunk.lanes, loop.var.id());
            }
            return;
        }
        for (int64_t i = 0; i < loop.extent && m_fits; ++i) {
            m_values[loop.var.id()] = i;
            collect(loop.body, lanes, laneVar);
        }
    }

    void addSlots(const AccessIndex& index, int lanes, const void* laneVar)
    {
        int64_t offset = index.constant;
        int64_t stride = 0;
        for (const auto& term : index.vars) {
            const auto copied = m_values.find(term.var);
            offset += term.coefficient * (copied != m_values.end() ? copied->second : *m_known(term.var));
            stride = term.var == laneVar ? term.coefficient : stride;
        }
        if (lanes == 1 || stride == 1) {
            addSlot(offset, lanes);
        } else {
            for (int lane = 0; lane < lanes; ++lane) {
                addSlot(offset + lane * stride, 1);
            }
        }
    }

    void addSlot(int64_t offset, int lanes)
    {
        const auto next = m_plan.lower_bound(offset);
        const bool touchesNext = next != m_plan.end() && next->first < offset + lanes;
        const bool touchesPrevious = next != m_plan.begin() && std::prev(next)->first + std::prev(next)->second > offset;
        if (touchesNext || touchesPrevious) {
            // Completely or partly covered: missing elements get their own slots.
            for (int lane = 0; lanes > 1 && lane < lanes; ++lane) {
                addSlot(offset + lane, 1);
            }
            return;
        }
        m_plan.emplace(offset, lanes);
        m_fits = static_cast<int64_t>(m_plan.size()) <= m_maxVectors;
    }

    const ir::BufferNode& m_buffer;
    const KnownValue& m_known;
    int m_vectorBits;
    int64_t m_maxVectors;
    std::unordered_set<const void*> m_copied;
    std::unordered_map<const void*, int64_t> m_values;
    SlotPlan m_plan;
    bool m_inParallel = false;
    bool m_fits = true;
};

} // namespace

std::optional<SlotPlan> planRegisterTile(const ir::Stmt& body, const ir::BufferNode& buffer, const KnownValue& known,
                                         int vectorBits, int64_t maxVectors)
{
    if (buffer.elements() > maxVectors * nativeLanes(buffer.type, vectorBits)) {
        return std::nullopt;
    }
    return TilePlanner(buffer, known, vectorBits, maxVectors).plan(body);
}

RegisterTile::RegisterTile(const SlotPlan& plan, llvm::Type* element)
    : m_element(element)
{
    for (const auto& [offset, lanes] : plan) {
        llvm::Type* type = lanes == 1 ? element : llvm::FixedVectorType::get(element, static_cast<unsigned>(lanes));
        m_slots.emplace(offset, Slot{lanes, llvm::UndefValue::get(type)});
    }
}

/// Offsets of the slots, vectors of one length, that are `lanes` elements from `offset`; empty if they are not.
std::vector<int64_t> RegisterTile::partsOf(int64_t offset, int lanes) const
{
    std::vector<int64_t> parts;
    const auto first = m_slots.find(offset);
    const int each = first != m_slots.end() ? first->second.lanes : 0;
    if (each < 2 || lanes % each != 0) {
        return {};
    }
    for (int64_t part = offset; part < offset + lanes; part += each) {
        const auto slot = m_slots.find(part);
        if (slot == m_slots.end() || slot->second.lanes != each) {
            return {};
        }
        parts.push_back(part);
    }
    return parts;
}

llvm::Value* RegisterTile::read(llvm::IRBuilderBase& builder, int64_t offset, int lanes) const
{
    if (const auto exact = m_slots.find(offset); exact != m_slots.end() && exact->second.lanes == lanes) {
        return exact->second.value;
    }
    if (const auto parts = partsOf(offset, lanes); !parts.empty()) {
        std::vector<llvm::Value*> vectors;
        for (const int64_t part : parts) {
            vectors.push_back(m_slots.at(part).value);
        }
        return llvm::concatenateVectors(builder, vectors);
    }
    if (lanes > 1) {
        llvm::Value* vector = llvm::UndefValue::get(llvm::FixedVectorType::get(m_element, static_cast<unsigned>(lanes)));
        for (int lane = 0; lane < lanes; ++lane) {
            vector = builder.CreateInsertElement(vector, read(builder, offset + lane, 1), static_cast<uint64_t>(lane));
        }
        return vector;
    }
    auto slot = m_slots.upper_bound(offset);
    if (slot == m_slots.begin() || offset >= std::prev(slot)->first + std::prev(slot)->second.lanes) {
        return llvm::UndefValue::get(m_element); // never stored
    }
    --slot;
    return builder.CreateExtractElement(slot->second.value, static_cast<uint64_t>(offset - slot->first));
}

void RegisterTile::write(llvm::IRBuilderBase& builder, int64_t offset, int lanes, llvm::Value* value)
{
    if (const auto exact = m_slots.find(offset); exact != m_slots.end() && exact->second.lanes == lanes) {
        exact->second.value = value;
        return;
    }
    if (const auto parts = partsOf(offset, lanes); !parts.empty()) {
        for (const int64_t part : parts) {
            Slot& slot = m_slots.at(part);
            const auto mask =
                llvm::createSequentialMask(static_cast<unsigned>(part - offset), static_cast<unsigned>(slot.lanes), 0);
            slot.value = builder.CreateShuffleVector(value, mask);
        }
        return;
    }
    if (lanes > 1) {
        for (int lane = 0; lane < lanes; ++lane) {
            write(builder, offset + lane, 1, builder.CreateExtractElement(value, static_cast<uint64_t>(lane)));
        }
        return;
    }
    auto slot = std::prev(m_slots.upper_bound(offset));
    slot->second.value = builder.CreateInsertElement(slot->second.value, value, static_cast<uint64_t>(offset - slot->first));
}

std::vector<llvm::Value*> RegisterTile::values() const
{
    std::vector<llvm::Value*> all;
    for (const auto& [offset, slot] : m_slots) {
        all.push_back(slot.value);
    }
    return all;
}

void RegisterTile::setValues(const std::vector<llvm::Value*>& values)
{
    size_t i = 0;
    for (auto& [offset, slot] : m_slots) {
        slot.value = values[i++];
    }
}

} // namespace knobscope
