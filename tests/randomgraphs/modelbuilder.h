// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tensor.h"

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace knobscope::randomgraphs {

/// A tensor of the model under construction, as a position in ModelBuilder::edges().
using EdgeId = int;
constexpr EdgeId kNoEdge = -1;

/// Values that an input may take: whole numbers and real numbers alike, both ends included.
struct ValueRange {
    double low = 0, high = 0;
};

struct Edge {
    std::string name;
    TensorType type;
    std::optional<Tensor> constant;
    std::optional<ValueRange> range; ///< of an input that an operator restricts, an index for example
    bool isInput = false;
    bool isRead = false;
};

using NodeAttributes = std::vector<onnx::AttributeProto>;
onnx::AttributeProto attribute(const std::string& name, int64_t value);
onnx::AttributeProto attribute(const std::string& name, double value);
onnx::AttributeProto attribute(const std::string& name, const std::string& value);
onnx::AttributeProto attribute(const std::string& name, const std::vector<int64_t>& values);
onnx::AttributeProto attribute(const std::string& name, const std::vector<float>& values);
onnx::AttributeProto attribute(const std::string& name, const Tensor& value);

/// Largest number of elements of a tensor that the builder makes.
constexpr int64_t kMostGenerated = 20'000;

/// Builds a random model node by node. Everything follows from the seed.
class ModelBuilder
{
public:
    explicit ModelBuilder(uint64_t seed);

    // Draws.
    int64_t draw(int64_t low, int64_t high); ///< both included
    double real(double low, double high);
    bool chance(double probability);
    template<class T>
    const T& oneOf(const std::vector<T>& list)
    {
        return list[static_cast<size_t>(draw(0, static_cast<int64_t>(list.size()) - 1))];
    }
    /// Extents of a tensor with so many axes and at most `most` elements.
    Shape shape(size_t rank, int64_t most = 2'000);

    int64_t opset() const { return m_opset; }
    const Edge& edge(EdgeId id) const { return m_edges[static_cast<size_t>(id)]; }
    const Shape& shapeOf(EdgeId id) const { return edge(id).type.shape; }
    const std::vector<Edge>& edges() const { return m_edges; }

    // Edges. kNoEdge where none fits.
    /// A tensor that is no constant, often the newest.
    EdgeId pick(const std::function<bool(const Edge&)>& fits = [](const Edge&) { return true; });
    /// A tensor of real numbers with so many axes; a new input where there is none.
    EdgeId pickReal(size_t leastRank, size_t mostRank);
    EdgeId addInput(const TensorType& type, std::optional<ValueRange> range = std::nullopt);
    /// As an initializer, a node Constant, or an initializer that is an input as well.
    EdgeId addConstant(const Tensor& tensor);
    EdgeId addNumbers(const std::vector<int64_t>& numbers)
    {
        return addConstant(Tensor::of<int64_t>({std::ssize(numbers)}, numbers));
    }
    EdgeId addRandomConstant(const TensorType& type, double low, double high);

    /// Adds a node where ONNX allows it: attributes that the operator lacks in this opset are left out. False where the node is
    /// not valid or makes too much.
    bool addNode(const std::string& op, const std::vector<EdgeId>& inputs, const NodeAttributes& attributes = {},
                 int outputs = 1);
    /// The last output of the newest node.
    EdgeId newest() const { return m_newest; }
    int nodes() const { return m_model.graph().node_size(); }

    /// A cast of real numbers to integers is undefined for NaN and infinities, and some operators leave open what they do with
    /// NaN.
    void forbidSpecialValues() { m_allowsSpecialValues = false; }
    bool allowsSpecialValues() const { return m_allowsSpecialValues; }

    /// Chooses the outputs. Nullopt where the graph computes nothing.
    std::optional<onnx::ModelProto> finish();
    std::vector<const Edge*> inputs() const;

private:
    std::string newName();
    EdgeId add(Edge edge);
    void declare(onnx::ValueInfoProto& info, const Edge& edge, bool withShape);

    std::mt19937_64 m_random;
    onnx::ModelProto m_model;
    int64_t m_opset = 0;
    std::vector<Edge> m_edges;
    std::set<std::string> m_names;
    EdgeId m_newest = kNoEdge;
    bool m_allowsSpecialValues = true;
};

} // namespace knobscope::randomgraphs
