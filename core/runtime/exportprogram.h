// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/program.h"

#include <string>

namespace knobscope {

/// Writes a folder that runs a network without this program:
///   NAME.h         what can be called, extents and sizes
///   libNAME.a      kernels, and the function that calls them in their order, on one thread
///   NAME.weights   all constants as the kernels want them
///   main.c         reads the weights and one input, prints the outputs
/// They replace an earlier export when all of them are whole: one that fails leaves the folder as it was.
/// `name` is an identifier of C. A program with operators that are computed by their definitions is refused, naming the first.
Result<void> exportProgram(const Program& program, const std::string& name, const std::string& folder, const Target& target);

/// A name as an identifier of C: "resnet-18/v1b" is "resnet_18_v1b".
std::string identifierOf(const std::string& name);

} // namespace knobscope
