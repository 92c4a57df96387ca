// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/warpmma.h"

#include "core/ir/visit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace knobscope::ir {

namespace {

constexpr int64_t kGroupMembers = 4;
constexpr int64_t kGroups = kWarpLanes / kGroupMembers;

const MmaLayout sumLayout{16, 8, 1, 0, 0, 2, {{2, 2, 8, 0}, {2, 1, 0, 1}}};

/// All kinds, in the order of MmaKind. For float16, two adjacent reduction steps share a register.
const std::array<MmaInstruction, 2> instructions{{
    {MmaKind::F16,
     "mma.f16",
     float16,
     75,
     {16, 16, 1, 0, 0, 2, {{2, 4, 0, 8}, {2, 2, 8, 0}, {2, 1, 0, 1}}},
     {16, 8, 0, 1, 2, 0, {{2, 2, 8, 0}, {2, 1, 1, 0}}},
     sumLayout},
    {MmaKind::Tf32,
     "mma.tf32",
     tfloat32,
     80,
     {16, 8, 1, 0, 0, 1, {{2, 2, 0, 4}, {2, 1, 8, 0}}},
     {8, 8, 0, 1, 1, 0, {{2, 1, 4, 0}}},
     sumLayout},
}};

/// The digit that advances by `row` rows or `column` columns, with `extent` values.
Expr digitAt(int64_t row, int64_t column, int64_t extent, const Expr& rowIndex, const Expr& columnIndex)
{
    return row > 0 ? floorMod(floorDiv(rowIndex, Expr(row)), Expr(extent))
                   : floorMod(floorDiv(columnIndex, Expr(column)), Expr(extent));
}

} // namespace

const MmaInstruction& mmaInstruction(MmaKind kind)
{
    return instructions[static_cast<size_t>(kind)];
}

std::optional<MmaKind> findMmaKind(std::string_view name)
{
    const auto* const found = std::ranges::find(instructions, name, &MmaInstruction::name);
    return found == instructions.end() ? std::nullopt : std::optional(found->kind);
}

const MmaLayout& mmaLayout(MmaKind kind, MmaTile tile)
{
    const MmaInstruction& one = mmaInstruction(kind);
    return tile == MmaTile::A ? one.a : tile == MmaTile::B ? one.b : one.sum;
}

MmaShape mmaShape(MmaKind kind)
{
    const MmaInstruction& one = mmaInstruction(kind);
    return {one.a.rows, one.b.columns, one.a.columns};
}

std::string mmaShapeText(MmaKind kind)
{
    const auto [m, n, k] = mmaShape(kind);
    return fmt::format("{}x{}x{}", m, n, k);
}

MmaOwner mmaOwner(const MmaLayout& layout, const Expr& row, const Expr& column)
{
    const Expr group = digitAt(layout.groupRow, layout.groupColumn, kGroups, row, column);
    const Expr member = digitAt(layout.memberRow, layout.memberColumn, kGroupMembers, row, column);
    MmaOwner out{group * Expr(kGroupMembers) + member, Expr(0)};
    for (const MmaDigit& digit : layout.digits) {
        out.element = out.element + digitAt(digit.row, digit.column, digit.extent, row, column) * Expr(digit.element);
    }
    return out;
}

std::vector<MmaKind> mmaKinds(const Stmt& body)
{
    std::vector<MmaKind> kinds;
    for (const WarpMma* mma : statementsOf<WarpMma>(body)) {
        if (std::ranges::count(kinds, mma->kind) == 0) {
            kinds.push_back(mma->kind);
        }
    }
    return kinds;
}

} // namespace knobscope::ir
