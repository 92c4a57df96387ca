// SPDX-License-Identifier: GPL-3.0-or-later
// Which boxes of a detector are kept.
#include "core/graph/operators/all.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

namespace knobscope {
namespace {

/// A box by its corners.
struct BoxCorners {
    double top = 0, left = 0, bottom = 0, right = 0;

    BoxCorners(std::span<const double> box, bool isCentred)
    {
        if (isCentred) {
            top = box[1] - box[3] / 2;
            bottom = box[1] + box[3] / 2;
            left = box[0] - box[2] / 2;
            right = box[0] + box[2] / 2;
        } else {
            std::tie(top, bottom) = std::minmax(box[0], box[2]);
            std::tie(left, right) = std::minmax(box[1], box[3]);
        }
    }
    double area() const { return (bottom - top) * (right - left); }
    /// Area of the intersection divided by that of the union.
    double overlap(const BoxCorners& other) const
    {
        const double height = std::min(bottom, other.bottom) - std::max(top, other.top);
        const double width = std::min(right, other.right) - std::max(left, other.left);
        if (!(height > 0 && width > 0)) {
            return 0;
        }
        const double common = height * width;
        return common / (area() + other.area() - common);
    }
};

/// The numbers that say which boxes are kept.
struct SuppressionLimits {
    int64_t most = 0;          ///< of a class
    double highestOverlap = 0; ///< with a box that is kept
    std::optional<double> leastScore;
    bool isCentred = false;

    explicit SuppressionLimits(const OperatorCall& call)
        : most(call.has(2) ? only(call, 2).integers()[0] : 0)
        , highestOverlap(call.has(3) ? only(call, 3).reals()[0] : 0)
        , leastScore(call.has(4) ? std::optional(only(call, 4).reals()[0]) : std::nullopt)
        , isCentred(call.integer("center_point_box", 0) != 0)
    {
    }

private:
    static const Tensor& only(const OperatorCall& call, size_t input)
    {
        const Tensor& tensor = call.value(input);
        call.require(tensor.size() == 1, "input {} must be one number, but has shape {}", input + 1, shapeText(tensor.shape()));
        return tensor;
    }
};

/// Boxes of a class in the order of their scores, equal ones in that of the boxes; NaN is the lowest score.
template<class T>
std::vector<int64_t> candidatesOf(std::span<const T> scores, std::optional<double> leastScore)
{
    std::vector<int64_t> order;
    if (!leastScore) {
        order.resize(scores.size());
        std::iota(order.begin(), order.end(), int64_t{0});
    }
    const T least = static_cast<T>(leastScore.value_or(0));
    constexpr size_t block = 16; // compared at once: most boxes have low scores
    for (size_t begin = 0; leastScore && begin < scores.size(); begin += block) {
        const auto part = scores.subspan(begin, std::min(block, scores.size() - begin));
        unsigned some = 0;
        for (const T score : part) {
            some |= score > least ? 1U : 0U;
        }
        for (size_t i = 0; some != 0 && i < part.size(); ++i) {
            if (part[i] > least) {
                order.push_back(static_cast<int64_t>(begin + i));
            }
        }
    }
    std::ranges::stable_sort(order, [&](int64_t a, int64_t b) {
        const T one = scores[static_cast<size_t>(a)];
        const T other = scores[static_cast<size_t>(b)];
        return one > other || (std::isnan(other) && !std::isnan(one));
    });
    return order;
}

/// Indices of the boxes of a class that are kept.
template<class T>
std::vector<int64_t> keptOfClass(std::span<const T> corners, std::span<const T> scores, const SuppressionLimits& limits)
{
    std::vector<int64_t> kept;
    std::vector<BoxCorners> chosen;
    if (limits.most <= 0) {
        return kept;
    }
    for (const int64_t box : candidatesOf(scores, limits.leastScore)) {
        const auto given = corners.subspan(static_cast<size_t>(box) * 4, 4);
        const std::array<double, 4> numbers{static_cast<double>(given[0]), static_cast<double>(given[1]),
                                            static_cast<double>(given[2]), static_cast<double>(given[3])};
        const BoxCorners candidate(numbers, limits.isCentred);
        if (std::ranges::none_of(chosen, [&](const BoxCorners& c) { return c.overlap(candidate) > limits.highestOverlap; })) {
            chosen.push_back(candidate);
            kept.push_back(box);
        }
        if (std::ssize(kept) == limits.most) {
            break;
        }
    }
    return kept;
}

/// Triples of batch, class and box that are kept.
std::vector<std::array<int64_t, 3>> keptBoxes(const OperatorCall& call)
{
    const Shape& boxes = call.realType(0).shape;
    const Shape& scores = call.realType(1).shape;
    call.require(boxes.size() == 3 && boxes[2] == 4 && scores.size() == 3 && scores[0] == boxes[0] && scores[2] == boxes[1]
                     && call.type(0).number == call.type(1).number,
                 "boxes of shape {} and scores of shape {} do not belong together", shapeText(boxes), shapeText(scores));
    const SuppressionLimits limits(call);
    std::vector<std::vector<int64_t>> ofLane(static_cast<size_t>(scores[0] * scores[1]));
    withReal(call.type(0).number, [&]<class T>() {
        const auto corners = call.value(0).as<T>();
        const auto score = call.value(1).as<T>();
        const auto count = static_cast<size_t>(boxes[1]);
        call.inParts(std::ssize(ofLane), boxes[1], [&](int64_t begin, int64_t end) {
            for (auto lane = static_cast<size_t>(begin); lane < static_cast<size_t>(end); ++lane) {
                const size_t batch = lane / static_cast<size_t>(scores[1]);
                ofLane[lane] =
                    keptOfClass<T>(corners.subspan(batch * count * 4, count * 4), score.subspan(lane * count, count), limits);
            }
        });
    });
    std::vector<std::array<int64_t, 3>> kept;
    for (size_t lane = 0; lane < ofLane.size(); ++lane) {
        for (const int64_t box : ofLane[lane]) {
            const auto index = static_cast<int64_t>(lane);
            kept.push_back({index / scores[1], index % scores[1], box});
        }
    }
    return kept;
}

std::vector<TensorType> inferNonMaxSuppression(const OperatorCall& call)
{
    return {{ir::int64, {static_cast<int64_t>(keptBoxes(call).size()), 3}}};
}

void evaluateNonMaxSuppression(const OperatorCall& call, std::span<Tensor> out)
{
    auto to = out[0].as<int64_t>().begin();
    for (const auto& triple : keptBoxes(call)) {
        to = std::ranges::copy(triple, to).out;
    }
}

} // namespace

std::vector<Operator> suppressionOperators()
{
    return {{"NonMaxSuppression", 2, 5, inferNonMaxSuppression, evaluateNonMaxSuppression}};
}

} // namespace knobscope
