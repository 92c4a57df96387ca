// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <string>
#include <vector>

namespace knobscope {

/// What a pass did: its name, and a sentence a change.
struct PassReport {
    std::string pass;
    std::vector<std::string> lines;
};

/// Computes the nodes whose inputs are all constants. What they make is a constant then.
Result<PassReport> foldConstants(Graph& graph);
/// Puts batch norms into the weights and bias of the convolution before them; one that follows no such convolution becomes a
/// multiplication and an addition with constants, which can be an epilogue.
Result<PassReport> foldBatchNorms(Graph& graph);
/// Takes out nodes that change nothing in inference, and those that no output of the graph depends on; forgets unread constants.
Result<PassReport> removeDeadNodes(Graph& graph);

/// All of these, in their order, and a check of the result.
Result<std::vector<PassReport>> simplify(Graph& graph);

/// Nodes that are computed together, as positions in Graph::nodes: an anchor, and the element-wise operators that follow it, each
/// on what the one before it made.
struct Group {
    size_t anchor = 0;
    std::vector<size_t> epilogue;
};

/// All its nodes: the anchor first.
std::vector<size_t> nodesOf(const Group& group);
/// What a group makes in the end.
ValueId outputOf(const Graph& graph, const Group& group);

/// Groups in an order in which they can be computed; each node that is not element-wise begins one. An element-wise operator
/// joins the last of the groups that it reads from, if nothing else reads what that group makes and the shape stays; other chains
/// of them are groups of their own.
std::vector<Group> groupEpilogues(const Graph& graph);
/// One line a group that has an epilogue.
PassReport describeGroups(const Graph& graph, const std::vector<Group>& groups);

} // namespace knobscope
