// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace knobscope::ir {

inline constexpr int64_t warpLanes = 32;

/// The matrices of a WarpMma.
enum class MmaTile : uint8_t { A, B, Sum };

/// A digit of an element's number within a lane, and how far it moves in the tile: A's second float16 is one column further, …
struct MmaDigit {
    int64_t extent = 2;
    int64_t element = 1; ///< what one step adds to the element's number
    int64_t row = 0;     ///< … and to its row
    int64_t column = 0;
};

/// Which elements of a tile a lane holds (PTX ISA 8.7, "Matrix fragments for mma.m16n8k16 with floating point type" and
/// "mma.m16n8k8"): with group = lane / 4 and member = lane % 4,
/// row = group * groupRow + member * memberRow + its digits', column likewise.
struct MmaLayout {
    int64_t rows = 0;
    int64_t columns = 0;
    int64_t groupRow = 0, groupColumn = 0;
    int64_t memberRow = 0, memberColumn = 0;
    std::vector<MmaDigit> digits; ///< slowest first

    int64_t elementsOfLane() const { return rows * columns / warpLanes; }
};

/// What there is to know of a kind of product.
struct MmaInstruction {
    MmaKind kind = MmaKind::F16;
    const char* name = ""; ///< "mma.f16", as StageRef::tensorize takes it
    DataType input;        ///< of the factors
    int capability = 0;    ///< ten times the compute capability from which on GPUs have it: Turing's 75, Ampere's 80
    const char* ptx = "";  ///< its name behind "mma.sync.aligned."
    MmaLayout a, b, sum;
};
const MmaInstruction& mmaInstruction(MmaKind kind);
/// None for another operation's name.
std::optional<MmaKind> mmaNamed(std::string_view name);
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

/// Who holds the element at (row, column).
struct MmaOwner {
    Expr lane;
    Expr element;
};
MmaOwner mmaOwner(const MmaLayout& layout, const Expr& row, const Expr& column);

/// The kinds that a statement uses, each once.
std::vector<MmaKind> mmaKinds(const Stmt& body);

} // namespace knobscope::ir
