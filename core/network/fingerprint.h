// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <string>

namespace knobscope {

/// Fingerprint of what a network computes, except for the numbers of its weights: 64 hexadecimal digits. Equal models have equal
/// fingerprints in every process, whatever their paths and names.
///
/// Included: element types and shapes of the graph's inputs; the nodes in order with operator, attributes by name, and indices of
/// the values and constants they read; element type and shape of constants, and the values of integer and bool constants of up to
/// 64 elements (axes, extents); element types and shapes of the values that nodes compute, which real constants may decide
/// (Resize's scales); the list of outputs.
/// Not included: names of the file, nodes and values, and the numbers in all other constants. Further training keeps the
/// fingerprint; another input shape changes it.
///
/// For a model the graph is the one after passes (ModelNetwork::imported), so a version with more passes may change it.
std::string fingerprintOf(const Graph& graph);

} // namespace knobscope
