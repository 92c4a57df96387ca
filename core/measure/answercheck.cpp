// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/answercheck.h"

#include "core/op/evaluate.h"
#include "core/template/template.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

Result<std::vector<double>> expectedAnswer(const Task& task, const ConfigEntity& entity, TimedKernel& kernel)
{
    const auto definition = TRY(definitionOf(task, entity));
    const auto& inputs = definition.inputs;
    if (inputs.size() + 1 != kernel.arguments().size()) {
        return fail(ErrorCode::Internal, "The kernel takes {} tensors, its operator {}", kernel.arguments().size(),
                    inputs.size() + 1);
    }
    TensorValues values;
    for (size_t i = 0; i < inputs.size(); ++i) {
        values[&inputs[i].node()] = TRY(kernel.values(i));
    }
    return evaluate(definition.output, values);
}

Result<double> compareValues(const std::string& name, std::span<const double> actual, std::span<const double> expected,
                             double tolerance)
{
    if (actual.size() != expected.size()) {
        return fail(ErrorCode::InvalidArgument, "{} has {} elements and should have {}", name, actual.size(), expected.size());
    }
    double scale = 1e-30;
    for (const double v : expected) {
        scale = std::max(scale, std::abs(v));
    }
    double worst = 0;
    for (size_t i = 0; i < actual.size(); ++i) {
        const double error = std::abs(actual[i] - expected[i]) / scale;
        if (!(error <= tolerance)) {
            return fail(ErrorCode::InvalidArgument, "Element {} of {} is {:.6g} and should be {:.6g}", i, name, actual[i],
                        expected[i]);
        }
        worst = std::max(worst, error);
    }
    return worst;
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
        return 2e-3; // half a unit in the last place of 11 bits, and the sums' own rounding
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
