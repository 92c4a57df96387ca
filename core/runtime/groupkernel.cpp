// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/groupkernel.h"

#include "core/ir/sharing.h"
#include "core/lower/lower.h"
#include "core/runtime/cutgroups.h"
#include "core/runtime/definition.h"
#include "core/runtime/movedvalue.h"
#include "core/runtime/rowschedule.h"
#include "core/runtime/valueplaces.h"

#include <algorithm>
#include <map>
#include <set>

namespace knobscope {
namespace {

using ir::Expr;

constexpr int64_t kLanes = 16; // of a default schedule: one vector of AVX-512, two or four of smaller ones

/// Reads the element at indices along a value's axes.
Expr readAt(const ir::Tensor& tensor, ValueLayout layout, std::span<const Expr> at)
{
    std::vector<Expr> indices(at.begin(), at.end());
    if (!layout.isPlain()) {
        indices.push_back(ir::floorMod(indices[1], Expr(layout.block)));
        indices[1] = ir::floorDiv(indices[1], Expr(layout.block));
    }
    return tensor(std::move(indices));
}

/// Indices into a broadcast tensor: 0 along extents of 1, without the axes that it lacks.
std::vector<Expr> repeated(std::span<const Expr> at, const Shape& shape)
{
    std::vector<Expr> indices;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
        indices.push_back(shape[axis] == 1 ? Expr(int64_t{0}) : at[at.size() - shape.size() + axis]);
    }
    return indices;
}

/// Indices along a product's axes from those of its kernel, whose output has the shape `product`: the kernel's first axis is all
/// axes before its others, or none. In a batch of one it is the rows that may lie along several axes.
std::vector<Expr> unfolded(std::span<const Expr> at, const Shape& product, const Shape& shape)
{
    at = at.size() > 2 && product.front() == 1 ? at.subspan(1) : at;
    const size_t kept = std::min(at.size() - 1, shape.size());
    std::vector<Expr> indices(at.end() - static_cast<std::ptrdiff_t>(kept), at.end());
    Expr rest = at.front();
    for (size_t axis = shape.size() - kept; axis-- > 0;) {
        indices.insert(indices.begin(), axis == 0 ? rest : ir::floorMod(rest, Expr(shape[axis])));
        rest = ir::floorDiv(rest, Expr(shape[axis]));
    }
    return indices;
}

/// Collects the parameters of a kernel while its expressions are built.
class Reads
{
public:
    /// `product`: shape of the kernel's output if it is a matrix or a batch of them, since the graph may have its rows or batch
    /// along several axes; else empty.
    Reads(const Graph& graph, const Shape& output, ValueLayout layout, Shape product = {})
        : m_graph(graph)
        , m_output(output)
        , m_layout(layout)
        , m_product(std::move(product))
    {
    }

    /// Returns the parameter for a value in a layout; creates it on first use.
    const ir::Tensor& parameter(ValueId value, ValueLayout layout)
    {
        return parameter(value, layout, extentsIn(layout, m_graph.value(value).type->shape));
    }

    const ir::Tensor& parameter(ValueId value, ValueLayout layout, const Shape& extents)
    {
        for (size_t i = 0; i < inputs.size(); ++i) {
            if (inputs[i].value == value && inputs[i].layout == layout) {
                return tensors[i];
            }
        }
        tensors.push_back(ir::placeholder(fmt::format("in{}", tensors.size()), extents.empty() ? Shape{1} : extents,
                                          keptType(m_graph.value(value))));
        inputs.push_back({value, layout, false, extents});
        return tensors.back();
    }

    /// Reads the element of a broadcast value for the output element `at`, as a float32 number.
    Expr element(ValueId value, std::span<const Expr> at) { return ir::cast(ir::float32, stored(value, at)); }

    /// Reads the element at indices along a value's axes, as a float32 number.
    Expr elementIn(ValueId value, ValueLayout layout, std::span<const Expr> at)
    {
        return ir::cast(ir::float32, readAt(parameter(value, layout), layout, at));
    }

    std::vector<KernelParameter> inputs;
    std::vector<ir::Tensor> tensors;

private:
    Expr stored(ValueId value, std::span<const Expr> at)
    {
        const Value& read = m_graph.value(value);
        const Shape& shape = read.type->shape;
        if (read.constant && elementsOf(shape) == 1) {
            return ir::constant(read.constant->reals()[0], ir::float32);
        }
        if (shape.empty()) {
            return parameter(value, {})({Expr(int64_t{0})});
        }
        if (m_product.empty()) {
            const ValueLayout layout = shape == m_output ? m_layout : ValueLayout{};
            return readAt(parameter(value, layout), layout, repeated(at, shape));
        }
        return shape == m_output ? parameter(value, {}, m_product)(std::vector<Expr>(at.begin(), at.end()))
                                 : parameter(value, {})(repeated(unfolded(at, m_product, m_output), shape));
    }

    const Graph& m_graph;
    const Shape& m_output;
    ValueLayout m_layout;
    Shape m_product;
};

/// Applies element-wise nodes to one element; `made` is the group's value that the first one reads. Binds values that are read
/// more than once to variables.
Result<Expr> chained(const Graph& graph, std::span<const size_t> nodes, ValueId made, Expr value, std::span<const Expr> at,
                     Reads& reads)
{
    ir::FormulaChain chain;
    std::map<ValueId, Expr> inside;
    const auto keep = [&](ValueId id, size_t after) {
        const auto readers = std::ranges::count_if(nodes.subspan(after), [&](size_t n) {
            return std::ranges::find(graph.nodes[n].inputs, id) != graph.nodes[n].inputs.end();
        });
        inside[id] = readers > 1 ? chain.named(value) : value;
    };
    if (made != kNoValue) {
        keep(made, 0);
    }
    for (size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = graph.nodes[nodes[i]];
        std::vector<Expr> inputs;
        for (const ValueId input : node.inputs) {
            const auto known = inside.find(input);
            inputs.push_back(input == kNoValue             ? Expr()
                             : known != inside.end()       ? known->second
                             : !isRead(graph.value(input)) ? Expr()
                                                           : reads.element(input, at));
        }
        try {
            const OperatorCall call(graph, node);
            const auto formula = [&](const std::vector<Expr>& x) { return elementWise(call, x).value_or(Expr()); };
            value = chain.apply(formula, inputs);
            if (value.isNull()) {
                return fail(ErrorCode::Unsupported, "{} cannot be part of a kernel", nodeText(graph, node));
            }
        } catch (const OperatorError& refusal) {
            return tl::make_unexpected(refusal.error());
        }
        keep(node.outputs[0], i + 1);
        value = inside[node.outputs[0]];
    }
    return chain.finish(value);
}

/// Rounds an element to the type that it is stored in. A choice stays one, which lowering takes out of the loops.
Expr rounded(ir::DataType type, const Expr& value)
{
    const auto* choice = value.as<ir::Select>();
    return choice ? ir::select(choice->condition, rounded(type, choice->whenTrue), rounded(type, choice->whenFalse))
                  : ir::cast(type, value);
}

/// An element of a group's output as its kernel writes it.
Expr stored(const Graph& graph, const Group& group, const Expr& value)
{
    const ir::DataType type = keptType(graph.value(outputOf(graph, group)));
    return graph.nodes[group.anchor].op == "Pad" && group.epilogue.empty() ? rounded(type, value) : ir::cast(type, value);
}

/// `nodes` without a rounding at the end, as storing rounds.
std::span<const size_t> withoutLastRounding(const Graph& graph, std::span<const size_t> nodes)
{
    const bool endsRounding = !nodes.empty() && graph.value(graph.nodes[nodes.back()].outputs[0]).isBfloat16
                           && isRoundingToBfloat16(graph.nodes[nodes.back()]);
    return nodes.first(nodes.size() - (endsRounding ? 1 : 0));
}

const Shape& outputShape(const Graph& graph, const Group& group)
{
    return graph.value(graph.nodes[group.anchor].outputs[0]).type->shape;
}

/// True if a group produces one value that kernels write, nothing is empty, and kernels read all values that it reads, except for
/// constants that operators read themselves. Values between its nodes may be conditions or sums of integers.
bool isForKernel(const Graph& graph, const Group& group)
{
    std::set<ValueId> inside;
    const auto isFine = [&](size_t n) {
        const Node& node = graph.nodes[n];
        const bool makesOne =
            std::all_of(node.outputs.begin() + 1, node.outputs.end(), [](ValueId id) { return id == kNoValue; });
        const bool readsFloats = std::all_of(node.inputs.begin(), node.inputs.end(), [&](ValueId input) {
            return input == kNoValue || isRead(graph.value(input)) || graph.value(input).constant || inside.contains(input);
        });
        inside.insert(node.outputs[0]);
        return makesOne && readsFloats;
    };
    const auto isEmpty = [&](ValueId id) { return id != kNoValue && elementsOf(graph.value(id).type->shape) == 0; };
    const Node& anchor = graph.nodes[group.anchor];
    return std::ranges::all_of(nodesOf(group), isFine) && isStored(graph.value(outputOf(graph, group)))
        && !isEmpty(anchor.outputs[0]) && std::none_of(anchor.inputs.begin(), anchor.inputs.end(), isEmpty);
}

// ---- default schedules ----

/// Parallel outer loops, a vector of the last axis innermost; a reduction into registers, a vector of `rows` rows at a time.
Schedule scheduleByDefault(const ir::Tensor& output, const ir::Tensor& folded, std::vector<ir::Tensor> inputs, int64_t rows = 1)
{
    Schedule s({output});
    s.setInputs(std::move(inputs));
    StageRef out = s[output];
    std::vector<ir::IterVar> axes = out.axes();
    const auto [outer, lane] = out.split(axes.back(), std::min(kLanes, output.shape().back()));
    axes.back() = outer;
    const size_t last = axes.size() - 1;
    if (rows > 1) {
        const auto [tiles, row] = out.split(axes[last - 1], rows);
        axes[last - 1] = tiles;
        out.reorder({tiles, outer, row, lane});
        out.unroll(row);
    }
    const size_t serial =
        axes.size() > 3 && rows == 1 ? 2 : 1; // inside a thread's part: increments indices instead of dividing them
    const std::vector<ir::IterVar> around(axes.begin(),
                                          axes.end() - static_cast<std::ptrdiff_t>(std::min(serial, axes.size() - 1)));
    const ir::IterVar parts = around.size() > 1 ? out.fuse(around) : around.front();
    out.parallel(parts);
    out.vectorize(lane);
    if (!folded.isNull()) {
        StageRef sums = s[folded];
        sums.setScope(ir::Scope::Local);
        sums.computeAt(out, axes.size() > 1 && around.size() < axes.size() ? outer : parts);
        std::vector<ir::IterVar> order = sums.reduceAxes();
        if (rows > 1) {
            order.push_back(sums.axis(last - 1));
            sums.unroll(order.back());
        }
        order.push_back(sums.axes().back());
        sums.reorder(order);
        sums.vectorize(sums.axes().back());
    }
    return s;
}

/// Rows of a product of two matrices that are summed together: with two vectors each they fill AVX2's registers.
int64_t rowsTogether(const Node& node, const Shape& output)
{
    constexpr int64_t most = 6;
    return node.op == "MatMul" && output.size() > 1 ? std::min(most, output[output.size() - 2]) : 1;
}

std::string kernelNameOf(const Node& node)
{
    std::string name = node.op;
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return std::isalnum(c) ? std::tolower(c) : '_'; });
    return name;
}

/// Positions of the weights and of the bias among an operator's inputs.
constexpr size_t kWeights = 1;
constexpr size_t kBias = 2;

/// Applies alpha and the bias of the operator to a sum of products.
Expr withBias(const Graph& graph, const Node& node, Expr value, std::span<const Expr> at, Reads& reads)
{
    const OperatorCall call(graph, node);
    const bool isGemm = node.op == "Gemm";
    const double alpha = isGemm ? call.real("alpha", 1) : 1;
    const double beta = isGemm ? call.real("beta", 1) : 1;
    if (alpha != 1) {
        value = value * ir::constant(alpha, ir::float32);
    }
    if (node.op == "ConvInteger" || node.op == "MatMulInteger" || node.inputs.size() <= kBias || node.inputs[kBias] == kNoValue) {
        return value;
    }
    const ValueId bias = node.inputs[kBias];
    // A convolution's bias is indexed by channel, which is axis 1, not the last.
    const Expr added = isGemm ? reads.element(bias, at) : readAt(reads.parameter(bias, {}), {}, at.subspan(1, 1));
    return value + (beta == 1 ? added : added * ir::constant(beta, ir::float32));
}

/// Layout of a schedule's tensor.
ValueLayout layoutOf(const ir::Tensor& tensor)
{
    return {tensor.shape().size() == 5 ? tensor.shape().back() : 0};
}

} // namespace

bool isBatchedProduct(const Task& task)
{
    constexpr size_t batchAxes = 3;
    return task.args.at(0).at(1).size() == batchAxes;
}

Result<KernelLayouts> layoutsOf(const KernelChoice& choice)
{
    const auto schedule = TRY(scheduleConfig(choice.task, choice.entity));
    return KernelLayouts{layoutOf(schedule.inputs().front()), layoutOf(schedule.outputs().front())};
}

namespace {

/// Whether a task of a batched product reads the second factor in the other order than the node: some templates have one form.
bool readsSwapped(const Graph& graph, const Node& node, const Task& task)
{
    constexpr size_t transposeB = 5; // of batch_matmul's arguments
    const bool ofNode = node.op == "Gemm" && OperatorCall(graph, node).integer("transB", 0) != 0;
    return isBatchedProduct(task) && task.args.at(transposeB).get<bool>() != ofNode;
}

} // namespace

Result<GroupKernel> chosenKernel(const Graph& graph, const Group& group, const KernelChoice& choice)
{
    auto schedule = TRY(scheduleConfig(choice.task, choice.entity));
    const Node& node = graph.nodes[group.anchor];
    const std::vector<ir::Tensor> own = schedule.inputs();
    GroupKernel kernel;
    kernel.output = layoutOf(schedule.outputs().front());
    const bool isMatMul = node.op == "MatMul" || node.op == "MatMulInteger";
    kernel.isTransposed = isMatMul || (node.op == "Gemm" && OperatorCall(graph, node).integer("transB", 0) == 0);
    kernel.inputs = {{node.inputs[0], layoutOf(own[0]), false, own[0].shape()},
                     {node.inputs[kWeights], {}, !isBatchedProduct(choice.task), own[1].shape()}};
    kernel.inputs[kWeights].isSwapped = readsSwapped(graph, node, choice.task);
    const bool isProduct = isMatMul || node.op == "Gemm";
    Reads reads(graph, outputShape(graph, group), kernel.output, isProduct ? schedule.outputs().front().shape() : Shape{});
    const bool isLine = !isProduct && outputShape(graph, group).size() == 3; // a 1-D convolution as an image of height 1
    // A template may compute all pixels as one row.
    const bool isOneRow = !isProduct && !isLine && schedule.outputs().front().shape()[2] != outputShape(graph, group)[2];
    std::optional<Error> trouble;
    const auto epilogue = [&](const Expr& value, std::span<const Expr> at) {
        std::vector<Expr> place = logicalIndices(kernel.output, at);
        if (isLine) {
            place.erase(place.begin() + 2);
        } else if (isOneRow) {
            const Expr columns(outputShape(graph, group)[3]);
            place[2] = ir::floorDiv(place[3], columns);
            place[3] = ir::floorMod(place[3], columns);
        }
        const Expr sum = withBias(graph, node, ir::cast(ir::float32, value), place, reads);
        const auto whole = chained(graph, withoutLastRounding(graph, group.epilogue), node.outputs[0], sum, place, reads);
        if (!whole) {
            trouble = whole.error();
        }
        return stored(graph, group, whole ? *whole : value);
    };
    // Builds the epilogue once to collect its parameters, which must be known first.
    const std::vector<Expr> axes(schedule.outputs().front().shape().size(), Expr(int64_t{0}));
    const Expr before = ir::constant(0, ir::float32);
    const Expr after = epilogue(before, axes);
    if (trouble) {
        return tl::make_unexpected(*trouble);
    }
    if (after.id() != before.id()) {
        schedule.append(epilogue, reads.tensors, "epilogue");
    }
    kernel.inputs.insert(kernel.inputs.end(), reads.inputs.begin(), reads.inputs.end());
    kernel.nest = TRY(lower(schedule, kernelName(choice.task)));
    return kernel;
}

Result<std::optional<GroupKernel>> definedKernel(const Graph& graph, const Group& group, ValueLayout layout,
                                                 std::span<const ValueLayout> made)
{
    const Node& node = graph.nodes[group.anchor];
    if (!isForKernel(graph, group) || node.inputs.size() > kMostKernelInputs) {
        return std::nullopt;
    }
    const Shape& shape = outputShape(graph, group);
    const Shape extents = shape.empty() ? Shape{1} : extentsIn(layout, shape);
    Reads reads(graph, shape, layout);
    GroupKernel kernel;
    kernel.output = layout;
    try {
        const OperatorCall call(graph, node);
        std::vector<Element> inputs;
        ValueLayout first; // of the first input
        for (const ValueId input : node.inputs) {
            if (input == kNoValue || !isRead(graph.value(input))) {
                inputs.emplace_back();
                continue;
            }
            const Shape& from = graph.value(input).type->shape;
            const bool isImage = from.size() == shape.size() && from.size() > 1 && isCompatible(layout, from)
                              && (from[1] == shape[1] || joinsChannels(graph, node));
            const ValueLayout own = isImage                               ? layout
                                  : !made.empty() && readsAnyLayout(node) ? made[static_cast<size_t>(input)]
                                                                          : ValueLayout{};
            first = inputs.empty() ? own : first;
            inputs.emplace_back([&reads, input, own](std::span<const Expr> at) { return reads.elementIn(input, own, at); });
        }
        const auto definition = define(call, inputs, shape, first);
        if (definition ? !definesIntegers(graph, node) : !weightInKernel(graph, node, {})) {
            return std::nullopt;
        }
        ir::Tensor sums;
        if (definition && definition->folds) {
            sums = ir::compute(kernelNameOf(node), extents, [&](auto i) {
                const std::vector<Expr> at(i.begin(), i.end());
                return definition->element(logicalIndices(layout, at));
            });
        }
        std::optional<Error> trouble;
        const ir::Tensor output = ir::compute(kernelNameOf(node) + "_out", extents, [&](auto i) {
            const std::vector<Expr> at(i.begin(), i.end());
            std::vector<Expr> place = shape.empty() ? std::vector<Expr>{} : logicalIndices(layout, at);
            Expr value;
            if (definition) {
                value = definition->folds ? sums(at) : definition->element(definition->hasRows ? at : place);
                value = ir::cast(ir::float32, definition->finish ? definition->finish(value, place) : value);
            }
            const std::vector<size_t> nodes = nodesOf(group);
            const auto whole =
                definition ? chained(graph, withoutLastRounding(graph, group.epilogue), node.outputs[0], value, place, reads)
                           : chained(graph, nodes.size() > 1 ? withoutLastRounding(graph, nodes) : std::span<const size_t>(nodes),
                                     kNoValue, value, place, reads);
            if (!whole) {
                trouble = whole.error();
            }
            return stored(graph, group, whole ? *whole : ir::constant(0, ir::float32));
        });
        if (trouble && trouble->code == ErrorCode::Unsupported) {
            return std::nullopt;
        }
        if (trouble) {
            return tl::make_unexpected(*trouble);
        }
        const bool foldsRows = definition && definition->foldsRows;
        kernel.nest = TRY(lower(definition && definition->hasRows ? scheduleByRows(output, reads.tensors)
                                : foldsRows                       ? scheduleFoldedRows(output, reads.tensors)
                                            : scheduleByDefault(output, sums, reads.tensors, rowsTogether(node, shape)),
                                kernelNameOf(node)));
    } catch (const OperatorError& refusal) {
        return tl::make_unexpected(refusal.error());
    }
    kernel.inputs = std::move(reads.inputs);
    return kernel;
}

Result<ir::LoopNest> conversion(int64_t elements, ir::DataType from, ir::DataType to)
{
    const ir::Tensor input = ir::placeholder("in0", {elements}, from);
    const ir::Tensor output = ir::compute("converted", {elements}, [&](auto i) { return ir::cast(to, input({i[0]})); });
    return lower(scheduleByDefault(output, {}, {input}), "conversion");
}

Result<ir::LoopNest> layoutTransform(const Shape& shape, ValueLayout from, ValueLayout to, ir::DataType number)
{
    if (const auto digits = digitsIn(to, inPlace(shape, from))) {
        return moveKernel(*digits, 0, elementsOf(shape), "layout_transform", number);
    }
    const ir::Tensor input = ir::placeholder("in0", extentsIn(from, shape), number);
    const ir::Tensor output = ir::compute("layout", extentsIn(to, shape), [&](auto i) {
        const std::vector<Expr> at(i.begin(), i.end());
        return readAt(input, from, logicalIndices(to, at));
    });
    return lower(scheduleByDefault(output, {}, {input}), "layout_transform");
}

} // namespace knobscope
