// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/lower.h"
#include "core/runtime/movedvalue.h"

#include <algorithm>
#include <array>
#include <limits>

namespace knobscope {
namespace {

using ir::Expr;
using Digits = std::vector<Digit>;

constexpr int64_t kTile = 16;       // floats of a cache line
constexpr int64_t kWholeColumns = 64; // are copied together: a tile of them stays in the first cache

/// Elements of an axis that a tile has: a divisor if there is a good one.
int64_t tileOf(int64_t extent)
{
    constexpr std::array<int64_t, 7> good{16, 24, 8, 20, 12, 14, 18};
    const auto found = std::ranges::find_if(good, [&](int64_t size) { return extent % size == 0; });
    return extent <= good[1] ? extent : found != good.end() ? *found : kTile;
}

Expr placeOf(std::span<const Digit> digits, std::span<const Expr> at)
{
    Expr place(int64_t{0});
    for (size_t i = 0; i < digits.size(); ++i) {
        place = place + at[i] * digits[i].stride;
    }
    return place;
}

/// Place of an element from its number among all the digits' elements.
Expr placeOf(std::span<const Digit> digits, Expr number)
{
    Expr place(int64_t{0});
    for (size_t i = digits.size(); i-- > 0;) {
        const Expr at = i == 0 ? number : ir::floorMod(number, Expr(digits[i].extent));
        place = place + at * digits[i].stride;
        number = ir::floorDiv(number, Expr(digits[i].extent));
    }
    return place;
}

/// Copies runs of the innermost digit.
Schedule runs(const ir::Tensor& input, const Digits& digits, int64_t offset)
{
    Shape shape;
    std::ranges::transform(digits, std::back_inserter(shape), &Digit::extent);
    const ir::Tensor output = ir::compute("moved", shape, [&](auto i) {
        const std::vector<Expr> at(i.begin(), i.end());
        return input({placeOf(digits, at) + offset});
    });
    Schedule s({output});
    StageRef out = s[output];
    std::vector<ir::IterVar> axes = out.axes();
    const auto [vectors, lane] = out.split(axes.back(), std::min(kTile, shape.back()));
    axes.back() = vectors;
    const size_t around = axes.size() > 2 ? axes.size() - 2 : 1;
    axes.resize(around);
    out.parallel(around > 1 ? out.fuse(axes) : axes.front());
    out.vectorize(lane);
    return s;
}

/// Copies rows (digit `column`, adjacent in the input) to columns (the digits after it): tiles are read row by row into a buffer
/// of their own and written column by column, so that strides of powers of two do not evict what the tile still needs.
Schedule tiles(const ir::Tensor& input, const Digits& digits, size_t column, int64_t offset)
{
    const std::span<const Digit> around(digits.data(), column);
    const std::span<const Digit> inner(digits.data() + column + 1, digits.size() - column - 1);
    Shape shape;
    std::ranges::transform(around, std::back_inserter(shape), &Digit::extent);
    int64_t rows = 1;
    std::ranges::for_each(inner, [&](const Digit& digit) { rows *= digit.extent; });
    Shape staged = shape;
    staged.insert(staged.end(), {rows, digits[column].extent});
    shape.insert(shape.end(), {digits[column].extent, rows});
    const ir::Tensor tile = ir::compute("tile", staged, [&](auto i) {
        const std::vector<Expr> at(i.begin(), i.end());
        return input({placeOf(around, at) + at.back() * digits[column].stride + placeOf(inner, at[column]) + offset});
    });
    const ir::Tensor output = ir::compute("moved", shape, [&](auto i) {
        std::vector<Expr> at(i.begin(), i.end());
        std::swap(at[column], at[column + 1]);
        return tile(at);
    });
    Schedule s({output});
    StageRef out = s[output];
    const std::vector<ir::IterVar> axes = out.axes();
    const auto [columns, j] = out.split(axes[column], tileOf(digits[column].extent));
    const auto [lanes, lane] = out.split(axes[column + 1], rows <= kWholeColumns ? rows : tileOf(rows));
    std::vector<ir::IterVar> order(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(column));
    order.insert(order.end(), {columns, lanes, j, lane});
    out.reorder(order);
    order.resize(column + 1);
    out.parallel(order.size() > 1 ? out.fuse(order) : order.front());
    out.vectorize(lane);
    s[tile].setScope(ir::Scope::Local);
    s[tile].computeAt(out, lanes);
    s[tile].vectorize(s[tile].axes().back());
    return s;
}

} // namespace

Result<ir::LoopNest> moveKernel(const Digits& digits, int64_t offset, int64_t elements, const std::string& name,
                                ir::DataType number)
{
    const ir::Tensor input = ir::placeholder("in0", {elements}, number);
    const Digits all = digits.empty() ? Digits{{1, 1}} : digits;
    const auto step = [](const Digit& digit) { return digit.stride == 0 ? std::numeric_limits<int64_t>::max() : digit.stride; };
    const auto nearest = std::ranges::min_element(all, {}, step);
    const auto column = static_cast<size_t>(nearest - all.begin());
    return lower(column + 1 == all.size() ? runs(input, all, offset) : tiles(input, all, column, offset), name);
}

} // namespace knobscope
