// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that create tensors from shapes or a few numbers.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>
#include <cmath>

namespace knobscope {
namespace {

// ---- from the input's type only ----

std::pair<int64_t, int64_t> shapeRange(const OperatorCall& call)
{
    const auto rank = static_cast<int64_t>(call.shape(0).size());
    const auto fromFront = [rank](int64_t at) { return std::clamp<int64_t>(at < 0 ? std::max(at, -rank) + rank : at, 0, rank); };
    const int64_t begin = fromFront(call.integer("start", 0));
    return {begin, std::max(begin, fromFront(call.integer("end", rank)))};
}

std::vector<TensorType> inferShape(const OperatorCall& call)
{
    const auto [begin, end] = shapeRange(call);
    return {{ir::int64, {end - begin}}};
}

void evaluateShape(const OperatorCall& call, std::span<Tensor> out)
{
    const auto [begin, end] = shapeRange(call);
    std::copy(call.shape(0).begin() + begin, call.shape(0).begin() + end, out[0].as<int64_t>().begin());
}

std::vector<TensorType> inferSize(const OperatorCall& call)
{
    (void)call.type(0);
    return {{ir::int64, {}}};
}

void evaluateSize(const OperatorCall& call, std::span<Tensor> out)
{
    out[0].as<int64_t>()[0] = elementsOf(call.shape(0));
}

// ---- from numbers ----

/// The importer turns the attribute 'value' into the second input.
std::vector<TensorType> inferConstantOfShape(const OperatorCall& call)
{
    call.require(!call.has(1) || elementsOf(call.shape(1)) == 1, "attribute 'value' must be one number");
    return {{call.has(1) ? call.type(1).number : ir::float32, call.value(0).integers()}};
}

void evaluateConstantOfShape(const OperatorCall& call, std::span<Tensor> out)
{
    withWidth(out[0].number(), [&]<class T>() {
        const T value = call.has(1) ? call.value(1).as<T>()[0] : T{};
        std::fill(out[0].as<T>().begin(), out[0].as<T>().end(), value);
    });
}

std::vector<TensorType> inferRange(const OperatorCall& call)
{
    for (size_t input = 0; input < 3; ++input) {
        call.require(elementsOf(call.shape(input)) == 1 && call.type(input).number == call.type(0).number,
                     "input {} must be one {}", input + 1, call.type(0).number.text());
    }
    const double start = call.value(0).reals()[0];
    const double delta = call.value(2).reals()[0];
    const double count = std::ceil((call.value(1).reals()[0] - start) / delta);
    call.require(delta != 0 && count <= static_cast<double>(kMostElements), "a range in steps of {} never ends", delta);
    return {{call.type(0).number, {std::max<int64_t>(0, castNumber<int64_t>(count))}}};
}

void evaluateRange(const OperatorCall& call, std::span<Tensor> out)
{
    const double start = call.value(0).reals()[0];
    const double delta = call.value(2).reals()[0];
    withType(out[0].number(), [&]<class T>() {
        double place = 0;
        for (T& to : out[0].as<T>()) {
            to = castNumber<T>(start + delta * place++);
        }
    });
}

/// The importer writes the type's name into the attribute 'dtype'.
std::vector<TensorType> inferEyeLike(const OperatorCall& call)
{
    TensorType output = call.type(0);
    call.require(output.shape.size() == 2, "input 1 of shape {} is not a matrix", shapeText(output.shape));
    (void)call.integer("k", 0);
    const std::string wanted = call.text("dtype", output.number.text());
    if (const auto type = numberTypeNamed(wanted)) {
        output.number = *type;
        return {output};
    }
    call.unsupported("attribute 'dtype' is {}, which is not supported", quotedName(wanted));
}

void evaluateEyeLike(const OperatorCall& call, std::span<Tensor> out)
{
    const int64_t diagonal = call.integer("k", 0);
    const Shape& shape = out[0].shape();
    withType(out[0].number(), [&]<class T>() {
        StridedWalk<0> walk(shape, {});
        for (T& to : out[0].as<T>()) {
            to = walk.position()[1] - walk.position()[0] == diagonal ? T{1} : T{0};
            walk.step();
        }
    });
}

std::vector<TensorType> inferOneHot(const OperatorCall& call)
{
    const std::vector<int64_t> depth = call.value(1).integers();
    call.require(depth.size() == 1 && depth[0] >= 0, "input 2 must be one number");
    call.require(elementsOf(call.shape(2)) == 2, "input 3 must be two values");
    TensorType output{call.type(2).number, call.shape(0)};
    const size_t axis = call.axisAttribute("axis", -1, output.shape.size() + 1);
    output.shape.insert(output.shape.begin() + static_cast<std::ptrdiff_t>(axis), depth[0]);
    return {output};
}

void evaluateOneHot(const OperatorCall& call, std::span<Tensor> out)
{
    const size_t axis = call.axisAttribute("axis", -1, call.shape(0).size() + 1);
    const int64_t depth = out[0].shape()[axis];
    const std::vector<int64_t> indices = call.value(0).integers();
    const auto inner = static_cast<size_t>(stridesOf(out[0].shape())[axis]);
    withWidth(out[0].number(), [&]<class T>() {
        const auto values = call.value(2).as<T>();
        const auto to = out[0].as<T>();
        for (size_t i = 0; i < to.size(); ++i) {
            const auto place = static_cast<int64_t>(i / inner) % depth;
            const int64_t index = indices[i / inner / static_cast<size_t>(depth) * inner + i % inner];
            to[i] = values[index == place || index + depth == place ? 1 : 0];
        }
    });
}

} // namespace

std::vector<Operator> generatorOperators()
{
    return {{"Shape", 1, 1, inferShape, evaluateShape, OperatorKind::OfTypes},
            {"Size", 1, 1, inferSize, evaluateSize, OperatorKind::OfTypes},
            {"ConstantOfShape", 1, 2, inferConstantOfShape, evaluateConstantOfShape},
            {"Range", 3, 3, inferRange, evaluateRange},
            {"EyeLike", 1, 1, inferEyeLike, evaluateEyeLike},
            {"OneHot", 3, 3, inferOneHot, evaluateOneHot}};
}

} // namespace knobscope
