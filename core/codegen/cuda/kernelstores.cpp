// SPDX-License-Identifier: GPL-3.0-or-later
// Stores: vectorized, guarded, with long quotients named.
#include "core/codegen/cuda/kernelprinter.h"

#include "core/ir/asynccopy.h"
#include "core/ir/simplify.h"
#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

using ir::Stmt;

namespace {

constexpr int kAndLevel = 3;      // C's precedence of &&: looser operators need parentheses under it
constexpr int kMaxRepeatedLength = 40; // total length of a repeated quotient, in characters, above which it gets a name
constexpr int kMaxNames = 8;     // of quotients, per line

} // namespace

/// Returns true if the loop was printed as vector moves.
bool KernelPrinter::printVectorized(const Stmt& s, const ir::For& loop)
{
    std::optional<ir::DataType> type;
    bool isSimple = true;
    ir::forEachStmt(loop.body, [&](const Stmt& part) {
        if (const auto* store = part.as<ir::Store>()) {
            isSimple = isSimple && (!type || *type == store->buffer->type);
            type = store->buffer->type;
        }
        const auto* branch = part.as<ir::IfThen>();
        isSimple = isSimple && (isStore(part) || part.as<ir::Block>() || (branch && branch->elseBody.isNull()));
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

const void* KernelPrinter::firstStore(const Stmt& body)
{
    const void* id = nullptr;
    ir::forEachStmt(body, [&](const Stmt& s) { id = id || !isStore(s) ? id : s.id(); });
    return id;
}

bool KernelPrinter::isVectorizable(const Stmt& body, const ir::Var& lane, int lanes)
{
    bool possible = true;
    m_ranges.setExtent(lane, lanes);
    ir::forEachStmt(body, [&](const Stmt& s) {
        if (const auto* branch = s.as<ir::IfThen>()) {
            possible = possible && CudaVectorStore::isUniform(branch->condition, lane, lanes, m_ranges);
        } else if (const auto* n = s.as<ir::Store>()) {
            const CudaVectorStore vector(m_expressions, m_names, *n, lane, lanes);
            possible = possible && vector.isWorthwhile();
            // Copied one by one they stay asynchronous; assembled in registers they do not.
            possible = possible && (!n->buffer->isAsync || m_program.plainCopies || vector.isCopy());
        }
    });
    return possible;
}

void KernelPrinter::printLanes(const Stmt& s, const ir::Var& lane, int lanes, const void* id)
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
            printLanes(ir::isTrue(condition) ? n->then : n->elseBody, lane, lanes, id);
            return;
        }
        line(fmt::format("if ({}) {{", m_expressions.write(condition)), id);
        ++m_depth;
        printLanes(n->then, lane, lanes, id);
        --m_depth;
        line("}", id);
    } else if (const auto* n = s.as<ir::Store>()) {
        CudaVectorStore vector(m_expressions, m_names, *n, lane, lanes);
        if (n->buffer->isAsync && !m_program.plainCopies) {
            if (const auto copy = vector.asyncLine()) {
                line(*copy, id);
                return;
            }
        }
        const auto setLane = [&](int at) { m_ranges.set(lane, at < 0 ? ir::Interval{0, lanes - 1} : ir::Interval{at, at}); };
        for (const std::string& text : vector.lines(setLane)) {
            line(text, id);
        }
    }
}

/// Whether the statement is one store inside conditions only.
bool KernelPrinter::isGuardedStore(const Stmt& s)
{
    const auto* branch = s.as<ir::IfThen>();
    return s.as<ir::Store>() || (branch && branch->elseBody.isNull() && !branch->then.isNull() && isGuardedStore(branch->then));
}

/// Returns nullopt if a condition never holds.
std::optional<KernelPrinter::GuardedText> KernelPrinter::guardedText(const Stmt& s)
{
    GuardedText out;
    const Stmt* at = &s;
    for (; const auto* branch = at->as<ir::IfThen>(); at = &branch->then) {
        const ir::Expr condition = ir::simplify(branch->condition, m_ranges);
        if (ir::isFalse(condition)) {
            return std::nullopt;
        }
        if (!ir::isTrue(condition)) {
            out.condition += (out.condition.empty() ? "" : " && ") + m_expressions.write(condition, kAndLevel);
        }
    }
    out.store = storeText(*at->as<ir::Store>());
    return out;
}

/// Prints a guarded store; names long quotients and remainders first.
void KernelPrinter::printGuarded(const Stmt& s)
{
    m_expressions.takeDivisions();
    auto text = guardedText(s);
    for (int names = 0; text && names < kMaxNames; ++names) {
        auto divisions = m_expressions.takeDivisions();
        std::erase_if(divisions, [](const auto& division) {
            return division.second == 1 || static_cast<int>(division.first.size()) * division.second <= kMaxRepeatedLength;
        });
        // Shortest first: longer ones contain it.
        const auto shortest = std::ranges::min_element(divisions, {}, [](const auto& division) { return division.first.size(); });
        if (shortest == divisions.end()) {
            break;
        }
        const std::string name = m_names.declare(shortest->first.find('%') == std::string::npos ? "quotient" : "rest");
        line(fmt::format("const {} {} = {};", m_expressions.indexType(), name, shortest->first), s.id());
        m_expressions.nameDivision(shortest->first, name);
        text = guardedText(s);
    }
    m_expressions.clearDivisions();
    if (!text) {
        return;
    }
    const Stmt* at = &s;
    while (const auto* branch = at->as<ir::IfThen>()) {
        at = &branch->then;
    }
    if (text->condition.empty()) {
        line(text->store, at->id());
        return;
    }
    line(fmt::format("if ({}) {{", text->condition), s.id());
    ++m_depth;
    line(text->store, at->id());
    --m_depth;
    line("}", s.id());
}

std::optional<std::string> KernelPrinter::asyncText(const ir::Store& store)
{
    const auto source =
        store.buffer->isAsync && !m_program.plainCopies ? ir::asyncSource(store) : std::optional<ir::AsyncSource>();
    if (!source || !ir::isAsyncWidth(store.buffer->type.bytes())) {
        return std::nullopt;
    }
    return m_expressions.asyncCopy(store.buffer->type.bytes(), m_expressions.element(*store.buffer, store.indices),
                                   m_expressions.element(*source->load->buffer, source->load->indices), source->condition);
}

std::string KernelPrinter::storeText(const ir::Store& store)
{
    if (auto copy = asyncText(store)) {
        return *copy;
    }
    const std::string place = m_expressions.element(*store.buffer, store.indices);
    const ir::Expr* added = ir::addedValue(store);
    const bool isNarrow = store.buffer->type.isInteger() && store.buffer->type.bits < 32;
    return added && !isNarrow ? fmt::format("{} += {};", place, m_expressions.write(*added))
                              : fmt::format("{} = {};", place, m_expressions.write(store.value));
}

} // namespace knobscope
