// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder. Finds operations on matrix tiles (ir/matrixtile.h) in loop nests.

#include "core/codegen/llvm/registertile.h"
#include "core/codegen/llvm/target.h"
#include "core/ir/loopnest.h"

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// Extents of a product: rows and columns of the sum, and groups of the reduction (words of 32 bits).
struct TileShape {
    int64_t rows = 0;
    int64_t columns = 0;
    int64_t groups = 0;
    auto operator<=>(const TileShape&) const = default;
};

/// A tensorized nest of the operation: a product, or, without factors, one that clears the sum.
struct TileNest {
    const ir::For* row = nullptr;
    const ir::For* column = nullptr; ///< null for a single one
    const ir::For* group = nullptr; ///< null for a single one
    const ir::For* element = nullptr;
    const ir::Store* store = nullptr;
    const ir::Load* a = nullptr;
    const ir::Load* b = nullptr;

    bool isProduct() const { return a != nullptr; }
    TileShape shape() const { return {row->extent, column ? column->extent : 1, group ? group->extent : 1}; }
    std::vector<const ir::For*> loops() const;
};
/// Returns nullopt for another loop, or if it has another form; it is then a loop like others.
std::optional<TileNest> tileNest(const ir::For& loop);

/// The shapes of all products in a statement, each once.
std::vector<TileShape> tileShapes(const ir::Stmt& s);
/// Whether a statement has products outside parallel loops.
bool hasOwnTiles(const ir::Stmt& s);

/// Statements whose sums stay in tile registers: 0 to 3 for sums, 4 and 5 for first factors, 6 and 7 for second ones.
struct TileRegion {
    int64_t groups = 0;
    std::vector<int64_t> rows;        ///< different numbers of rows, at most two, as in the last tile of a row of pixels
    std::vector<int64_t> columns;     ///< likewise
    std::vector<TileShape> sums;      ///< by register
    std::map<int64_t, int> registers; ///< the constant offset of a sum in its buffer -> its register
    const ir::BufferNode* buffer = nullptr; ///< of the sums
    int64_t rowStep = 0;              ///< elements from one row of a sum to the next; 0 if sums differ in it

    /// All registers for products of one shape.
    static TileRegion of(const TileShape& shape);
};
/// Plans a region for these statements; nullopt if they have other operations, too many sums, or sums at places that change.
std::optional<TileRegion> planTileRegion(std::span<const ir::Stmt> statements, const KnownValue& known);
/// Number of statements from the first one that form the longest region; 0 if none do.
size_t tileRegionLength(std::span<const ir::Stmt> statements);

/// A loop nest that only copies a region's sums to another buffer, which tiles can be stored to instead.
struct TileCopy {
    const ir::Store* store = nullptr;
    std::vector<const ir::For*> loops;
    int64_t rowBytes = 0;                              ///< from row to row of a tile at the destination
    std::map<int, std::map<const void*, int64_t>>
        starts; ///< by register: the value of each loop at the sum's first element; only those that are copied
};
/// Returns nullopt if the statement does anything else, does not copy every element of every sum, or tears a row of a tile.
std::optional<TileCopy> planTileCopy(const TileRegion& region, const ir::Stmt& s);

/// Whether the target has the instruction for a product of these types.
bool hasTileProduct(const std::set<std::string>& features, ir::DataType a, ir::DataType b);

/// The operand of ldtilecfg.
std::array<uint8_t, 64> tileConfig(const TileRegion& region);

} // namespace knobscope
