// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/speedbound.h"

#include "core/ir/matrixtile.h"
#include "core/ir/visit.h"
#include "core/lower/footprint.h"
#include "core/lower/lower.h"
#include "core/lower/passes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace knobscope {

namespace {

// Properties of current cores of all vendors, accurate enough for ratios.
constexpr int kDefaultUnits = 2;        // multiply-adds started per cycle, if the target is not this machine
constexpr double kLoadPorts = 2;
constexpr double kAddLatency = 4;     // of a multiply-add whose sum is in a register
constexpr double kMemoryLatency = 9;  // of a multiply-add whose sum is stored and reloaded
constexpr double kLoopOverhead = 1;       // counter and branch per iteration of a real loop
constexpr double kL2BytesPerCycle = 32;        // bytes per cycle
constexpr double kL3BytesPerCycle = 10;
constexpr double kMemoryBytesPerCycle = 5;
constexpr int64_t kTileLoadCycles = 8; // of a matrix tile; a product takes a cycle for each row

class NestWalk
{
public:
    NestWalk(const MachineProfile& machine, int threads)
        : m_machine(machine)
        , m_threads(threads)
    {
    }

    /// Cycles of a statement over all its executions.
    double cyclesOf(const ir::Stmt& s, double times)
    {
        double cycles = 0;
        if (const auto* n = s.as<ir::For>(); n && n->kind == ir::ForKind::Tensorized && n->threadTag == ir::kTileOperation) {
            cycles = times * static_cast<double>(std::max(n->extent, kTileLoadCycles));
        } else if (n) {
            m_stack.push_back(n);
            cycles = cyclesOf(n->body, times * turns(*n));
            m_stack.pop_back();
        } else if (const auto* n = s.as<ir::Block>()) {
            for (const ir::Stmt& child : n->statements) {
                cycles += cyclesOf(child, times);
            }
        } else if (const auto* n = s.as<ir::IfThen>()) {
            cycles = std::max(cyclesOf(n->then, times), n->elseBody.isNull() ? 0 : cyclesOf(n->elseBody, times));
        } else if (const auto* n = s.as<ir::Allocate>()) {
            cycles = cyclesOf(n->body, times);
        } else if (const auto* n = s.as<ir::Store>()) {
            cycles = storeCycles(*n, times);
        }
        return cycles;
    }
    /// Of the busiest statement.
    const BoundParts& busiest() const { return m_busiest; }

private:
    double turns(const ir::For& loop) const
    {
        const auto extent = static_cast<double>(loop.extent);
        return loop.kind == ir::ForKind::Parallel && m_threads > 1 ? std::ceil(extent / m_threads) : extent;
    }
    /// Whether the loop is a dot-product instruction, which adds several products to each 32-bit lane.
    static bool isDot(const ir::For& loop) { return loop.kind == ir::ForKind::Tensorized; }
    static bool isCopied(const ir::For& loop)
    {
        return loop.extent == 1 || loop.kind == ir::ForKind::Unrolled || loop.kind == ir::ForKind::Vectorized || isDot(loop);
    }
    static bool uses(const std::vector<ir::Expr>& indices, const ir::Var& var)
    {
        return std::any_of(indices.begin(), indices.end(), [&](const ir::Expr& e) { return ir::usesVar(e, var); });
    }
    double lanesOf(const ir::BufferNode& buffer) const
    {
        return std::max(1.0, m_machine.vectorBits / (8.0 * buffer.type.bytes()));
    }

    /// Number of instructions that the unrolled copies of an access need; loops that do not change its address do not count.
    double copies(const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices) const
    {
        double count = 1;
        for (const ir::For* loop : m_copied) {
            if (!uses(indices, loop->var) || isDot(*loop)) {
                continue;
            }
            const auto extent = static_cast<double>(loop->extent);
            const bool isInWords = isDot(*m_copied.front()) && uses(indices, m_copied.front()->var);
            const bool isSideBySide =
                loop->kind == ir::ForKind::Vectorized && isRow(isInWords ? withoutLast(indices) : indices, loop->var);
            count *= isSideBySide ? std::ceil(extent / (isInWords ? m_machine.vectorBits / 32.0 : lanesOf(buffer))) : extent;
        }
        return count;
    }
    static std::vector<ir::Expr> withoutLast(std::vector<ir::Expr> indices)
    {
        indices.pop_back();
        return indices;
    }
    /// Whether consecutive values of `var` are adjacent in memory.
    static bool isRow(const std::vector<ir::Expr>& indices, const ir::Var& var)
    {
        for (size_t d = 0; d + 1 < indices.size(); ++d) {
            if (ir::usesVar(indices[d], var)) {
                return false;
            }
        }
        bool isPlain = true;
        ir::forEachExpr(indices.back(), [&](const ir::Expr& e) {
            const auto* binary = e.as<ir::Binary>();
            if (binary && binary->op != ir::BinaryOp::Add && binary->op != ir::BinaryOp::Sub && ir::usesVar(e, var)) {
                isPlain = false;
            }
        });
        return isPlain;
    }

    double storeCycles(const ir::Store& store, double times)
    {
        m_copied.clear();
        double runs = times;
        for (auto loop = m_stack.rbegin(); loop != m_stack.rend() && isCopied(**loop); ++loop) {
            m_copied.push_back(*loop);
            runs /= static_cast<double>((*loop)->extent);
        }
        const ir::BufferNode& buffer = *store.buffer;
        const double targets = copies(buffer, store.indices);
        double repeats = 1; // consecutive updates of the same element
        for (const ir::For* loop : m_copied) {
            repeats *= uses(store.indices, loop->var) || isDot(*loop) ? 1 : static_cast<double>(loop->extent);
        }
        double operations = 0;
        double loads = 0;
        bool isUpdate = false;
        ir::forEachExpr(store.value, [&](const ir::Expr& e) {
            if (const auto* load = e.as<ir::Load>()) {
                const bool isOwn = load->buffer.get() == &buffer;
                isUpdate = isUpdate || isOwn;
                loads += isOwn || load->buffer->scope == ir::Scope::Local ? 0 : copies(*load->buffer, load->indices);
            } else if (const auto* binary = e.as<ir::Binary>()) {
                const bool isArithmetic = binary->op <= ir::BinaryOp::Div || binary->op >= ir::BinaryOp::Min;
                operations += isArithmetic && e.type() != ir::indexType ? 1 : 0;
            }
        });
        BoundParts parts{.runs = runs, .overhead = kLoopOverhead, .vectors = targets, .steps = repeats, .isSum = isUpdate};
        parts.isInRegisters = buffer.scope == ir::Scope::Local && targets <= 1.0 * std::max(1, m_machine.vectorRegisters);
        const double instructions = isUpdate ? std::ceil(operations / 2) : operations;
        parts.units = m_machine.fmaUnits > 0 ? m_machine.fmaUnits : kDefaultUnits;
        parts.latency = parts.isInRegisters ? kAddLatency : kMemoryLatency;
        parts.arithmetic = targets * repeats * instructions / parts.units;
        parts.waiting = isUpdate ? repeats * parts.latency : 0;
        parts.loads = loads / kLoadPorts;
        parts.stores = parts.isInRegisters ? 0 : targets * (isUpdate ? repeats : 1);
        parts.fill = times / runs / (targets * repeats) / lanesOf(buffer);
        const double cycles = parts.statement();
        if (cycles > m_busiest.statement()) {
            m_busiest = parts;
        }
        return cycles;
    }

    const MachineProfile& m_machine;
    int m_threads;
    std::vector<const ir::For*> m_stack;
    std::vector<const ir::For*> m_copied; ///< unrolled or vectorized loops around the store, which are not loops in the code
    BoundParts m_busiest;
};

/// Bytes loaded from beyond a cache: the footprint of the outermost loop that fits into it, times its executions.
double bytesBeyond(const Footprint& print, int64_t cache)
{
    double times = 1;
    for (const LoopLevel& level : print.loops) {
        if (level.bytes <= cache) {
            return std::max(times * static_cast<double>(level.bytes), static_cast<double>(print.argumentBytes));
        }
        times *= static_cast<double>(level.extent);
    }
    return std::max(times * 4, static_cast<double>(print.argumentBytes));
}

double memoryCycles(const Footprint& print, const MachineProfile& machine)
{
    const std::array<std::pair<int64_t, double>, 3> caches{
        {{machine.l1Bytes, kL2BytesPerCycle}, {machine.l2Bytes, kL3BytesPerCycle}, {machine.l3Bytes, kMemoryBytesPerCycle}}};
    double cycles = 0;
    for (const auto& [bytes, rate] : caches) {
        const bool isAllInside = print.argumentBytes + print.workspaceBytes <= bytes;
        cycles = std::max(cycles, bytes > 0 && !isAllInside ? bytesBeyond(print, bytes) / rate : 0);
    }
    return cycles;
}

} // namespace

BoundParts nestBoundParts(const ir::LoopNest& nest, const MachineProfile& machine, int threads)
{
    NestWalk walk(machine, threads);
    const double cycles = walk.cyclesOf(nest.body, 1);
    const Footprint print = footprintOf(nest, int64_t{machine.vectorBits} / 8 * machine.vectorRegisters);
    const double memory = memoryCycles(print, machine) / threads;
    BoundParts parts = walk.busiest();
    parts.others = cycles - parts.statement();
    parts.memory = std::max(0.0, memory - parts.statement());
    parts.total = cycles + parts.memory;
    return parts;
}

Result<BoundParts> boundParts(const Task& task, const ConfigEntity& entity, const MachineProfile& machine, int threads)
{
    if (task.isGpu) {
        return fail(ErrorCode::Unsupported, "The bound of a GPU's config is not divided into parts");
    }
    if (machine.vectorBits == 0) {
        return fail(ErrorCode::Unsupported, "The registers of '{}' are unknown, so the speed of a config has no bound",
                    task.target.text);
    }
    auto nest = TRY(lowerConfig(task, entity, {.partitionLoops = false}));
    nest.body = lowerSelects(nest.body);
    return nestBoundParts(nest, machine, threads);
}

Result<double> speedBound(const Task& task, const ConfigEntity& entity, const MachineProfile& machine, int threads)
{
    if (task.isGpu) {
        return gpuSpeedBound(task, entity);
    }
    return TRY(boundParts(task, entity, machine, threads)).total;
}

} // namespace knobscope
