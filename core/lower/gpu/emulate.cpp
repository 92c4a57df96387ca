// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/emulate.h"

#include "core/ir/simplify.h"
#include "core/ir/visit.h"
#include "core/ir/warpmma.h"
#include "core/lower/gpu/passes.h"

#include <array>
#include <limits>
#include <numeric>
#include <random>

namespace knobscope {

using ir::Expr;
using ir::Stmt;

namespace {

template<class T>
bool contains(const Stmt& s)
{
    return !ir::statementsOf<T>(s).empty();
}

/// Group of threads that synchronizes: a block at barriers; between barriers, the lanes of a warp at its products.
enum class Level : uint8_t { Block, Warp };

bool waitsIn(const Stmt& s, Level level)
{
    return level == Level::Block ? contains<ir::Barrier>(s) : contains<ir::WarpMma>(s);
}

/// A warp's product as loops that gather the tiles' elements from the lanes that hold them. The first dimension of the
/// fragments' buffers is the thread in the block; `firstThread` is lane 0's. Products are exact; sums are added sequentially in
/// float32 (a GPU uses its own order and rounding).
ir::Stmt emulatedProduct(const ir::WarpMma& mma, const Expr& firstThread)
{
    const ir::MmaShape shape = ir::mmaShape(mma.kind);
    const std::array<int64_t, 3> extents{shape.m, shape.n, shape.k};
    const std::array<ir::Var, 3> vars{ir::Var("row"), ir::Var("column"), ir::Var("step")};
    ir::Ranges ranges;
    for (size_t i = 0; i < vars.size(); ++i) {
        ranges.setExtent(vars[i], extents[i]);
    }
    const auto place = [&](const ir::Fragment& fragment, ir::MmaTile tile, const Expr& row, const Expr& column) {
        const ir::MmaOwner owner = ir::mmaOwner(ir::mmaLayout(mma.kind, tile), row, column);
        std::vector<Expr> indices = fragment.indices;
        indices.front() = firstThread + ir::simplify(owner.lane, ranges);
        indices.back() = indices.back() + ir::simplify(owner.element, ranges);
        return indices;
    };
    const Expr m(vars[0]);
    const Expr n(vars[1]);
    const Expr k(vars[2]);
    const Expr a = ir::load(mma.a.buffer, place(mma.a, ir::MmaTile::A, m, k));
    const Expr b = ir::load(mma.b.buffer, place(mma.b, ir::MmaTile::B, k, n));
    const std::vector<Expr> sum = place(mma.sum, ir::MmaTile::Sum, m, n);
    ir::Stmt out = ir::makeStmt(
        ir::Store{mma.sum.buffer, sum, ir::load(mma.sum.buffer, sum) + ir::cast(ir::float32, a) * ir::cast(ir::float32, b)});
    for (size_t i = vars.size(); i-- > 0;) {
        out = ir::makeLoop(vars[i], extents[i], std::move(out));
    }
    return out;
}

/// Converts unrolled and vectorized loops to plain ones, which compile ten times faster and compute the same.
Stmt plainLoops(const Stmt& s)
{
    return ir::transformStmt(s, [](const Stmt& part) {
        const auto* loop = part.as<ir::For>();
        return loop ? ir::withKind(*loop, ir::ForKind::Serial) : part;
    });
}

/// Code of a thread up to its first barrier (a lane: product), of all threads from there to the last one, and of a thread after
/// it. Without a barrier everything is in `head`.
struct Phases {
    Stmt head;
    Stmt middle; ///< for the whole block (warp): contains the thread loops
    Stmt tail;
    bool waits = false;
};

/// Permutation of an index of `extent` values.
struct Walk {
    int64_t factor = 1;
    int64_t shift = 0;

    Expr at(const Expr& i, int64_t extent) const
    {
        return factor == 1 && shift == 0 ? i : ir::floorMod(i * Expr(factor) + Expr(shift), Expr(extent));
    }
};

class KernelEmulator
{
public:
    KernelEmulator(const ir::DeviceKernel& kernel, const EmulationOptions& options, std::mt19937_64& random)
        : m_kernel(kernel)
    {
        for (size_t d = 0; d < 3; ++d) {
            m_threads[d] = walk(kernel.block[d], options.order, random);
            m_blocks[d] = walk(kernel.grid[d], options.order, random);
        }
    }

    Result<Stmt> run(CopyTiming timing)
    {
        Stmt body = whole(plainLoops(emulateCopies(m_kernel.body, timing)), Level::Block);
        if (m_diverges) {
            return fail(ErrorCode::IllegalSchedule,
                        "Kernel {}: a barrier or a warp's product is inside a condition that differs between threads",
                        m_kernel.name);
        }
        body = poisoned(std::move(body));
        for (const ir::Buffer& buffer : m_hoisted) {
            body = ir::makeStmt(ir::Allocate{buffer, body});
        }
        return over(m_kernel.blockIndex, m_kernel.grid, m_blocks, std::move(body), ir::ForKind::Parallel, 0);
    }

private:
    static Walk walk(int64_t extent, ThreadOrder order, std::mt19937_64& random)
    {
        if (extent == 1 || order == ThreadOrder::Forward) {
            return {};
        }
        if (order == ThreadOrder::Backward) {
            return {extent - 1, extent - 1}; // (n-1)(i+1) = n-1-i modulo n
        }
        Walk out;
        const auto below = [&](int64_t end) { return static_cast<int64_t>(random() % static_cast<uint64_t>(end)); };
        do {
            out.factor = 1 + below(extent - 1 > 0 ? extent - 1 : 1);
        } while (std::gcd(out.factor, extent) != 1);
        out.shift = below(extent);
        return out;
    }

    /// Loops over the indices from `first` up to `end` around `body`, z outermost. The outermost loop has kind `outer`.
    static Stmt over(const std::array<ir::Var, 3>& index, const std::array<int64_t, 3>& extent, const std::array<Walk, 3>& walks,
                     Stmt body, ir::ForKind outer, size_t first, size_t end = 3)
    {
        ir::Substitution values;
        std::array<ir::Var, 3> counters;
        for (size_t d = first; d < end; ++d) {
            counters[d] = ir::Var(index[d].name());
            values[index[d].id()] = extent[d] == 1 ? Expr(0) : walks[d].at(counters[d], extent[d]);
        }
        body = ir::substitute(body, values);
        for (size_t d = first; d < end; ++d) {
            if (extent[d] > 1) {
                const bool isOutermost = d == 2 || (d == 1 && extent[2] == 1) || (extent[1] == 1 && extent[2] == 1);
                body = ir::makeLoop(counters[d], extent[d], std::move(body), isOutermost ? outer : ir::ForKind::Serial);
            }
        }
        return body;
    }

    /// Runs the threads of a block, or the lanes of a warp, in sequence; runs warps whose lanes synchronize as a whole.
    Stmt eachThread(const Stmt& s, Level level)
    {
        if (s.isNull()) {
            return s;
        }
        const auto threads = [&](const Stmt& body, size_t first, size_t end) {
            return over(m_kernel.threadIndex, m_kernel.block, m_threads, body, ir::ForKind::Serial, first, end);
        };
        if (level == Level::Warp) {
            return threads(s, 0, 1);
        }
        return contains<ir::WarpMma>(s) ? threads(whole(s, Level::Warp), 1, 3) : threads(s, 0, 3);
    }

    Stmt whole(const Stmt& s, Level level)
    {
        const Phases part = phasesOf(s, level);
        const Stmt head = eachThread(part.head, level);
        return ir::block({head, part.middle, eachThread(part.tail, level)});
    }

    /// With 32 threads along x, the threads of a warp share y and z.
    Expr firstThreadOfWarp() const
    {
        const auto& t = m_kernel.threadIndex;
        return (Expr(t[2]) * Expr(m_kernel.block[1]) + Expr(t[1])) * Expr(m_kernel.block[0]);
    }

    Phases phasesOf(const Stmt& s, Level level)
    {
        if (s.isNull()) {
            return {};
        }
        if (const auto* n = s.as<ir::Allocate>(); n && n->buffer->scope == ir::Scope::Shared) {
            m_shared.push_back(n->buffer);
            m_hoisted.push_back(n->buffer);
            return phasesOf(n->body, level);
        }
        if (!waitsIn(s, level)) {
            return {s, {}, {}, false};
        }
        if (s.as<ir::Barrier>()) {
            return {{}, {}, {}, true};
        }
        if (const auto* n = s.as<ir::WarpMma>()) {
            return {{}, emulatedProduct(*n, firstThreadOfWarp()), {}, true};
        }
        if (const auto* n = s.as<ir::Block>()) {
            return phasesOf(*n, level);
        }
        if (const auto* n = s.as<ir::For>()) {
            return phasesOf(*n, level);
        }
        if (const auto* n = s.as<ir::Allocate>()) {
            return phasesOf(placeForEachThread(*n), level);
        }
        return phasesOf(*s.as<ir::IfThen>(), level);
    }

    Phases phasesOf(const ir::Block& n, Level level)
    {
        Phases all;
        for (const Stmt& child : n.statements) {
            Phases next = phasesOf(child, level);
            if (!all.waits) {
                all.head = ir::block({all.head, next.head});
                all.middle = next.middle;
                all.tail = next.tail;
                all.waits = next.waits;
            } else if (!next.waits) {
                all.tail = ir::block({all.tail, next.head});
            } else {
                all.middle = ir::block({all.middle, eachThread(ir::block({all.tail, next.head}), level), next.middle});
                all.tail = next.tail;
            }
        }
        return all;
    }

    /// After its last barrier in one iteration, a thread runs on to the first barrier of the next iteration.
    Phases phasesOf(const ir::For& n, Level level)
    {
        const Phases once = phasesOf(n.body, level);
        const auto at = [&](const Stmt& s, const Expr& value) {
            return s.isNull() ? s : ir::substitute(s, {{n.var.id(), value}});
        };
        Phases all;
        all.waits = true;
        all.head = at(once.head, Expr(0));
        all.tail = at(once.tail, Expr(n.extent - 1));
        const Stmt between = eachThread(ir::block({at(once.tail, Expr(n.var) - Expr(1)), once.head}), level);
        ir::For loop = n;
        loop.kind = ir::ForKind::Serial;
        loop.body =
            ir::block({between.isNull() ? between : ir::makeStmt(ir::IfThen{Expr(n.var) >= Expr(1), between, {}}), once.middle});
        all.middle = loop.body.isNull() ? Stmt() : ir::makeStmt(std::move(loop));
        return all;
    }

    Phases phasesOf(const ir::IfThen& n, Level level)
    {
        m_diverges = m_diverges || variesByThread(m_kernel, n.condition);
        const Stmt then = whole(n.then, level);
        const Stmt elseBody = whole(n.elseBody, level);
        return {{}, ir::makeStmt(ir::IfThen{n.condition, then, elseBody}), {}, true};
    }

    Stmt placeForEachThread(const ir::Allocate& n)
    {
        ir::BufferNode wide = *n.buffer;
        wide.shape.insert(wide.shape.begin(), m_kernel.threads());
        wide.scope = ir::Scope::Workspace;
        const auto buffer = std::make_shared<const ir::BufferNode>(std::move(wide));
        m_hoisted.push_back(buffer);
        const Expr thread = firstThreadOfWarp() + Expr(m_kernel.threadIndex[0]);
        return ir::moveAccesses(n.body, [&](const ir::Buffer& accessed, std::vector<Expr> indices) {
            indices.insert(indices.begin(), thread);
            return accessed == n.buffer ? std::optional(ir::Fragment{buffer, std::move(indices)}) : std::nullopt;
        });
    }

    /// Fills shared memory with NaN (integers: 85), so that leftovers of another block cannot pass for results.
    Stmt poisoned(Stmt body) const
    {
        constexpr double unlikely = 85;
        for (const ir::Buffer& buffer : m_shared) {
            std::vector<Expr> indices;
            std::vector<ir::Var> vars;
            for (size_t d = 0; d < buffer->shape.size(); ++d) {
                vars.emplace_back(fmt::format("p{}", d));
                indices.emplace_back(vars.back());
            }
            const double value = buffer->type.isFloat() ? std::numeric_limits<double>::quiet_NaN() : unlikely;
            Stmt fill = ir::makeStmt(ir::Store{buffer, indices, ir::constant(value, buffer->type)});
            for (size_t d = buffer->shape.size(); d-- > 0;) {
                fill = ir::makeLoop(vars[d], buffer->shape[d], fill);
            }
            body = ir::block({fill, body});
        }
        return body;
    }

    const ir::DeviceKernel& m_kernel;
    std::array<Walk, 3> m_threads;
    std::array<Walk, 3> m_blocks;
    std::vector<ir::Buffer> m_shared;
    std::vector<ir::Buffer> m_hoisted;
    bool m_diverges = false;
};

} // namespace

Result<ir::LoopNest> emulate(const ir::DeviceProgram& program, const EmulationOptions& options)
{
    std::mt19937_64 random(options.seed);
    const CopyTiming timing = program.plainCopies ? CopyTiming::Early : options.copies;
    ir::LoopNest nest{.name = program.name,
                      .parameters = program.parameters,
                      .inputs = program.inputs,
                      .provenance = program.provenance,
                      .notes = program.notes};
    std::vector<Stmt> kernels;
    for (const ir::DeviceKernel& kernel : program.kernels) {
        auto body = TRY(KernelEmulator(kernel, options, random).run(timing));
        kernels.push_back(std::move(body));
    }
    nest.body = ir::block(std::move(kernels));
    for (const ir::Buffer& buffer : program.intermediates) {
        nest.body = ir::makeStmt(ir::Allocate{buffer, nest.body});
    }
    return nest;
}

} // namespace knobscope
