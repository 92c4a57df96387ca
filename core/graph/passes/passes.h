// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace knobscope {

/// Report of a pass: its name, and a sentence for each change.
struct PassReport {
    std::string pass;
    std::vector<std::string> lines;
};

/// Turns a Conv, MatMul or Gemm that reads DequantizeLinear of 8-bit data and of constant weights into sums of int16
/// (ConvInteger, MatMulInteger), to which it adds the bias and which it scales as float32 numbers, so that what follows, down to
/// the next QuantizeLinear, can be its epilogue. Kernels keep the data without their zero points, as int16: two products are
/// added exactly by one instruction of every x86, and padding is zero. Leaves layers whose sums could exceed int32, and
/// convolutions in groups that dot products do not divide.
Result<PassReport> integerConvs(Graph& graph);
/// How multiplyBytes() computes a sum of products.
enum class ByteProducts : uint8_t {
    No, ///< unchanged
    Yes,
    PaddedBefore ///< its data are padded with their zero point by an operator of its own
};
ByteProducts byteProductsOf(const Graph& graph, const Node& node);
/// Makes sums of int16 (integerConvs) sums of uint8 by int8, for targets that multiply bytes (multipliesBytes()): between kernels
/// are then the bytes that QuantizeLinear makes. sum((x - zero) * w) = sum(x * w) - zero * sum(w), which the bias takes up. Data
/// in int8 are kept as uint8, moved by 128. Leaves sums whose weights without zero points do not fit int8, depthwise ones, and
/// the nodes `kept`. Idle on other graphs.
Result<PassReport> multiplyBytes(Graph& graph, const std::set<size_t>& kept = {});
/// Turns a MatMul of two computed factors that DequantizeLinear makes of bytes, as in the attention of quantized transformers,
/// into a product of integers without zero points, whose sums are scaled behind it. The integers are numbers of bfloat16
/// (Value::isBfloat16), which has all of them exactly, and sums of up to 2^24 are exact in float32.
Result<PassReport> integerFactors(Graph& graph);
/// Lets a MaxPool between DequantizeLinear and QuantizeLinear of the same scale and zero point choose among the integers.
Result<PassReport> poolIntegers(Graph& graph);
inline constexpr const char* kFoldingPass = "constant folding"; ///< PassReport::pass of foldConstants
/// Evaluates nodes whose inputs are all constants, and makes their outputs constants.
Result<PassReport> foldConstants(Graph& graph);
/// Makes the readers of a node read an earlier node's outputs if operator, inputs and attributes are the same. Exporters write
/// one DequantizeLinear for each reader.
Result<PassReport> mergeEqualNodes(Graph& graph);
/// Folds batch norms into the weights and bias of the preceding convolution, also a transposed one. Turns other batch norms into
/// a multiplication and an addition with constants, which can be an epilogue.
Result<PassReport> foldBatchNorms(Graph& graph);
/// Turns convolutions over three axes with constant weights into convolutions of images, which templates compute: for each output
/// depth an image with the channels of all depths that its window covers. Leaves depthwise ones, and those whose images would
/// take more than 1 GB.
Result<PassReport> depthConvs(Graph& graph);
/// Turns transposed convolutions over at most three axes with constant weights into convolutions, which templates compute: one
/// output channel for each position between two input elements, interleaved afterwards. Leaves those that would multiply many
/// zeros. Where the stride does not divide the window some zeros remain, and an infinite input makes its neighbours' outputs NaN,
/// as Winograd's transforms do.
Result<PassReport> subpixelConvs(Graph& graph);
/// Turns convolutions with few outputs into some whose outputs fill a vector: those of neighbouring pixels become channels,
/// interleaved afterwards. The larger window multiplies some inputs by zero, so that an infinite input makes the outputs of its
/// neighbours NaN, as Winograd's transforms do.
Result<PassReport> pixelConvs(Graph& graph);
/// Orders the outputs of convolutions with constant weights that a DepthToSpace reads by phase ("DCR"), where exporters of
/// PixelShuffle order them by channel: then it moves whole blocks of channels.
Result<PassReport> pixelShuffles(Graph& graph);
/// Turns convolutions of float32 images of few channels whose windows lie side by side, as vision transformers cut images into
/// patches, into products of matrices: a block of channels would be almost empty.
Result<PassReport> patchConvs(Graph& graph);
/// Gives each element-wise reader of a DequantizeLinear its own one, so that it reads the integers; sums of these count in the
/// units of the QuantizeLinear that follows.
Result<PassReport> dequantizeInReaders(Graph& graph);
/// Turns x / 2 * (1 + erf(x / sqrt 2)), as exporters of old opsets write it, into Gelu, which takes half as long and does not
/// cancel.
Result<PassReport> recognizeGelu(Graph& graph);
/// Removes nodes that have no effect in inference, nodes that no output depends on, and unused constants.
Result<PassReport> removeDeadNodes(Graph& graph);

/// Rounds both factors of all products (Conv, ConvTranspose, Gemm, MatMul) to bfloat16, which stay float32 numbers
/// (Value::isBfloat16); sums and all other operators compute as before. A computed factor is rounded where it is computed, before
/// operators that only move elements, and everything that reads it reads the rounded numbers. Idle on factors that are rounded
/// already.
Result<PassReport> roundProductsToBfloat16(Graph& graph);
/// Whether a node is a Cast that rounds to bfloat16.
bool isRoundingToBfloat16(const Node& node);

/// The least and the largest element of values, by name.
using ValueRanges = std::map<std::string, std::array<double, 2>>;
/// The data that the layers read which quantizeLayers() changes.
std::vector<ValueId> valuesToQuantize(const Graph& graph);
/// The range of each of these over all sets of inputs, from the interpreter.
Result<ValueRanges> rangesOf(const Graph& graph, const std::vector<std::vector<Tensor>>& inputSets,
                             const std::atomic<bool>* stop = nullptr);
/// Quantizes the weights of layers that templates compute on integers to int8, with a scale for each output channel, and their
/// data to uint8, with one scale, as files in QDQ format do; other readers of the data read the integers, too. Fails for a graph
/// without such layers, and without a finite range of their data.
Result<PassReport> quantizeLayers(Graph& graph, const ValueRanges& ranges);

/// The elements of a node's input; null if it is absent or no constant.
const Tensor* constantOf(const Graph& graph, const Node& node, size_t input);

/// Runs all of these but recognizeGelu in order and checks the result.
Result<std::vector<PassReport>> simplify(Graph& graph);

/// Nodes that are computed together, as indices into Graph::nodes: an anchor, and element-wise operators after it. Each reads the
/// output of one of the nodes before; only the last one's output is read elsewhere.
struct Group {
    size_t anchor = 0;
    std::vector<size_t> epilogue;
};

/// Whether each element of a node's output depends on many of its input: pools, norms, softmax and reductions.
bool isFold(const Node& node);

/// All nodes of a group, the anchor first.
std::vector<size_t> nodesOf(const Group& group);
/// Output of a group: that of its last node.
ValueId outputOf(const Graph& graph, const Group& group);

/// Returns groups in topological order. Each node that is not element-wise starts one. Element-wise operators join the last group
/// of a sum of products, a fold or element-wise operators that they read from if they have its output's shape and no other node
/// reads what they read of it; other element-wise operators form groups of their own. A DequantizeLinear that one element-wise
/// operator reads joins that one's group, so that integers are between the groups.
std::vector<Group> groupEpilogues(const Graph& graph);
/// Reports one line for each group that has an epilogue.
PassReport describeGroups(const Graph& graph, const std::vector<Group>& groups);

} // namespace knobscope
