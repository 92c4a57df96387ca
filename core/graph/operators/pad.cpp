// SPDX-License-Identifier: GPL-3.0-or-later
// Pads a tensor; negative pads crop it.
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>
#include <numeric>

namespace knobscope {
namespace {

/// Elements to add before and after each axis.
struct Pads {
    std::vector<int64_t> before, after;

    explicit Pads(const OperatorCall& call)
        : before(call.shape(0).size(), 0)
        , after(call.shape(0).size(), 0)
    {
        const size_t rank = before.size();
        std::vector<int64_t> all(rank);
        std::iota(all.begin(), all.end(), int64_t{0});
        const std::vector<size_t> axes = call.axes(call.has(3) ? call.value(3).integers() : all, rank, phrase("an axis to pad"));
        const std::vector<int64_t> pads = call.value(1).integers();
        call.require(pads.size() == 2 * axes.size(), "{} pads for {} axes", pads.size(), axes.size());
        for (size_t i = 0; i < axes.size(); ++i) {
            for (const int64_t pad : {pads[i], pads[axes.size() + i]}) {
                call.require(pad >= -kMostElements && pad <= kMostElements, "a pad of {}", pad);
            }
            before[axes[i]] = pads[i];
            after[axes[i]] = pads[axes.size() + i];
        }
    }
};

std::vector<TensorType> inferPad(const OperatorCall& call)
{
    const std::string mode = call.text("mode", "constant");
    call.require(mode == "constant" || mode == "reflect" || mode == "edge" || mode == "wrap",
                 "attribute 'mode' is {}; it must be constant, reflect, edge or wrap", quotedName(mode));
    call.require(!call.has(2) || (elementsOf(call.shape(2)) == 1 && call.type(2).number == call.type(0).number),
                 "input 3 must be one {}", call.type(0).number.text());
    const Pads pads(call);
    TensorType output = call.type(0);
    for (size_t axis = 0; axis < output.shape.size(); ++axis) {
        const int64_t extent = output.shape[axis];
        call.require(mode == "constant" || extent > 0 || (pads.before[axis] <= 0 && pads.after[axis] <= 0),
                     "axis {} has no elements to pad with", axis);
        output.shape[axis] += pads.before[axis] + pads.after[axis];
        call.require(output.shape[axis] >= 0, "pads {} and {} exceed the extent of axis {}", pads.before[axis], pads.after[axis],
                     axis);
    }
    return {output};
}

/// Source position for a position outside of 0..extent-1.
int64_t filledFrom(const std::string& mode, int64_t place, int64_t extent)
{
    if (mode == "edge") {
        return std::clamp<int64_t>(place, 0, extent - 1);
    }
    const int64_t period = mode == "wrap" || extent == 1 ? extent : 2 * (extent - 1);
    const int64_t within = (place % period + period) % period;
    return within < extent ? within : period - within;
}

void evaluatePad(const OperatorCall& call, std::span<Tensor> out)
{
    const std::string mode = call.text("mode", "constant");
    const Pads pads(call);
    const Shape& from = call.shape(0);
    const std::vector<int64_t> strides = stridesOf(from);
    withWidth(out[0].number(), [&]<class T>() {
        const auto source = call.value(0).as<T>();
        const T constant = call.has(2) ? call.value(2).as<T>()[0] : T{};
        StridedWalk<0> walk(out[0].shape(), {});
        for (T& to : out[0].as<T>()) {
            int64_t offset = 0;
            bool isInside = true;
            for (size_t axis = 0; axis < from.size(); ++axis) {
                int64_t place = walk.position()[axis] - pads.before[axis];
                if (place < 0 || place >= from[axis]) {
                    isInside = isInside && mode != "constant";
                    place = isInside ? filledFrom(mode, place, from[axis]) : 0;
                }
                offset += place * strides[axis];
            }
            to = isInside ? source[static_cast<size_t>(offset)] : constant;
            walk.step();
        }
    });
}

} // namespace

std::vector<Operator> padOperators()
{
    return {{"Pad", 2, 4, inferPad, evaluatePad}};
}

} // namespace knobscope
