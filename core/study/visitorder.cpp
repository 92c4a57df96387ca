// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/visitorder.h"

#include "core/ir/visit.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace knobscope {

namespace {

class NestWalk
{
public:
    explicit NestWalk(const ir::LoopNest& nest)
        : m_output(nest.parameters.back())
    {
        m_order.tensor = m_output->name;
        const int64_t width = m_output->shape.empty() ? 1 : m_output->shape.back();
        m_order.columns = static_cast<int>(std::min<int64_t>(width, VisitOrder::kMostColumns));
        m_order.rows =
            static_cast<int>(std::min<int64_t>(m_output->elements() / std::max<int64_t>(1, width), VisitOrder::kMostRows));
        mark(nest.body);
        walk(nest.body);
    }
    VisitOrder take() { return std::move(m_order); }

private:
    static constexpr int64_t kMostStatements = 1 << 22;

    /// Remembers the statements that write the output: only those are walked.
    bool mark(const ir::Stmt& s)
    {
        if (s.isNull()) {
            return false;
        }
        const auto* store = s.as<ir::Store>();
        bool isWriting = store && store->buffer == m_output;
        ir::forEachChild(s, [&](const ir::Stmt& child) { isWriting = mark(child) || isWriting; });
        if (isWriting) {
            m_writing.insert(s.id());
        }
        return isWriting;
    }

    void walk(const ir::Stmt& s)
    {
        if (s.isNull() || !m_writing.contains(s.id()) || !m_order.isWhole) {
            return;
        }
        if (++m_statements > kMostStatements || m_order.places.size() >= VisitOrder::kMostVisits) {
            m_order.isWhole = false;
            return;
        }
        if (const auto* loop = s.as<ir::For>()) {
            int64_t& value = m_values[loop->var.id()];
            for (int64_t i = 0; i < loop->extent && m_order.isWhole; ++i) {
                value = i;
                walk(loop->body);
            }
        } else if (const auto* condition = s.as<ir::IfThen>()) {
            walk(valueOf(condition->condition).value_or(1) != 0 ? condition->then : condition->elseBody);
        } else if (const auto* store = s.as<ir::Store>()) {
            visit(*store);
        } else {
            ir::forEachChild(s, [this](const ir::Stmt& child) { walk(child); });
        }
    }

    void visit(const ir::Store& store)
    {
        int64_t row = 0;
        int64_t column = 0;
        for (size_t i = 0; i < store.indices.size(); ++i) {
            const auto index = valueOf(store.indices[i]);
            if (!index) {
                return;
            }
            const bool isLast = i + 1 == store.indices.size();
            (isLast ? column : row) = isLast ? *index : row * store.buffer->shape[i] + *index;
        }
        if (row < 0 || row >= m_order.rows || column < 0 || column >= m_order.columns) {
            return;
        }
        const auto place = static_cast<uint32_t>(row * m_order.columns + column);
        if (m_order.places.empty() || m_order.places.back() != place) {
            m_order.places.push_back(place);
        }
    }

    /// Of an index or a condition on loops; nullopt for others.
    std::optional<int64_t> valueOf(const ir::Expr& e) const
    {
        if (const auto number = ir::asInt(e)) {
            return number;
        }
        if (const auto* var = e.as<ir::VarRef>()) {
            const auto found = m_values.find(var->var.id());
            return found == m_values.end() ? std::nullopt : std::optional(found->second);
        }
        if (const auto* cast = e.as<ir::Cast>()) {
            return valueOf(cast->value);
        }
        if (const auto* negated = e.as<ir::Not>()) {
            const auto value = valueOf(negated->a);
            return value ? std::optional<int64_t>(*value == 0) : std::nullopt;
        }
        const auto* binary = e.as<ir::Binary>();
        const auto a = binary ? valueOf(binary->a) : std::nullopt;
        const auto b = a ? valueOf(binary->b) : std::nullopt;
        if (!b) {
            return std::nullopt;
        }
        const auto folded = ir::asInt(ir::binary(binary->op, ir::Expr(*a), ir::Expr(*b))); // as kernels compute it
        return folded;
    }

    ir::Buffer m_output;
    VisitOrder m_order;
    std::unordered_map<const void*, int64_t> m_values; ///< of loops, by variable
    std::unordered_set<const void*> m_writing;
    int64_t m_statements = 0;
};

} // namespace

VisitOrder visitOrder(const ir::LoopNest& nest)
{
    return nest.parameters.empty() ? VisitOrder() : NestWalk(nest).take();
}

} // namespace knobscope
