// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/onnxfile.h"
#include "core/graph/onnx/rawdata.h"
#include "core/graph/uniquenames.h"

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace knobscope {

/// Builds a graph from a parsed model.
class Importer
{
public:
    /// `raw` holds the raw_data that was cut from the model's initializers.
    Importer(const onnx::ModelProto& model, RawData raw, std::string folder, const ImportOptions& options)
        : m_proto(model.graph())
        , m_model(model)
        , m_raw(std::move(raw))
        , m_folder(std::move(folder))
        , m_options(options)
    {
    }

    Result<ImportedGraph> run();

private:
    Result<void> readOpset();
    Result<void> readInitializers();
    Result<void> readInputs();
    Result<void> readInput(const onnx::ValueInfoProto& input);
    Result<Shape> inputShape(const onnx::ValueInfoProto& input) const;
    /// Error code for a rejected operator: Corrupt, unless the user chose its inputs.
    ErrorCode codeOf(const Error& refusal) const;
    void collectNames();
    Result<std::vector<int>> orderedNodes() const;
    Result<void> readNode(const onnx::NodeProto& proto);
    Result<void> addNode(Node node);
    Result<void> addExpanded(Node node, const std::string& domain);
    Result<void> addConstantNode(const Node& node, const std::map<std::string, Tensor>& tensors);
    Result<void> readOutputs();
    void nameDeclaredTypes();
    void assignDeclaredTypes(const Node& node);
    void rejectNode(Node node, const Sentence& why);
    Result<ValueId> declare(const std::string& name);

    const onnx::GraphProto& m_proto;
    const onnx::ModelProto& m_model;
    RawData m_raw;
    std::string m_folder;
    const ImportOptions& m_options;
    ImportedGraph m_result;
    std::map<std::string, ValueId> m_ids;
    UniqueNames m_names; ///< names in the file, and generated ones
    std::map<ValueId, Sentence> m_unknown; ///< why a value has no type
    std::map<std::string, TensorType> m_declared;
    int64_t m_folded = 0; ///< elements computed during import
};

} // namespace knobscope
