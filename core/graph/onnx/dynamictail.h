// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"
#include "core/graph/rowwise.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace knobscope {

struct TailModel;
using SharedTensor = std::shared_ptr<const Tensor>;

/// Nodes of a tail with products or convolutions by constant weights, which compute each item (a row, an image) alone: only the
/// number of items depends on data. Kernels for some items at a time compute all of them.
struct TailSection {
    Graph graph; ///< leading extents of its inputs stand for the number of items (withLeadingExtent())
    std::vector<size_t> layers; ///< its products or convolutions: indices in the graph's nodes
    bool hasImages = false;     ///< its layers are convolutions of images, otherwise products of rows
    std::vector<int> nodes;     ///< of TailModel, in order
    std::vector<std::string> inputs, outputs; ///< names in the tail, in the graph's order

    /// Items that kernels compute at once: with rows enough to read weights seldom, and few enough to waste little of the last
    /// part.
    int64_t itemsAtOnce() const { return hasImages ? 1 : std::max<int64_t>(1, 64 / rowsOfItem(graph, layers)); }
    /// Rows that its products multiply at once, if it has no images.
    int64_t rowsAtOnce() const { return itemsAtOnce() * rowsOfItem(graph, layers); }
};

/// The dynamic tail of a model: the nodes whose outputs' shapes, number of iterations or branch depend on data, and all nodes
/// that read their outputs. It follows the graph, whose shapes are known before a network runs, and is computed by the operators'
/// definitions, except for its sections. It reads outputs of the graph, and never the other way round.
struct DynamicTail {
    /// An output of the model, in its order.
    struct Output {
        std::string name;
        bool isOfTail = false;
        size_t index = 0; ///< in the outputs of the tail or of the graph
    };
    std::string cause, causeOperator; ///< name and operator of its first node, whose output's shape depends on data
    int nodes = 0;
    std::map<std::string, int> operators; ///< number of its nodes, by operator
    std::string summary; ///< names of its operators in order, at most six: "NonMaxSuppression + Cast + Gather"
    std::map<std::string, size_t> inputs; ///< what it reads: names, and indices in the graph's outputs
    std::vector<Output> outputs;
    std::vector<TailSection> sections; ///< what kernels can compute; their inputs' shapes are expected ones
    std::string description; ///< of what it computes, without names (fingerprintOf)
    std::shared_ptr<const TailModel> model; ///< for runTail(); may be dropped where the tail only is shown
};

/// Elements that a tail may compute: some seconds, and at most 2 GiB.
constexpr int64_t kMostInTail = int64_t{1} << 28;

/// Computes the outputs of a section for inputs of its types with any number of items; nullopt: its operators' definitions are to
/// compute them.
using SectionRunner =
    std::function<Result<std::optional<std::vector<Tensor>>>(size_t section, const std::vector<SharedTensor>& inputs)>;

/// How a tail is computed.
struct TailRun {
    const Workers* workers = nullptr; ///< threads; null: the caller's
    int64_t mostElements = kMostInTail;
    SectionRunner sections; ///< empty: by definition, as are sections whose inputs are not of the expected types
};

/// Computes the outputs of the whole model from those of the graph. Errors name the node; also an error: more than
/// `mostElements`, or loops that are unrolled into more nodes than an import allows.
Result<std::vector<SharedTensor>> runTail(const DynamicTail& tail, const std::vector<SharedTensor>& graphOutputs,
                                          const TailRun& run = {});

} // namespace knobscope
