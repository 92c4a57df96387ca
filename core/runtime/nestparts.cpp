// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/nestparts.h"

#include <utility>

namespace knobscope {

using ir::Expr;
using ir::Stmt;

Stmt storeTo(const ir::Buffer& to, std::vector<Expr> at, const Expr& value)
{
    return ir::makeStmt(ir::Store{to, std::move(at), value});
}

Stmt loopOver(const char* name, int64_t extent, const std::function<Stmt(const Expr& i)>& body, ir::ForKind kind)
{
    const ir::Var var(name);
    return ir::makeLoop(var, extent, body(var), kind);
}

Stmt inParts(const char* name, int64_t extent, int64_t size, const std::function<Stmt(const Expr& begin, int64_t count)>& body)
{
    std::vector<Stmt> parts;
    if (extent >= size) {
        parts.push_back(loopOver(name, extent / size, [&](const Expr& i) { return body(i * size, size); }));
    }
    if (extent % size > 0) {
        parts.push_back(body(Expr(extent - extent % size), extent % size));
    }
    return ir::block(std::move(parts));
}

Stmt allocated(const std::vector<ir::Buffer>& buffers, Stmt body)
{
    for (const ir::Buffer& buffer : buffers) {
        body = ir::makeStmt(ir::Allocate{buffer, body});
    }
    return body;
}

Stmt productTile(int64_t rows, int64_t units, int64_t inputs, const ElementAt& start, const ElementAt& left,
                 const ElementAt& right, const StoreElement& storeAt)
{
    const ir::Buffer tile = ir::makeBuffer("tile", {rows, units}, ir::float32, ir::Scope::Local);
    const auto eachElement = [&](const std::function<Stmt(const Expr& row, const Expr& lane)>& body) {
        return loopOver(
            "row", rows,
            [&](const Expr& row) {
                return loopOver("lane", units, [&](const Expr& lane) { return body(row, lane); }, ir::ForKind::Vectorized);
            },
            ir::ForKind::Unrolled);
    };
    const auto sum = [&](const Expr& row, const Expr& lane) { return ir::load(tile, {row, lane}); };
    const Stmt body =
        ir::block({eachElement([&](const Expr& row, const Expr& lane) { return storeTo(tile, {row, lane}, start(row, lane)); }),
                   loopOver("k", inputs,
                            [&](const Expr& k) {
                                return eachElement([&](const Expr& row, const Expr& lane) {
                                    return storeTo(tile, {row, lane}, sum(row, lane) + left(row, k) * right(k, lane));
                                });
                            }),
                   eachElement([&](const Expr& row, const Expr& lane) { return storeAt(row, lane, sum(row, lane)); })});
    return ir::makeStmt(ir::Allocate{tile, body});
}

} // namespace knobscope
