// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of bfloat16 in matrix tiles (ir/matrixtile.h), all of which are whole.
#include "core/ir/integerdivision.h"
#include "core/runtime/attentionbfloats.h"

namespace knobscope {
namespace {

using ir::Buffer;
using ir::Expr;
using ir::Stmt;

class MatrixTiles : public BfloatAttention
{
public:
    MatrixTiles(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks)
        : BfloatAttention(graph, attention, blocks, kDepth)
    {
    }

private:
    static constexpr int64_t kDepth = kPair * ir::kTileColumns; // of a tile's factors

    Stmt product(int64_t rows, int64_t columns, int64_t depth, const Factors& of) const override
    {
        return inTiles(rows, columns, [&](const Expr& top, int64_t tall, const Expr& left, int64_t wide) {
            return tileSums(tall, wide, depth / kDepth, top, left, of);
        });
    }

    /// The sums of up to two by two tiles over `steps` tiles of the depth, in registers.
    static Stmt tileSums(int64_t tall, int64_t wide, int64_t steps, const Expr& top, const Expr& left, const Factors& of)
    {
        const auto eachTile = [&](const std::function<Stmt(int64_t y, int64_t tile)>& body) {
            std::vector<Stmt> tiles;
            for (int64_t y = 0; y < tall; ++y) {
                for (int64_t x = 0; x < wide; ++x) {
                    tiles.push_back(body(y * ir::kTileRows, x));
                }
            }
            return ir::block(std::move(tiles));
        };
        const auto sumAt = [&](int64_t y, int64_t tile, const Expr& row, const Expr& column) {
            return std::vector{top + (row + y), left + (column + tile * ir::kTileColumns)};
        };
        const Stmt cleared = eachTile([&](int64_t y, int64_t tile) {
            return tensorized([&](const Expr& row) {
                return loopOver("column", ir::kTileColumns,
                                [&](const Expr& column) { return storeTo(of.sums, sumAt(y, tile, row, column), real(0)); });
            });
        });
        const auto products = [&](const Expr& step, int64_t y, int64_t tile) {
            return tensorized([&](const Expr& row) {
                return loopOver("column", ir::kTileColumns, [&](const Expr& column) {
                    return loopOver("word", ir::kTileColumns, [&](const Expr& word) {
                        return loopOver("member", kPair, [&](const Expr& member) {
                            const auto at = sumAt(y, tile, row, column);
                            const Expr a = ir::load(of.left, {top + (row + y), step * kDepth + word * kPair + member});
                            const Expr place = of.panelAt(left + tile * ir::kTileColumns)
                                             + (step * ir::kTileColumns + word) * (kPair * kPanel) + (column * kPair + member);
                            const Expr b = ir::load(of.right, {place});
                            return storeTo(of.sums, at,
                                           ir::load(of.sums, at) + ir::cast(ir::float32, a) * ir::cast(ir::float32, b));
                        });
                    });
                });
            });
        };
        return ir::block({cleared, loopOver("step", steps, [&](const Expr& step) {
                              return eachTile([&](int64_t y, int64_t tile) { return products(step, y, tile); });
                          })});
    }
    static Stmt tensorized(const std::function<Stmt(const Expr& row)>& body)
    {
        const ir::Var row("row");
        return ir::makeStmt(ir::For{.var = row,
                                    .extent = ir::kTileRows,
                                    .kind = ir::ForKind::Tensorized,
                                    .threadTag = ir::kTileOperation,
                                    .body = body(row)});
    }
    /// `body` for two rows of tiles and two columns of tiles at a time.
    static Stmt inTiles(int64_t rows, int64_t columns,
                        const std::function<Stmt(const Expr& top, int64_t tall, const Expr& left, int64_t wide)>& body)
    {
        return inParts("columns", ir::roundedUp(columns, ir::kTileColumns), 2 * ir::kTileColumns,
                       [&](const Expr& left, int64_t width) {
                           return inParts("rows", ir::roundedUp(rows, ir::kTileRows), 2 * ir::kTileRows,
                                          [&](const Expr& top, int64_t height) {
                                              return body(top, height / ir::kTileRows, left, width / ir::kTileColumns);
                                          });
                       });
    }
};

} // namespace

GroupKernel attentionKernelOfTiles(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks)
{
    return MatrixTiles(graph, attention, blocks).kernel();
}

} // namespace knobscope
