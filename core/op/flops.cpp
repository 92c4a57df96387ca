// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/flops.h"

#include <algorithm>

namespace knobscope {

namespace {

double operationsOf(const ir::Expr& e)
{
    if (const auto* n = e.as<ir::Binary>()) {
        return 1 + operationsOf(n->a) + operationsOf(n->b);
    }
    if (const auto* n = e.as<ir::Not>()) {
        return 1 + operationsOf(n->a);
    }
    if (const auto* n = e.as<ir::Select>()) {
        return operationsOf(n->condition) + std::max(operationsOf(n->whenTrue), operationsOf(n->whenFalse));
    }
    if (const auto* n = e.as<ir::Cast>()) {
        return operationsOf(n->value);
    }
    if (const auto* n = e.as<ir::Call>()) {
        return 1 + operationsOf(n->value);
    }
    if (const auto* n = e.as<ir::Reduce>()) {
        double extent = 1;
        for (const ir::IterVar& axis : n->axes) {
            extent *= static_cast<double>(axis.extent);
        }
        return extent * (1 + operationsOf(n->source));
    }
    if (const auto* n = e.as<ir::Let>()) {
        double sum = operationsOf(n->body);
        for (const ir::LetBinding& binding : n->bindings) {
            sum += operationsOf(binding.value);
        }
        return sum;
    }
    return 0;
}

} // namespace

double autotvmFlops(const ir::Tensor& output)
{
    if (output.isPlaceholder()) {
        return 0;
    }
    double total = static_cast<double>(output.elements()) * operationsOf(output.node().body);
    for (const ir::Tensor& input : ir::tensorsRead(output.node().body)) {
        total += autotvmFlops(input);
    }
    return total;
}

} // namespace knobscope
