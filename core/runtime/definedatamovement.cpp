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

/// Source indices along an axis: first + step * place, or place / repeats. Places before `from` and from `to` on have no source.
struct AxisSource {
    int64_t first = 0, step = 1, repeats = 1;
    int64_t from = 0, to = 0;

    int64_t sourceOf(int64_t place) const { return repeats > 1 ? place / repeats : first + step * place; }
    Expr sourceOf(const Expr& place) const { return repeats > 1 ? ir::floorDiv(place, Expr(repeats)) : place * step + first; }
};

/// Finds the rule of a list of source indices (-1: no source).
std::optional<AxisSource> ruleOf(const std::vector<int64_t>& places)
{
    const auto inside = [](int64_t place) { return place >= 0; };
    const auto begin = std::ranges::find_if(places, inside);
    AxisSource rule;
    rule.from = begin - places.begin();
    rule.to = std::find_if_not(begin, places.end(), inside) - places.begin();
    const int64_t count = rule.to - rule.from;
    const auto at = [&](int64_t place) { return places[static_cast<size_t>(place)]; };
    rule.step = count > 1 ? at(rule.from + 1) - at(rule.from) : 1;
    if (rule.step == 0 && rule.from == 0 && at(0) == 0) {
        rule.repeats = std::find_if(places.begin(), places.end(), [](int64_t place) { return place != 0; }) - places.begin();
    }
    rule.first = at(rule.from) - rule.step * rule.from;
    for (int64_t place = 0; place < static_cast<int64_t>(places.size()); ++place) {
        const bool isInside = place >= rule.from && place < rule.to;
        if (at(place) != (isInside ? rule.sourceOf(place) : -1)) {
            return std::nullopt;
        }
    }
    return rule;
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
    std::vector<AxisSource> sources;
    for (size_t axis = 0; axis < output.size(); ++axis) {
        const int64_t lane = inside - inside / outer[axis] % output[axis] * outer[axis];
        std::vector<int64_t> along;
        for (int64_t place = 0; place < output[axis]; ++place) {
            const int64_t from = places[static_cast<size_t>(lane + place * outer[axis])];
            along.push_back(from > 0 ? (from - 1) / inner[axis] % input[axis] : -1);
        }
        const auto rule = ruleOf(along);
        if (!rule) {
            return std::nullopt;
        }
        sources.push_back(*rule);
    }
    return sources;
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
        std::vector<Expr> place;
        for (size_t axis = 0; axis < sources.size(); ++axis) {
            const AxisSource& source = sources[axis];
            place.push_back(source.sourceOf(at[axis]));
            if (source.from > 0) {
                isInside = isInside && at[axis] >= Expr(source.from);
            }
            if (source.to < output[axis]) {
                isInside = isInside && at[axis] < Expr(source.to);
            }
        }
        const Expr value = input(place);
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
