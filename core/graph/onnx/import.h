// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/onnxfile.h"
#include "core/graph/onnx/protonode.h"
#include "core/graph/onnx/rawdata.h"
#include "core/graph/onnx/tailmodel.h"
#include "core/graph/uniquenames.h"

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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
    /// Computes all nodes of a tail, whose other values are `known`, and returns its outputs.
    Result<std::vector<SharedTensor>> compute(const DynamicTail& tail, const std::map<std::string, SharedTensor>& known,
                                              const TailRun& run);

private:
    friend class SectionFinder;
    /// Entries that one node of the file added to the lists of m_result: up to where the next node's begin.
    struct NodeRange {
        int node = 0; ///< index in the file
        size_t nodes = 0, unsupported = 0, computed = 0; ///< index of its first entry in each list
    };
    Result<void> readOpset();
    Result<void> readInitializers();
    Result<void> readInitializer(const onnx::TensorProto& proto, std::optional<std::string_view> raw);
    Result<void> readInputs();
    Result<void> readInput(const onnx::ValueInfoProto& input);
    Result<Shape> inputShape(const onnx::ValueInfoProto& input) const;
    /// Error code for a rejected operator: Corrupt, unless the user chose its inputs.
    ErrorCode codeOf(const Error& refusal) const;
    void collectNames();
    void addReadNames(const onnx::GraphProto& graph);
    std::vector<std::string> namedOutputs(const onnx::NodeProto& proto) const;
    Result<std::vector<int>> orderedNodes(const onnx::GraphProto& graph) const;
    Result<void> readNode(const onnx::NodeProto& proto);
    Result<void> addNode(Node node);
    Result<void> addExpanded(Node node, const std::string& domain);
    Result<void> addConstantNode(const Node& node, const std::map<std::string, Tensor>& tensors);
    Result<void> readOutputs();

    // deferredpart.cpp
    std::vector<bool> deferredNodes() const;
    const onnx::NodeProto* uncomputable(const std::vector<bool>& isDeferred) const;
    void refuseDeferred(const onnx::NodeProto& reader);
    void deferTail();
    void dropDeferred(const std::vector<bool>& isDeferred);
    std::shared_ptr<DynamicTail> tailOf(const std::vector<bool>& isDeferred);

    // dynamictail.cpp
    Result<bool> computeSection(const TailSection& section, size_t index, const SectionRunner& runner);

    // controlflow.cpp
    Result<void> readControlFlow(const onnx::NodeProto& proto, Node node);
    Result<std::vector<ValueId>> unrollIf(const onnx::NodeProto& proto, const Node& node);
    Result<std::vector<ValueId>> unrollLoop(const onnx::NodeProto& proto, const Node& node);
    Result<std::vector<ValueId>> unrollScan(const onnx::NodeProto& proto, const Node& node, const NodeContents& contents);
    Result<int64_t> scannedExtent(const std::vector<ValueId>& scanned, const std::vector<int64_t>& axes) const;
    Result<std::vector<ValueId>> readBody(const onnx::GraphProto& body, const std::string& prefix,
                                          const std::vector<ValueId>& inputs);
    Result<std::vector<ValueId>> readContents(const onnx::GraphProto& body);
    bool reuseConstant(const void* proto, const std::string& name);
    Result<ValueId> stack(const std::string& name, const std::vector<ValueId>& parts, int64_t axis,
                          const onnx::ValueInfoProto& part);
    Result<int64_t> knownNumber(ValueId id, const char* what) const;
    Result<ValueId> apply(const char* op, const std::string& name, std::vector<ValueId> inputs, Attributes attributes);
    ValueId scalar(const std::string& name, Tensor tensor);

    void nameDeclaredTypes();
    void assignDeclaredTypes(const Node& node);
    Result<void> rejectNode(Node node, const Error& why);
    Result<void> rejectReader(Node node, ValueId unknown);
    Result<ValueId> declare(const std::string& name);

    const onnx::GraphProto& m_proto;
    const onnx::ModelProto& m_model;
    RawData m_raw;
    std::string m_folder;
    const ImportOptions& m_options;
    ImportedGraph m_result;
    std::map<std::string, ValueId> m_ids; ///< by the names that the graph or body being read knows
    std::string m_prefix;                  ///< of names in the body being read
    std::map<const void*, ValueId> m_bodyConstants; ///< by their place in the parsed model
    int64_t m_unrolled = 0;                ///< nodes of bodies read so far
    std::set<std::string> m_read; ///< names that a node or output reads
    UniqueNames m_names; ///< names in the file, and generated ones
    std::map<ValueId, Sentence> m_unknown; ///< why a value has no type
    std::map<std::string, TensorType> m_declared;
    int64_t m_folded = 0; ///< elements computed during import
    std::set<ValueId> m_late; ///< values whose types depend on data
    std::vector<NodeRange> m_ranges; ///< in the order in which the nodes were read
    std::optional<int64_t> m_mostInTail; ///< set while a tail is computed: every node must be, and these elements at most
    const Workers* m_workers = nullptr;
};

/// True for a node that is valid, but cannot be computed, or not before the network runs.
inline bool isRefusal(const Error& error)
{
    return error.code == ErrorCode::Unsupported || error.code == ErrorCode::DependsOnData;
}
/// True for If, Loop and Scan.
bool isControlFlow(const onnx::NodeProto& proto);
/// Names of the values that a node reads: its inputs, and what its bodies read of the graph around them.
std::set<std::string> namesReadBy(const onnx::NodeProto& proto);

} // namespace knobscope
