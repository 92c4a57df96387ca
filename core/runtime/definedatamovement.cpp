// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/definition.h"

#include <algorithm>
#include <array>

namespace knobscope {
namespace {

using ir::Expr;

Element concatenated(const OperatorCall& call, const std::vector<Element>& inputs, size_t axis)
{
    std::vector<int64_t> ends;
    for (size_t i = 0; i < inputs.size(); ++i) {
        ends.push_back((ends.empty() ? 0 : ends.back()) + call.shape(i)[axis]);
    }
    return [=](std::span<const Expr> at) {
        Expr value;
        for (size_t i = inputs.size(); i-- > 0;) {
            std::vector<Expr> place(at.begin(), at.end());
            place[axis] = place[axis] - (i == 0 ? 0 : ends[i - 1]);
            const Expr part = inputs[i](place);
            value = value.isNull() ? part : ir::select(at[axis] < Expr(ends[i]), part, value);
        }
        return value;
    };
}

Element transposed(const OperatorCall& call, const Element& input)
{
    const size_t rank = call.shape(0).size();
    std::vector<int64_t> order;
    for (size_t i = 0; i < rank; ++i) {
        order.push_back(static_cast<int64_t>(rank - 1 - i));
    }
    order = call.integers("perm", order);
    return [=](std::span<const Expr> at) {
        std::vector<Expr> place(order.size());
        for (size_t i = 0; i < order.size(); ++i) {
            place[static_cast<size_t>(order[i])] = at[i];
        }
        return input(place);
    };
}

std::optional<Element> gathered(const OperatorCall& call, const Element& input)
{
    const auto places = evenPlaces(call);
    if (!places) {
        return std::nullopt;
    }
    return [=, places = *places](std::span<const Expr> at) {
        std::vector<Expr> place(at.begin(), at.end());
        const auto where = place.begin() + static_cast<std::ptrdiff_t>(places.axis);
        if (places.isOne) {
            place.insert(where, Expr(places.first));
        } else {
            *where = *where * places.step + places.first;
        }
        return input(place);
    };
}

// ---- axis by axis ----

/// A run of places along an axis, [from, to), whose source indices are first + step * place, or place / repeats.
struct Run {
    int64_t from = 0, to = 0;
    int64_t first = 0, step = 1, repeats = 1;

    int64_t sourceOf(int64_t place) const { return repeats > 1 ? place / repeats : first + step * place; }
    Expr sourceOf(const Expr& place) const { return repeats > 1 ? ir::floorDiv(place, Expr(repeats)) : place * step + first; }
};

/// The runs of an axis, without gaps; places before the first and after the last one have no source. A reflected border is a run
/// of its own.
using AxisSource = std::vector<Run>;
constexpr size_t kMostRuns = 3;

/// The longest run from a place on. The sources of the whole list may repeat.
Run runFrom(const std::vector<int64_t>& places, int64_t from)
{
    const auto size = static_cast<int64_t>(places.size());
    const auto at = [&](int64_t place) { return places[static_cast<size_t>(place)]; };
    Run run{from, from + 1};
    const bool hasNext = from + 1 < size && at(from + 1) >= 0;
    run.step = hasNext ? at(from + 1) - at(from) : 1;
    if (run.step == 0 && from == 0 && at(0) == 0) {
        run.repeats = std::ranges::find_if(places, [](int64_t place) { return place != 0; }) - places.begin();
    }
    run.first = at(from) - run.step * from;
    const auto reach = [&] {
        int64_t to = from + 1;
        while (to < size && at(to) == run.sourceOf(to)) {
            ++to;
        }
        return to;
    };
    run.to = reach();
    if (run.repeats > 1 && run.to < size) { // the first element several times, then others once
        run.repeats = 1;
        run.to = reach();
    }
    return run;
}

/// Finds the runs of a list of source indices (-1: no source); nullopt if there are too many, or others between them.
std::optional<AxisSource> runsOf(const std::vector<int64_t>& places)
{
    const auto size = static_cast<int64_t>(places.size());
    const auto inside = [](int64_t place) { return place >= 0; };
    int64_t place = std::ranges::find_if(places, inside) - places.begin();
    AxisSource runs;
    while (place < size && inside(places[static_cast<size_t>(place)]) && runs.size() < kMostRuns) {
        runs.push_back(runFrom(places, place));
        place = runs.back().to;
    }
    const bool isWhole = std::none_of(places.begin() + place, places.end(), inside);
    return isWhole && !runs.empty() ? std::optional(std::move(runs)) : std::nullopt;
}

/// Limit of elements for tracing sources: indices of larger tensors take more memory than the network.
constexpr int64_t kMostMoved = int64_t{1} << 25;

/// Applies the operator itself to a tensor of indices. Returns for each output element the index of its input element, counted
/// from 1; 0: none.
std::optional<Tensor> placesMoved(const OperatorCall& call)
{
    Tensor places({ir::int64, call.shape(0)});
    int64_t next = 0;
    for (int64_t& place : places.as<int64_t>()) {
        place = ++next;
    }
    std::vector<const Tensor*> inputs{&places};
    for (size_t i = 1; i < call.inputs(); ++i) {
        const bool isPadValue = call.op() == "Pad" && i == 2;
        inputs.push_back(isPadValue || !call.has(i) ? nullptr : &call.value(i));
    }
    auto moved = evaluateNode(call.node(), inputs);
    return moved ? std::optional(std::move(moved->front())) : std::nullopt;
}

std::optional<std::vector<AxisSource>> sourcesOf(const OperatorCall& call, const Shape& output)
{
    const Shape& input = call.shape(0);
    const bool isSmall = elementsOf(input) <= kMostMoved && elementsOf(output) <= kMostMoved;
    const auto moved = isSmall && input.size() == output.size() ? placesMoved(call) : std::nullopt;
    if (!moved || moved->shape() != output) {
        return std::nullopt;
    }
    const auto places = moved->as<int64_t>();
    const auto some = std::ranges::find_if(places, [](int64_t place) { return place > 0; });
    if (some == places.end()) {
        return std::nullopt;
    }
    const int64_t inside = some - places.begin();
    const std::vector<int64_t> outer = stridesOf(output);
    const std::vector<int64_t> inner = stridesOf(input);
    constexpr size_t kMostVariants = 9; // of the copying loop: an image with borders at all sides has as many
    size_t variants = 1;
    std::vector<AxisSource> sources;
    for (size_t axis = 0; axis < output.size(); ++axis) {
        const int64_t lane = inside - inside / outer[axis] % output[axis] * outer[axis];
        std::vector<int64_t> along;
        for (int64_t place = 0; place < output[axis]; ++place) {
            const int64_t from = places[static_cast<size_t>(lane + place * outer[axis])];
            along.push_back(from > 0 ? (from - 1) / inner[axis] % input[axis] : -1);
        }
        const auto runs = runsOf(along);
        variants *= runs ? runs->size() : kMostVariants + 1;
        if (variants > kMostVariants) {
            return std::nullopt;
        }
        sources.push_back(*runs);
    }
    return sources;
}

/// Reads the element that moves to `at`: its place in the source is `place` along the first axes.
Expr readRuns(const std::vector<AxisSource>& sources, std::span<const Expr> at, std::vector<Expr> place, const Element& input)
{
    const size_t axis = place.size();
    if (axis == sources.size()) {
        return input(place);
    }
    Expr value;
    place.emplace_back();
    for (size_t run = sources[axis].size(); run-- > 0;) {
        place.back() = sources[axis][run].sourceOf(at[axis]);
        const Expr own = readRuns(sources, at, place, input);
        value = value.isNull() ? own : ir::select(at[axis] < Expr(sources[axis][run].to), own, value);
    }
    return value;
}

std::optional<Element> movedByAxis(const OperatorCall& call, const Element& input, const Shape& output)
{
    const bool hasValue = call.op() == "Pad" && call.has(2);
    const auto sources = hasValue && !call.known(2) ? std::nullopt : sourcesOf(call, output);
    if (!sources) {
        return std::nullopt;
    }
    const Expr fallback = ir::constant(hasValue ? call.value(2).reals().at(0) : 0, ir::float32);
    return [=, sources = *sources](std::span<const Expr> at) {
        Expr isInside = ir::trueExpr();
        for (size_t axis = 0; axis < sources.size(); ++axis) {
            if (const int64_t from = sources[axis].front().from; from > 0) {
                isInside = isInside && at[axis] >= Expr(from);
            }
            if (const int64_t to = sources[axis].back().to; to < output[axis]) {
                isInside = isInside && at[axis] < Expr(to);
            }
        }
        const Expr value = readRuns(sources, at, {}, input);
        return ir::isTrue(isInside) ? value : ir::select(isInside, value, fallback);
    };
}

/// DepthToSpace: a pixel of each phase comes from its own channel.
Element depthToSpace(const OperatorCall& call, const Element& input, const Shape& output)
{
    const int64_t block = call.integer("blocksize", 1);
    const bool isByChannel = call.text("mode", "DCR") == "CRD"; // the phases of a channel are adjacent
    return [=, channels = output[1]](std::span<const Expr> at) {
        const Expr phase = ir::floorMod(at[2], Expr(block)) * block + ir::floorMod(at[3], Expr(block));
        const Expr from = isByChannel ? at[1] * (block * block) + phase : phase * channels + at[1];
        return input(std::vector<Expr>{at[0], from, ir::floorDiv(at[2], Expr(block)), ir::floorDiv(at[3], Expr(block))});
    };
}

constexpr std::array<std::string_view, 3> kByAxis{"Slice", "Pad", "Resize"};

} // namespace

std::optional<EvenPlaces> evenPlaces(const OperatorCall& call)
{
    const Shape& shape = call.shape(0);
    const Tensor* which = call.known(1);
    if (!which || which->shape().size() > 1 || which->size() == 0) {
        return std::nullopt;
    }
    const size_t axis = call.axisAttribute("axis", 0, shape.size());
    std::vector<int64_t> places = which->integers();
    for (int64_t& place : places) {
        if (place < -shape[axis] || place >= shape[axis]) {
            return std::nullopt; // the operator reports the error
        }
        place += place < 0 ? shape[axis] : 0;
    }
    const int64_t step = places.size() > 1 ? places[1] - places[0] : 0;
    for (size_t i = 1; i < places.size(); ++i) {
        if (places[i] != places[0] + step * static_cast<int64_t>(i)) {
            return std::nullopt;
        }
    }
    return EvenPlaces{axis, places[0], step, which->shape().empty()};
}

std::optional<Definition> defineDataMovement(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output)
{
    std::optional<Element> element;
    if (call.op() == "Concat") {
        element = concatenated(call, inputs, call.axisAttribute("axis", 0, output.size()));
    } else if (call.op() == "Transpose") {
        element = transposed(call, inputs[0]);
    } else if (call.op() == "DepthToSpace") {
        element = depthToSpace(call, inputs[0], output);
    } else if (call.op() == "Gather") {
        element = gathered(call, inputs[0]);
    } else if (std::ranges::find(kByAxis, call.op()) != kByAxis.end()) {
        element = movedByAxis(call, inputs[0], output);
    }
    return element ? std::optional(Definition{std::move(*element), nullptr, false}) : std::nullopt;
}

} // namespace knobscope
