// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/printer.h"

#include "core/ir/visit.h"
#include "core/ir/warpmma.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace knobscope::ir {

namespace {

constexpr std::array<std::string_view, 16> kSymbols{"+",  "-",  "*", "/",  "/", "%",  "min", "max",
                                                    "==", "!=", "<", "<=", ">", ">=", "&&",  "||"};
constexpr std::array<int, 16> kPrecedences{5, 5, 6, 6, 6, 6, 9, 9, 3, 3, 4, 4, 4, 4, 2, 1};

/// Makes names unique: two loops from axes of the same name print as "y" and "y.1", and so do two buffers.
class Names
{
public:
    std::string nameOf(const Var& var) { return m_loops.nameOf(var.id(), var.name()); }
    std::string nameOf(const Buffer& buffer) { return m_buffers.nameOf(buffer.get(), buffer->name); }

private:
    struct Known {
        std::map<const void*, std::string> names;
        std::map<std::string, int> used;

        std::string nameOf(const void* id, const std::string& base)
        {
            const auto [known, isNew] = names.try_emplace(id);
            if (isNew) {
                const int count = used[base]++;
                known->second = count == 0 ? base : fmt::format("{}.{}", base, count);
            }
            return known->second;
        }
    };
    Known m_loops;
    Known m_buffers;
};

class ExprPrinter
{
public:
    explicit ExprPrinter(Names& names)
        : m_names(names)
    {
    }

    std::string print(const Expr& e, int outer = 0)
    {
        return std::visit([&](const auto& node) { return this->node(node, outer); }, e.node().kind);
    }

    std::string list(const std::vector<Expr>& all)
    {
        std::string out;
        for (const Expr& e : all) {
            out += (out.empty() ? "" : ", ") + print(e);
        }
        return out;
    }

private:
    std::string node(const IntImm& n, int)
    {
        if (n.type.isBool()) {
            return n.value != 0 ? "true" : "false";
        }
        return std::to_string(n.value);
    }
    std::string node(const FloatImm& n, int)
    {
        std::string digits = fmt::format("{}", n.value);
        return digits.find_first_of(".ein") == std::string::npos ? digits + ".0" : digits;
    }
    std::string node(const VarRef& n, int) { return m_names.nameOf(n.var); }
    std::string node(const Binary& n, int outer)
    {
        const auto op = static_cast<size_t>(n.op);
        if (n.op == BinaryOp::Min || n.op == BinaryOp::Max) {
            return fmt::format("{}({})", kSymbols[op], list({n.a, n.b}));
        }
        const int own = kPrecedences[op];
        const bool keepsOrder = n.op == BinaryOp::Sub || own == 6;
        std::string out = print(n.a, own); // one after the other: names are assigned in reading order
        out += fmt::format(" {} {}", kSymbols[op], print(n.b, keepsOrder ? own + 1 : own));
        return own < outer ? "(" + out + ")" : out;
    }
    std::string node(const Not& n, int) { return "!" + print(n.a, 8); }
    std::string node(const Select& n, int) { return "select(" + list({n.condition, n.whenTrue, n.whenFalse}) + ")"; }
    std::string node(const Cast& n, int) { return fmt::format("{}({})", n.type.text(), print(n.value)); }
    std::string node(const Call& n, int) { return fmt::format("{}({})", nameOf(n.function), print(n.value)); }
    std::string node(const TensorRead& n, int) { return fmt::format("{}[{}]", n.tensor->name, list(n.indices)); }
    std::string node(const LetRef& n, int) { return m_names.nameOf(n.var); }
    std::string node(const Let& n, int)
    {
        std::string out;
        for (const LetBinding& binding : n.bindings) {
            const std::string value = print(binding.value);
            out += fmt::format("{}{} = {}", out.empty() ? "(let " : ", ", m_names.nameOf(binding.var), value);
        }
        return fmt::format("{} in {})", out, print(n.body));
    }
    std::string node(const Load& n, int)
    {
        const std::string name = m_names.nameOf(n.buffer);
        return fmt::format("{}[{}]", name, list(n.indices));
    }
    std::string node(const Reduce& n, int)
    {
        std::string axes;
        for (const IterVar& axis : n.axes) {
            axes += fmt::format("{}{} in 0..{}", axes.empty() ? "" : ", ", m_names.nameOf(axis.var), axis.extent);
        }
        return fmt::format("{}({} for {})", n.op == ReduceOp::Sum ? "sum" : "max", print(n.source), axes);
    }

    Names& m_names;
};

std::string kindText(const For& loop)
{
    switch (loop.kind) {
    case ForKind::Parallel: return "parallel ";
    case ForKind::Vectorized: return "vectorized ";
    case ForKind::Unrolled: return "unrolled ";
    case ForKind::ThreadBinding: return fmt::format("{} ", loop.threadTag);
    case ForKind::VirtualThread: return "vthread ";
    case ForKind::Tensorized: return "tensorized ";
    case ForKind::Serial: return loop.unrollHint > 0 ? "hint-unroll " : "";
    }
    return "";
}

std::string shapeText(const std::vector<int64_t>& shape)
{
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

/// "C[y, x] += value" for an accumulating store, else "C[y, x] = value".
std::string storeText(const Store& store, Names& names)
{
    ExprPrinter printer(names);
    const std::string name = names.nameOf(store.buffer);
    const std::string place = fmt::format("{}[{}]", name, printer.list(store.indices));
    if (const Expr* added = addedValue(store)) {
        return fmt::format("{} += {}", place, printer.print(*added));
    }
    return fmt::format("{}{} = {}", store.buffer->isAsync ? "async " : "", place, printer.print(store.value));
}

std::string parameterText(const std::vector<Buffer>& buffers, Names& names)
{
    std::string out;
    for (const Buffer& buffer : buffers) {
        out += fmt::format("{}{}: {}{}", out.empty() ? "" : ", ", names.nameOf(buffer), buffer->type.text(),
                           shapeText(buffer->shape));
    }
    return out;
}

class NestPrinter
{
public:
    std::vector<PrintedLine> take() { return std::move(m_lines); }
    std::string parameters(const std::vector<Buffer>& buffers) { return parameterText(buffers, m_names); }

    void line(std::string text, const Stmt& statement)
    {
        m_lines.push_back({std::string(m_depth * 2, ' ') + std::move(text), m_loops, statement.id()});
    }

    void print(const Stmt& s)
    {
        if (s.isNull()) {
            return;
        }
        if (const auto* n = s.as<For>()) {
            m_loops.push_back(n->provenance);
            line(fmt::format("{}for {} in 0..{}:", kindText(*n), m_names.nameOf(n->var), n->extent), s);
            indented(n->body);
            m_loops.pop_back();
        } else if (const auto* n = s.as<Block>()) {
            for (const Stmt& child : n->statements) {
                print(child);
            }
        } else if (const auto* n = s.as<IfThen>()) {
            line(fmt::format("if {}:", ExprPrinter(m_names).print(n->condition)), s);
            indented(n->then);
            if (!n->elseBody.isNull()) {
                line("else:", s);
                indented(n->elseBody);
            }
        } else if (const auto* n = s.as<Store>()) {
            printStore(*n, s);
        } else if (const auto* n = s.as<Allocate>()) {
            static constexpr std::array<std::string_view, 4> scopes{"argument", "workspace", "local", "shared"};
            line(fmt::format("{} {} {}{}", scopes[static_cast<size_t>(n->buffer->scope)], n->buffer->type.text(),
                             m_names.nameOf(n->buffer), shapeText(n->buffer->shape)),
                 s);
            print(n->body);
        } else if (const auto* n = s.as<WarpMma>()) {
            const auto part = [&](const Fragment& f) {
                return fmt::format("{}[{}]", m_names.nameOf(f.buffer), ExprPrinter(m_names).list(f.indices));
            };
            std::string text = part(n->sum) + " += ";
            text += part(n->a) + " * ";
            line(text + part(n->b) + fmt::format("  (warp, {})", mmaShapeText(n->kind)), s);
        } else if (const auto* n = s.as<Prefetch>()) {
            m_loops.push_back(n->provenance);
            line(fmt::format("prefetch {}[{}]", m_names.nameOf(n->buffer), ExprPrinter(m_names).list(n->indices)), s);
            m_loops.pop_back();
        } else if (s.as<CopyCommit>()) {
            line("commit copies", s);
        } else if (const auto* n = s.as<CopyWait>()) {
            line(n->pending == 0 ? "wait for copies" : fmt::format("wait for copies but the latest {}", n->pending), s);
        } else {
            line("barrier", s);
        }
    }

    /// Prints a kernel's bound loops as loops around its body; omits those of one iteration.
    void print(const DeviceKernel& kernel)
    {
        line(fmt::format("kernel {}({}) on {}x{}x{} blocks of {}x{}x{} threads{}:", kernel.name,
                         parameterText(kernel.parameters, m_names), kernel.grid[0], kernel.grid[1], kernel.grid[2],
                         kernel.block[0], kernel.block[1], kernel.block[2], kernel.isPrecomputed ? ", not timed" : ""),
             {});
        ++m_depth;
        for (size_t d = 3; d-- > 0;) {
            bound(kernel.blockIndex[d], kernel.grid[d], kernel.blockProvenance[d]);
        }
        for (size_t d = 3; d-- > 0;) {
            bound(kernel.threadIndex[d], kernel.block[d], kernel.threadProvenance[d]);
        }
        print(kernel.body);
        m_loops.clear();
        m_depth = 0;
    }

private:
    void bound(const Var& var, int64_t extent, ProvenanceId provenance)
    {
        const std::string name = m_names.nameOf(var);
        if (extent > 1) {
            m_loops.push_back(provenance);
            line(fmt::format("each {} in 0..{}:", name, extent), {});
            ++m_depth;
        }
    }

    /// Prints the store's Let bindings first, one per line.
    void printStore(const Store& store, const Stmt& s)
    {
        const auto* let = store.value.as<Let>();
        if (!let) {
            line(storeText(store, m_names), s);
            return;
        }
        for (const LetBinding& binding : let->bindings) {
            const std::string value = ExprPrinter(m_names).print(binding.value);
            line(fmt::format("let {} = {}", m_names.nameOf(binding.var), value), s);
        }
        line(storeText(Store{store.buffer, store.indices, let->body}, m_names), s);
    }

    void indented(const Stmt& body)
    {
        ++m_depth;
        print(body);
        --m_depth;
    }

    Names m_names;
    std::vector<PrintedLine> m_lines;
    std::vector<ProvenanceId> m_loops;
    size_t m_depth = 0;
};

} // namespace

std::string text(const Expr& e)
{
    Names names;
    return ExprPrinter(names).print(e);
}

std::string text(const Tensor& t)
{
    if (t.isPlaceholder()) {
        return fmt::format("{}: {}{}", t.name(), t.type().text(), shapeText(t.shape()));
    }
    Names names;
    std::string axes;
    for (const IterVar& axis : t.node().axes) {
        axes += (axes.empty() ? "" : ", ") + names.nameOf(axis.var);
    }
    return fmt::format("{}[{}] = {}", t.name(), axes, ExprPrinter(names).print(t.node().body));
}

std::vector<PrintedLine> print(const LoopNest& nest)
{
    NestPrinter printer;
    printer.line(fmt::format("{}({}):", nest.name, printer.parameters(nest.parameters)), {});
    for (const std::string& note : nest.notes) {
        printer.line("# " + note, {});
    }
    if (!nest.prepare.isNull()) {
        printer.line(fmt::format("once, not timed: {}", printer.parameters(nest.prepared)), {});
        printer.print(nest.prepare);
        printer.line("each time:", {});
    }
    printer.print(nest.body);
    return printer.take();
}

std::string joined(const std::vector<PrintedLine>& lines)
{
    std::string out;
    for (const PrintedLine& line : lines) {
        out += line.text + "\n";
    }
    return out;
}

std::string text(const LoopNest& nest)
{
    return joined(print(nest));
}

std::vector<PrintedLine> print(const DeviceProgram& program)
{
    std::vector<PrintedLine> lines;
    const auto note = [&](std::string line) { lines.push_back({std::move(line), {}, nullptr}); };
    note(fmt::format("{}({}):", program.name, NestPrinter().parameters(program.parameters)));
    for (const std::string& text : program.notes) {
        note("# " + text);
    }
    for (const Buffer& buffer : program.intermediates) {
        note(fmt::format("global {} {}{}", buffer->type.text(), buffer->name, shapeText(buffer->shape)));
    }
    for (const DeviceKernel& kernel : program.kernels) {
        NestPrinter printer;
        printer.print(kernel);
        std::ranges::move(printer.take(), std::back_inserter(lines));
    }
    return lines;
}

std::string text(const DeviceProgram& program)
{
    return joined(print(program));
}

} // namespace knobscope::ir
