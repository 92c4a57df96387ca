// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace knobscope::ir {

inline constexpr int64_t kWarpLanes = 32;

/// The matrices of a WarpMma.
enum class MmaTile : uint8_t { A, B, Sum };

/// One digit of an element's index within a lane, and its step in the tile: A's second float16 is one column further, …
struct MmaDigit {
    int64_t extent = 2;
    int64_t element = 1; ///< step in the element's index
    int64_t row = 0;     ///< step in the element's row
    int64_t column = 0;
};

/// Mapping from lanes to elements of a tile (PTX ISA 8.7, "Matrix fragments for mma.m16n8k16 with floating point type" and
/// "mma.m16n8k8"). With group = lane / 4 and member = lane % 4:
/// row = group * groupRow + member * memberRow + sum of its digits' steps; column likewise.
struct MmaLayout {
    int64_t rows = 0;
    int64_t columns = 0;
    int64_t groupRow = 0, groupColumn = 0;
    int64_t memberRow = 0, memberColumn = 0;
    std::vector<MmaDigit> digits; ///< slowest first

    int64_t elementsOfLane() const { return rows * columns / kWarpLanes; }
};

/// Properties of one kind of product.
struct MmaInstruction {
    MmaKind kind = MmaKind::F16;
    const char* name = ""; ///< "mma.f16", the operation of StageRef::tensorize
    DataType input;        ///< type of the factors
    int capability = 0;    ///< minimum compute capability times ten: 75 for Turing, 80 for Ampere
    MmaLayout a, b, sum;
};
const MmaInstruction& mmaInstruction(MmaKind kind);
/// Returns nullopt for the name of another operation.
std::optional<MmaKind> findMmaKind(std::string_view name);
const MmaLayout& mmaLayout(MmaKind kind, MmaTile tile);

/// Extents of the product: rows, columns, reduction.
struct MmaShape {
    int64_t m = 0;
    int64_t n = 0;
    int64_t k = 0;
};
MmaShape mmaShape(MmaKind kind);
/// "16x8x16".
std::string mmaShapeText(MmaKind kind);

/// The lane and its element that hold the tile element at (row, column).
struct MmaOwner {
    Expr lane;
    Expr element;
};
MmaOwner mmaOwner(const MmaLayout& layout, const Expr& row, const Expr& column);

/// The kinds that a statement uses, each listed once.
std::vector<MmaKind> mmaKinds(const Stmt& body);

} // namespace knobscope::ir
