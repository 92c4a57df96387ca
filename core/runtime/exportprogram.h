// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/program.h"

#include <string>

namespace knobscope {

/// Exports a network as a folder that runs without this program:
///   NAME.h         declarations, extents and sizes
///   NAME.c         calls the kernels in order, on one thread
///   libNAME.a      the kernels
///   NAME.weights   all constants in the kernels' layouts
///   main.c         reads the weights and one input, prints the outputs
/// Replaces an earlier export only after all files are complete; a failed export leaves the folder unchanged.
/// `name` is a C identifier. Returns an error that names the first operator without a kernel if there is one.
Result<void> exportProgram(const Program& program, const std::string& name, const std::string& folder);

/// Converts a name to a C identifier other than "main": "resnet-18/v1b" becomes "resnet_18_v1b".
std::string identifierOf(const std::string& name);

} // namespace knobscope
