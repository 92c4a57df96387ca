// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/warpmma.h"

#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope::ir {

namespace {

constexpr int64_t membersOfGroup = 4;
constexpr int64_t groups = warpLanes / membersOfGroup;

struct Layouts {
    MmaLayout a;
    MmaLayout b;
    MmaLayout sum;
};

const MmaLayout sumLayout{16, 8, 1, 0, 0, 2, {{2, 2, 8, 0}, {2, 1, 0, 1}}};

/// Two float16 of neighbouring reduction steps share a register.
const Layouts f16Layouts{
    {16, 16, 1, 0, 0, 2, {{2, 4, 0, 8}, {2, 2, 8, 0}, {2, 1, 0, 1}}},
    {16, 8, 0, 1, 2, 0, {{2, 2, 8, 0}, {2, 1, 1, 0}}},
    sumLayout,
};

const Layouts tf32Layouts{
    {16, 8, 1, 0, 0, 1, {{2, 2, 0, 4}, {2, 1, 8, 0}}},
    {8, 8, 0, 1, 1, 0, {{2, 1, 4, 0}}},
    sumLayout,
};

/// The digit that moves by `row` rows or `column` columns, of a number of that many.
Expr digitAt(int64_t row, int64_t column, int64_t extent, const Expr& rowIndex, const Expr& columnIndex)
{
    return row > 0 ? floorMod(floorDiv(rowIndex, Expr(row)), Expr(extent))
                   : floorMod(floorDiv(columnIndex, Expr(column)), Expr(extent));
}

} // namespace

const MmaLayout& mmaLayout(MmaKind kind, MmaTile tile)
{
    const Layouts& all = kind == MmaKind::F16 ? f16Layouts : tf32Layouts;
    switch (tile) {
    case MmaTile::A: return all.a;
    case MmaTile::B: return all.b;
    case MmaTile::Sum: break;
    }
    return all.sum;
}

MmaShape mmaShape(MmaKind kind)
{
    const MmaLayout& a = mmaLayout(kind, MmaTile::A);
    return {a.rows, mmaLayout(kind, MmaTile::B).columns, a.columns};
}

DataType mmaInput(MmaKind kind)
{
    return kind == MmaKind::F16 ? float16 : tfloat32;
}

std::string mmaName(MmaKind kind)
{
    return kind == MmaKind::F16 ? "mma.f16" : "mma.tf32";
}

int mmaCapability(MmaKind kind)
{
    return kind == MmaKind::F16 ? 75 : 80;
}

MmaOwner mmaOwner(const MmaLayout& layout, const Expr& row, const Expr& column)
{
    const Expr group = digitAt(layout.groupRow, layout.groupColumn, groups, row, column);
    const Expr member = digitAt(layout.memberRow, layout.memberColumn, membersOfGroup, row, column);
    MmaOwner out{group * Expr(membersOfGroup) + member, Expr(0)};
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
