// SPDX-License-Identifier: GPL-3.0-or-later
// The place of each weight in the order in which a kernel reads it, by the formula of that order.
#include "core/graph/tensor.h"
#include "core/runtime/layout.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <numeric>
#include <ranges>

using namespace knobscope;

namespace {

/// The place of the weight that element `at` of the packed extents holds; -1 for one that is filled up.
using PlaceOf = std::function<int64_t(const Shape& at)>;

/// Counts through all indices into extents.
std::vector<Shape> indicesInto(const Shape& extents)
{
    std::vector<Shape> all;
    for (int64_t i = 0; i < elementsOf(extents); ++i) {
        Shape at(extents.size());
        for (int64_t rest = i; const size_t axis : std::views::iota(size_t{0}, extents.size()) | std::views::reverse) {
            at[axis] = rest % extents[axis];
            rest /= extents[axis];
        }
        all.push_back(std::move(at));
    }
    return all;
}

template<class T>
void compare(const Shape& shape, const Shape& extents, const PlaceOf& placeOf)
{
    std::vector<T> values(static_cast<size_t>(elementsOf(shape)));
    std::iota(values.begin(), values.end(), T{1}); // 0 stands for what is filled up
    std::vector<T> packed(static_cast<size_t>(elementsOf(extents)), T{55});
    packWeights(Tensor::of<T>(shape, values), extents, reinterpret_cast<std::byte*>(packed.data()));
    for (size_t i = 0; const Shape& at : indicesInto(extents)) {
        const int64_t place = placeOf(at);
        QCOMPARE(packed[i++], place < 0 ? T{0} : values[static_cast<size_t>(place)]);
    }
}

} // namespace

class TestPackWeights : public QObject
{
    Q_OBJECT
private slots:
    /// (O, I, R, S) as (O / o, I / i, R, S, i, o).
    void blocksOfChannels()
    {
        const auto place = [](const Shape& at) {
            const int64_t output = at[0] * 3 + at[5], input = at[1] * 2 + at[4];
            return ((output * 4 + input) * 2 + at[2]) * 5 + at[3];
        };
        compare<float>({6, 4, 2, 5}, {2, 2, 2, 5, 2, 3}, place);
        compare<int16_t>({6, 4, 2, 5}, {2, 2, 2, 5, 2, 3}, place);
    }

    /// As (O / o, I / i, R, S, i / g, o, g), a last group of fewer channels filled up.
    void groupsOfInputs()
    {
        const auto place = [](const Shape& at) {
            const int64_t output = at[0] * 2 + at[5], within = at[4] * 4 + at[6];
            return within >= 6 ? -1 : ((output * 12 + at[1] * 6 + within) * 3 + at[2]) * 1 + at[3];
        };
        compare<int8_t>({4, 12, 3, 1}, {2, 2, 3, 1, 2, 2, 4}, place);
    }

    /// (O, I) as (O / o, I, o), and in groups, whose last ones are filled up, as the last block is.
    void matrices()
    {
        compare<float>({6, 5}, {2, 5, 3}, [](const Shape& at) { return (at[0] * 3 + at[2]) * 5 + at[1]; });
        compare<uint8_t>({6, 5}, {2, 3, 3, 4}, [](const Shape& at) {
            const int64_t input = at[1] * 4 + at[3];
            return input < 5 ? (at[0] * 3 + at[2]) * 5 + input : -1;
        });
        compare<int16_t>({4, 5}, {2, 3, 3, 2}, [](const Shape& at) {
            const int64_t output = at[0] * 3 + at[2], input = at[1] * 2 + at[3];
            return output < 4 && input < 5 ? output * 5 + input : -1;
        });
    }

    /// A 1-D convolution's weights lack the axis of the height.
    void linesAndCopies()
    {
        compare<float>({4, 3, 5}, {4, 3, 1, 5}, [](const Shape& at) { return (at[0] * 3 + at[1]) * 5 + at[3]; });
        compare<float>({4, 6}, {4, 6}, [](const Shape& at) { return at[0] * 6 + at[1]; });
        compare<float>({4, 4, 3}, {2, 2, 1, 3, 2, 2},
                       [](const Shape& at) { return ((at[0] * 2 + at[5]) * 4 + at[1] * 2 + at[4]) * 3 + at[3]; });
    }
};

QTEST_GUILESS_MAIN(TestPackWeights)
#include "tst_packweights.moc"
