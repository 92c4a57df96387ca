// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between number types. The importer writes the type's name into the attribute 'to'.
#include "core/graph/halfnumbers.h"
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"

#include <algorithm>
#include <optional>

namespace knobscope {
namespace {

/// Returns the format that a cast rounds to; null if the type is not of 16 bits. The values stay float32.
const HalfFormat* halfOf(const OperatorCall& call)
{
    const std::string to = call.text("to", "");
    return to == "float16" ? &kFloat16 : to == "bfloat16" ? &kBfloat16 : nullptr;
}

ir::DataType castTo(const OperatorCall& call)
{
    const std::string to = call.text("to", "");
    if (halfOf(call)) {
        return ir::float32;
    }
    if (const auto type = numberTypeNamed(to)) {
        return *type;
    }
    call.unsupported("attribute 'to' is {}, which is not supported", quotedName(to));
}

std::vector<TensorType> inferCast(const OperatorCall& call)
{
    call.ignore({"saturate", "round_mode"}); // for numbers of 8 bits with a point, which are refused
    return {{castTo(call), call.shape(0)}};
}

std::vector<TensorType> inferCastLike(const OperatorCall& call)
{
    call.ignore({"saturate", "round_mode"});
    return {{call.type(1).number, call.shape(0)}};
}

void evaluateCast(const OperatorCall& call, std::span<Tensor> out)
{
    withType(call.type(0).number, [&]<class From>() {
        const auto from = call.value(0).as<From>();
        withType(out[0].number(), [&]<class To>() {
            const auto to = out[0].as<To>();
            if (const HalfFormat* format = halfOf(call)) {
                std::transform(from.begin(), from.end(), to.begin(),
                               [&](From value) { return castNumber<To>(roundedTo(*format, static_cast<double>(value))); });
                return;
            }
            for (size_t i = 0; i < to.size(); ++i) {
                to[i] = castNumber<To>(from[i]);
            }
        });
    });
}

} // namespace

std::vector<Operator> castOperators()
{
    return {{"Cast", 1, 1, inferCast, evaluateCast, OperatorKind::ElementWise},
            {"CastLike", 2, 2, inferCastLike, evaluateCast, OperatorKind::ElementWise}};
}

} // namespace knobscope
