// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/winograd.h"

#include "core/ir/dot.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace knobscope {

using ir::Expr;

namespace {

constexpr std::array<double, 9> kManyPoints{0, -1, 1, 0.5, -0.5, 2, -2, -0.25, 4};
constexpr std::array<double, 6> kFewPoints{0, -1, 1, 0.5, -2, -0.5}; // for up to six

double pointAt(size_t i, size_t count)
{
    return count <= kFewPoints.size() ? kFewPoints[i] : kManyPoints[i];
}

/// Coefficients, lowest first, of the product of (x - point) over all points except `left`.
std::vector<double> rootPolynomial(size_t count, size_t left)
{
    std::vector<double> out{1};
    for (size_t k = 0; k < count; ++k) {
        if (k == left) {
            continue;
        }
        std::vector<double> next(out.size() + 1, 0);
        for (size_t i = 0; i < out.size(); ++i) {
            next[i] -= pointAt(k, count) * out[i];
            next[i + 1] += out[i];
        }
        out = std::move(next);
    }
    return out;
}

/// Powers of each point; the last row is the point at infinity. 0^0 is 1.
Matrix powers(size_t points, size_t columns)
{
    Matrix out(points + 1, std::vector<double>(columns, 0));
    for (size_t i = 0; i < points; ++i) {
        double power = 1;
        for (size_t j = 0; j < columns; ++j) {
            out[i][j] = power;
            power *= pointAt(i, points);
        }
    }
    out[points][columns - 1] = 1;
    return out;
}

/// matrix[i][j] as an expression: selects on the indices, which fold once the indices are constants.
Expr entry(const Matrix& matrix, const Expr& i, const Expr& j, ir::DataType type)
{
    const auto choose = [](const Expr& index, const std::vector<Expr>& values) {
        Expr out = values.back();
        for (size_t n = values.size() - 1; n-- > 0;) {
            out = ir::select(index == Expr(static_cast<int64_t>(n)), values[n], out);
        }
        return out;
    };
    std::vector<Expr> rows;
    for (const std::vector<double>& row : matrix) {
        std::vector<Expr> values;
        for (const double v : row) {
            values.push_back(ir::constant(v, type));
        }
        rows.push_back(choose(j, values));
    }
    return choose(i, rows);
}

/// The sum of coefficients times terms, without zero coefficients.
Expr combination(const std::vector<double>& coefficients, const std::function<Expr(int64_t)>& term)
{
    Expr out;
    for (size_t i = 0; i < coefficients.size(); ++i) {
        const double c = coefficients[i];
        if (c == 0) {
            continue;
        }
        const Expr t = term(static_cast<int64_t>(i));
        const Expr factor = ir::constant(c, t.type());
        if (out.isNull()) {
            out = c == 1 ? t : factor * t;
        } else {
            out = c == 1 ? out + t : c == -1 ? out - t : out + factor * t;
        }
    }
    return out;
}

/// Row `index` of matrix * terms; the index is a constant once its loop is unrolled.
Expr rowOf(const Matrix& matrix, const Expr& index, const std::function<Expr(int64_t)>& term)
{
    Expr out = combination(matrix.back(), term);
    for (size_t n = matrix.size() - 1; n-- > 0;) {
        out = ir::select(index == Expr(static_cast<int64_t>(n)), combination(matrix[n], term), out);
    }
    return out;
}

Matrix transposed(const Matrix& matrix)
{
    Matrix out(matrix.front().size(), std::vector<double>(matrix.size()));
    for (size_t i = 0; i < matrix.size(); ++i) {
        for (size_t j = 0; j < matrix[i].size(); ++j) {
            out[j][i] = matrix[i][j];
        }
    }
    return out;
}

/// Multiplies the values by the least number that makes all of them whole, and returns it.
double makeWhole(std::vector<double>& values)
{
    constexpr double rounding = 1e-9;
    constexpr int64_t most = 1000;
    const auto isWhole = [](double v) { return std::abs(v - std::round(v)) < rounding; };
    int64_t factor = 1;
    while (factor < most && !std::ranges::all_of(values, [&](double v) { return isWhole(v * static_cast<double>(factor)); })) {
        ++factor;
    }
    int64_t common = 0;
    for (const double v : values) {
        common = std::gcd(common, std::llround(v * static_cast<double>(factor)));
    }
    const double whole = static_cast<double>(factor) / static_cast<double>(std::max<int64_t>(1, common));
    std::ranges::transform(values, values.begin(), [&](double v) { return std::round(v * whole); });
    return whole;
}

/// Winograd's matrices in whole numbers. The transformed sums are `scale` times the outputs.
struct WholeMatrices {
    Matrix a; ///< as WinogradMatrices::a
    Matrix b; ///< transposed: row p is the input's transform for point p
    Matrix g;
    int64_t scale = 1;
};

/// The largest divisor of `factor` with which a row's numbers sum up to `most` at most.
int64_t partWithin(const std::vector<double>& row, int64_t factor, double most)
{
    const double sum = std::accumulate(row.begin(), row.end(), 0.0, [](double s, double v) { return s + std::abs(v); });
    int64_t part = factor;
    while (part > 1 && (factor % part != 0 || sum * static_cast<double>(part) > most)) {
        --part;
    }
    return part;
}

void scale(std::vector<double>& row, int64_t factor)
{
    std::ranges::transform(row, row.begin(), [&](double v) { return v * static_cast<double>(factor); });
}

/// Makes each point's rows whole, and multiplies the kernel's, or the outputs', so that all points have the same factor.
WholeMatrices wholeMatrices(const WinogradMatrices& exact)
{
    constexpr double mostOfKernel = 11; // squared, of weights up to 255, it stays within 16 bits
    WholeMatrices whole{exact.a, transposed(exact.b), exact.g};
    std::vector<int64_t> factors;
    int64_t common = 1;
    for (size_t p = 0; p < whole.g.size(); ++p) {
        factors.push_back(std::llround(makeWhole(whole.a[p]) * makeWhole(whole.b[p]) * makeWhole(whole.g[p])));
        common = std::lcm(common, factors.back());
    }
    for (size_t p = 0; p < factors.size(); ++p) {
        const int64_t factor = common / factors[p];
        const int64_t part = partWithin(whole.g[p], factor, mostOfKernel);
        scale(whole.g[p], part);
        scale(whole.a[p], factor / part);
    }
    whole.scale = common * common; // in two dimensions
    return whole;
}

/// x / divisor, without a remainder. An odd divisor has an inverse among 32-bit integers, so that sums of which x is the last 32
/// bits are divided as well.
Expr dividedWithoutRest(const Expr& x, int64_t divisor)
{
    const int powers = std::countr_zero(static_cast<uint64_t>(divisor));
    const auto odd = static_cast<uint32_t>(divisor >> powers);
    uint32_t inverse = odd; // right in 3 bits; each step doubles them
    for (int bits = 3; bits < 32; bits *= 2) {
        inverse *= 2 - odd * inverse;
    }
    const Expr product = odd == 1 ? x : x * ir::constant(static_cast<int32_t>(inverse), ir::int32);
    return product / ir::constant(int64_t{1} << powers, ir::int32);
}

/// Of transformed data and kernels: bfloat16 lacks the digits for their fractions.
ir::DataType transformType(const Conv2d& conv)
{
    return conv.type == ir::bfloat16 ? ir::float32 : conv.type;
}

/// Adds the transformed kernel to a blocked expression.
void transformKernel(WinogradBlockedExpression& e, const Conv2d& conv, const Matrix& g, int64_t ic, int64_t oc)
{
    const auto alpha = static_cast<int64_t>(g.size());
    const ir::DataType type = transformType(conv);
    e.kernelRows = ir::compute("kernel_rows", {alpha, conv.s, conv.k / oc, conv.c / ic, ic, oc},
                               [&](auto i) {
                                   return rowOf(g, Expr(i[0]), [&](int64_t kh) {
                                       const Expr in = Expr(i[3]) * ic + Expr(i[4]);
                                       return ir::cast(type, e.kernel({Expr(i[2]) * oc + Expr(i[5]), in, kh, i[1]}));
                                   });
                               },
                               {"eps", "kw", "ko", "co", "ci", "k"});
    const auto packed = [&](auto i, const Expr& channel) {
        return rowOf(g, Expr(i[1]), [&](int64_t kw) { return e.kernelRows({i[0], kw, i[2], i[3], channel, i[5]}); });
    };
    if (conv.type == ir::int16) {
        e.kernelTransform = ir::compute("kernel_pack", {alpha, alpha, conv.k / oc, conv.c / ic, ic / 2, oc, 2},
                                        [&](auto i) { return packed(i, Expr(i[4]) * 2 + Expr(i[6])); },
                                        {"eps", "nu", "ko", "co", "ci", "k", "ci_s"});
        return;
    }
    e.kernelTransform = ir::compute("kernel_pack", {alpha, alpha, conv.k / oc, conv.c / ic, ic, oc},
                                    [&](auto i) { return packed(i, i[4]); }, {"eps", "nu", "ko", "co", "ci", "k"});
}

/// Adds the products of the transformed data and kernel; of int16 in pairs, as instructions add them.
void multiplyTransforms(WinogradBlockedExpression& e, const Conv2d& conv, int64_t rows, int64_t columns, int64_t oc)
{
    const int64_t alpha = e.dataTransform.dim(0);
    const int64_t ic = e.data.dim(4);
    const ir::IterVar co = ir::reduceAxis("co", conv.c / ic);
    const ir::IterVar ci = ir::reduceAxis("ci", conv.type == ir::int16 ? ic / 2 : ic);
    const ir::IterVar word = ir::reduceAxis("ci_s", 2);
    e.product =
        ir::compute("bgemm", {alpha, alpha, conv.n, conv.k / oc, rows, columns, oc},
                    [&](auto i) {
                        if (conv.type == ir::int16) {
                            const Expr channel = Expr(ci.var) * 2 + Expr(word.var);
                            const Expr weight = e.kernelTransform({i[0], i[1], i[3], co.var, ci.var, i[6], word.var});
                            const Expr value = e.dataTransform({i[0], i[1], i[2], co.var, i[4], i[5], channel});
                            return ir::sum(ir::cast(conv.outType, weight) * ir::cast(conv.outType, value), {co, ci, word});
                        }
                        return ir::sum(e.kernelTransform({i[0], i[1], i[3], co.var, ci.var, i[6]})
                                           * e.dataTransform({i[0], i[1], i[2], co.var, i[4], i[5], ci.var}),
                                       {co, ci});
                    },
                    {"eps", "nu", "n", "ko", "r", "s", "k"});
}

} // namespace

WinogradMatrices winogradMatrices(int64_t m, int64_t r)
{
    const auto alpha = static_cast<size_t>(m + r - 1);
    const size_t points = alpha - 1;
    WinogradMatrices out{powers(points, static_cast<size_t>(m)), Matrix(alpha, std::vector<double>(alpha, 0)),
                         powers(points, static_cast<size_t>(r))};
    for (size_t i = 0; i < alpha; ++i) {
        const std::vector<double> column = rootPolynomial(points, i);
        for (size_t k = 0; k < column.size(); ++k) {
            out.b[k][i] = column[k];
        }
    }
    for (size_t i = 0; i < points; ++i) {
        double scale = 1;
        for (size_t k = 0; k < points; ++k) {
            scale *= k == i ? 1 : pointAt(i, points) - pointAt(k, points);
        }
        for (double& v : out.g[i]) {
            v /= scale;
        }
    }
    return out;
}

WinogradMatrices stridedWinogradMatrices(int64_t m)
{
    const WinogradMatrices even = winogradMatrices(m, 2);
    const auto points = even.g.size(), outputs = static_cast<size_t>(m), alpha = points + outputs;
    WinogradMatrices out{even.a, Matrix(alpha, std::vector<double>(alpha, 0)), {}};
    for (size_t p = 0; p < points; ++p) {
        out.g.push_back({even.g[p][0], 0, even.g[p][1]});
        for (size_t x = 0; x < points; ++x) {
            out.b[2 * x][p] = even.b[x][p];
        }
    }
    for (size_t i = 0; i < outputs; ++i) {
        out.a.emplace_back(outputs, 0).at(i) = 1;
        out.b[2 * i + 1][points + i] = 1;
        out.g.push_back({0, 1, 0});
    }
    return out;
}

bool isWinogradOfFloats(const Conv2d& conv)
{
    return (conv.type == ir::float32 || conv.type == ir::bfloat16) && conv.outType == ir::float32;
}

bool isWinogradOfWords(const Conv2d& conv)
{
    return conv.type == ir::int16 && conv.kernelType == ir::int16 && conv.outType == ir::int32 && conv.c % 2 == 0;
}

bool supportsWinograd(const Conv2d& conv, int64_t mostFilter)
{
    constexpr std::array<int64_t, 2> ones{1, 1};
    return conv.r == conv.s && conv.r > 2 && conv.r <= mostFilter && conv.stride == ones && conv.dilation == ones;
}

bool supportsBlockedWinograd(const Conv2d& conv)
{
    constexpr std::array<int64_t, 2> ones{1, 1}, twos{2, 2};
    return conv.r == 3 && conv.s == 3 && conv.dilation == ones && (conv.stride == ones || conv.stride == twos);
}

double winogradShare(int64_t m, int64_t r, int64_t stride)
{
    const double share = static_cast<double>((m - 1) * stride + r) / static_cast<double>(m * r); // in one dimension
    return share * share;
}

std::optional<Rounding> winogradRounding(int64_t m, int64_t channels)
{
    constexpr double few = 48;
    if (m > 6) {
        return std::nullopt;
    }
    const Rounding ofFew = m > 4 ? Rounding{2e-5, 2e-4} : m > 2 ? Rounding{4e-6, 3e-5} : Rounding{9e-7, 1e-5};
    const double more = std::sqrt(std::max(1.0, static_cast<double>(channels) / few));
    return Rounding{ofFew.seen * more, ofFew.bound * more};
}

int64_t winogradTile(const Conv2d& conv)
{
    return conv.h % 8 == 0 ? 4 : 2;
}

int64_t winogradTiles(const Conv2d& conv)
{
    const int64_t m = winogradTile(conv);
    return conv.n * ((conv.oh() + m - 1) / m) * ((conv.ow() + m - 1) / m);
}

WinogradExpression conv2dWinograd(const Conv2d& conv)
{
    const int64_t m = winogradTile(conv);
    const int64_t r = conv.r;
    const int64_t alpha = m + r - 1;
    const int64_t rows = (conv.oh() + m - 1) / m;
    const int64_t columns = (conv.ow() + m - 1) / m;
    const int64_t tiles = winogradTiles(conv);
    const WinogradMatrices matrices = winogradMatrices(m, r);
    const ir::DataType type = conv.outType;

    WinogradExpression e;
    e.data = ir::placeholder("data", {conv.n, conv.c, conv.h, conv.w}, conv.type);
    e.kernel = ir::placeholder("kernel", {conv.k, conv.c, r, r}, conv.type);
    e.padded = ir::pad(e.data, {0, 0, conv.pad[0], conv.pad[1]},
                       {0, 0, conv.pad[2] + rows * m - conv.oh(), conv.pad[3] + columns * m - conv.ow()}, "data_pad");
    const ir::IterVar kh = ir::reduceAxis("r_kh", r);
    const ir::IterVar kw = ir::reduceAxis("r_kw", r);
    e.kernelTransform = ir::compute("kernel_pack", {alpha, alpha, conv.c, conv.k},
                                    [&](auto i) {
                                        const Expr factor = entry(matrices.g, Expr(i[0]), Expr(kh.var), type)
                                                          * entry(matrices.g, Expr(i[1]), Expr(kw.var), type);
                                        return ir::sum(ir::cast(type, e.kernel({i[3], i[2], kh.var, kw.var})) * factor, {kh, kw});
                                    },
                                    {"eps", "nu", "ci", "co"});
    e.inputTile = ir::compute("d", {conv.c, tiles, alpha, alpha},
                              [&](auto i) {
                                  const Expr p(i[1]);
                                  const Expr y = ir::floorMod(ir::floorDiv(p, columns), rows) * m + Expr(i[2]);
                                  const Expr x = ir::floorMod(p, columns) * m + Expr(i[3]);
                                  return e.padded({ir::floorDiv(p, rows * columns), i[0], y, x});
                              },
                              {"c", "p", "eps", "nu"});
    const ir::IterVar da = ir::reduceAxis("r_a", alpha);
    const ir::IterVar db = ir::reduceAxis("r_b", alpha);
    e.dataTransform =
        ir::compute("data_pack", {alpha, alpha, conv.c, tiles},
                    [&](auto i) {
                        const Expr factor =
                            entry(matrices.b, Expr(da.var), Expr(i[0]), type) * entry(matrices.b, Expr(db.var), Expr(i[1]), type);
                        return ir::sum(ir::cast(type, e.inputTile({i[2], i[3], da.var, db.var})) * factor, {da, db});
                    },
                    {"eps", "nu", "ci", "p"});
    const ir::IterVar ci = ir::reduceAxis("ci", conv.c);
    e.product = ir::compute(
        "bgemm", {alpha, alpha, conv.k, tiles},
        [&](auto i) {
            return ir::sum(e.kernelTransform({i[0], i[1], ci.var, i[2]}) * e.dataTransform({i[0], i[1], ci.var, i[3]}), {ci});
        },
        {"eps", "nu", "co", "p"});
    const ir::IterVar ia = ir::reduceAxis("r_a", alpha);
    const ir::IterVar ib = ir::reduceAxis("r_b", alpha);
    e.inverse = ir::compute("inverse", {conv.k, tiles, m, m},
                            [&](auto i) {
                                const Expr factor = entry(matrices.a, Expr(ia.var), Expr(i[2]), type)
                                                  * entry(matrices.a, Expr(ib.var), Expr(i[3]), type);
                                return ir::sum(e.product({ia.var, ib.var, i[0], i[1]}) * factor, {ia, ib});
                            },
                            {"co", "p", "vh", "vw"});
    e.output = ir::compute("output", {conv.n, conv.k, conv.oh(), conv.ow()},
                           [&](auto i) {
                               const Expr p = Expr(i[0]) * (rows * columns) + ir::floorDiv(Expr(i[2]), m) * columns
                                            + ir::floorDiv(Expr(i[3]), m);
                               return e.inverse({i[1], p, ir::floorMod(Expr(i[2]), m), ir::floorMod(Expr(i[3]), m)});
                           },
                           {"n", "co", "h", "w"});
    return e;
}

WinogradBlockedExpression conv2dWinogradNchwc(const Conv2d& conv, int64_t m, int64_t ic, int64_t oc)
{
    const int64_t stride = conv.stride[0];
    const int64_t rows = (conv.oh() + m - 1) / m;
    const int64_t columns = (conv.ow() + m - 1) / m;
    const int64_t cBlocks = conv.c / ic;
    const int64_t kBlocks = conv.k / oc;
    const bool isOfWords = conv.type == ir::int16;
    const WinogradMatrices exact = stride == 1 ? winogradMatrices(m, conv.r) : stridedWinogradMatrices(m);
    const WholeMatrices matrices = isOfWords ? wholeMatrices(exact) : WholeMatrices{exact.a, transposed(exact.b), exact.g};
    const auto alpha = static_cast<int64_t>(exact.g.size());
    const Matrix& b = matrices.b;
    const Matrix a = transposed(matrices.a);

    WinogradBlockedExpression e;
    e.data = ir::placeholder("data", {conv.n, cBlocks, conv.h, conv.w, ic}, conv.type);
    e.kernel = ir::placeholder("kernel", {conv.k, conv.c, conv.r, conv.s}, conv.type);
    const auto padAfter = [&](int64_t tiles, int64_t size, int64_t before) {
        return std::max<int64_t>(0, (tiles * m - 1) * stride + conv.r - size - before);
    };
    e.padded = ir::pad(e.data, {0, 0, conv.pad[0], conv.pad[1], 0},
                       {0, 0, padAfter(rows, conv.h, conv.pad[0]), padAfter(columns, conv.w, conv.pad[1]), 0}, "data_pad");
    const ir::DataType type = transformType(conv);
    transformKernel(e, conv, matrices.g, ic, oc);
    e.dataRows = ir::compute("data_rows", {conv.n, cBlocks, rows, columns, alpha, alpha, ic},
                             [&](auto i) {
                                 return rowOf(b, Expr(i[5]), [&](int64_t x) {
                                     const Expr row = Expr(i[2]) * (m * stride) + Expr(i[4]);
                                     const Expr column = Expr(i[3]) * (m * stride) + x;
                                     return ir::cast(type, e.padded({i[0], i[1], row, column, i[6]}));
                                 });
                             },
                             {"n", "co", "r", "s", "y", "nu", "ci"});
    e.dataTransform = ir::compute(
        "data_pack", {alpha, alpha, conv.n, cBlocks, rows, columns, ic},
        [&](auto i) {
            return rowOf(b, Expr(i[0]), [&](int64_t y) { return e.dataRows({i[2], i[3], i[4], i[5], y, i[1], i[6]}); });
        },
        {"eps", "nu", "n", "co", "r", "s", "ci"});
    multiplyTransforms(e, conv, rows, columns, oc);
    e.inverseRows = ir::compute(
        "inverse_rows", {conv.n, kBlocks, rows, columns, m, alpha, oc},
        [&](auto i) {
            return rowOf(a, Expr(i[4]), [&](int64_t eps) { return e.product({eps, i[5], i[0], i[1], i[2], i[3], i[6]}); });
        },
        {"n", "ko", "r", "s", "vh", "nu", "k"});
    e.output = ir::compute("output", {conv.n, kBlocks, conv.oh(), conv.ow(), oc},
                           [&](auto i) {
                               const Expr sum = rowOf(a, ir::floorMod(Expr(i[3]), m), [&](int64_t nu) {
                                   return e.inverseRows({i[0], i[1], ir::floorDiv(Expr(i[2]), m), ir::floorDiv(Expr(i[3]), m),
                                                         ir::floorMod(Expr(i[2]), m), nu, i[4]});
                               });
                               return isOfWords ? dividedWithoutRest(sum, matrices.scale) : sum;
                           },
                           {"n", "ko", "oh", "ow", "k"});
    return e;
}

} // namespace knobscope
