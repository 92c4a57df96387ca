// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// "ONNX opsets to 17" as the library that this build has; empty where it has none.
std::string onnxVersion();

/// What a person decides about a file.
struct ImportOptions {
    std::map<std::string, Shape> shapes;     ///< of inputs, instead of what the file says; needed where it leaves extents open
    std::map<std::string, Shape> openShapes; ///< the same, only where the file leaves extents open
    std::map<std::string, Tensor> values;    ///< of inputs, which then are constants
};

/// A node that cannot be computed here. The rest of its file can be used.
struct UnsupportedNode {
    std::string node, op;
    Sentence why;
};

/// What a file holds.
struct ImportedGraph {
    Graph
        graph; ///< small constants already computed; no node behind one that is not supported has a type unless the file says it
    int64_t opset = 0;
    std::map<std::string, int> operators; ///< the file's nodes by operator
    std::vector<UnsupportedNode> unsupported;
    std::vector<std::string> computed; ///< a sentence for each node that became a constant
    int64_t parameters = 0; ///< elements of all initializers
};

/// Reads a model. Whatever the file holds, the answer is a graph or a sentence that names node and attribute; nothing outside of
/// the file's folder is read, and what is not supported is named and left in the graph.
Result<ImportedGraph> importOnnx(const std::string& path, const ImportOptions& options = {});
/// The same from the file's contents; `folder` is where its external data lies, none is read when it is empty.
Result<ImportedGraph> importOnnxBytes(std::string_view bytes, const std::string& folder, const ImportOptions& options = {});

/// The newest opset that this build's ONNX library and this program know: 17 with Debian 12's.
int64_t newestWrittenOpset();
/// Writes a graph, constants in the file, as a model of that opset, 17 or later (default: newestWrittenOpset()). Operators that
/// only newer opsets have are expressed by its own; refused, naming the node, where one cannot be. What is written, read and
/// written again is the same file.
Result<void> writeOnnx(const Graph& graph, const std::string& path, std::optional<int64_t> opset = {});

/// The names of a model's inputs, without those that have a value in the file.
Result<std::vector<std::string>> readOnnxInputs(const std::string& path);
/// A tensor in a file of its own, as ONNX's test data are.
Result<Tensor> readOnnxTensor(const std::string& path);

} // namespace knobscope
