// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/onnxfile.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace knobscope::cli {

/// Adds --shape NAME=1,3,224,224, for ONNX files that leave extents open.
void addShapeOption(CLI::App& command, std::vector<std::string>& texts);
/// What was given.
Result<ImportOptions> readShapes(const std::vector<std::string>& texts);

} // namespace knobscope::cli
