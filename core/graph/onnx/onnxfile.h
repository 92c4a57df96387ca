// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// Version of the ONNX library in this build, as "ONNX opsets to 17"; empty if there is none.
std::string onnxVersion();

/// The user's choices for importing a file.
struct ImportOptions {
    std::map<std::string, Shape> shapes;     ///< of inputs; override the file, required where the file leaves extents open
    std::map<std::string, Shape> openShapes; ///< the same, but used only where the file leaves extents open
    std::map<std::string, Tensor> values;    ///< of inputs, which become constants
};

/// A node that cannot be computed. The rest of the graph is usable.
struct UnsupportedNode {
    std::string node, op;
    Sentence why;
};

struct DynamicTail;

/// Contents of a file.
struct ImportedGraph {
    Graph graph; ///< with small constants folded; outputs of unsupported nodes have the file's type or none
    int64_t opset = 0;
    std::map<std::string, int> operators; ///< number of nodes in the file, by operator
    std::vector<UnsupportedNode> unsupported;
    std::vector<std::string> computed; ///< a sentence for each node that was folded into a constant
    double halfUnit = 0; ///< unit of rounding of the coarsest 16-bit type in the file (computed as float32); 0 if there is none
    int64_t parameters = 0; ///< elements of all initializers
    /// Nodes whose shapes depend on data, which are not in the graph; null if there are none. The graph's outputs are then the
    /// model's as far as it computes them, and after them the other values that the tail reads.
    std::shared_ptr<const DynamicTail> tail;
};

/// Reads a model. For any input, returns a graph or an error that names node and attribute. Reads no file outside of the model's
/// folder. Keeps unsupported nodes in the graph and lists them.
Result<ImportedGraph> importOnnx(const std::string& path, const ImportOptions& options = {});
/// Reads a model from memory; external data is read from `folder`, or not at all if `folder` is empty.
Result<ImportedGraph> importOnnxBytes(std::string_view bytes, const std::string& folder, const ImportOptions& options = {});

/// Newest opset that both the ONNX library of this build and this program support: 17 with Debian 12's library.
int64_t newestWrittenOpset();
/// Writes a graph with its constants as a model of that opset, 17 or later (default: newestWrittenOpset()). Expresses newer
/// operators by those of the opset; returns an error that names the node if that is impossible. A written file that is read
/// and written again stays the same.
Result<void> writeOnnx(const Graph& graph, const std::string& path, std::optional<int64_t> opset = {});
/// The same for a model that was read. Returns an error if it has a dynamic tail, whose nodes are of the file's opset.
Result<void> writeOnnx(const ImportedGraph& model, const std::string& path, std::optional<int64_t> opset = {});

/// Names of a model's inputs, without those that have an initializer.
Result<std::vector<std::string>> readOnnxInputs(const std::string& path);
/// Reads a tensor from a file of its own, the format of ONNX's test data.
Result<Tensor> readOnnxTensor(const std::string& path);

} // namespace knobscope
