// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/loopnest.h"

namespace knobscope::ir {

int64_t BufferNode::elements() const
{
    int64_t count = 1;
    for (const int64_t extent : shape) {
        count *= extent;
    }
    return count;
}

Buffer makeBuffer(std::string name, std::vector<int64_t> shape, DataType type, Scope scope)
{
    return std::make_shared<const BufferNode>(BufferNode{std::move(name), std::move(shape), type, scope});
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

Stmt makeLoop(const Var& var, int64_t extent, Stmt body)
{
    For loop;
    loop.var = var;
    loop.extent = extent;
    loop.body = std::move(body);
    return makeStmt(std::move(loop));
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
