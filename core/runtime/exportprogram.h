// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/program.h"

#include <string>

namespace knobscope {

/// Exports a network as a folder that runs without this program:
///   NAME.h         declarations, extents and sizes
///   libNAME.a      kernels, and the function that calls them in order, on one thread
///   NAME.weights   all constants in the kernels' layouts
///   main.c         reads the weights and one input, prints the outputs
/// Replaces an earlier export only after all files are complete; a failed export leaves the folder unchanged.
/// `name` is a C identifier. Returns an error that names the first operator without a kernel if there is one.
Result<void> exportProgram(const Program& program, const std::string& name, const std::string& folder, const Target& target);

/// Converts a name to a C identifier: "resnet-18/v1b" becomes "resnet_18_v1b".
std::string identifierOf(const std::string& name);

} // namespace knobscope
