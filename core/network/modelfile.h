// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/onnxfile.h"
#include "core/graph/passes/passes.h"
#include "core/network/network.h"

#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// A network as a graph, from a file or bundled: what was read, what the passes did to it, and the workloads that tasks are made
/// of.
struct ModelNetwork {
    Network network;
    ImportedGraph imported;           ///< its graph as the passes left it
    std::vector<PassReport> passes;
    std::vector<Group> groups;
    std::string fingerprint; ///< of that graph: see fingerprintOf()
};

/// Whether a network's name, or a task's, means a file: "models/a.onnx", "a.onnx:3".
bool namesModelFile(std::string_view id);
/// Reads a model; the network is called as its file.
Result<ModelNetwork> readModelNetwork(const std::string& path, const ImportOptions& options = {});
/// A model for what a person names: a file ("models/a.onnx"), or a bundled network ("resnet-18", "resnet-18/v1b"), whose graph is
/// built. A bundled network has one input, "data", and takes another shape for it, as files do; its tasks are then others than
/// those that have its name elsewhere. The answer for a network that is no graph says so.
Result<ModelNetwork> openModelNetwork(const std::string& id, const ImportOptions& options = {});
/// The networks among which `id`, a network's name or a task's, is to be found: that of the file that it names, or the bundled
/// ones.
Result<std::vector<Network>> networksFor(std::string_view id, const ImportOptions& options = {});

} // namespace knobscope
