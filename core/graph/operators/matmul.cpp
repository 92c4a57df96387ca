// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>
#include <array>
#include <vector>

namespace knobscope {
namespace {

template<class T>
struct Matrix {
    std::span<const T> elements;
    size_t row, column; ///< distance to the next row or column, in elements
    T at(size_t i, size_t j) const { return elements[i * row + j * column]; }
};

/// to[j] += factor * from[j * step]. The hot loop: written so that compilers vectorize it.
template<class T>
void addTerms(T* __restrict to, const T* __restrict from, T factor, size_t count, size_t step)
{
    if (step == 1) {
        for (size_t j = 0; j < count; ++j) {
            to[j] += factor * from[j];
        }
        return;
    }
    for (size_t j = 0; j < count; ++j) {
        to[j] += factor * from[j * step];
    }
}

/// to[m][n] += scale * a[m][k] * b[k][n]. A few rows at a time read each row of b, which may be large, together.
template<class T>
void addProduct(const OperatorCall& call, T scale, const Matrix<T>& a, const Matrix<T>& b, std::span<T> to, size_t n, size_t k)
{
    constexpr size_t together = 8;
    const size_t rows = n == 0 ? 0 : to.size() / n;
    const auto addRows = [&](size_t first, size_t count) {
        std::vector<BlockedSums<T>> sums;
        for (size_t i = first; i < first + count; ++i) {
            sums.emplace_back(to.subspan(i * n, n));
        }
        for (size_t l = 0; l < k; ++l) {
            for (size_t i = 0; i < count; ++i) {
                const T factor = scale * a.at(first + i, l);
                addTerms(sums[i].next().data(), b.elements.data() + l * b.row, factor, n, b.column);
            }
        }
        for (size_t i = 0; i < count; ++i) {
            sums[i].write(to.subspan((first + i) * n, n));
        }
    };
    const size_t blocks = (rows + together - 1) / together;
    call.inParts(static_cast<int64_t>(blocks), static_cast<int64_t>(together * n * k), [&](int64_t begin, int64_t end) {
        for (auto block = static_cast<size_t>(begin); block < static_cast<size_t>(end); ++block) {
            addRows(block * together, std::min(together, rows - block * together));
        }
    });
}

/// The matrix with its rows in a row, which many rows of a product read.
template<class T>
Matrix<T> rowMajor(const Matrix<T>& matrix, size_t rows, size_t columns, std::vector<T>& memory)
{
    memory.resize(rows * columns);
    for (size_t i = 0; i < rows; ++i) {
        for (size_t j = 0; j < columns; ++j) {
            memory[i * columns + j] = matrix.at(i, j);
        }
    }
    return {memory, columns, 1};
}

std::vector<TensorType> inferGemm(const OperatorCall& call)
{
    const TensorType& a = call.realType(0);
    const TensorType& b = call.type(1);
    call.require(b.number == a.number && a.shape.size() == 2 && b.shape.size() == 2,
                 "the inputs are {} and {}, but must be matrices", a.text(), b.text());
    const bool transposedA = call.integer("transA", 0) != 0;
    const bool transposedB = call.integer("transB", 0) != 0;
    (void)call.real("alpha", 1);
    (void)call.real("beta", 1);
    call.require(a.shape[transposedA ? 0 : 1] == b.shape[transposedB ? 1 : 0],
                 "matrices of shapes {} and {} are incompatible (transA {}, transB {})", shapeText(a.shape), shapeText(b.shape),
                 transposedA, transposedB);
    const Shape shape{a.shape[transposedA ? 1 : 0], b.shape[transposedB ? 0 : 1]};
    if (call.has(2)) {
        const Shape& c = call.shape(2);
        const bool fits = call.type(2).number == a.number && c.size() <= 2 && (c.empty() || c.back() == 1 || c.back() == shape[1])
                       && (c.size() < 2 || c[0] == 1 || c[0] == shape[0]);
        call.require(fits, "input 3 is {}, which does not match {}", call.type(2).text(), shapeText(shape));
    }
    return {{a.number, shape}};
}

void evaluateGemm(const OperatorCall& call, std::span<Tensor> out)
{
    const auto at = [&](size_t input, size_t axis) { return static_cast<size_t>(call.shape(input)[axis]); };
    const bool transposedA = call.integer("transA", 0) != 0;
    const bool transposedB = call.integer("transB", 0) != 0;
    withReal(out[0].number(), [&]<class T>() {
        const auto to = out[0].as<T>();
        if (call.has(2)) {
            const auto c = call.value(2).as<T>();
            const double beta = call.real("beta", 1);
            StridedWalk<1> walk(out[0].shape(), {broadcastStrides(call.shape(2), out[0].shape())});
            for (T& value : to) {
                value = static_cast<T>(beta * static_cast<double>(c[walk.offset(0)]));
                walk.step();
            }
        }
        const Matrix<T> a{call.value(0).as<T>(), transposedA ? 1 : at(0, 1), transposedA ? at(0, 1) : 1};
        const Matrix<T> b{call.value(1).as<T>(), transposedB ? 1 : at(1, 1), transposedB ? at(1, 1) : 1};
        const size_t n = at(1, transposedB ? 0 : 1);
        const size_t k = at(0, transposedA ? 0 : 1);
        constexpr size_t few = 4; // rows for which a copy is not worth it
        std::vector<T> memory;
        const bool isCopied = transposedB && to.size() > few * n;
        addProduct(call, static_cast<T>(call.real("alpha", 1)), a, isCopied ? rowMajor(b, k, n, memory) : b, to, n, k);
    });
}

/// Shapes of MatMul's operands: a vector becomes a matrix of one row or column, and the axes before the last two are broadcast.
struct MatMulShapes {
    Shape a, b, outer, aOuter, bOuter;
    int64_t m = 0, n = 0, k = 0;

    explicit MatMulShapes(const OperatorCall& call)
        : a(call.shape(0))
        , b(call.shape(1))
    {
        call.require(!a.empty() && !b.empty(), "scalars cannot be multiplied as matrices");
        if (a.size() == 1) {
            a.insert(a.begin(), 1);
        }
        if (b.size() == 1) {
            b.push_back(1);
        }
        m = a[a.size() - 2];
        k = a.back();
        n = b.back();
        call.require(k == b[b.size() - 2], "matrices of shapes {} and {} are incompatible", shapeText(call.shape(0)),
                     shapeText(call.shape(1)));
        aOuter.assign(a.begin(), a.end() - 2);
        bOuter.assign(b.begin(), b.end() - 2);
        outer = call.broadcast(aOuter, bOuter);
    }
};

std::vector<TensorType> inferMatMul(const OperatorCall& call)
{
    call.require(call.type(1).number == call.realType(0).number, "the inputs are {} and {}", call.type(0).text(),
                 call.type(1).text());
    const MatMulShapes shapes(call);
    TensorType output{call.type(0).number, shapes.outer};
    if (call.shape(0).size() > 1) {
        output.shape.push_back(shapes.m);
    }
    if (call.shape(1).size() > 1) {
        output.shape.push_back(shapes.n);
    }
    return {output};
}

void evaluateMatMul(const OperatorCall& call, std::span<Tensor> out)
{
    const MatMulShapes shapes(call);
    const auto m = static_cast<size_t>(shapes.m);
    const auto n = static_cast<size_t>(shapes.n);
    const auto k = static_cast<size_t>(shapes.k);
    withReal(out[0].number(), [&]<class T>() {
        StridedWalk<2> walk(shapes.outer,
                            {broadcastStrides(shapes.aOuter, shapes.outer), broadcastStrides(shapes.bOuter, shapes.outer)});
        for (size_t batch = 0; !walk.isAtEnd(); walk.step(), ++batch) {
            const Matrix<T> a{call.value(0).as<T>().subspan(walk.offset(0) * m * k, m * k), k, 1};
            const Matrix<T> b{call.value(1).as<T>().subspan(walk.offset(1) * k * n, k * n), n, 1};
            addProduct(call, T{1}, a, b, out[0].as<T>().subspan(batch * m * n, m * n), n, k);
        }
    });
}

} // namespace

std::vector<Operator> matmulOperators()
{
    return {{"Gemm", 2, 3, inferGemm, evaluateGemm, OperatorKind::Anchor},
            {"MatMul", 2, 2, inferMatMul, evaluateMatMul, OperatorKind::Anchor}};
}

} // namespace knobscope
