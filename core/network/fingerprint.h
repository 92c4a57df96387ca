// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <string>

namespace knobscope {

/// What a network computes, apart from its weights' numbers, as 64 hexadecimal digits: equal for equal models wherever their
/// files lie, however they are called, and in every process.
///
/// These enter: the element types and shapes of the graph's inputs; the nodes in their order, each with its operator, its
/// attributes by name, and which earlier values and constants it reads; of constants the element type and shape, and the numbers
/// of integers and truth values up to 64 of them (axes, extents); which values are the outputs.
/// These do not: the names of the file, of nodes and of values, and all other constants' numbers. A network that is trained
/// further keeps its fingerprint; one with an input of another shape gets another.
///
/// Of a model the graph is the one that passes left (ModelNetwork::imported). A version whose passes do more may give another
/// fingerprint.
std::string fingerprintOf(const Graph& graph);

} // namespace knobscope
