// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/strings.h"
#include "core/op/conv2d.h"
#include "core/op/flops.h"
#include "core/script/definition.h"
#include "core/script/expressions.h"
#include "core/script/operators.h"
#include "core/script/parse.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

constexpr double kMostElements = 1.0 * (int64_t{1} << 40);

/// 2 * multiply-accumulates of the sums, else the operations, else the elements.
double plainFlopsOf(const ir::Tensor& output)
{
    double sums = 0;
    for (const ir::Tensor& tensor : ir::topologicalOrder(std::array{output})) {
        const auto* reduce = tensor.isPlaceholder() ? nullptr : tensor.node().body.as<ir::Reduce>();
        double steps = reduce && reduce->op == ir::ReduceOp::Sum ? 2 * static_cast<double>(tensor.elements()) : 0;
        for (size_t i = 0; steps > 0 && i < reduce->axes.size(); ++i) {
            steps *= static_cast<double>(reduce->axes[i].extent);
        }
        sums += steps;
    }
    const double operations = sums > 0 ? sums : autotvmFlops(output);
    return operations > 0 ? operations : static_cast<double>(output.elements());
}

Result<Computation> convolution(const TextExpression& operation, const TextSizes& sizes)
{
    Conv2d conv;
    conv.depthwise = operation.text == "depthwise";
    conv.n = sizes.at("n");
    conv.c = sizes.at("c");
    conv.h = sizes.at("h");
    conv.w = sizes.at("w");
    conv.k = conv.depthwise ? conv.c : sizes.at("k");
    conv.r = sizes.at("r");
    conv.s = sizes.at("s");
    conv.stride = {sizes.at("stride"), sizes.at("stride")};
    conv.pad.fill(sizes.at("pad"));
    constexpr int64_t most = 1 << 20;
    const bool isPossible = std::ranges::all_of(
        sizes, [](const auto& size) { return size.second <= most && (size.second >= 1 || size.first == "pad"); });
    if (!isPossible || conv.oh() < 1 || conv.ow() < 1 || conv.r > conv.h + 2 * conv.pad[0] || conv.s > conv.w + 2 * conv.pad[0]) {
        return refuseAt(operation.place,
                        phrase("the filter is larger than the padded image, or a size is not from 1 to {}", most));
    }
    const Conv2dExpression e = conv.depthwise ? depthwiseNchw(conv) : conv2dNchw(conv);
    for (const ir::Tensor& tensor : {e.data, e.kernel, e.padded, e.output}) {
        double elements = 1;
        for (const int64_t extent : tensor.shape()) {
            elements *= static_cast<double>(extent);
        }
        if (elements > kMostElements) {
            return refuseAt(operation.place, phrase("{} has more than 2^40 elements", tensor.name()));
        }
    }
    return Computation{{e.data, e.kernel}, e.output, conv.plainFlops()};
}

/// The definitions of an operator that is a text.
Result<ScheduleText> operatorText(const NamedOperator& operation, const ScheduleText& text)
{
    auto definitions = TRY(parseSchedule(operation.definition));
    definitions.type = text.type;
    return definitions;
}

Result<int64_t> sizeValue(const TextExpression& e, const TextSizes& sizes)
{
    const int64_t value = TRY(integerOf(e, valueAmong(sizes)));
    if (value < 0 || value > kMaxExtent) {
        return refuseAt(e.place, phrase("a size is from 0 to {}, not {}", kMaxExtent, value));
    }
    return value;
}

std::string namesOf(const TextSizes& sizes)
{
    std::vector<std::string> names;
    for (const auto& [name, value] : sizes) {
        names.push_back(name);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

Result<void> addOperatorSizes(const TextExpression& call, const TextSizes& given, TextSizes& sizes)
{
    const NamedOperator& operation = *findNamedOperator(call.text);
    TextSizes own;
    for (const OperatorSize& size : operation.sizes) {
        own[size.name] = size.value;
    }
    for (const TextExpression& part : call.parts) {
        if (!own.contains(part.keyword)) {
            return refuseAt(part.place, phrase("{} has no size '{}', but {}, as in {}({}=512)", call.text, part.keyword,
                                               namesOf(own), call.text, operation.sizes.front().name));
        }
        own[part.keyword] = TRY(sizeValue(part, sizes));
    }
    for (auto& [name, value] : own) {
        const auto wanted = given.find(name);
        value = wanted != given.end() && !sizes.contains(name) ? wanted->second : value;
    }
    for (const auto& [name, value] : own) {
        sizes[name] = value;
    }
    return {};
}

} // namespace

std::function<Result<int64_t>(const TextExpression&)> valueAmong(const TextSizes& sizes)
{
    return [&sizes](const TextExpression& e) -> Result<int64_t> {
        const auto found = sizes.find(e.text);
        if (!e.isWord() || found == sizes.end()) {
            return refuseAt(e.place,
                            phrase("there is no size '{}'; give it in a line before, as in size {} = 512", e.text, e.text));
        }
        return found->second;
    };
}

Result<TextSizes> sizesOf(const ScheduleText& text, const TextSizes& given)
{
    TextSizes sizes;
    for (const SizeLine& line : text.sizes) {
        const auto wanted = given.find(line.name);
        const int64_t value = TRY(sizeValue(line.value, sizes));
        sizes[line.name] = wanted == given.end() ? value : wanted->second;
    }
    if (text.operation) {
        TRY(addOperatorSizes(*text.operation, given, sizes));
    }
    for (const auto& [name, value] : given) {
        if (!sizes.contains(name)) {
            return fail(ErrorCode::InvalidArgument, "The schedule has no size '{}'; {}", name,
                        sizes.empty() ? phrase("it has none") : phrase("there are {}", namesOf(sizes)));
        }
        if (value < 0 || value > kMaxExtent) {
            return fail(ErrorCode::InvalidArgument, "Size {} must be from 0 to {}, not {}", name, kMaxExtent, value);
        }
    }
    return sizes;
}

Result<Computation> computationOf(const ScheduleText& text, const TextSizes& sizes)
{
    if (text.from) {
        return tl::make_unexpected(
            errorAt(text.from->place, ErrorCode::Unsupported, phrase("only a template knows this computation")));
    }
    const NamedOperator* named = text.operation ? findNamedOperator(text.operation->text) : nullptr;
    Computation out;
    if (named && named->definition.empty()) {
        out = TRY(convolution(*text.operation, sizes));
    } else if (named) {
        const auto definitions = TRY(operatorText(*named, text));
        auto made = computationOfDefinitions(definitions, sizes);
        if (!made) { // the sizes are at fault, not the definition
            return refuseAt(text.operation->place, withoutPlace(made.error()));
        }
        out = std::move(*made);
    } else {
        out = TRY(computationOfDefinitions(text, sizes));
    }
    out.plainFlops = out.plainFlops > 0 ? out.plainFlops : plainFlopsOf(out.output);
    const double counted = autotvmFlops(out.output);
    out.autotvmFlops = counted > 0 ? counted : static_cast<double>(out.output.elements());
    return out;
}

} // namespace knobscope
