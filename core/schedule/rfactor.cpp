// SPDX-License-Identifier: GPL-3.0-or-later
// Partial sums over one reduction axis (Suriana et al., "Parallel associative reductions in Halide", CGO 2017).
#include "core/ir/visit.h"
#include "core/schedule/schedule.h"

#include <algorithm>

namespace knobscope {

namespace {

/// Value of each root reduction axis in terms of the leaves, and the condition that tail iterations are in range.
struct RootValues {
    ir::Substitution values;
    ir::Expr inside = ir::trueExpr();
};

bool isReduce(const Relation& relation)
{
    return std::visit([](const auto& r) { return r.inner.kind == ir::IterKind::Reduce; }, relation);
}

RootValues rootValues(const StageData& stage)
{
    RootValues out;
    const auto valueOf = [&](const ir::IterVar& axis) {
        const auto known = out.values.find(axis.var.id());
        return known == out.values.end() ? ir::Expr(axis.var) : known->second;
    };
    for (auto it = stage.relations.rbegin(); it != stage.relations.rend(); ++it) {
        if (!isReduce(*it)) {
            continue;
        }
        if (const auto* split = std::get_if<SplitRelation>(&*it)) {
            const ir::Expr value = valueOf(split->outer) * ir::Expr(split->inner.extent) + valueOf(split->inner);
            out.values[split->parent.var.id()] = value;
            if (split->outer.extent * split->inner.extent != split->parent.extent) {
                out.inside = out.inside && value < ir::Expr(split->parent.extent);
            }
        } else {
            const auto& fuse = std::get<FuseRelation>(*it);
            out.values[fuse.outer.var.id()] = ir::floorDiv(valueOf(fuse.fused), fuse.inner.extent);
            out.values[fuse.inner.var.id()] = ir::floorMod(valueOf(fuse.fused), fuse.inner.extent);
        }
    }
    return out;
}

ir::Tensor partialTensor(const StageData& stage, const ir::IterVar& axis)
{
    std::vector<int64_t> shape = stage.tensor.shape();
    shape.insert(shape.begin(), axis.extent);
    return ir::Tensor(ir::TensorNode{ir::TensorKind::Compute, stage.tensor.name() + ".rf", shape, stage.tensor.type()});
}

} // namespace

ir::Tensor Schedule::rfactor(const ir::Tensor& tensor, const ir::IterVar& axis)
{
    const size_t index = indexOf(tensor);
    StageData& stage = m_stages[index];
    const auto* reduce = stage.body.as<ir::Reduce>();
    const bool isLeaf = std::find(stage.leaves.begin(), stage.leaves.end(), axis) != stage.leaves.end();
    if (m_error || !reduce || !isLeaf || axis.kind != ir::IterKind::Reduce) {
        refuse(Error(ErrorCode::IllegalSchedule, phrase("Stage {}: rfactor needs one of its reduction loops, but {} is not one",
                                                        tensor.name(), axis.var.isNull() ? "the axis given" : axis.var.name())));
        return tensor;
    }
    const ir::Tensor partial = partialTensor(stage, axis);
    record(fmt::format("rfactor({})", axis.var.name()), {"rfactor", tensor, {axis}, {}, {}, {}, {}, partial});
    const RootValues roots = rootValues(stage);

    StageData rf;
    rf.tensor = partial;
    rf.axes.push_back({ir::Var(axis.var.name()), axis.extent, ir::IterKind::Spatial});
    ir::Substitution renamed{{axis.var.id(), ir::Expr(rf.axes[0].var)}};
    for (const ir::IterVar& a : stage.axes) {
        rf.axes.push_back({ir::Var(a.var.name()), a.extent, ir::IterKind::Spatial});
        renamed[a.var.id()] = rf.axes.back().var;
    }
    for (const ir::IterVar& leaf : stage.leaves) {
        if (leaf.kind == ir::IterKind::Reduce && !(leaf == axis)) {
            rf.reduceAxes.push_back({ir::Var(leaf.var.name()), leaf.extent, ir::IterKind::Reduce});
            renamed[leaf.var.id()] = rf.reduceAxes.back().var;
        }
    }
    // Leaf names first, then root axes in terms of them; an axis that was never split is its own leaf.
    ir::Substitution toNew = renamed;
    for (const auto& [root, value] : roots.values) {
        toNew[root] = ir::substitute(value, renamed);
    }
    ir::Expr source = ir::substitute(reduce->source, toNew);
    source = ir::select(ir::substitute(roots.inside, renamed), source, ir::reduceIdentity(reduce->op, source.type()));
    rf.body = rf.reduceAxes.empty() ? source : ir::reduce(reduce->op, source, rf.reduceAxes);
    rf.leaves = rf.allAxes();

    const ir::IterVar k{ir::Var(axis.var.name()), axis.extent, ir::IterKind::Reduce};
    std::vector<ir::Expr> indices{ir::Expr(k.var)};
    for (const ir::IterVar& a : stage.axes) {
        indices.emplace_back(a.var);
    }
    stage.body = ir::reduce(reduce->op, partial(indices), {k});
    stage.reduceAxes = {k};
    std::erase_if(stage.relations, isReduce);
    std::erase_if(stage.leaves, [](const ir::IterVar& leaf) { return leaf.kind == ir::IterKind::Reduce; });
    stage.leaves.push_back(k);
    insertBefore(index, std::move(rf));
    return partial;
}

} // namespace knobscope
