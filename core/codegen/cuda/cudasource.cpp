// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/cudasource.h"

#include "core/codegen/cuda/cudaprelude.h"
#include "core/codegen/cuda/vectorstore.h"
#include "core/codegen/deviceimage.h"
#include "core/ir/simplify.h"
#include "core/ir/visit.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace knobscope {

using ir::ForKind;
using ir::PrintedLine;
using ir::Stmt;

namespace {

constexpr int64_t mostIntElements = int64_t{1} << 30; // above, sums of indices could leave 32 bits

/// A store that adds to what is there: the value added, or null.
const ir::Expr* addedValue(const ir::Store& store)
{
    const auto* sum = store.value.as<ir::Binary>();
    const bool adds = sum && sum->op == ir::BinaryOp::Add && sum->a.as<ir::Load>()
                   && ir::structurallyEqual(sum->a, ir::load(store.buffer, store.indices));
    return adds ? &sum->b : nullptr;
}

bool storesInto(const Stmt& body, const ir::BufferNode& buffer)
{
    bool found = false;
    ir::forEachStmt(body, [&](const Stmt& s) {
        const auto* store = s.as<ir::Store>();
        found = found || (store && store->buffer.get() == &buffer);
    });
    return found;
}

bool usesInKernel(const Stmt& body, const ir::Var& var)
{
    return !var.isNull() && ir::usesVar(body, var);
}

std::string shapeOf(const std::vector<int64_t>& shape)
{
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

/// Prints one kernel.
class KernelPrinter
{
public:
    KernelPrinter(const ir::DeviceProgram& program, const ir::DeviceKernel& kernel, CudaPreludeUse& used)
        : m_program(program)
        , m_kernel(kernel)
        , m_expressions(m_names, m_ranges, used)
        , m_shared(sharedLayout(kernel))
    {
    }

    Result<std::vector<PrintedLine>> run()
    {
        checkBody();
        if (m_error) {
            return tl::make_unexpected(*m_error);
        }
        m_expressions.setLongIndices(needsLongIndices());
        m_names.declare(nullptr, m_kernel.name);
        signature();
        line("{");
        m_names.openScope();
        ++m_depth;
        launchVariables();
        if (m_shared.isDynamic()) {
            line(fmt::format("extern __shared__ __align__(16) unsigned char {}[];",
                             m_sharedBlock = m_names.declare("shared_memory")));
        }
        print(m_kernel.body);
        --m_depth;
        m_names.closeScope();
        line("}");
        return std::move(m_lines);
    }

private:
    void checkBody()
    {
        ir::forEachStmt(m_kernel.body, [&](const Stmt& s) {
            const auto* loop = s.as<ir::For>();
            if (loop && (loop->kind == ForKind::ThreadBinding || loop->kind == ForKind::VirtualThread) && !m_error) {
                m_error = Error{ErrorCode::Internal, fmt::format("Loop {} of kernel {} is still bound to {}", loop->var.name(),
                                                                 m_kernel.name, loop->threadTag)};
            }
        });
    }

    bool needsLongIndices() const
    {
        bool isLong = false;
        const auto look = [&](const ir::BufferNode& buffer) { isLong = isLong || buffer.elements() > mostIntElements; };
        for (const ir::Buffer& buffer : m_kernel.parameters) {
            look(*buffer);
        }
        ir::forEachStmt(m_kernel.body, [&](const Stmt& s) {
            if (const auto* allocate = s.as<ir::Allocate>()) {
                look(*allocate->buffer);
            }
        });
        return isLong;
    }

    void signature()
    {
        const auto product = [](const std::array<int64_t, 3>& n) { return n[0] * n[1] * n[2]; };
        line(fmt::format("// {} blocks ({}) of {} threads ({}){}", product(m_kernel.grid), fmt::join(m_kernel.grid, " x "),
                         product(m_kernel.block), fmt::join(m_kernel.block, " x "),
                         m_shared.bytes > 0 ? fmt::format(", {} bytes of shared memory", m_shared.bytes) : ""));
        line(fmt::format("extern \"C\" __global__ void __launch_bounds__({}) {}(", m_kernel.threads(), m_kernel.name));
        ++m_depth;
        for (size_t i = 0; i < m_kernel.parameters.size(); ++i) {
            const ir::BufferNode& buffer = *m_kernel.parameters[i];
            const bool writes = storesInto(m_kernel.body, buffer);
            m_expressions.touch(buffer.type);
            line(fmt::format("{}{}* __restrict__ {}{}  // {}", writes ? "" : "const ", cudaTypeName(buffer.type),
                             m_names.declare(&buffer, buffer.name), i + 1 < m_kernel.parameters.size() ? "," : ")",
                             shapeOf(buffer.shape)));
        }
        --m_depth;
    }

    void launchVariables()
    {
        static constexpr std::array<const char*, 3> blocks{"bx", "by", "bz"};
        static constexpr std::array<const char*, 3> threads{"tx", "ty", "tz"};
        const auto declare = [&](const ir::Var& var, int64_t extent, const char* name, const char* from, size_t d,
                                 ir::ProvenanceId made) {
            if (!var.isNull()) {
                m_ranges.setExtent(var, extent);
            }
            if (extent > 1 && usesInKernel(m_kernel.body, var)) {
                m_loops.push_back(made);
                line(fmt::format("const int {} = {}.{};{}", m_names.declare(var.id(), name), from, "xyz"[d], madeBy(made)));
            }
        };
        for (size_t d = 0; d < 3; ++d) {
            declare(m_kernel.blockIndex[d], m_kernel.grid[d], blocks[d], "blockIdx", d, m_kernel.blockProvenance[d]);
        }
        for (size_t d = 0; d < 3; ++d) {
            declare(m_kernel.threadIndex[d], m_kernel.block[d], threads[d], "threadIdx", d, m_kernel.threadProvenance[d]);
        }
    }

    void line(const std::string& text, const void* statement = nullptr)
    {
        m_lines.push_back({std::string(m_depth * 4, ' ') + text, m_loops, statement});
    }

    void print(const Stmt& s)
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
        } else if (const auto* n = s.as<ir::Store>()) {
            printStore(*n, s.id());
        } else if (const auto* n = s.as<ir::Allocate>()) {
            printAllocate(s, *n);
        } else {
            line("__syncthreads();", s.id());
        }
    }

    void scoped(const Stmt& body)
    {
        m_names.openScope();
        ++m_depth;
        print(body);
        --m_depth;
        m_names.closeScope();
    }

    std::string madeBy(ir::ProvenanceId id) const
    {
        if (id <= 0 || static_cast<size_t>(id) >= m_program.provenance.size()) {
            return {};
        }
        const ir::Provenance& p = m_program.provenance[static_cast<size_t>(id)];
        return fmt::format("  // {}{}{}", p.knob, p.knob.empty() || p.primitive.empty() ? "" : ": ", p.primitive);
    }

    /// `for` over [0, extent), in steps.
    void openLoop(const ir::For& loop, const ir::Var& var, int64_t step, bool unroll, const void* id)
    {
        if (unroll) {
            line("#pragma unroll", id);
        }
        m_names.openScope();
        m_ranges.setExtent(var, loop.extent / step);
        const std::string name = m_names.declare(var.id(), loop.var.name());
        line(fmt::format("for ({0} {1} = 0; {1} < {2}; ++{1}) {{{3}", m_expressions.indexType(), name, loop.extent / step,
                         madeBy(loop.provenance)),
             id);
    }
    void closeLoop(const void* id)
    {
        m_names.closeScope();
        line("}", id);
    }

    void printLoop(const Stmt& s, const ir::For& loop)
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

    /// True where the loop became vector moves.
    bool printVectorized(const Stmt& s, const ir::For& loop)
    {
        std::optional<ir::DataType> type;
        bool isSimple = true;
        ir::forEachStmt(loop.body, [&](const Stmt& part) {
            if (const auto* store = part.as<ir::Store>()) {
                isSimple = isSimple && (!type || *type == store->buffer->type);
                type = store->buffer->type;
            }
            const auto* branch = part.as<ir::IfThen>();
            isSimple = isSimple && (isStore(part) || part.as<ir::Block>() || (branch && branch->otherwise.isNull()));
        });
        const int lanes = isSimple && type ? CudaVectorStore::lanesFor(loop.extent, *type) : 1;
        if (lanes == 1) {
            return false;
        }
        const ir::Var lane(loop.var.name());
        const ir::Var chunk(loop.var.name());
        const bool isWhole = loop.extent == lanes;
        m_ranges.setExtent(lane, lanes);
        m_ranges.setExtent(chunk, loop.extent / lanes);
        const ir::Expr position = isWhole ? ir::Expr(lane) : ir::Expr(chunk) * ir::Expr(lanes) + ir::Expr(lane);
        const Stmt body = ir::substitute(loop.body, {{loop.var.id(), position}});
        const void* id = firstStore(loop.body);
        if (!isVectorizable(body, lane, lanes)) {
            return false;
        }
        if (!isWhole) {
            openLoop(loop, chunk, lanes, true, s.id());
            m_names.openScope();
            ++m_depth;
        }
        printLanes(body, lane, lanes, id);
        if (!isWhole) {
            --m_depth;
            m_names.closeScope();
            closeLoop(s.id());
        }
        return true;
    }

    static bool isStore(const Stmt& s) { return s.as<ir::Store>() != nullptr; }

    static const void* firstStore(const Stmt& body)
    {
        const void* id = nullptr;
        ir::forEachStmt(body, [&](const Stmt& s) { id = id || !isStore(s) ? id : s.id(); });
        return id;
    }

    bool isVectorizable(const Stmt& body, const ir::Var& lane, int lanes)
    {
        bool possible = true;
        m_ranges.setExtent(lane, lanes);
        ir::forEachStmt(body, [&](const Stmt& s) {
            if (const auto* branch = s.as<ir::IfThen>()) {
                possible = possible && CudaVectorStore::isUniform(branch->condition, lane, lanes, m_ranges);
            } else if (const auto* n = s.as<ir::Store>()) {
                possible = possible && CudaVectorStore(m_expressions, m_names, *n, lane, lanes).isWorthwhile();
            }
        });
        return possible;
    }

    void printLanes(const Stmt& s, const ir::Var& lane, int lanes, const void* id)
    {
        if (s.isNull()) {
            return;
        }
        if (const auto* n = s.as<ir::Block>()) {
            for (const Stmt& child : n->statements) {
                printLanes(child, lane, lanes, id);
            }
        } else if (const auto* n = s.as<ir::IfThen>()) {
            const ir::Expr condition = ir::simplify(ir::substitute(n->condition, {{lane.id(), ir::Expr(0)}}), m_ranges);
            if (ir::isTrue(condition) || ir::isFalse(condition)) {
                printLanes(ir::isTrue(condition) ? n->then : n->otherwise, lane, lanes, id);
                return;
            }
            line(fmt::format("if ({}) {{", m_expressions.write(condition)), id);
            ++m_depth;
            printLanes(n->then, lane, lanes, id);
            --m_depth;
            line("}", id);
        } else if (const auto* n = s.as<ir::Store>()) {
            CudaVectorStore vector(m_expressions, m_names, *n, lane, lanes);
            const auto setLane = [&](int at) { m_ranges.set(lane, at < 0 ? ir::Interval{0, lanes - 1} : ir::Interval{at, at}); };
            for (const std::string& text : vector.lines(setLane)) {
                line(text, id);
            }
        }
    }

    void printBranch(const Stmt& s, const ir::IfThen& branch)
    {
        const ir::Expr condition = ir::simplify(branch.condition, m_ranges);
        if (ir::isTrue(condition) || ir::isFalse(condition)) {
            print(ir::isTrue(condition) ? branch.then : branch.otherwise);
            return;
        }
        line(fmt::format("if ({}) {{", m_expressions.write(condition)), s.id());
        scoped(branch.then);
        if (!branch.otherwise.isNull()) {
            line("} else {", s.id());
            scoped(branch.otherwise);
        }
        line("}", s.id());
    }

    void printStore(const ir::Store& store, const void* id)
    {
        const std::string place = m_expressions.element(*store.buffer, store.indices);
        const ir::Expr* added = addedValue(store);
        const bool isNarrow = store.buffer->type.isInteger() && store.buffer->type.bits < 32;
        line(added && !isNarrow ? fmt::format("{} += {};", place, m_expressions.write(*added))
                                : fmt::format("{} = {};", place, m_expressions.write(store.value)),
             id);
    }

    void printAllocate(const Stmt& s, const ir::Allocate& allocate)
    {
        const ir::BufferNode& buffer = *allocate.buffer;
        const std::string type = cudaTypeName(buffer.type);
        const std::string name = m_names.declare(&buffer, buffer.name);
        m_expressions.touch(buffer.type);
        const std::string shape = buffer.shape.size() > 1 ? "  // " + shapeOf(buffer.shape) : "";
        if (buffer.scope == ir::Scope::Shared && m_shared.isDynamic()) {
            const auto place = std::find_if(m_shared.places.begin(), m_shared.places.end(),
                                            [&](const SharedLayout::Place& p) { return p.buffer == allocate.buffer; });
            line(fmt::format("{0}* const {1} = reinterpret_cast<{0}*>({2} + {3});{4}", type, name, m_sharedBlock, place->offset,
                             shape),
                 s.id());
        } else if (buffer.scope == ir::Scope::Shared) {
            line(fmt::format("__shared__ __align__(16) {} {}[{}];{}", type, name, buffer.elements(), shape), s.id());
        } else if (buffer.elements() == 1) {
            m_expressions.addScalar(buffer);
            line(fmt::format("{} {};", type, name), s.id());
        } else {
            line(fmt::format("{} {}[{}];{}", type, name, buffer.elements(), shape), s.id());
        }
        print(allocate.body);
    }

    const ir::DeviceProgram& m_program;
    const ir::DeviceKernel& m_kernel;
    CudaIdentifiers m_names;
    ir::Ranges m_ranges;
    CudaExpressions m_expressions;
    SharedLayout m_shared;
    std::string m_sharedBlock;
    std::vector<PrintedLine> m_lines;
    std::vector<ir::ProvenanceId> m_loops;
    size_t m_depth = 0;
    std::optional<Error> m_error;
};

} // namespace

Result<std::vector<PrintedLine>> printCuda(const ir::DeviceProgram& program)
{
    if (auto launches = describeLaunches(program); !launches) {
        return fail(launches);
    }
    CudaPreludeUse used;
    std::vector<PrintedLine> kernels;
    for (const ir::DeviceKernel& kernel : program.kernels) {
        auto lines = KernelPrinter(program, kernel, used).run();
        if (!lines) {
            return fail(lines);
        }
        if (!kernels.empty()) {
            kernels.push_back({});
        }
        std::move(lines->begin(), lines->end(), std::back_inserter(kernels));
    }
    std::vector<PrintedLine> out;
    for (const std::string& note : program.notes) {
        out.push_back({"// " + note, {}, nullptr});
    }
    for (const ir::Buffer& buffer : program.intermediates) {
        out.push_back({fmt::format("// Between the kernels: {}{}, {} bytes of global memory", buffer->name,
                                   shapeOf(buffer->shape), buffer->bytes()),
                       {},
                       nullptr});
    }
    for (std::string& text : cudaPrelude(used)) {
        out.push_back({std::move(text), {}, nullptr});
    }
    std::move(kernels.begin(), kernels.end(), std::back_inserter(out));
    return out;
}

Result<std::string> cudaSource(const ir::DeviceProgram& program)
{
    const auto lines = printCuda(program);
    if (!lines) {
        return fail(lines);
    }
    std::string out;
    for (const PrintedLine& line : *lines) {
        out += line.text + "\n";
    }
    return out;
}

Result<CodeText> cudaText(const ir::DeviceProgram& program, const std::vector<PrintedLine>& nest)
{
    auto lines = printCuda(program);
    if (!lines) {
        return fail(lines);
    }
    std::unordered_map<const void*, int> numbers;
    for (size_t i = 0; i < nest.size(); ++i) {
        if (nest[i].statement) {
            numbers.emplace(nest[i].statement, static_cast<int>(i) + 1);
        }
    }
    CodeText out;
    for (PrintedLine& line : *lines) {
        const auto number = numbers.find(line.statement);
        out.lines.push_back(std::move(line.text));
        out.nestLine.push_back(number == numbers.end() ? 0 : number->second);
    }
    return out;
}

} // namespace knobscope
