// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/loopnest.h"

#include <functional>
#include <numeric>

namespace knobscope::ir {

int64_t BufferNode::elements() const
{
    return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

Buffer makeBuffer(std::string name, std::vector<int64_t> shape, DataType type, Scope scope)
{
    return std::make_shared<const BufferNode>(BufferNode{std::move(name), std::move(shape), type, scope});
}

bool readsStoredElement(const Store& store, const Expr& e)
{
    const auto* load = e.as<Load>();
    return load && load->buffer == store.buffer && structurallyEqual(load->indices, store.indices);
}

const Expr* addedValue(const Store& store)
{
    const auto* sum = store.value.as<Binary>();
    return sum && sum->op == BinaryOp::Add && readsStoredElement(store, sum->a) ? &sum->b : nullptr;
}

Stmt makeStmt(StmtNode::Kind kind)
{
    return Stmt(std::make_shared<const StmtNode>(StmtNode{std::move(kind)}));
}

Stmt withBody(const For& loop, Stmt body)
{
    For out = loop;
    out.body = std::move(body);
    return makeStmt(std::move(out));
}

Stmt withKind(const For& loop, ForKind kind)
{
    For out = loop;
    out.kind = kind;
    return makeStmt(std::move(out));
}

Stmt makeLoop(const Var& var, int64_t extent, Stmt body, ForKind kind)
{
    return makeStmt(For{.var = var, .extent = extent, .kind = kind, .body = std::move(body)});
}

Stmt block(std::vector<Stmt> statements)
{
    std::vector<Stmt> flat;
    for (Stmt& s : statements) {
        if (s.isNull()) {
            continue;
        }
        if (const auto* inner = s.as<Block>()) {
            flat.insert(flat.end(), inner->statements.begin(), inner->statements.end());
        } else {
            flat.push_back(std::move(s));
        }
    }
    if (flat.empty()) {
        return {};
    }
    return flat.size() == 1 ? flat.front() : makeStmt(Block{std::move(flat)});
}

} // namespace knobscope::ir
