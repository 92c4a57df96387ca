// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/networkcheck.h"

#include "core/graph/interpreter.h"
#include "core/network/roundingreference.h"
#include "core/timing/answercheck.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

NetworkReference referenceOf(const std::vector<Tensor>& outputs)
{
    NetworkReference bytes;
    for (const Tensor& output : outputs) {
        const std::vector<double> reals = output.reals();
        const auto own = std::as_bytes(std::span(reals));
        bytes.insert(bytes.end(), own.begin(), own.end());
    }
    return bytes;
}

Result<std::vector<std::vector<double>>> expectedOutputs(const Graph& graph, std::span<const std::byte> reference)
{
    const auto elementsAt = [&](ValueId id) { return static_cast<size_t>(elementsOf(graph.value(id).type->shape)); };
    size_t size = 0;
    for (const ValueId id : graph.outputs) {
        size += elementsAt(id) * sizeof(double);
    }
    if (reference.size() != size && reference.size() != 2 * size) {
        return fail(ErrorCode::InvalidArgument, "The reference results are those of another network");
    }
    std::vector<std::vector<double>> outputs;
    do {
        for (const ValueId id : graph.outputs) {
            const auto to = std::as_writable_bytes(std::span(outputs.emplace_back(elementsAt(id))));
            std::ranges::copy(reference.first(to.size()), to.begin());
            reference = reference.subspan(to.size());
        }
    } while (!reference.empty());
    return outputs;
}

NetworkCheck worseOf(const NetworkCheck& one, const NetworkCheck& other)
{
    return {std::max(one.error, other.error), one.mismatched + other.mismatched, one.excused + other.excused};
}

NetworkCheck differenceOfAll(std::span<const std::vector<double>> actual, std::span<const std::vector<double>> expected)
{
    NetworkCheck all;
    for (size_t i = 0; i < expected.size(); ++i) {
        const ValueDifference one = differenceOf(actual[i], expected[i]);
        all.error = std::max(all.error, one.error);
        all.mismatched += one.mismatched;
    }
    return all;
}

Result<NetworkCheck> checkOutputs(const CheckedGraph& checked, std::span<const std::vector<double>> expected,
                                  std::vector<std::vector<double>> actual)
{
    // A network that a person converted from float32 may be less exact than one that a file describes.
    int64_t excused = excuseNoise(expected, actual, checked.noise);
    NetworkCheck check = differenceOfAll(actual, expected);
    if (!check.isCorrect()) {
        const Graph graph = TRY(checked.read());
        excused += excuseQuantum(graph, expected, actual);
        if (!differenceOfAll(actual, expected).isCorrect()) {
            excused += TRY(excuseRounding(graph, checked.inputs, expected, actual, checked.maxSeconds));
        }
        check = differenceOfAll(actual, expected);
    }
    check.excused = excused;
    return check;
}

namespace {

double largestOf(std::span<const double> values)
{
    double largest = 0;
    for (const double value : values) {
        largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
    }
    return largest;
}

} // namespace

Result<void> addPrecisionError(PrecisionError& error, const std::vector<Tensor>& actual, const std::vector<Tensor>& float32)
{
    for (size_t i = 0; i < actual.size(); ++i) {
        const std::vector<double> a = actual[i].reals(), e = float32[i].reals();
        const auto difference = TRY(compareTensors(actual[i], float32[i], 0, 1e-3 * largestOf(e)));
        if (difference.mismatched > 0) {
            return fail(ErrorCode::Internal,
                        "{} of {} numbers of output {} are NaN or infinite in one precision and not the same in the other; an "
                        "error cannot be given",
                        difference.mismatched, a.size(), i);
        }
        error.largest = std::max(error.largest, difference.largest);
        error.largestRelative = std::max(error.largestRelative, difference.largestRelative);
        error.rms = std::max(error.rms, difference.rms);
        const Shape& shape = actual[i].shape();
        if (shape.size() != 2 || shape[1] < 2 || !actual[i].number().isFloat()) {
            continue;
        }
        const auto topOf = [&](const std::vector<double>& all, int64_t row) {
            const auto begin = all.begin() + row * shape[1];
            return std::max_element(begin, begin + shape[1]) - begin;
        };
        for (int64_t row = 0; row < shape[0]; ++row) {
            error.agreeing += topOf(a, row) == topOf(e, row) ? 1 : 0;
            ++error.rows;
        }
    }
    return {};
}

Result<void> checkCorrect(const NetworkCheck& check)
{
    if (check.isCorrect()) {
        return {};
    }
    if (check.mismatched > 0) {
        return fail(ErrorCode::Internal,
                    "The network's results are incorrect, {} of them NaN or infinite where they should not be, or the reverse; "
                    "its time is meaningless",
                    check.mismatched);
    }
    return fail(ErrorCode::Internal,
                "The network's results are incorrect (max. error {:.1e} of the largest output); its time is meaningless",
                check.error);
}

} // namespace knobscope
