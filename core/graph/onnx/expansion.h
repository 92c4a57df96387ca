// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"
#include "core/graph/uniquenames.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Collects standard nodes that together compute one node of a file. The inputs' types must be known. Attributes and inputs are
/// read by call(), which throws an OperatorError for what is wrong or not supported.
class Expansion
{
public:
    Expansion(Graph& graph, const Node& node, UniqueNames& names);
    Expansion(const Expansion&) = delete;
    Expansion& operator=(const Expansion&) = delete;

    const OperatorCall& call() const { return m_call; }
    ValueId input(size_t i) const { return m_call.has(i) ? m_node.inputs[i] : kNoValue; }
    bool isRead(size_t output) const { return output < m_node.outputs.size() && m_node.outputs[output] != kNoValue; }

    /// Adds a node and returns its output.
    ValueId apply(const char* op, std::vector<ValueId> inputs, Attributes attributes = {});
    /// Adds a node that computes an output of the expanded node; none if no node reads that.
    void finish(size_t output, const char* op, std::vector<ValueId> inputs, Attributes attributes = {});
    /// Splits a value along its last axis.
    std::vector<ValueId> split(ValueId from, const std::vector<int64_t>& sizes);
    ValueId reshape(ValueId from, const Shape& shape);
    ValueId transpose(ValueId from, const std::vector<int64_t>& perm);

    /// A scalar of the first input's type.
    ValueId number(double value);
    ValueId integers(const std::vector<int64_t>& values);
    ValueId constant(Tensor tensor);

    std::vector<Node> take() { return std::move(m_nodes); }

private:
    ValueId add(const char* what);

    Graph& m_graph;
    const Node& m_node;
    UniqueNames& m_names;
    std::vector<TensorType> m_types; ///< of the inputs; those in the graph move when it grows
    OperatorCall m_call;
    std::vector<Node> m_nodes;
};

/// True if a tensor of that shape repeats within the other one.
bool repeatsIn(const Shape& shape, const Shape& whole);

/// True for operators that are expressed by others on reading: of ONNX Runtime's domain, or of new opsets.
bool isExpanded(const std::string& domain, const std::string& op);
/// Returns nodes that compute the node's outputs. Errors do not name the node.
Result<std::vector<Node>> expand(Graph& graph, const Node& node, UniqueNames& names, const std::string& domain);

// ---- the families, one a file ----

void expandFused(Expansion& to);         ///< products, convolutions and activations with their neighbours
void expandNormalization(Expansion& to); ///< sums with their normalization, embeddings, batches in training
void expandAttention(Expansion& to);     ///< ONNX's Attention, of opset 23
void expandRuntimeAttention(Expansion& to); ///< ONNX Runtime's Attention and MultiHeadAttention
void expandRotary(Expansion& to); ///< RotaryEmbedding of both

/// Softmax(q k^T * scale + mask) v. Extents: q [batch, heads, queries, size], k and v [batch, groups, keys, size].
struct AttentionCore {
    ValueId q = kNoValue, k = kNoValue, v = kNoValue;
    int64_t batch = 0, heads = 0, groups = 0, queries = 0, keys = 0, size = 0, valueSize = 0;
    double scale = 0, softcap = 0;
    std::vector<ValueId> masks; ///< added to the scores
    /// Computes [batch, heads, queries, valueSize].
    ValueId add(Expansion& to) const;
};
/// Constant that, added to scores, lets query i read the keys 0 to i + past.
ValueId causalMask(Expansion& to, int64_t queries, int64_t keys, int64_t past);

} // namespace knobscope
