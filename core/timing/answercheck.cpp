// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/answercheck.h"

#include "core/ir/printer.h"
#include "core/op/evaluate.h"
#include "core/template/template.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

namespace knobscope {

namespace {

/// Scale of relative errors: the largest finite expected value; 1, for absolute errors, if all are 0.
double scaleOf(std::span<const double> expected)
{
    double largest = 0;
    for (const double v : expected) {
        largest = std::isfinite(v) ? std::max(largest, std::abs(v)) : largest;
    }
    return largest > 0 ? largest : 1;
}

/// Returns nullopt if a value is NaN or infinite and the other differs. Halves both before subtracting, to prevent overflow.
std::optional<double> errorOf(double actual, double expected, double scale)
{
    if (actual == expected || (std::isnan(actual) && std::isnan(expected))) {
        return 0.0;
    }
    if (!std::isfinite(actual) || !std::isfinite(expected)) {
        return std::nullopt;
    }
    const double error = std::abs(actual / 2 - expected / 2) / scale * 2;
    return std::min(error, std::numeric_limits<double>::max());
}

/// All tensors of a definition with their shapes, as text.
std::string textOf(const OperatorDefinition& definition)
{
    std::string text;
    for (const ir::Tensor& tensor : ir::topologicalOrder(std::span(&definition.output, 1))) {
        text += fmt::format("{} [{}]\n", ir::text(tensor), fmt::join(tensor.shape(), ", "));
    }
    return text;
}

size_t hashOf(const std::vector<double>& values)
{
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)});
}

} // namespace

Result<std::vector<double>> ExpectedAnswer::of(const Task& task, const ConfigEntity& entity, TimedKernel& kernel)
{
    const auto definition = TRY(definitionOf(task, entity));
    const auto& inputs = definition.inputs;
    if (inputs.size() + 1 != kernel.arguments().size()) {
        return fail(ErrorCode::Internal, "The kernel has {} tensors, but its operator has {}", kernel.arguments().size(),
                    inputs.size() + 1);
    }
    std::string question = textOf(definition);
    TensorValues values;
    for (size_t i = 0; i < inputs.size(); ++i) {
        auto& elements = values[&inputs[i].node()] = TRY(kernel.values(i));
        question += fmt::format(" {:x}", hashOf(elements));
    }
    if (m_question != question) {
        m_question.clear();
        m_values = TRY(evaluate(definition.output, values));
        m_question = std::move(question);
    }
    return m_values;
}

Result<double> compareValues(const std::string& name, std::span<const double> actual, std::span<const double> expected,
                             double tolerance)
{
    if (actual.size() != expected.size()) {
        return fail(ErrorCode::InvalidArgument, "{} has {} elements, but should have {}", name, actual.size(), expected.size());
    }
    const double scale = scaleOf(expected);
    for (size_t i = 0; i < actual.size(); ++i) {
        const auto error = errorOf(actual[i], expected[i], scale);
        if (!error || *error > tolerance) {
            return fail(ErrorCode::InvalidArgument, "Element {} of {} is {:.6g}, but should be {:.6g}", i, name, actual[i],
                        expected[i]);
        }
    }
    return differenceOf(actual, expected).error;
}

ValueDifference differenceOf(std::span<const double> actual, std::span<const double> expected)
{
    const double scale = scaleOf(expected);
    ValueDifference difference;
    for (size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
        if (const auto error = errorOf(actual[i], expected[i], scale)) {
            difference.error = std::max(difference.error, *error);
        } else {
            ++difference.mismatched;
        }
    }
    return difference;
}

Result<void> compareAnswer(TimedKernel& kernel, const std::vector<double>& expected, double tolerance)
{
    const auto actual = TRY(kernel.values(kernel.arguments().size() - 1));
    TRY(compareValues(kernel.arguments().back().name, actual, expected, tolerance));
    return {};
}

double toleranceOf(ir::DataType output)
{
    if (output == ir::float16) {
        return 2e-3; // half a unit in the last place of an 11-bit mantissa, plus the rounding of the sums
    }
    return output == ir::bfloat16 ? 1.6e-2 : 1e-4;
}

double toleranceOf(const Task& task, const ConfigEntity& entity, ir::DataType output)
{
    const auto made = findTemplate(task.name);
    const auto lost = made && (*made)->rounding ? (*made)->rounding(entity, task.args) : std::nullopt;
    return std::max(toleranceOf(output), lost ? lost->bound : 0);
}

} // namespace knobscope
