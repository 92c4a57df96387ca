// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/dynamictail.h"
#include "core/network/kernelchoices.h"
#include "core/network/networkreport.h"
#include "core/runtime/program.h"

#include <optional>
#include <vector>

namespace knobscope {

/// Adds a program's sizes and steps to the report: each with its work, and a chosen kernel with its alternatives. `graph` is the
/// one that the program was made from: its own lacks the weights that were packed, without which layers cannot be recognised.
void describe(NetworkReport& report, const Graph& graph, const Program& program, const KernelChoices& choices,
              const KernelCandidates& candidates, const Target& target);

/// Adds the dynamic tail of a graph as one more step, the last, and the kernels and memory of its sections. Its work depends on
/// data.
void describeTail(NetworkReport& report, const DynamicTail& tail, const std::vector<std::optional<Program>>& sections);

} // namespace knobscope
