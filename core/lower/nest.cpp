// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/nest.h"

#include "core/lower/passes.h"
#include "core/lower/prefetch.h"

#include <algorithm>
#include <span>

namespace knobscope {

using ir::Expr;
using ir::IterVar;
using ir::Stmt;

namespace {

class NestBuilder
{
public:
    NestBuilder(const BoundProgram& program, bool keepUnitLoops, UnrollPragmas* deferred = nullptr)
        : m_program(program)
        , m_keepUnitLoops(keepUnitLoops)
        , m_deferred(deferred)
    {
    }

    void run(ir::LoopNest& nest)
    {
        for (size_t i = m_program.bounds.size(); i-- > 0;) {
            const StageBounds& bounds = m_program.bounds[i];
            if (bounds.stage->isPlaceholder() || bounds.stage->attach == AttachKind::At) {
                continue;
            }
            if (bounds.stage->isPrecomputed) {
                nest.prepare = ir::block({stageLoops(bounds, 0), nest.prepare});
                nest.prepared.push_back(bounds.buffer);
                continue;
            }
            nest.body = ir::block({stageLoops(bounds, 0), nest.body});
            if (bounds.buffer->scope != ir::Scope::Argument) {
                nest.body = ir::makeStmt(ir::Allocate{bounds.buffer, nest.body});
            }
        }
    }

    Stmt runStage(const StageBounds& root) { return stageLoops(root, 0); }

private:
    Stmt stageLoops(const StageBounds& bounds, size_t depth)
    {
        const StageData& stage = *bounds.stage;
        if (depth == stage.leaves.size()) {
            return update(bounds);
        }
        const IterVar& leaf = stage.leaves[depth];
        Stmt body = withAttached(bounds, depth, stageLoops(bounds, depth + 1));
        body = ir::block({prefetches(bounds, depth), body});
        body = loop(bounds, leaf, leaf.var, std::move(body));
        if (depth == firstReduceLeaf(stage)) {
            return ir::block({initialise(bounds, depth), body});
        }
        return body;
    }

    /// Prefetch statements for one iteration of the leaf; null if this leaf is not the one that prefetches.
    Stmt prefetches(const StageBounds& bounds, size_t depth) const
    {
        if (!bounds.stage->prefetch) {
            return {};
        }
        // Address of the current reads, without the contribution of the stage's own loops.
        ir::Substitution first;
        for (const IterVar& leaf : bounds.stage->leaves) {
            first[leaf.var.id()] = Expr(0);
        }
        const ir::Buffer& buffer = m_program.find(&bounds.stage->prefetch->tensor.node())->buffer;
        std::vector<Expr> place;
        ir::forEachExpr(readBuffers(bounds, bounds.stage->body.as<ir::Reduce>()->source), [&](const Expr& part) {
            if (const auto* load = part.as<ir::Load>(); load && load->buffer == buffer) {
                place = load->indices;
            }
        });
        for (Expr& index : place) {
            index = ir::simplify(ir::substitute(index, first), m_program.ranges);
        }
        const auto plan = planPrefetch(m_program, bounds, std::move(place));
        return plan && plan->depth == depth ? plan->statements(buffer, m_program.ranges) : Stmt();
    }

    /// `body` preceded by the stages computed in this loop, each with its buffer.
    Stmt withAttached(const StageBounds& bounds, size_t depth, Stmt body)
    {
        const StageData& stage = *bounds.stage;
        bool hasSums = false;
        for (size_t i = m_program.bounds.size(); i-- > 0;) {
            const StageBounds& attached = m_program.bounds[i];
            const StageData& data = *attached.stage;
            if (data.attach == AttachKind::At && data.attachStage == stage.tensor && data.attachAxis == stage.leaves[depth]) {
                body = ir::makeStmt(ir::Allocate{attached.buffer, ir::block({stageLoops(attached, 0), body})});
                hasSums |= data.body.as<ir::Reduce>() != nullptr;
            }
        }
        return hasSums ? ir::block({inputPrefetches(bounds, depth), body}) : body;
    }

    /// Prefetches the elements of the stage's prefetchedInputs that the loops within the leaf read.
    Stmt inputPrefetches(const StageBounds& bounds, size_t depth) const
    {
        const StageData& stage = *bounds.stage;
        std::vector<LoadLoop> loops;
        for (const IterVar& leaf : std::span(stage.leaves).subspan(depth + 1)) {
            const AxisAnnotation* annotation = stage.annotationOf(leaf);
            loops.push_back(
                {leaf.var, bounds.extents.at(leaf.var.id()), annotation && annotation->kind == ir::ForKind::Vectorized});
        }
        std::vector<Stmt> all;
        const Expr value = stage.prefetchedInputs.empty() ? Expr() : readBuffers(bounds, stage.body);
        for (const ir::Tensor& input : stage.prefetchedInputs) {
            const ir::Buffer& buffer = m_program.find(&input.node())->buffer;
            ir::forEachExpr(value, [&](const Expr& part) {
                if (const auto* load = part.as<ir::Load>(); load && load->buffer == buffer) {
                    all.push_back(prefetchOf(*load, loops, m_program.ranges));
                }
            });
        }
        return ir::block(std::move(all));
    }

    Stmt loop(const StageBounds& bounds, const IterVar& leaf, const ir::Var& var, Stmt body)
    {
        const StageData& stage = *bounds.stage;
        const int64_t extent = bounds.extents.at(leaf.var.id());
        if (extent > 1 || m_keepUnitLoops) {
            ir::For loop{.var = var, .extent = extent, .provenance = provenanceOf(stage, leaf), .body = std::move(body)};
            if (const AxisAnnotation* annotation = stage.annotationOf(leaf)) {
                loop.kind = annotation->kind;
                loop.threadTag = annotation->threadTag;
            }
            body = ir::makeStmt(std::move(loop));
        }
        return applyPragmas(stage, leaf, var, std::move(body));
    }

    Stmt applyPragmas(const StageData& stage, const IterVar& leaf, const ir::Var& var, Stmt body)
    {
        int64_t steps = 0;
        bool explicitly = true;
        for (const Pragma& pragma : stage.pragmas) {
            if (!(pragma.axis == leaf)) {
                continue;
            }
            if (pragma.name == "auto_unroll_max_step") {
                steps = pragma.value;
            } else {
                explicitly = pragma.value != 0;
            }
        }
        if (steps > 0 && m_deferred) {
            (*m_deferred)[var.id()] = {steps, explicitly};
            return body;
        }
        return steps > 0 ? autoUnroll(body, steps, explicitly) : body;
    }

    static ir::ProvenanceId provenanceOf(const StageData& stage, const IterVar& leaf)
    {
        for (auto it = stage.relations.rbegin(); it != stage.relations.rend(); ++it) {
            if (const auto* split = std::get_if<SplitRelation>(&*it)) {
                if (split->outer == leaf || split->inner == leaf) {
                    return split->primitive;
                }
            } else if (std::get<FuseRelation>(*it).fused == leaf) {
                return std::get<FuseRelation>(*it).primitive;
            }
        }
        const AxisAnnotation* annotation = stage.annotationOf(leaf);
        return annotation ? annotation->primitive : 0;
    }

    static size_t firstReduceLeaf(const StageData& stage)
    {
        const auto isReduce = [](const IterVar& leaf) { return leaf.kind == ir::IterKind::Reduce; };
        const auto found = std::find_if(stage.leaves.begin(), stage.leaves.end(), isReduce);
        return static_cast<size_t>(found - stage.leaves.begin()); // one past the last if there is none: not reachable
    }

    /// Separate loops over the remaining spatial leaves that store the reduction's identity.
    Stmt initialise(const StageBounds& bounds, size_t depth)
    {
        const StageData& stage = *bounds.stage;
        ir::Substitution renamed;
        std::vector<std::pair<IterVar, ir::Var>> spatial;
        for (size_t i = depth; i < stage.leaves.size(); ++i) {
            const IterVar& leaf = stage.leaves[i];
            if (leaf.kind == ir::IterKind::Spatial && (bounds.extents.at(leaf.var.id()) > 1 || m_keepUnitLoops)) {
                const ir::Var fresh(leaf.var.name() + ".init");
                renamed[leaf.var.id()] = fresh;
                spatial.emplace_back(leaf, fresh);
            }
        }
        const auto& reduce = *stage.body.as<ir::Reduce>();
        Stmt body = store(bounds, ir::reduceIdentity(reduce.op, stage.tensor.type()));
        body = guarded(std::move(body), bounds.buffer->scope == ir::Scope::Argument ? bounds.guards : bounds.storageGuards);
        body = ir::substitute(body, renamed);
        for (size_t i = spatial.size(); i-- > 0;) {
            body = loop(bounds, spatial[i].first, spatial[i].second, std::move(body));
        }
        return body;
    }

    Stmt update(const StageBounds& bounds)
    {
        const StageData& stage = *bounds.stage;
        const auto* reduce = stage.body.as<ir::Reduce>();
        Expr value = readBuffers(bounds, reduce ? reduce->source : stage.body);
        if (reduce) {
            value = ir::reduceCombine(reduce->op, ir::load(bounds.buffer, ownIndices(bounds)), value);
        }
        std::vector<Expr> guards = bounds.guards;
        guards.insert(guards.end(), bounds.reduceGuards.begin(), bounds.reduceGuards.end());
        return guarded(store(bounds, value), guards);
    }

    std::vector<Expr> ownIndices(const StageBounds& bounds) const
    {
        std::vector<Expr> indices;
        for (const IterVar& axis : bounds.stage->axes) {
            indices.push_back(bounds.local.at(axis.var.id()));
        }
        return indices;
    }

    Stmt store(const StageBounds& bounds, const Expr& value) const
    {
        return ir::makeStmt(ir::Store{bounds.buffer, ownIndices(bounds), value});
    }

    static Stmt guarded(Stmt body, const std::vector<Expr>& guards)
    {
        for (size_t i = guards.size(); i-- > 0;) {
            body = ir::makeStmt(ir::IfThen{guards[i], std::move(body), {}});
        }
        return body;
    }

    /// Replaces tensor reads by buffer reads relative to each buffer's start, and axes by loop variables.
    Expr readBuffers(const StageBounds& bounds, const Expr& e) const
    {
        const Expr inLoops = ir::substitute(e, bounds.values());
        const Expr loads = ir::transformExpr(inLoops, [&](const Expr& part) {
            const auto* read = part.as<ir::TensorRead>();
            if (!read) {
                return part;
            }
            const StageBounds* source = m_program.find(read->tensor.get());
            std::vector<Expr> indices;
            for (size_t d = 0; d < read->indices.size(); ++d) {
                indices.push_back(ir::simplify(read->indices[d] - source->min[d], m_program.ranges));
            }
            return ir::load(source->buffer, std::move(indices));
        });
        return ir::simplify(loads, m_program.ranges);
    }

    const BoundProgram& m_program;
    bool m_keepUnitLoops;
    UnrollPragmas* m_deferred;
};

} // namespace

void buildNest(const BoundProgram& program, bool keepUnitLoops, ir::LoopNest& nest)
{
    NestBuilder(program, keepUnitLoops).run(nest);
}

Stmt buildStageNest(const BoundProgram& program, const StageBounds& root, UnrollPragmas& pragmas)
{
    return NestBuilder(program, true, &pragmas).runStage(root);
}

} // namespace knobscope
