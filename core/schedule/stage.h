// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"
#include "core/ir/tensor.h"

#include <cstdint>
#include <map>
#include <optional>

namespace knobscope {

/// parent = outer * factor + inner, with outer in [0, ceil(parent/factor)): the last chunk may be short.
struct SplitRelation {
    ir::IterVar parent;
    ir::IterVar outer;
    ir::IterVar inner;
    int64_t factor = 0; ///< size of the inner axis; or, when `byParts`, the size of the outer one
    bool byParts = false;
    int primitive = 0;
};
/// fused = outer * extent(inner) + inner.
struct FuseRelation {
    ir::IterVar outer;
    ir::IterVar inner;
    ir::IterVar fused;
    int primitive = 0;
};
using Relation = std::variant<SplitRelation, FuseRelation>;

/// What one leaf axis becomes as a loop.
struct AxisAnnotation {
    ir::ForKind kind = ir::ForKind::Serial;
    std::string threadTag;
    int primitive = 0;
};

/// `auto_unroll_max_step`, `unroll_explicit`, … on an axis.
struct Pragma {
    ir::IterVar axis;
    std::string name;
    int64_t value = 0;
};

/// Rows of the stage's buffer start at multiples of `factor`, plus `offset`: its innermost dimension is padded.
struct RowAlignment {
    int64_t factor = 1;
    int64_t offset = 0;
};

/// While the stage reads some entries of one dimension of a tensor, the cache is asked for the `count` entries after them: each
/// iteration of the loops `sharing` around the stage asks for its share.
struct PrefetchAhead {
    ir::Tensor tensor;
    size_t dimension = 0;
    int64_t count = 1;
    std::vector<ir::IterVar> sharing;
    int primitive = 0;
};

enum class AttachKind : uint8_t { Root, Inline, At };

/// How one tensor is computed. Plain data: Schedule's primitives write it, lowering reads it.
struct StageData {
    ir::Tensor tensor;                       ///< identity, shape and type; the definition below may differ from its own
    std::vector<ir::IterVar> axes;           ///< one per dimension
    std::vector<ir::IterVar> reduceAxes;
    ir::Expr body;                           ///< may be a Reduce; null for a placeholder
    ir::Scope scope = ir::Scope::Workspace;  ///< of the stage's buffer
    std::vector<Relation> relations;         ///< in the order applied
    std::vector<ir::IterVar> leaves;         ///< the loops, outermost first
    std::map<const void*, AxisAnnotation> annotations; ///< by Var::id() of a leaf
    std::vector<Pragma> pragmas;
    AttachKind attach = AttachKind::Root;
    ir::Tensor attachStage;                  ///< with At: whose loop …
    ir::IterVar attachAxis;                  ///< … this stage is computed in
    std::optional<RowAlignment> rows;
    int64_t depth = 1;                       ///< > 1: filled for iteration i + depth - 1 while iteration i reads it
    bool isAsync = false;                    ///< shared: filled by asynchronous copies
    std::optional<PrefetchAhead> prefetch;
    bool isPrecomputed = false;              ///< depends on weights alone: computed before, not timed

    bool isPlaceholder() const { return tensor.isPlaceholder(); }
    /// Those of the dimensions, then those of the reduction: its loops before any primitive.
    std::vector<ir::IterVar> allAxes() const;
    /// What a leaf was annotated as; null where it was not.
    const AxisAnnotation* annotationOf(const ir::IterVar& leaf) const
    {
        const auto found = annotations.find(leaf.var.id());
        return found == annotations.end() ? nullptr : &found->second;
    }
    /// True while no primitive has changed the loops.
    bool isUnscheduled() const { return relations.empty() && annotations.empty(); }
};

/// A stage for a tensor as it is defined: one loop an axis, reduction innermost.
StageData makeStage(const ir::Tensor& tensor);

} // namespace knobscope
