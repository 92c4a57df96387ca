// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/kernelprinter.h"

#include "core/codegen/cuda/unrolllimits.h"
#include "core/ir/simplify.h"
#include "core/ir/visit.h"
#include "core/ir/warpmma.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace knobscope {

using ir::ForKind;
using ir::PrintedLine;
using ir::Stmt;

namespace {

constexpr int64_t kMaxIntElements = int64_t{1} << 30; // beyond this, sums of indices could exceed 32 bits

bool usesInKernel(const Stmt& body, const ir::Var& var)
{
    return !var.isNull() && ir::usesVar(body, var);
}

std::string shapeOf(const std::vector<int64_t>& shape)
{
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

} // namespace

KernelPrinter::KernelPrinter(const ir::DeviceProgram& program, const ir::DeviceKernel& kernel, CudaPreludeUse& used)
    : m_program(program)
    , m_kernel(kernel)
    , m_ranges(kernel.indexRanges())
    , m_expressions(m_names, m_ranges, used)
    , m_shared(sharedLayout(kernel))
    , m_unrollLimits(unrollLimits(kernel.body))
{
}

Result<std::vector<PrintedLine>> KernelPrinter::run()
{
    TRY(checkBody());
    m_expressions.setLongIndices(needsLongIndices());
    m_names.declare(nullptr, m_kernel.name);
    signature();
    line("{");
    m_names.openScope();
    ++m_depth;
    launchVariables();
    if (m_shared.isDynamic()) {
        line(
            fmt::format("extern __shared__ __align__(16) unsigned char {}[];", m_sharedBlock = m_names.declare("shared_memory")));
    }
    print(m_kernel.body);
    --m_depth;
    m_names.closeScope();
    line("}");
    return std::move(m_lines);
}

Result<void> KernelPrinter::checkBody() const
{
    for (const ir::For* loop : ir::statementsOf<ir::For>(m_kernel.body)) {
        if (loop->kind == ForKind::ThreadBinding || loop->kind == ForKind::VirtualThread) {
            return fail(ErrorCode::Internal, "Loop {} of kernel {} is still bound to {}", loop->var.name(), m_kernel.name,
                        loop->threadTag);
        }
    }
    return {};
}

bool KernelPrinter::needsLongIndices() const
{
    const auto isLong = [](const ir::Buffer& buffer) { return buffer->elements() > kMaxIntElements; };
    return std::ranges::any_of(m_kernel.parameters, isLong)
        || std::ranges::any_of(ir::statementsOf<ir::Allocate>(m_kernel.body), isLong, &ir::Allocate::buffer);
}

void KernelPrinter::signature()
{
    const auto product = [](const std::array<int64_t, 3>& n) { return n[0] * n[1] * n[2]; };
    line(fmt::format("// {} blocks ({}) of {} threads ({}){}", product(m_kernel.grid), fmt::join(m_kernel.grid, " x "),
                     product(m_kernel.block), fmt::join(m_kernel.block, " x "),
                     m_shared.bytes > 0 ? fmt::format(", {} bytes of shared memory", m_shared.bytes) : ""));
    line(fmt::format("extern \"C\" __global__ void __launch_bounds__({}) {}(", m_kernel.threads(), m_kernel.name));
    ++m_depth;
    for (size_t i = 0; i < m_kernel.parameters.size(); ++i) {
        const ir::BufferNode& buffer = *m_kernel.parameters[i];
        const bool writes = ir::storesInto(m_kernel.body, buffer);
        m_expressions.requireType(buffer.type);
        line(fmt::format("{}{}* __restrict__ {}{}  // {}", writes ? "" : "const ", cudaTypeName(buffer.type),
                         m_names.declare(&buffer, buffer.name), i + 1 < m_kernel.parameters.size() ? "," : ")",
                         shapeOf(buffer.shape)));
    }
    --m_depth;
}

void KernelPrinter::launchVariables()
{
    static constexpr std::array<const char*, 3> blocks{"bx", "by", "bz"};
    static constexpr std::array<const char*, 3> threads{"tx", "ty", "tz"};
    const auto declare = [&](const ir::Var& var, int64_t extent, const char* name, const char* from, size_t d,
                             ir::ProvenanceId made) {
        if (extent > 1 && usesInKernel(m_kernel.body, var)) {
            m_loops.push_back(made);
            line(
                fmt::format("const int {} = {}.{};{}", m_names.declare(var.id(), name), from, "xyz"[d], provenanceComment(made)));
        }
    };
    for (size_t d = 0; d < 3; ++d) {
        declare(m_kernel.blockIndex[d], m_kernel.grid[d], blocks[d], "blockIdx", d, m_kernel.blockProvenance[d]);
    }
    for (size_t d = 0; d < 3; ++d) {
        declare(m_kernel.threadIndex[d], m_kernel.block[d], threads[d], "threadIdx", d, m_kernel.threadProvenance[d]);
    }
}

void KernelPrinter::print(const Stmt& s)
{
    if (s.isNull()) {
        return;
    }
    if (const auto* n = s.as<ir::For>()) {
        printLoop(s, *n);
    } else if (const auto* n = s.as<ir::Block>()) {
        for (const Stmt& child : n->statements) {
            print(child);
        }
    } else if (const auto* n = s.as<ir::IfThen>()) {
        printBranch(s, *n);
    } else if (s.as<ir::Store>()) {
        printGuarded(s);
    } else if (const auto* n = s.as<ir::Allocate>()) {
        printAllocate(s, *n);
    } else if (const auto* n = s.as<ir::WarpMma>()) {
        line(productText(*n), s.id());
    } else if (s.as<ir::Barrier>()) {
        line("__syncthreads();", s.id());
    } else if (s.as<ir::Prefetch>() || m_program.plainCopies) {
        return; // a GPU hides latency with other blocks' threads; plain copies are already complete
    } else if (const auto* n = s.as<ir::CopyWait>()) {
        line(fmt::format("copies_wait<{}>();", n->pending), s.id());
    } else {
        line("copies_commit();", s.id());
    }
}

std::string KernelPrinter::productText(const ir::WarpMma& mma)
{
    m_expressions.requireType(mma.kind);
    const auto place = [&](const ir::Fragment& fragment) {
        return "&" + m_expressions.element(*fragment.buffer, fragment.indices);
    };
    std::string out = fmt::format("multiply_add_{}({}, ", ir::mmaShapeText(mma.kind), place(mma.sum));
    out += place(mma.a) + ", ";
    return out + place(mma.b) + ");";
}

void KernelPrinter::scoped(const Stmt& body)
{
    m_names.openScope();
    ++m_depth;
    print(body);
    --m_depth;
    m_names.closeScope();
}

std::string KernelPrinter::provenanceComment(ir::ProvenanceId id) const
{
    if (id <= 0 || static_cast<size_t>(id) >= m_program.provenance.size()) {
        return {};
    }
    const ir::Provenance& p = m_program.provenance[static_cast<size_t>(id)];
    return fmt::format("  // {}{}{}", p.knob, p.knob.empty() || p.primitive.empty() ? "" : ": ", p.primitive);
}

/// Opens a `for` over [0, extent) with a step.
void KernelPrinter::openLoop(const ir::For& loop, const ir::Var& var, int64_t step, bool unroll, const void* id)
{
    const auto limit = m_unrollLimits.find(loop.var.id());
    if (limit != m_unrollLimits.end() && limit->second == 1) {
        line("#pragma unroll 1  // this tile does not fit into a thread's registers", id); // nor may the compiler unroll it
    } else if (unroll && limit != m_unrollLimits.end()) {
        line(fmt::format("#pragma unroll {}  // the addresses of all would not fit into a thread's registers", limit->second),
             id);
    } else if (unroll) {
        line("#pragma unroll", id);
    }
    m_names.openScope();
    m_ranges.setExtent(var, loop.extent / step);
    const std::string name = m_names.declare(var.id(), loop.var.name());
    line(fmt::format("for ({0} {1} = 0; {1} < {2}; ++{1}) {{{3}", m_expressions.indexType(), name, loop.extent / step,
                     provenanceComment(loop.provenance)),
         id);
}

void KernelPrinter::closeLoop(const void* id)
{
    m_names.closeScope();
    line("}", id);
}

void KernelPrinter::printLoop(const Stmt& s, const ir::For& loop)
{
    m_loops.push_back(loop.provenance);
    if (loop.extent == 1) {
        m_ranges.set(loop.var, {0, 0});
        print(loop.body);
    } else if (loop.kind != ForKind::Vectorized || !printVectorized(s, loop)) {
        const bool unroll = loop.unrollHint > 0 || loop.kind == ForKind::Unrolled || loop.kind == ForKind::Vectorized;
        openLoop(loop, loop.var, 1, unroll, s.id());
        scoped(loop.body);
        closeLoop(s.id());
    }
    m_loops.pop_back();
}

void KernelPrinter::printBranch(const Stmt& s, const ir::IfThen& branch)
{
    if (isGuardedStore(s)) {
        printGuarded(s);
        return;
    }
    const ir::Expr condition = ir::simplify(branch.condition, m_ranges);
    if (ir::isTrue(condition) || ir::isFalse(condition)) {
        print(ir::isTrue(condition) ? branch.then : branch.elseBody);
        return;
    }
    line(fmt::format("if ({}) {{", m_expressions.write(condition)), s.id());
    scoped(branch.then);
    if (!branch.elseBody.isNull()) {
        line("} else {", s.id());
        scoped(branch.elseBody);
    }
    line("}", s.id());
}

void KernelPrinter::printAllocate(const Stmt& s, const ir::Allocate& allocate)
{
    const ir::BufferNode& buffer = *allocate.buffer;
    const std::string type = cudaTypeName(buffer.type);
    const std::string name = m_names.declare(&buffer, buffer.name);
    m_expressions.requireType(buffer.type);
    const std::string shape = buffer.shape.size() > 1 ? "  // " + shapeOf(buffer.shape) : "";
    if (buffer.scope == ir::Scope::Shared && m_shared.isDynamic()) {
        const auto place = std::ranges::find(m_shared.places, allocate.buffer, &SharedLayout::Place::buffer);
        line(fmt::format("{0}* const {1} = reinterpret_cast<{0}*>({2} + {3});{4}", type, name, m_sharedBlock, place->offset,
                         shape),
             s.id());
    } else if (buffer.scope == ir::Scope::Shared) {
        line(fmt::format("__shared__ __align__(16) {} {}[{}];{}", type, name, buffer.elements(), shape), s.id());
    } else if (buffer.elements() == 1) {
        m_expressions.addScalar(buffer);
        line(fmt::format("{} {};", type, name), s.id());
    } else {
        // Two 16-bit numbers move as one register.
        const char* align = buffer.type.bytes() == 2 ? "__align__(4) " : "";
        line(fmt::format("{}{} {}[{}];{}", align, type, name, buffer.elements(), shape), s.id());
    }
    print(allocate.body);
}

} // namespace knobscope
