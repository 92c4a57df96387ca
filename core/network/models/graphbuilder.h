// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// A convolution in the notation of papers. Pairs are height, width.
struct ConvForm {
    int64_t channels = 1;
    std::array<int64_t, 2> kernel{1, 1};
    std::array<int64_t, 2> stride{1, 1};
    std::array<int64_t, 2> pad{0, 0}; ///< on each side
    int64_t groups = 1;
    bool hasBias = false;

    static ConvForm square(int64_t channels, int64_t kernel, int64_t stride = 1, int64_t pad = 0);
    ConvForm withBias() const;
    ConvForm inGroups(int64_t count) const;
};

/// A pool over square windows.
struct PoolForm {
    int64_t kernel = 2, stride = 2, pad = 0;
    bool ceil = false; ///< also counts a last window that only begins inside
};

/// Builds a graph layer by layer; a layer's name is that of its node and output. Weights are pseudo-random and equal in every
/// process: each sum of products is scaled by the expected square of its input, so that numbers neither vanish nor explode in
/// deep networks, and batch norms have matching statistics.
/// Keeps the first error (such as an input too small for a window); later calls add nothing, and finish() returns the error.
class GraphBuilder
{
public:
    explicit GraphBuilder(std::string name);

    ValueId input(const std::string& name, const Shape& shape);
    ValueId conv(const std::string& name, ValueId x, const ConvForm& form);
    /// A fully connected layer with a bias.
    ValueId dense(const std::string& name, ValueId x, int64_t outputs);
    ValueId batchNorm(const std::string& name, ValueId x, double epsilon = 1e-5);
    /// A convolution, followed by the batch norm NAME.norm.
    ValueId convNorm(const std::string& name, ValueId x, const ConvForm& form, double epsilon = 1e-5);
    /// The same, followed by NAME.relu.
    ValueId convNormRelu(const std::string& name, ValueId x, const ConvForm& form, double epsilon = 1e-5);
    ValueId relu(const std::string& name, ValueId x);
    /// min(max(x, 0), 6)
    ValueId relu6(const std::string& name, ValueId x);
    ValueId maxPool(const std::string& name, ValueId x, const PoolForm& form);
    /// Includes the padding in the average.
    ValueId averagePool(const std::string& name, ValueId x, const PoolForm& form);
    ValueId globalAveragePool(const std::string& name, ValueId x);
    ValueId flatten(const std::string& name, ValueId x);
    ValueId softmax(const std::string& name, ValueId x);
    ValueId add(const std::string& name, ValueId a, ValueId b);
    ValueId concat(const std::string& name, const std::vector<ValueId>& parts, int64_t axis = 1);
    /// Any other operator; the expected square of its output is that of its first input.
    ValueId node(const std::string& op, const std::string& name, std::vector<ValueId> inputs, Attributes attributes = {});
    ValueId constant(const std::string& name, Tensor tensor);

    /// Extent `axis` of a tensor; 1 if it has no such axis.
    int64_t extent(ValueId id, size_t axis) const;
    Result<Graph> finish(std::vector<ValueId> outputs) &&;

private:
    ValueId weights(const std::string& name, const Shape& shape, double low, double high);
    /// Weights for sums of `terms` products, each with an element of x.
    ValueId factors(const std::string& name, const Shape& shape, int64_t terms, ValueId x);
    double& square(ValueId id) { return m_squares[static_cast<size_t>(id)]; }
    ValueId withSquare(ValueId id, double square);

    Graph m_graph;
    std::vector<double> m_squares; ///< expected square of an element, by value
    Result<void> m_right;          ///< the first error
};

} // namespace knobscope
