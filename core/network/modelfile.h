// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/onnxfile.h"
#include "core/graph/passes/passes.h"
#include "core/network/network.h"

#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// A network from a file: what was read, what the passes did to it, and the workloads that tasks are made of.
struct ModelNetwork {
    Network network;
    ImportedGraph imported;           ///< its graph as the passes left it
    std::vector<PassReport> passes;
    std::vector<Group> groups;
    std::vector<std::string> skipped; ///< layers without a template, by node
};

/// Whether a network's name, or a task's, means a file: "models/a.onnx", "a.onnx:3".
bool namesModelFile(std::string_view id);
/// Reads a model; the network is called as its file.
Result<ModelNetwork> readModelNetwork(const std::string& path, const ImportOptions& options = {});
/// The networks among which `id`, a network's name or a task's, is to be found: that of the file that it names, or the bundled
/// ones.
Result<std::vector<Network>> networksFor(std::string_view id, const ImportOptions& options = {});

} // namespace knobscope
