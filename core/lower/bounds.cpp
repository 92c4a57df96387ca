// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/bounds.h"

#include "core/ir/integerdivision.h"
#include "core/lower/region.h"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace knobscope {

using ir::Expr;
using ir::IterVar;

namespace {

constexpr int64_t kMaxExtent = int64_t{1} << 40; // beyond any tensor that fits in memory; keeps index sums from overflowing

class BoundInference
{
public:
    BoundInference(const Schedule& schedule, BoundProgram& program, bool keepUnitLoops, ThreadRule rule)
        : m_schedule(schedule)
        , m_program(program)
        , m_keepUnitLoops(keepUnitLoops)
        , m_rule(rule)
    {
    }

    Result<void> run()
    {
        m_program.bounds.resize(m_program.stages.size());
        for (size_t i = m_program.stages.size(); i-- > 0;) {
            const StageData& stage = m_program.stages[i];
            StageBounds& bounds = m_program.bounds[i];
            bounds.stage = &stage;
            TRY(placeRegion(stage, bounds));
            if (!stage.isPlaceholder()) {
                passExtentsDown(bounds);
                passValuesUp(bounds);
                findGuards(bounds);
            }
            makeBufferFor(bounds);
        }
        return {};
    }

private:
    Result<void> placeRegion(const StageData& stage, StageBounds& bounds)
    {
        const auto& shape = stage.tensor.shape();
        for (size_t d = 0; d < shape.size(); ++d) {
            if (shape[d] < 1 || shape[d] > kMaxExtent) {
                return fail(ErrorCode::IllegalSchedule, "Stage {}: dimension {} has extent {}; extents go from 1 to 2^40",
                            stage.tensor.name(), d, shape[d]);
            }
        }
        bounds.min.assign(shape.size(), Expr(0));
        bounds.extent = shape;
        return stage.attach == AttachKind::At ? shrinkToReads(stage, bounds) : Result<void>{};
    }

    /// The loops that are fixed while the stage is computed: those around its attach point, including the attach loop.
    Result<std::vector<IterVar>> loopsAround(const StageData& stage) const
    {
        std::vector<IterVar> around;
        const StageData* at = &stage;
        std::unordered_set<const StageData*> visited;
        while (at->attach == AttachKind::At) {
            const StageBounds* consumer = m_program.find(&at->attachStage.node());
            if (!consumer || !visited.insert(at).second) {
                return fail(ErrorCode::IllegalSchedule,
                            "Stage {}: it is computed inside stage {}, which has no loops of its own (inlined, or attached "
                            "in a circle)",
                            at->tensor.name(), at->attachStage.name());
            }
            const auto& leaves = consumer->stage->leaves;
            const auto end = std::find(leaves.begin(), leaves.end(), at->attachAxis);
            if (end == leaves.end()) {
                return fail(ErrorCode::IllegalSchedule,
                            "Stage {}: it is computed at axis {} of stage {}, which is no longer a loop; attach it after "
                            "splitting and fusing",
                            at->tensor.name(), at->attachAxis.var.name(), at->attachStage.name());
            }
            around.insert(around.end(), leaves.begin(), end + 1);
            at = consumer->stage;
        }
        return around;
    }

    Result<void> shrinkToReads(const StageData& stage, StageBounds& bounds)
    {
        const auto around = TRY(loopsAround(stage));
        std::unordered_set<const void*> fixed;
        for (const IterVar& loop : around) {
            if (stage.scope != ir::Scope::Shared || !runsOverThreads(loop)) {
                fixed.insert(loop.var.id());
            }
        }
        const auto isInner = [&](const ir::Var& var) { return !fixed.contains(var.id()); };
        std::vector<std::optional<IndexRegion>> regions(bounds.extent.size());
        bool any = false;
        for (const StageBounds& reader : m_program.bounds) {
            if (!reader.stage || reader.stage->isPlaceholder() || reader.stage == &stage) {
                continue;
            }
            TRY(addReads(stage, reader, isInner, regions, any));
        }
        for (size_t d = 0; d < regions.size(); ++d) {
            if (regions[d] && any && regions[d]->extent < bounds.extent[d]) {
                bounds.min[d] = ir::simplify(regions[d]->min, m_program.ranges);
                bounds.extent[d] = regions[d]->extent;
            }
        }
        return {};
    }

    /// Whether the loop's iterations are threads, or virtual threads, of one block.
    bool runsOverThreads(const IterVar& loop) const
    {
        if (m_rule == ThreadRule::Each) {
            return false;
        }
        for (const StageData& stage : m_program.stages) {
            if (const AxisAnnotation* found = stage.annotationOf(loop)) {
                return found->threadTag == "vthread" || found->threadTag.starts_with("threadIdx");
            }
        }
        return false;
    }

    Result<void> addReads(const StageData& stage, const StageBounds& reader, const std::function<bool(const ir::Var&)>& isInner,
                          std::vector<std::optional<IndexRegion>>& regions, bool& any)
    {
        const auto values = reader.values();
        Result<void> outcome;
        ir::forEachExpr(reader.stage->body, [&](const Expr& part) {
            const auto* read = part.as<ir::TensorRead>();
            if (!read || read->tensor != stage.tensor.pointer() || !outcome) {
                return;
            }
            if (!isWithin(*reader.stage, stage)) {
                outcome =
                    fail(ErrorCode::IllegalSchedule,
                         "Stage {}: it is computed inside loop {} of stage {}, but stage {} reads it outside that loop",
                         stage.tensor.name(), stage.attachAxis.var.name(), stage.attachStage.name(), reader.stage->tensor.name());
                return;
            }
            for (size_t d = 0; d < regions.size(); ++d) {
                const Expr index = ir::simplify(ir::substitute(read->indices[d], values), m_program.ranges);
                auto region = regionOf(index, m_program.ranges, isInner);
                if (any && regions[d] && region) {
                    region = unite(*regions[d], *region, m_program.ranges);
                } else if (any && !regions[d]) {
                    region = std::nullopt;
                }
                regions[d] = region;
            }
            any = true;
        });
        return outcome;
    }

    /// Whether every execution of `reader` happens inside the loop that `stage` is attached to.
    bool isWithin(const StageData& reader, const StageData& stage) const
    {
        if (reader.tensor == stage.attachStage) {
            return true;
        }
        const auto around = loopsAround(reader);
        return around && std::find(around->begin(), around->end(), stage.attachAxis) != around->end();
    }

    void passExtentsDown(StageBounds& bounds)
    {
        const StageData& stage = *bounds.stage;
        for (size_t d = 0; d < stage.axes.size(); ++d) {
            bounds.extents[stage.axes[d].var.id()] = bounds.extent[d];
        }
        for (const IterVar& axis : stage.reduceAxes) {
            bounds.extents[axis.var.id()] = axis.extent;
        }
        const std::set<const void*> exact = exactAxes(stage);
        for (const Relation& relation : stage.relations) {
            if (const auto* split = std::get_if<SplitRelation>(&relation)) {
                const int64_t whole = bounds.extents.at(split->parent.var.id());
                // The schedule fixes the number of threads; other loops need not be longer than their axis.
                const AxisAnnotation* annotation = stage.annotationOf(split->inner);
                const bool threads = annotation && annotation->kind == ir::ForKind::ThreadBinding;
                const int64_t asked =
                    threads || exact.contains(split->inner.var.id()) ? split->factor : std::min(split->factor, whole);
                const int64_t other = (whole + asked - 1) / asked;
                bounds.extents[split->outer.var.id()] = split->byParts ? split->factor : other;
                bounds.extents[split->inner.var.id()] = split->byParts ? (whole + split->factor - 1) / split->factor : asked;
            } else {
                const auto& fuse = std::get<FuseRelation>(relation);
                bounds.extents[fuse.fused.var.id()] =
                    bounds.extents.at(fuse.outer.var.id()) * bounds.extents.at(fuse.inner.var.id());
            }
        }
        for (const IterVar& leaf : stage.leaves) {
            m_program.ranges.setExtent(leaf.var, bounds.extents.at(leaf.var.id()));
        }
    }

    /// Tensorized loops, the loops inside them, and the axes they were split from: a warp's tiles are whole even if a tensor is
    /// not.
    static std::set<const void*> exactAxes(const StageData& stage)
    {
        std::set<const void*> exact;
        for (const IterVar& leaf : stage.leaves) {
            const AxisAnnotation* annotation = stage.annotationOf(leaf);
            if (!exact.empty() || (annotation && annotation->kind == ir::ForKind::Tensorized)) {
                exact.insert(leaf.var.id());
            }
        }
        for (auto it = stage.relations.rbegin(); it != stage.relations.rend(); ++it) {
            const auto* split = std::get_if<SplitRelation>(&*it);
            if (split && exact.contains(split->inner.var.id())) {
                exact.insert(split->parent.var.id());
            }
        }
        return exact;
    }

    void passValuesUp(StageBounds& bounds)
    {
        const StageData& stage = *bounds.stage;
        ir::Substitution& values = bounds.local;
        for (const IterVar& leaf : stage.leaves) {
            const bool unit = bounds.extents.at(leaf.var.id()) == 1;
            values[leaf.var.id()] = unit && !m_keepUnitLoops ? Expr(0) : Expr(leaf.var);
        }
        for (auto it = stage.relations.rbegin(); it != stage.relations.rend(); ++it) {
            if (const auto* split = std::get_if<SplitRelation>(&*it)) {
                const int64_t stride = bounds.extents.at(split->inner.var.id());
                values[split->parent.var.id()] = ir::simplify(
                    values.at(split->outer.var.id()) * Expr(stride) + values.at(split->inner.var.id()), m_program.ranges);
            } else {
                const auto& fuse = std::get<FuseRelation>(*it);
                const Expr fused = values.at(fuse.fused.var.id());
                const Expr inner(bounds.extents.at(fuse.inner.var.id()));
                values[fuse.outer.var.id()] = ir::simplify(ir::floorDiv(fused, inner), m_program.ranges);
                values[fuse.inner.var.id()] = ir::simplify(ir::floorMod(fused, inner), m_program.ranges);
            }
        }
        for (size_t d = 0; d < stage.axes.size(); ++d) {
            bounds.absolute.push_back(ir::simplify(bounds.min[d] + values.at(stage.axes[d].var.id()), m_program.ranges));
        }
    }

    void findGuards(StageBounds& bounds)
    {
        const StageData& stage = *bounds.stage;
        const auto need = [&](std::vector<Expr>& guards, const Expr& condition) {
            const Expr simple = ir::simplify(condition, m_program.ranges);
            if (!ir::isTrue(simple)) {
                guards.push_back(simple);
            }
        };
        for (size_t d = 0; d < stage.axes.size(); ++d) {
            const Expr local = bounds.local.at(stage.axes[d].var.id());
            need(bounds.storageGuards, local < Expr(bounds.extent[d]));
            need(bounds.guards, bounds.absolute[d] < Expr(stage.tensor.dim(d)));
            need(bounds.guards, bounds.absolute[d] >= Expr(0));
        }
        for (const IterVar& axis : stage.reduceAxes) {
            need(bounds.reduceGuards, bounds.local.at(axis.var.id()) < Expr(axis.extent));
        }
        // An inner axis past its end would process elements of the next outer iteration a second time and add them twice.
        for (const Relation& relation : stage.relations) {
            if (const auto* split = std::get_if<SplitRelation>(&relation)) {
                auto& guards = split->parent.kind == ir::IterKind::Reduce ? bounds.reduceGuards : bounds.storageGuards;
                need(guards, bounds.local.at(split->parent.var.id()) < Expr(bounds.extents.at(split->parent.var.id())));
            }
        }
        bounds.guards.insert(bounds.guards.begin(), bounds.storageGuards.begin(), bounds.storageGuards.end());
        for (auto* guards : {&bounds.storageGuards, &bounds.guards, &bounds.reduceGuards}) {
            dropRepeated(*guards);
            dropImplied(*guards);
        }
    }

    /// Drops floor(p / c) < e if p < c*e is present, as it is for a fused axis.
    void dropImplied(std::vector<Expr>& guards) const
    {
        const auto isBound = [](const Expr& guard) {
            const auto* n = guard.as<ir::Binary>();
            return n && n->op == ir::BinaryOp::Lt && ir::asInt(n->b) ? n : nullptr;
        };
        const auto implies = [&](const Expr& whole, const Expr& part) {
            const auto* p = isBound(whole);
            const auto* y = isBound(part);
            const int64_t end = y ? *ir::asInt(y->b) : 0;
            if (!p || end < 1 || *ir::asInt(p->b) % end != 0 || *ir::asInt(p->b) == end) {
                return false;
            }
            const Expr quotient = ir::floorDiv(p->a, Expr(*ir::asInt(p->b) / end));
            return ir::structurallyEqual(ir::simplify(quotient, m_program.ranges), y->a);
        };
        const std::vector<Expr> all = guards;
        std::erase_if(guards, [&](const Expr& part) {
            return std::any_of(all.begin(), all.end(), [&](const Expr& whole) { return implies(whole, part); });
        });
    }

    static void dropRepeated(std::vector<Expr>& guards)
    {
        std::vector<Expr> unique;
        for (const Expr& guard : guards) {
            if (std::ranges::none_of(unique, [&](const Expr& other) { return ir::structurallyEqual(guard, other); })) {
                unique.push_back(guard);
            }
        }
        guards = std::move(unique);
    }

    void makeBufferFor(StageBounds& bounds)
    {
        const StageData& stage = *bounds.stage;
        const bool isArgument = stage.isPlaceholder() || m_schedule.isOutput(stage.tensor);
        ir::Scope scope = isArgument ? ir::Scope::Argument : stage.scope;
        if (!isArgument && stage.attach == AttachKind::Root && scope == ir::Scope::Local) {
            scope = ir::Scope::Workspace;
        }
        std::vector<int64_t> shape = bounds.extent;
        if (stage.rows && !isArgument && shape.size() >= 2) {
            shape.back() += ir::floorModulo(stage.rows->offset - shape.back(), stage.rows->factor);
        }
        bounds.buffer = ir::makeBuffer(stage.tensor.name(), std::move(shape), stage.tensor.type(), scope);
    }

    const Schedule& m_schedule;
    BoundProgram& m_program;
    bool m_keepUnitLoops;
    ThreadRule m_rule;
};

} // namespace

ir::Substitution StageBounds::values() const
{
    ir::Substitution values = local;
    for (size_t d = 0; d < stage->axes.size(); ++d) {
        values[stage->axes[d].var.id()] = absolute[d];
    }
    return values;
}

const StageBounds* BoundProgram::find(const ir::TensorNode* tensor) const
{
    const auto found = std::ranges::find_if(
        bounds, [&](const StageBounds& candidate) { return candidate.stage && &candidate.stage->tensor.node() == tensor; });
    return found == bounds.end() ? nullptr : &*found;
}

Result<KernelParameters> BoundProgram::parametersOf(const Schedule& schedule) const
{
    KernelParameters out;
    for (const ir::Tensor& input : schedule.inputs()) {
        const StageBounds* found = find(&input.node());
        if (!found) {
            return fail(ErrorCode::IllegalSchedule, "Input {} is not used by this computation", input.name());
        }
        out.buffers.push_back(found->buffer);
    }
    out.inputs = out.buffers.size();
    for (const ir::Tensor& output : schedule.outputs()) {
        out.buffers.push_back(find(&output.node())->buffer);
    }
    return out;
}

Result<BoundProgram> inferBounds(const Schedule& schedule, std::vector<StageData> stages, bool keepUnitLoops, ThreadRule rule)
{
    BoundProgram program;
    program.stages = std::move(stages);
    TRY(BoundInference(schedule, program, keepUnitLoops, rule).run());
    return program;
}

} // namespace knobscope
