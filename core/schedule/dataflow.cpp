// SPDX-License-Identifier: GPL-3.0-or-later
// What adds a stage: cache_write, cache_read, and an epilogue.
#include "core/ir/visit.h"
#include "core/schedule/schedule.h"

#include <algorithm>

namespace knobscope {

namespace {

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

ir::Tensor sameShape(const ir::Tensor& tensor, ir::Scope scope, ir::DataType type)
{
    ir::TensorNode node;
    node.kind = ir::TensorKind::Compute;
    node.name = fmt::format("{}.{}", tensor.name(), scopeWord(scope));
    node.shape = tensor.shape();
    node.type = type;
    return ir::Tensor(std::make_shared<const ir::TensorNode>(std::move(node)));
}

/// The same bfloat16 expression computed in float32.
ir::Expr widened(const ir::Expr& e)
{
    if (const auto* reduce = e.as<ir::Reduce>()) {
        return reduce->op == ir::ReduceOp::Sum ? ir::sum(widened(reduce->source), reduce->axes)
                                               : ir::maxReduce(widened(reduce->source), reduce->axes);
    }
    const auto* binary = e.as<ir::Binary>();
    if (binary && e.type() == ir::bfloat16) {
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

ir::Expr readAt(const ir::Tensor& tensor, const std::vector<ir::IterVar>& axes)
{
    std::vector<ir::Expr> indices;
    for (const ir::IterVar& axis : axes) {
        indices.emplace_back(axis.var);
    }
    return tensor(std::move(indices));
}

ir::Expr replaceReads(const ir::Expr& e, const ir::Tensor& from, const ir::Tensor& to)
{
    return ir::transformExpr(e, [&](const ir::Expr& part) {
        const auto* read = part.as<ir::TensorRead>();
        return read && read->tensor == from.pointer() ? to(read->indices) : part;
    });
}

} // namespace

/// Sums of bfloat16 are kept in float32 and rounded once: eight bits lose what many small terms add.
ir::Tensor Schedule::cacheWrite(const ir::Tensor& tensor, ir::Scope scope)
{
    const size_t index = indexOf(tensor);
    const bool isWidened = tensor.type() == ir::bfloat16 && scope == ir::Scope::Local && m_stages[index].body.as<ir::Reduce>();
    ir::Tensor cache = sameShape(tensor, scope, isWidened ? ir::float32 : tensor.type());
    StageData& copy = m_stages[index];
    if (copy.isPlaceholder() || !copy.isUnscheduled()) {
        refuse(Error(ErrorCode::IllegalSchedule,
                     phrase("Stage {}: cache_write must come before any other primitive on a computed stage", tensor.name())));
        return tensor;
    }
    record(tensor.name(), fmt::format("cache_write({})", scopeWord(scope)));
    StageData compute;
    compute.tensor = cache;
    compute.axes = freshAxes(copy.axes, tensor.shape());
    compute.reduceAxes = copy.reduceAxes;
    compute.scope = scope;
    ir::Substitution renamed;
    for (size_t d = 0; d < copy.axes.size(); ++d) {
        renamed[copy.axes[d].var.id()] = compute.axes[d].var;
    }
    compute.body = ir::substitute(isWidened ? widened(copy.body) : copy.body, renamed);
    compute.leaves = compute.axes;
    compute.leaves.insert(compute.leaves.end(), compute.reduceAxes.begin(), compute.reduceAxes.end());

    copy.body = ir::cast(tensor.type(), readAt(cache, copy.axes));
    copy.reduceAxes.clear();
    copy.leaves = copy.axes;
    insertBefore(index, std::move(compute));
    return cache;
}

ir::Tensor Schedule::cacheRead(const ir::Tensor& tensor, ir::Scope scope, std::span<const ir::Tensor> readers)
{
    const size_t index = indexOf(tensor);
    ir::Tensor cache = sameShape(tensor, scope, tensor.type());
    StageData copy;
    copy.tensor = cache;
    copy.axes = freshAxes(m_stages[index].axes, tensor.shape());
    copy.body = readAt(tensor, copy.axes);
    copy.leaves = copy.axes;
    copy.scope = scope;
    for (const ir::Tensor& reader : readers) {
        const auto reads = ir::tensorsRead(m_stages[indexOf(reader)].body);
        if (std::find(reads.begin(), reads.end(), tensor) == reads.end()) {
            refuse(Error(ErrorCode::IllegalSchedule,
                         phrase("Stage {}: cache_read for reader {}, which does not read it", tensor.name(), reader.name())));
            return tensor;
        }
    }
    record(tensor.name(), fmt::format("cache_read({})", scopeWord(scope)));
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
    const auto indicesOf = [](const std::vector<ir::IterVar>& axes) {
        std::vector<ir::Expr> indices;
        for (const ir::IterVar& axis : axes) {
            indices.emplace_back(axis.var);
        }
        return indices;
    };
    const ir::Tensor output = m_outputs.front();
    StageData& stage = m_stages[indexOf(output)];
    if (!stage.body.as<ir::Reduce>()) {
        record(output.name(), fmt::format("epilogue({})", name));
        stage.body = epilogue(stage.body, indicesOf(stage.axes));
        return;
    }
    stage.scope = ir::Scope::Workspace;
    ir::TensorNode node = sameShape(output, ir::Scope::Argument, output.type()).node();
    node.name = output.name() + ".out";
    const ir::Tensor last(std::make_shared<const ir::TensorNode>(std::move(node)));
    StageData following;
    following.tensor = last;
    following.axes = freshAxes(stage.axes, output.shape());
    following.leaves = following.axes;
    following.scope = ir::Scope::Argument;
    following.body = epilogue(readAt(output, following.axes), indicesOf(following.axes));
    m_stages.push_back(std::move(following));
    m_outputs = {last};
    record(last.name(), fmt::format("epilogue({})", name));
    constexpr int64_t lanes = 16;
    StageRef loops = (*this)[last];
    const auto [outer, lane] = loops.split(loops.axes().back(), std::min(lanes, output.shape().back()));
    std::vector<ir::IterVar> around(loops.axes().begin(), loops.axes().end() - 1);
    around.push_back(outer);
    loops.parallel(loops.fuse(around));
    loops.vectorize(lane);
}

} // namespace knobscope
