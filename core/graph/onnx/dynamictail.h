// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace knobscope {

struct TailModel;
using SharedTensor = std::shared_ptr<const Tensor>;

/// The dynamic tail of a model: the nodes whose outputs' shapes, number of iterations or branch depend on data, and all nodes
/// that read their outputs. It follows the graph, whose shapes are known before a network runs, and is computed by the operators'
/// definitions. It reads outputs of the graph, and never the other way round.
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
    std::string description; ///< of what it computes, without names (fingerprintOf)
    std::shared_ptr<const TailModel> model; ///< for runTail(); may be dropped where the tail only is shown
};

/// Elements that a tail may compute: some seconds, and at most 2 GiB.
constexpr int64_t kMostInTail = int64_t{1} << 28;

/// Computes the outputs of the whole model from those of the graph, on the threads of `workers` if given. Errors name the node;
/// also an error: more than `mostElements`, or loops that are unrolled into more nodes than an import allows.
Result<std::vector<SharedTensor>> runTail(const DynamicTail& tail, const std::vector<SharedTensor>& graphOutputs,
                                          const Workers* workers = nullptr, int64_t mostElements = kMostInTail);

} // namespace knobscope
