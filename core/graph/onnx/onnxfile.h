// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <map>
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

/// Writes a graph, constants in the file, as a model of ONNX's opset 17; refused where a node is none of that opset.
Result<void> writeOnnx(const Graph& graph, const std::string& path);

/// The names of a model's inputs, without those that have a value in the file.
Result<std::vector<std::string>> readOnnxInputs(const std::string& path);
/// A tensor in a file of its own, as ONNX's test data are.
Result<Tensor> readOnnxTensor(const std::string& path);

} // namespace knobscope
