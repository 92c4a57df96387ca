// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of bfloat16 in dot products (ir/dot.h), in register tiles of rows by panels.
#include "core/ir/dot.h"
#include "core/ir/integerdivision.h"
#include "core/runtime/attentionbfloats.h"

#include <algorithm>

namespace knobscope {
namespace {

using ir::Buffer;
using ir::Expr;
using ir::Stmt;

class DotProducts : public BfloatAttention
{
public:
    DotProducts(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks)
        : BfloatAttention(graph, attention, blocks, kPair)
        , m_tileRows(blocks.tileRows)
        , m_tilePanels(std::max(blocks.tileColumns / kPanel, int64_t{1}))
    {
    }

private:
    Stmt product(int64_t rows, int64_t columns, int64_t depth, const Factors& of) const override
    {
        return inParts("panels", ir::ceilDivide(columns, kPanel), m_tilePanels, [&](const Expr& panel, int64_t wide) {
            return inParts("tile", rows, m_tileRows, [&](const Expr& top, int64_t tall) {
                return registerTile(panel, wide, top, tall, depth / kPair, of);
            });
        });
    }

    static Stmt registerTile(const Expr& firstPanel, int64_t wide, const Expr& top, int64_t tall, int64_t words,
                             const Factors& of)
    {
        const Buffer tile = ir::makeBuffer("tile", {wide, tall, kPanel}, ir::float32, ir::Scope::Local);
        using Body = std::function<Stmt(const std::vector<Expr>& at)>; // panel, row, lane
        const auto eachSum = [&](const Body& body) {
            return loopOver(
                "panel", wide,
                [&](const Expr& panel) {
                    return loopOver(
                        "row", tall,
                        [&](const Expr& row) {
                            return vectorized("lane", kPanel, [&](const Expr& lane) { return body({panel, row, lane}); });
                        },
                        ir::ForKind::Unrolled);
                },
                ir::ForKind::Unrolled);
        };
        const Stmt sums = loopOver("word", words, [&](const Expr& word) {
            return eachSum([&](const std::vector<Expr>& at) {
                return dot([&](const Expr& member) {
                    const Expr a = ir::load(of.left, {top + at[1], word * kPair + member});
                    const Expr place = of.panelAt((firstPanel + at[0]) * kPanel) + word * (kPair * kPanel);
                    const Expr b = ir::load(of.right, {place + (at[2] * kPair + member)});
                    return storeTo(tile, at, ir::load(tile, at) + ir::cast(ir::float32, a) * ir::cast(ir::float32, b));
                });
            });
        });
        const Stmt cleared = eachSum([&](const std::vector<Expr>& at) { return storeTo(tile, at, real(0)); });
        const Stmt stored = eachSum([&](const std::vector<Expr>& at) {
            return storeTo(of.sums, {top + at[1], (firstPanel + at[0]) * kPanel + at[2]}, ir::load(tile, at));
        });
        return allocated({tile}, ir::block({cleared, sums, stored}));
    }
    static Stmt dot(const std::function<Stmt(const Expr& member)>& body)
    {
        const ir::Var member("member");
        return ir::makeStmt(ir::For{.var = member,
                                    .extent = kPair,
                                    .kind = ir::ForKind::Tensorized,
                                    .threadTag = ir::kDotOperation,
                                    .body = body(member)});
    }

    int64_t m_tileRows, m_tilePanels;
};

} // namespace

GroupKernel attentionKernelOfDots(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks)
{
    return DotProducts(graph, attention, blocks).kernel();
}

} // namespace knobscope
