// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/visitorder.h"

#include "core/ir/visit.h"
#include "core/lower/lower.h"
#include "core/script/definition.h"
#include "core/script/parse.h"
#include "core/script/workload.h"
#include "core/task/steps.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace knobscope {

namespace {

/// An index or a condition on loops, compiled: the walk computes millions of them.
class CompiledIndex
{
public:
    using Values = std::unordered_map<const void*, int64_t>;

    /// `values` keeps the places of the loops' values.
    CompiledIndex(const ir::Expr& e, Values& values)
    {
        m_isLinear = addLinear(e, 1, values);
        if (!m_isLinear) {
            add(e, values);
        }
    }
    /// nullopt: it depends on an element.
    std::optional<int64_t> value() const
    {
        if (m_isLinear) {
            int64_t sum = m_constant;
            for (const auto& [loop, factor] : m_terms) {
                sum += *loop * factor;
            }
            return sum;
        }
        if (!m_isKnown) {
            return std::nullopt;
        }
        int64_t stack[kMostDepth];
        int top = 0;
        for (const Part& part : m_parts) {
            if (part.kind == Part::Kind::Number) {
                stack[top++] = part.number;
            } else if (part.kind == Part::Kind::Loop) {
                stack[top++] = *part.loop;
            } else if (part.kind == Part::Kind::Not) {
                stack[top - 1] = stack[top - 1] == 0 ? 1 : 0;
            } else {
                --top;
                const auto result = apply(part.op, stack[top - 1], stack[top]);
                if (!result) {
                    return std::nullopt;
                }
                stack[top - 1] = *result;
            }
        }
        return stack[0];
    }

private:
    static constexpr int kMostDepth = 64;
    struct Part {
        enum class Kind : uint8_t { Number, Loop, Not, Binary };
        Kind kind = Kind::Number;
        int64_t number = 0;
        const int64_t* loop = nullptr;
        ir::BinaryOp op = ir::BinaryOp::Add;
    };

    static std::optional<int64_t> apply(ir::BinaryOp op, int64_t a, int64_t b)
    {
        switch (op) {
        case ir::BinaryOp::Add: return a + b;
        case ir::BinaryOp::Sub: return a - b;
        case ir::BinaryOp::Mul: return a * b;
        case ir::BinaryOp::Min: return std::min(a, b);
        case ir::BinaryOp::Max: return std::max(a, b);
        case ir::BinaryOp::Lt: return a < b ? 1 : 0;
        case ir::BinaryOp::Le: return a <= b ? 1 : 0;
        case ir::BinaryOp::Gt: return a > b ? 1 : 0;
        case ir::BinaryOp::Ge: return a >= b ? 1 : 0;
        case ir::BinaryOp::And: return a != 0 && b != 0 ? 1 : 0;
        default: return ir::asInt(ir::binary(op, ir::Expr(a), ir::Expr(b))); // as kernels compute it
        }
    }

    /// Adds `factor` times a sum of loops, as most indices are; false if it is none.
    bool addLinear(const ir::Expr& e, int64_t factor, Values& values)
    {
        if (const auto number = ir::asInt(e)) {
            m_constant += factor * *number;
            return true;
        }
        if (const auto* var = e.as<ir::VarRef>()) {
            m_terms.emplace_back(&values[var->var.id()], factor);
            return true;
        }
        if (const auto* cast = e.as<ir::Cast>()) {
            return addLinear(cast->value, factor, values);
        }
        const auto* binary = e.as<ir::Binary>();
        if (!binary) {
            return false;
        }
        if (binary->op == ir::BinaryOp::Add || binary->op == ir::BinaryOp::Sub) {
            return addLinear(binary->a, factor, values)
                && addLinear(binary->b, binary->op == ir::BinaryOp::Add ? factor : -factor, values);
        }
        if (binary->op != ir::BinaryOp::Mul) {
            return false;
        }
        const auto left = ir::asInt(binary->a);
        const auto number = left ? left : ir::asInt(binary->b);
        return number && addLinear(left ? binary->b : binary->a, factor * *number, values);
    }

    void add(const ir::Expr& e, Values& values, int depth = 1)
    {
        if (depth >= kMostDepth) {
            m_isKnown = false;
        } else if (const auto number = ir::asInt(e)) {
            m_parts.push_back({Part::Kind::Number, *number, nullptr, {}});
        } else if (const auto* var = e.as<ir::VarRef>()) {
            m_parts.push_back({Part::Kind::Loop, 0, &values[var->var.id()], {}});
        } else if (const auto* cast = e.as<ir::Cast>()) {
            add(cast->value, values, depth + 1);
        } else if (const auto* negated = e.as<ir::Not>()) {
            add(negated->a, values, depth + 1);
            m_parts.push_back({Part::Kind::Not, 0, nullptr, {}});
        } else if (const auto* binary = e.as<ir::Binary>()) {
            add(binary->a, values, depth + 1);
            add(binary->b, values, depth + 1);
            m_parts.push_back({Part::Kind::Binary, 0, nullptr, binary->op});
        } else {
            m_isKnown = false;
        }
    }

    std::vector<std::pair<const int64_t*, int64_t>> m_terms; ///< loops and their factors, if it is linear
    int64_t m_constant = 0;
    bool m_isLinear = false;
    std::vector<Part> m_parts; ///< operands before their operator, if it is not
    bool m_isKnown = true;
};

/// An element that a statement reads or writes.
struct Access {
    const ir::BufferNode* buffer = nullptr;
    std::vector<CompiledIndex> indices;
    std::optional<size_t> grid; ///< among VisitOrder::lines
    uint32_t last = UINT32_MAX; ///< line touched last by it

    /// Row of the last dimension, and column; nullopt if it is outside of the tensor.
    std::optional<std::pair<int64_t, int64_t>> place() const
    {
        int64_t row = 0;
        int64_t column = 0;
        for (size_t i = 0; i < indices.size(); ++i) {
            const auto index = indices[i].value();
            if (!index || *index < 0 || *index >= buffer->shape[i]) {
                return std::nullopt;
            }
            const bool isLast = i + 1 == indices.size();
            (isLast ? column : row) = isLast ? *index : row * buffer->shape[i] + *index;
        }
        return std::pair(row, column);
    }
};

class NestWalk
{
public:
    explicit NestWalk(const ir::LoopNest& nest)
        : m_output(nest.parameters.back().get())
    {
        m_order.tensor = m_output->name;
        const auto [rows, columns] = sizeOf(*m_output);
        m_order.rows = static_cast<int>(std::min<int64_t>(rows, VisitOrder::kMostRows));
        m_order.columns = static_cast<int>(std::min<int64_t>(columns, VisitOrder::kMostColumns));
        for (const ir::Buffer& buffer : nest.parameters) {
            const auto [bufferRows, elements] = sizeOf(*buffer);
            const int64_t inLine = std::max<int64_t>(1, VisitOrder::kLineBytes / buffer->type.bytes());
            const auto first = static_cast<uint32_t>(m_order.lineCount());
            m_order.lines.push_back(
                {buffer->name, static_cast<int>(std::min<int64_t>(bufferRows, VisitOrder::kMostRows)),
                 static_cast<int>(std::min<int64_t>((elements + inLine - 1) / inLine, VisitOrder::kMostColumns)), first});
            m_grids[buffer.get()] = m_order.lines.size() - 1;
        }
        Statement body = compiled(nest.body);
        walk(body);
    }
    VisitOrder take() { return std::move(m_order); }

private:
    static constexpr int64_t kMostStatements = 1 << 22;

    static std::pair<int64_t, int64_t> sizeOf(const ir::BufferNode& buffer)
    {
        const int64_t width = buffer.shape.empty() ? 1 : buffer.shape.back();
        return {buffer.elements() / std::max<int64_t>(1, width), width};
    }

    Access accessOf(const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices)
    {
        Access access{&buffer, {}, {}, UINT32_MAX};
        for (const ir::Expr& index : indices) {
            access.indices.emplace_back(index, m_values);
        }
        const auto grid = m_grids.find(&buffer);
        access.grid = grid == m_grids.end() ? std::nullopt : std::optional(grid->second);
        return access;
    }

    /// A statement with those of its parts that read or write a shown tensor.
    struct Statement {
        enum class Kind : uint8_t { Block, Loop, Condition, Store };
        Kind kind = Kind::Block;
        std::vector<Statement> parts;         ///< of a condition two; a block without any does nothing
        std::vector<Access> accesses;         ///< of a store: reads, then the write
        bool isVisit = false;
        std::optional<CompiledIndex> condition;
        int64_t* loop = nullptr; ///< its variable's value
        int64_t extent = 0;

        bool isEmpty() const { return kind == Kind::Block && parts.empty(); }
    };

    Statement compiledStore(const ir::Store& store)
    {
        Statement statement{Statement::Kind::Store, {}, {}, false, {}, nullptr, 0};
        ir::forEachExpr(store.value, [&](const ir::Expr& e) {
            const auto* load = e.as<ir::Load>();
            if (load && m_grids.contains(load->buffer.get())) {
                statement.accesses.push_back(accessOf(*load->buffer, load->indices));
            }
        });
        if (m_grids.contains(store.buffer.get())) {
            statement.accesses.push_back(accessOf(*store.buffer, store.indices));
            statement.isVisit = store.buffer.get() == m_output;
        }
        return statement.accesses.empty() ? Statement() : std::move(statement);
    }

    Statement compiled(const ir::Stmt& s)
    {
        Statement statement;
        if (s.isNull()) {
            return statement;
        }
        if (const auto* store = s.as<ir::Store>()) {
            return compiledStore(*store);
        }
        if (const auto* condition = s.as<ir::IfThen>()) {
            statement.parts = {compiled(condition->then), compiled(condition->elseBody)};
            if (std::ranges::all_of(statement.parts, &Statement::isEmpty)) {
                return {};
            }
            statement.kind = Statement::Kind::Condition;
            statement.condition.emplace(condition->condition, m_values);
            return statement;
        }
        ir::forEachChild(s, [&](const ir::Stmt& child) {
            if (Statement part = compiled(child); !part.isEmpty()) {
                statement.parts.push_back(std::move(part));
            }
        });
        if (const auto* loop = s.as<ir::For>(); loop && !statement.parts.empty()) {
            statement.kind = Statement::Kind::Loop;
            statement.loop = &m_values[loop->var.id()];
            statement.extent = loop->extent;
        }
        return statement;
    }

    void walk(Statement& statement)
    {
        if (!m_order.isWhole || statement.isEmpty()) {
            return;
        }
        if (++m_walked > kMostStatements || m_order.places.size() >= VisitOrder::kMostVisits
            || m_order.touches.size() >= VisitOrder::kMostTouches) {
            m_order.isWhole = false;
            return;
        }
        switch (statement.kind) {
        case Statement::Kind::Loop:
            for (int64_t i = 0; i < statement.extent && m_order.isWhole; ++i) {
                *statement.loop = i;
                walk(statement.parts);
            }
            break;
        case Statement::Kind::Condition: walk(statement.parts[statement.condition->value().value_or(1) != 0 ? 0 : 1]); break;
        case Statement::Kind::Store:
            for (Access& access : statement.accesses) {
                touch(access);
            }
            if (statement.isVisit) {
                visit(statement.accesses.back());
            }
            break;
        case Statement::Kind::Block: walk(statement.parts); break;
        }
    }

    void walk(std::vector<Statement>& parts)
    {
        for (Statement& part : parts) {
            walk(part);
        }
    }

    void touch(Access& access)
    {
        const auto place = access.place();
        const VisitGrid& grid = m_order.lines[*access.grid];
        const int64_t inLine = std::max<int64_t>(1, VisitOrder::kLineBytes / access.buffer->type.bytes());
        if (!place || place->first >= grid.rows || place->second / inLine >= grid.columns) {
            return;
        }
        const auto line = static_cast<uint32_t>(grid.first + place->first * grid.columns + place->second / inLine);
        if (std::exchange(access.last, line) != line) {
            m_order.touches.push_back(line);
        }
    }

    void visit(const Access& access)
    {
        const auto at = access.place();
        if (!at || at->first >= m_order.rows || at->second >= m_order.columns) {
            return;
        }
        const auto place = static_cast<uint32_t>(at->first * m_order.columns + at->second);
        if (m_order.places.empty() || m_order.places.back() != place) {
            m_order.places.push_back(place);
            m_order.touchesBefore.push_back(0);
        }
        m_order.touchesBefore.back() = static_cast<uint32_t>(m_order.touches.size());
    }

    const ir::BufferNode* m_output;
    VisitOrder m_order;
    std::unordered_map<const ir::BufferNode*, size_t> m_grids;
    CompiledIndex::Values m_values; ///< of loops, by variable
    int64_t m_walked = 0;
};

} // namespace

VisitOrder visitOrder(const ir::LoopNest& nest)
{
    return nest.parameters.empty() ? VisitOrder() : NestWalk(nest).take();
}

Result<VisitOrder> smallVisitOrder(const std::string& source, const Target& target, size_t step, int64_t most)
{
    const auto text = TRY(parseSchedule(source));
    TextSizes sizes = text.from ? TextSizes() : TRY(sizesOf(text, {}));
    for (auto& [name, size] : sizes) {
        size = std::min(size, most);
    }
    const auto workload = TRY(workloadOfText(source, "picture", sizes, TextSteps::Steps));
    Staircase small;
    small.task = TRY(makeTask(workload.name, workload.args, target));
    if (small.task.isGpu) {
        return fail(ErrorCode::Unsupported, "The order of visit is shown for CPUs only");
    }
    small.steps.resize(text.stepCount() + 1);
    if (step >= small.steps.size()) {
        return fail(ErrorCode::InvalidArgument, "There is no step {}; the steps are 0 to {}", step, small.steps.size() - 1);
    }
    const auto entity = TRY(small.task.space.at(small.indexOf(step)));
    const auto nest = TRY(lowerConfig(small.task, entity));
    return visitOrder(nest);
}

VisitReplay::VisitReplay(const VisitOrder& order)
    : m_order(&order)
    , m_visited(static_cast<size_t>(order.rows) * static_cast<size_t>(order.columns), 0)
    , m_touched(order.lineCount(), 0)
{
}

void VisitReplay::goTo(size_t position)
{
    position = std::min(position, m_order->places.size());
    if (position < m_position) {
        *this = VisitReplay(*m_order);
    }
    for (; m_position < position; ++m_position) {
        m_visited[m_order->places[m_position]] = static_cast<uint32_t>(m_position + 1);
        for (; m_touches < m_order->touchesBefore[m_position]; ++m_touches) {
            uint32_t& touched = m_touched[m_order->touches[m_touches]];
            m_linesTouched += touched == 0 ? 1 : 0;
            touched = static_cast<uint32_t>(m_touches + 1);
        }
    }
}

} // namespace knobscope
