// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/layout.h"

#include <algorithm>

namespace knobscope {

bool isImage(const Shape& shape)
{
    return shape.size() == 3 || shape.size() == 4;
}

bool isCompatible(ValueLayout layout, const Shape& shape)
{
    return layout.isPlain() || (shape.size() >= 2 && shape[1] % layout.block == 0);
}

Shape extentsIn(ValueLayout layout, const Shape& shape)
{
    Shape extents = shape;
    if (!layout.isPlain()) {
        extents[1] /= layout.block;
        extents.push_back(layout.block);
    }
    return extents;
}

std::vector<ir::Expr> logicalIndices(ValueLayout layout, std::span<const ir::Expr> at)
{
    std::vector<ir::Expr> indices(at.begin(), at.end());
    if (!layout.isPlain()) {
        indices[1] = indices[1] * layout.block + indices.back();
        indices.pop_back();
    }
    return indices;
}

bool hasSameMemoryLayout(const Shape& shape, ValueLayout one, ValueLayout other)
{
    const bool isOnePixel = shape.size() < 2 || elementsOf(Shape(shape.begin() + 2, shape.end())) == 1;
    const auto isTrivial = [&](ValueLayout layout) { return layout.isPlain() || layout.block == 1 || isOnePixel; };
    return one == other || (isTrivial(one) && isTrivial(other));
}

std::string layoutText(ValueLayout layout, const Shape& shape)
{
    if (!isImage(shape) || (shape.size() == 3 && layout.isPlain())) {
        return phrase("row-major").message;
    }
    const char* axes = shape.size() == 3 ? "NCW" : "NCHW";
    return layout.isPlain() ? axes : fmt::format("{}{}c", axes, layout.block);
}

namespace {

/// Packs the weights (N, K) of a dense layer for dot products into (N/block, K/group, block, group). Zeros fill the last block
/// and the last group.
void packWords(const Tensor& weights, const Shape& extents, std::byte* packed)
{
    const int64_t rows = weights.shape()[0];
    const int64_t columns = weights.shape()[1];
    const int64_t block = extents[2];
    const int64_t group = extents[3];
    withWidth(weights.number(), [&]<class T>() {
        T* to = reinterpret_cast<T*>(packed);
        const T* from = weights.as<T>().data();
        for (int64_t outer = 0; outer < extents[0]; ++outer) {
            for (int64_t first = 0; first < extents[1] * group; first += group) {
                for (int64_t row = outer * block; row < (outer + 1) * block; ++row) {
                    for (int64_t k = first; k < first + group; ++k) {
                        *to++ = row < rows && k < columns ? from[row * columns + k] : T{0};
                    }
                }
            }
        }
    });
}

} // namespace

void packWeights(const Tensor& weights, const Shape& extents, std::byte* packed)
{
    const Shape& shape = weights.shape();
    if (shape.size() == 2 && extents.size() == 4) {
        packWords(weights, extents, packed);
        return;
    }
    if (extents.size() == shape.size() || extents.size() == 4) { // a 1-D convolution's weights have an axis more
        std::ranges::copy(weights.bytes(), packed);
        return;
    }
    const bool isGrouped = extents.size() == 7;
    const int64_t outputs = shape[0];
    const int64_t inputs = shape[1];
    const int64_t window = elementsOf(shape) / (outputs * inputs);
    const int64_t group = isGrouped ? extents.back() : 1;
    const int64_t o = isGrouped ? extents[5] : extents.back();
    const int64_t i = shape.size() == 2 ? 1 : inputs / extents[1];
    withWidth(weights.number(), [&]<class T>() {
        T* to = reinterpret_cast<T*>(packed);
        for (int64_t oc = 0; oc < outputs; oc += o) {
            for (int64_t ic = 0; ic < inputs; ic += i) {
                for (int64_t w = 0; w < window; ++w) {
                    for (int64_t ii = 0; ii < i; ii += group) {
                        const T* from = weights.as<T>().data() + (oc * inputs + ic + ii) * window + w;
                        for (int64_t oo = 0; oo < o; ++oo, from += inputs * window) {
                            for (int64_t g = 0; g < group; ++g) {
                                *to++ = ii + g < i ? from[g * window] : T{0};
                            }
                        }
                    }
                }
            }
        }
    });
}

} // namespace knobscope
