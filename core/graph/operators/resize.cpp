// SPDX-License-Identifier: GPL-3.0-or-later
// Resampling of one axis after the other: nearest, linear and cubic. The importer turns Upsample into Resize.
#include "core/graph/operators/resize.h"

#include "core/graph/operators/all.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace knobscope {
namespace {

/// New extents and the scale of each axis.
struct Resampling {
    Shape shape;
    std::vector<double> scales;

    explicit Resampling(const OperatorCall& call)
        : shape(call.shape(0))
        , scales(call.shape(0).size(), 1)
    {
        const bool hasSizes = call.has(3) && elementsOf(call.shape(3)) > 0;
        const bool hasScales = call.has(2) && elementsOf(call.shape(2)) > 0;
        call.require(hasSizes != hasScales, "either scales or sizes must be given");
        const std::vector<double> given = call.value(hasSizes ? 3 : 2).reals();
        std::vector<int64_t> all(shape.size());
        std::iota(all.begin(), all.end(), 0);
        const auto axes = call.axes(call.integers("axes", all), shape.size(), phrase("attribute 'axes'"));
        call.require(given.size() == axes.size(), "{} {} for {} axes", given.size(), hasSizes ? "sizes" : "scales", axes.size());
        for (size_t i = 0; i < axes.size(); ++i) {
            if (shape[axes[i]] == 0 && (hasScales || given[i] == 0)) {
                continue; // nothing stays nothing
            }
            call.require(given[i] > 0 && shape[axes[i]] > 0, "axis {} of extent {} cannot be resized by {}", axes[i],
                         shape[axes[i]], given[i]);
            scales[axes[i]] = hasSizes ? given[i] / static_cast<double>(shape[axes[i]]) : given[i];
        }
        if (hasSizes) {
            keepAspectRatio(call, axes);
        }
        for (const size_t axis : axes) {
            const double exact = static_cast<double>(shape[axis]) * scales[axis];
            const double wanted = hasSizes ? std::floor(exact + 0.5) : std::floor(exact);
            call.require((wanted >= 1 || shape[axis] == 0) && wanted <= static_cast<double>(kMostElements),
                         "axis {} of extent {} cannot be resized by {}", axis, shape[axis], scales[axis]);
            shape[axis] = static_cast<int64_t>(wanted);
        }
    }

private:
    /// Gives all resized axes one scale where the policy asks for it.
    void keepAspectRatio(const OperatorCall& call, const std::vector<size_t>& axes)
    {
        const std::string policy = call.text("keep_aspect_ratio_policy", "stretch");
        call.require(policy == "stretch" || policy == "not_larger" || policy == "not_smaller",
                     "attribute 'keep_aspect_ratio_policy' is {}", quotedName(policy));
        if (policy == "stretch" || axes.empty()) {
            return;
        }
        const auto smaller = [&](size_t a, size_t b) { return scales[a] < scales[b]; };
        const auto [least, most] = std::minmax_element(axes.begin(), axes.end(), smaller);
        const double scale = scales[policy == "not_larger" ? *least : *most];
        std::ranges::for_each(axes, [&](size_t axis) { scales[axis] = scale; });
    }
};

constexpr std::array<const char*, 5> kTransformations = {"half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel",
                                                         "half_pixel_symmetric"};
constexpr std::array<const char*, 4> kRoundings = {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"};

std::vector<TensorType> inferResize(const OperatorCall& call)
{
    const std::string mode = call.text("mode", "nearest");
    call.require(mode == "nearest" || mode == "linear" || mode == "cubic", "attribute 'mode' is {}", quotedName(mode));
    (void)call.integer("antialias", 0);
    (void)call.integer("exclude_outside", 0);
    (void)call.real("cubic_coeff_a", -0.75);
    call.ignore({"extrapolation_value"}); // of tf_crop_and_resize
    const std::string how = call.text("coordinate_transformation_mode", "half_pixel");
    if (std::find(kTransformations.begin(), kTransformations.end(), how) == kTransformations.end()) {
        call.unsupported("attribute 'coordinate_transformation_mode' is {}, which is not supported", quotedName(how));
    }
    const std::string nearest = call.text("nearest_mode", "round_prefer_floor");
    call.require(std::find(kRoundings.begin(), kRoundings.end(), nearest) != kRoundings.end(), "attribute 'nearest_mode' is {}",
                 quotedName(nearest));
    if (mode != "nearest") {
        (void)call.realType(0);
    }
    return {{call.type(0).number, Resampling(call).shape}};
}

/// Position along the old axis for a position of the new axis, as the formulas give it.
double computedSource(const std::string& how, int64_t place, double scale, int64_t from)
{
    const double to = scale * static_cast<double>(from); // not rounded down, as ONNX defines it
    const auto x = static_cast<double>(place);
    if (how == "asymmetric") {
        return x / scale;
    }
    if (how == "align_corners") {
        return to == 1 ? 0 : x * static_cast<double>(from - 1) / (to - 1);
    }
    if (how == "half_pixel_symmetric") { // the part of an element that was rounded away is missing on both sides alike
        return static_cast<double>(from) / 2 * (1 - std::floor(to) / to) + (x + 0.5) / scale - 0.5;
    }
    return how == "pytorch_half_pixel" && to == 1 ? 0 : (x + 0.5) / scale - 0.5;
}

/// The same; the position of an element where only rounding differs from it, so that the weight of its neighbour is exactly 0.
double sourceOf(const std::string& how, int64_t place, double scale, int64_t from)
{
    constexpr double rounding = 1e-9;
    const double x = computedSource(how, place, scale, from);
    return std::abs(x - std::round(x)) < rounding ? std::round(x) : x;
}

int64_t nearestOf(const std::string& rounding, double x, int64_t extent)
{
    const double rounded = rounding == "floor"             ? std::floor(x)
                         : rounding == "ceil"              ? std::ceil(x)
                         : rounding == "round_prefer_ceil" ? std::floor(x + 0.5)
                                                           : std::ceil(x - 0.5);
    return std::clamp<int64_t>(static_cast<int64_t>(rounded), 0, extent - 1);
}

std::vector<ResizeTap> tapsOf(const OperatorCall& call, double scale, int64_t from, int64_t to)
{
    const bool isLinear = call.text("mode", "nearest") == "linear";
    const std::string how = call.text("coordinate_transformation_mode", "half_pixel");
    const std::string rounding = call.text("nearest_mode", "round_prefer_floor");
    std::vector<ResizeTap> taps;
    for (int64_t place = 0; place < to; ++place) {
        const double x = sourceOf(how, place, scale, from);
        if (isLinear) {
            const double low = std::floor(x);
            const auto at = static_cast<int64_t>(low);
            const int64_t next = x == low ? at : at + 1; // a neighbour of weight 0 is not read: it may be infinite
            taps.push_back({std::clamp<int64_t>(at, 0, from - 1), std::clamp<int64_t>(next, 0, from - 1), x - low});
        } else {
            // In single precision, as the scales are: 7 / 0.7 is exactly 10.
            const int64_t at = nearestOf(rounding, static_cast<double>(static_cast<float>(x)), from);
            taps.push_back({at, at, 0});
        }
    }
    return taps;
}

/// Elements of the old axis that make each one of the new axis, with their weights.
struct Filter {
    std::vector<size_t> ends; ///< of the elements of each one
    std::vector<int64_t> places;
    std::vector<double> weights;

    size_t begin(size_t tap) const { return tap == 0 ? 0 : ends[tap - 1]; }
};

/// Keys' kernel (IEEE ASSP 29, 1981) or the triangle of a linear interpolation, at a distance in elements.
double filterAt(bool isCubic, double a, double distance)
{
    const double x = std::abs(distance);
    if (!isCubic) {
        return std::max(0.0, 1 - x);
    }
    return x <= 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

/// Filter of a cubic interpolation, or of one that is widened where an axis shrinks, so that no element is left out
/// ('antialias').
Filter filterOf(const OperatorCall& call, double scale, int64_t from, int64_t to)
{
    const bool isCubic = call.text("mode", "nearest") == "cubic";
    const bool excludesOutside = call.integer("exclude_outside", 0) != 0;
    const double a = call.real("cubic_coeff_a", -0.75);
    const double narrowing = call.integer("antialias", 0) != 0 ? std::min(scale, 1.0) : 1;
    const auto reach = static_cast<int64_t>(std::ceil((isCubic ? 2 : 1) / narrowing));
    Filter filter;
    for (int64_t place = 0; place < to; ++place) {
        const double x = sourceOf(call.text("coordinate_transformation_mode", "half_pixel"), place, scale, from);
        const size_t begin = filter.weights.size();
        double sum = 0;
        for (auto at = static_cast<int64_t>(std::floor(x)) - reach + 1; at <= static_cast<int64_t>(std::floor(x)) + reach; ++at) {
            const double weight = filterAt(isCubic, a, (static_cast<double>(at) - x) * narrowing);
            if (weight != 0 && (!excludesOutside || (at >= 0 && at < from))) { // 0 times an infinite element would be NaN
                filter.places.push_back(std::clamp<int64_t>(at, 0, from - 1));
                filter.weights.push_back(weight);
                sum += weight;
            }
        }
        std::for_each(filter.weights.begin() + static_cast<std::ptrdiff_t>(begin), filter.weights.end(),
                      [sum](double& weight) { weight /= sum; });
        filter.ends.push_back(filter.weights.size());
    }
    return filter;
}

/// One row of a filtered axis: `inner` neighbouring elements, each the weighted sum of those at the same place of other rows.
template<class T>
void filterRow(const T* from, size_t inner, const Filter& filter, size_t tap, T* to)
{
    constexpr size_t part = 64; // sums at a time
    for (size_t first = 0; first < inner; first += part) {
        const size_t count = std::min(part, inner - first);
        std::array<double, part> sums{};
        for (size_t i = filter.begin(tap); i < filter.ends[tap]; ++i) {
            const T* const row = from + static_cast<size_t>(filter.places[i]) * inner + first;
            for (size_t j = 0; j < count; ++j) {
                sums[j] += static_cast<double>(row[j]) * filter.weights[i];
            }
        }
        std::transform(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(count), to + first,
                       [](double sum) { return static_cast<T>(sum); });
    }
}

/// The same for an axis whose elements are neighbours.
template<class T>
T filteredElement(const T* from, const Filter& filter, size_t tap)
{
    double sum = 0;
    for (size_t i = filter.begin(tap); i < filter.ends[tap]; ++i) {
        sum += static_cast<double>(from[filter.places[i]]) * filter.weights[i];
    }
    return static_cast<T>(sum);
}

Tensor filteredAlong(const OperatorCall& call, const Tensor& from, size_t axis, const Filter& filter)
{
    const size_t taps = filter.ends.size();
    TensorType type = from.type();
    type.shape[axis] = static_cast<int64_t>(taps);
    Tensor to(type);
    const auto inner = static_cast<size_t>(stridesOf(type.shape)[axis]);
    const auto extent = static_cast<size_t>(from.shape()[axis]);
    withReal(type.number, [&]<class T>() {
        const T* const source = from.as<T>().data();
        T* const target = to.as<T>().data();
        const auto width = static_cast<int64_t>(inner * filter.weights.size() / taps);
        call.inParts(to.size() / static_cast<int64_t>(inner), width, [&](int64_t begin, int64_t end) {
            for (auto row = static_cast<size_t>(begin); row < static_cast<size_t>(end); ++row) {
                const T* const lane = source + row / taps * extent * inner;
                if (inner == 1) {
                    target[row] = filteredElement(lane, filter, row % taps);
                } else {
                    filterRow(lane, inner, filter, row % taps, target + row * inner);
                }
            }
        });
    });
    return to;
}

/// The last axis first: its elements are filtered one by one, and there are fewer of them before the other axes have grown.
void evaluateFiltered(const OperatorCall& call, Tensor& out)
{
    const Resampling resampling(call);
    Tensor tensor = call.value(0);
    for (size_t axis = resampling.shape.size(); axis-- > 0;) {
        const int64_t from = call.shape(0)[axis];
        const int64_t to = resampling.shape[axis];
        if (to != from || resampling.scales[axis] != 1) {
            tensor = filteredAlong(call, tensor, axis, filterOf(call, resampling.scales[axis], from, to));
        }
    }
    out = std::move(tensor);
}

Tensor resizedAlong(const Tensor& from, size_t axis, const std::vector<ResizeTap>& taps)
{
    TensorType type = from.type();
    type.shape[axis] = static_cast<int64_t>(taps.size());
    Tensor to(type);
    const auto inner = static_cast<size_t>(stridesOf(type.shape)[axis]);
    const auto extent = static_cast<size_t>(from.shape()[axis]);
    withType(type.number, [&]<class T>() {
        const auto source = from.as<T>();
        const auto target = to.as<T>();
        for (size_t i = 0; i < target.size(); ++i) {
            const ResizeTap& tap = taps[i / inner % taps.size()];
            const size_t lane = i / inner / taps.size() * extent * inner + i % inner;
            const T first = source[lane + static_cast<size_t>(tap.first) * inner];
            target[i] = first;
            if constexpr (std::is_floating_point_v<T>) {
                if (tap.first != tap.second) {
                    const T second = source[lane + static_cast<size_t>(tap.second) * inner];
                    target[i] =
                        static_cast<T>(static_cast<double>(first) * (1 - tap.share) + static_cast<double>(second) * tap.share);
                }
            }
        }
    });
    return to;
}

void evaluateResize(const OperatorCall& call, std::span<Tensor> out)
{
    const std::string mode = call.text("mode", "nearest");
    if (out[0].size() == 0) {
        return;
    }
    if (mode == "cubic" || (mode == "linear" && call.integer("antialias", 0) != 0)) {
        evaluateFiltered(call, out[0]);
        return;
    }
    Tensor tensor = call.value(0);
    const auto taps = resizeTaps(call);
    for (size_t axis = 0; axis < taps.size(); ++axis) {
        if (!taps[axis].empty()) {
            tensor = resizedAlong(tensor, axis, taps[axis]);
        }
    }
    out[0] = std::move(tensor);
}

} // namespace

std::vector<std::vector<ResizeTap>> resizeTaps(const OperatorCall& call)
{
    const Resampling resampling(call);
    std::vector<std::vector<ResizeTap>> taps(resampling.shape.size());
    for (size_t axis = 0; axis < taps.size(); ++axis) {
        const int64_t from = call.shape(0)[axis];
        if (resampling.shape[axis] != from || resampling.scales[axis] != 1) {
            taps[axis] = tapsOf(call, resampling.scales[axis], from, resampling.shape[axis]);
        }
    }
    return taps;
}

std::vector<Operator> resizeOperators()
{
    return {{"Resize", 1, 4, inferResize, evaluateResize}};
}

} // namespace knobscope
