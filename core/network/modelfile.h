// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/onnxfile.h"
#include "core/graph/onnx/openextents.h"
#include "core/graph/passes/passes.h"
#include "core/network/network.h"
#include "core/network/precision.h"
#include "core/target/target.h"

#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// A network as a graph, from a file or bundled: the imported graph, the reports of the passes, and the workloads for tasks.
struct ModelNetwork {
    Network network;
    ImportedGraph imported;           ///< with the graph after passes
    std::vector<PassReport> passes;
    std::vector<Group> groups;
    std::string fingerprint; ///< of the graph after passes (see fingerprintOf()) and of the dynamic tail
};

/// The file in the name of a network or task: "models/a.onnx", "a.onnx:3"; empty if there is none.
std::string_view modelFileIn(std::string_view id);
/// True if the name of a network or task refers to a file.
bool isModelFileName(std::string_view id);
/// Reads a model; names the network after its file.
Result<ModelNetwork> readModelNetwork(const std::string& path, const ImportOptions& options = {},
                                      const PrecisionChoice& precision = {});
/// Opens a network by the user's name for it: a file ("models/a.onnx") or a bundled network ("resnet-18", "resnet-18/v1b"), whose
/// graph is built. A bundled network has one input, "data", whose shape can be changed; then its tasks are others, and its name
/// ends with the shape: "resnet-18/8x3x224x224", which opens it, too. Returns an error if a bundled network has no graph. In
/// another precision than float32 the network's name ends with it: its tasks are others.
Result<ModelNetwork> openModelNetwork(const std::string& id, const ImportOptions& options = {},
                                      const PrecisionChoice& precision = {});
/// Changes the graph and its groups to the types in which a target computes them best: sums of bytes where it multiplies these
/// (multiplyBytes()), float32 instead of bfloat16 where it does not multiply that. The fingerprint and the workloads stay.
Result<void> fitToTarget(ModelNetwork& model, const Target& target);
/// The input of a bundled network, whose batch, height and width a user can choose; empty if it has no graph.
std::vector<DeclaredInput> openInputsOf(const Network&);
/// The inputs of a network by the user's name for it: as a file declares them, or those of a bundled network.
Result<std::vector<DeclaredInput>> declaredInputsOf(const std::string& id);
/// Shapes of the inputs with chosen extents, for the name of a network or task (see shapesWith()); what is not chosen of a
/// bundled network stays.
Result<std::map<std::string, Shape>> shapesOf(std::string_view id, ChosenExtents extents,
                                              std::map<std::string, Shape> given = {});
/// The network of `id`, the name of a network or task, with its workloads.
Result<Network> networkFor(std::string_view id, const ImportOptions& options = {});

} // namespace knobscope
