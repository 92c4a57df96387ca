// SPDX-License-Identifier: GPL-3.0-or-later
// Primitives that add a stage: cache_write, cache_read, and an epilogue.
#include "core/ir/visit.h"
#include "core/schedule/schedule.h"

#include <algorithm>
#include <iterator>

namespace knobscope {

namespace {

ir::Tensor sameShape(const ir::Tensor& tensor, ir::Scope scope, ir::DataType type)
{
    const std::string name = fmt::format("{}.{}", tensor.name(), scopeWord(scope));
    return ir::Tensor(ir::TensorNode{ir::TensorKind::Compute, name, tensor.shape(), type});
}

/// The same expression computed in float32, for types that are too narrow for sums.
ir::Expr widened(const ir::Expr& e)
{
    if (const auto* reduce = e.as<ir::Reduce>()) {
        return ir::reduce(reduce->op, widened(reduce->source), reduce->axes);
    }
    const auto* binary = e.as<ir::Binary>();
    if (binary && ir::sumTypeOf(e.type()) != e.type()) {
        return ir::binary(binary->op, widened(binary->a), widened(binary->b));
    }
    const auto* rounded = e.as<ir::Cast>();
    return ir::cast(ir::float32, rounded ? rounded->value : e);
}

std::vector<ir::IterVar> freshAxes(const std::vector<ir::IterVar>& axes, const std::vector<int64_t>& shape)
{
    std::vector<ir::IterVar> fresh;
    for (size_t d = 0; d < shape.size(); ++d) {
        const std::string name = d < axes.size() ? axes[d].var.name() : fmt::format("ax{}", d);
        fresh.push_back({ir::Var(name), shape[d], ir::IterKind::Spatial});
    }
    return fresh;
}

std::vector<ir::Expr> indicesOf(const std::vector<ir::IterVar>& axes)
{
    std::vector<ir::Expr> indices;
    for (const ir::IterVar& axis : axes) {
        indices.emplace_back(axis.var);
    }
    return indices;
}

ir::Expr replaceReads(const ir::Expr& e, const ir::Tensor& from, const ir::Tensor& to)
{
    return ir::transformExpr(e, [&](const ir::Expr& part) {
        const auto* read = part.as<ir::TensorRead>();
        return read && read->tensor == from.pointer() ? to(read->indices) : part;
    });
}

/// Gives the output stage a tensor of its body's type, in place of the one that stages refer to.
ir::Tensor retyped(std::vector<StageData>& stages, StageData& output)
{
    const ir::Tensor old = output.tensor;
    if (output.body.type() == old.type()) {
        return old;
    }
    output.tensor = ir::Tensor(ir::TensorNode{ir::TensorKind::Compute, old.name(), old.shape(), output.body.type()});
    for (StageData& stage : stages) {
        stage.attachStage = stage.attachStage == old ? output.tensor : stage.attachStage;
    }
    return output.tensor;
}

} // namespace

const char* scopeWord(ir::Scope scope)
{
    switch (scope) {
    case ir::Scope::Shared: return "shared";
    case ir::Scope::Local: return "local";
    case ir::Scope::Workspace: return "global";
    case ir::Scope::Argument: return "argument";
    }
    return "";
}

/// Keeps sums of bfloat16, and on CPUs of float16, in float32 and rounds once: narrow types lose small terms of long sums.
ir::Tensor Schedule::cacheWrite(const ir::Tensor& tensor, ir::Scope scope)
{
    const size_t index = indexOf(tensor);
    const bool isTooNarrow = ir::sumTypeOf(tensor.type()) != tensor.type() && (m_widensHalfSums || tensor.type() != ir::float16);
    const bool isWidened = isTooNarrow && scope == ir::Scope::Local && m_stages[index].body.as<ir::Reduce>();
    ir::Tensor cache = sameShape(tensor, scope, isWidened ? ir::float32 : tensor.type());
    StageData& copy = m_stages[index];
    if (copy.isPlaceholder() || !copy.isUnscheduled()) {
        refuse(Error(ErrorCode::IllegalSchedule,
                     phrase("Stage {}: cache_write must come before any other primitive on a computed stage", tensor.name())));
        return tensor;
    }
    record(fmt::format("cache_write({})", scopeWord(scope)), {"cache_write", tensor, {}, {}, scopeWord(scope), {}, {}, cache});
    StageData compute{
        .tensor = cache, .axes = freshAxes(copy.axes, tensor.shape()), .reduceAxes = copy.reduceAxes, .scope = scope};
    ir::Substitution renamed;
    for (size_t d = 0; d < copy.axes.size(); ++d) {
        renamed[copy.axes[d].var.id()] = compute.axes[d].var;
    }
    compute.body = ir::substitute(isWidened ? widened(copy.body) : copy.body, renamed);
    compute.leaves = compute.allAxes();

    copy.body = ir::cast(tensor.type(), cache(indicesOf(copy.axes)));
    copy.reduceAxes.clear();
    copy.leaves = copy.axes;
    insertBefore(index, std::move(compute));
    return cache;
}

ir::Tensor Schedule::cacheRead(const ir::Tensor& tensor, ir::Scope scope, std::span<const ir::Tensor> readers)
{
    const size_t index = indexOf(tensor);
    ir::Tensor cache = sameShape(tensor, scope, tensor.type());
    const auto axes = freshAxes(m_stages[index].axes, tensor.shape());
    StageData copy{.tensor = cache, .axes = axes, .body = tensor(indicesOf(axes)), .scope = scope, .leaves = axes};
    for (const ir::Tensor& reader : readers) {
        const auto reads = ir::tensorsRead(m_stages[indexOf(reader)].body);
        if (std::find(reads.begin(), reads.end(), tensor) == reads.end()) {
            refuse(Error(ErrorCode::IllegalSchedule, phrase("Stage {}: cache_read names the reader {}, which does not read it",
                                                            tensor.name(), reader.name())));
            return tensor;
        }
    }
    record(fmt::format("cache_read({})", scopeWord(scope)),
           {"cache_read", tensor, {}, {}, scopeWord(scope), {readers.begin(), readers.end()}, {}, cache});
    for (const ir::Tensor& reader : readers) {
        StageData& stage = m_stages[indexOf(reader)];
        stage.body = replaceReads(stage.body, tensor, cache);
    }
    insertBefore(index + 1, std::move(copy));
    return cache;
}

void Schedule::append(const Epilogue& epilogue, const std::vector<ir::Tensor>& more, const std::string& name)
{
    if (m_outputs.size() != 1) {
        refuse(Error(ErrorCode::IllegalSchedule,
                     phrase("An epilogue is for computations with one output, not {}", m_outputs.size())));
        return;
    }
    m_inputs = inputs();
    for (const ir::Tensor& tensor : more) {
        insertBefore(0, makeStage(tensor));
        m_inputs.push_back(tensor);
    }
    const ir::Tensor output = m_outputs.front();
    StageData& stage = m_stages[indexOf(output)];
    if (!stage.body.as<ir::Reduce>()) {
        record(fmt::format("epilogue({})", name), {"epilogue", output, {}, {}, name});
        stage.body = epilogue(stage.body, indicesOf(stage.axes));
        std::ranges::copy_if(more, std::back_inserter(stage.prefetchedInputs),
                             [&](const ir::Tensor& tensor) { return tensor.shape() == output.shape(); });
        m_outputs = {retyped(m_stages, stage)};
        return;
    }
    stage.scope = ir::Scope::Workspace;
    const auto axes = freshAxes(stage.axes, output.shape());
    const ir::Expr body = epilogue(output(indicesOf(axes)), indicesOf(axes));
    const ir::Tensor last(ir::TensorNode{ir::TensorKind::Compute, output.name() + ".out", output.shape(), body.type()});
    m_stages.push_back({.tensor = last, .axes = axes, .body = body, .scope = ir::Scope::Argument, .leaves = axes});
    m_outputs = {last};
    record(fmt::format("epilogue({})", name), {"epilogue", last, {}, {}, name});
    constexpr int64_t lanes = 16;
    StageRef loops = (*this)[last];
    const auto [outer, lane] = loops.split(loops.axes().back(), std::min(lanes, output.shape().back()));
    std::vector<ir::IterVar> around(loops.axes().begin(), loops.axes().end() - 1);
    around.push_back(outer);
    loops.parallel(loops.fuse(around));
    loops.vectorize(lane);
}

} // namespace knobscope
