// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/dynamictail.h"

#include <onnx/onnx_pb.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace knobscope {

/// A dynamic tail as a model of its own: nodes in order and names of outputs.
struct TailModel {
    onnx::ModelProto proto; ///< without inputs and initializers
    std::string folder;     ///< of external data
    std::map<std::string, SharedTensor> constants;   ///< values that it reads and that do not depend on the model's inputs
    std::vector<std::vector<std::string>> lastReads; ///< by node, values that no later node reads
};

/// Finds the sections of a tail that reads values of these types, besides its constants; nullopt: unknown.
std::vector<TailSection> findSections(const TailModel& model, const std::map<std::string, std::optional<TensorType>>& read);

} // namespace knobscope
