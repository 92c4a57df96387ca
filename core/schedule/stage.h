// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"
#include "core/ir/tensor.h"

#include <cstdint>
#include <map>
#include <optional>

namespace knobscope {

/// parent = outer * factor + inner, with outer in [0, ceil(parent/factor)); the last chunk may be short.
struct SplitRelation {
    ir::IterVar parent;
    ir::IterVar outer;
    ir::IterVar inner;
    int64_t factor = 0; ///< size of the inner axis, or of the outer axis if `byParts`
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

/// The loop kind of one leaf axis.
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

/// Rows of the stage's buffer start at multiples of `factor` plus `offset`: the innermost dimension is padded.
struct RowAlignment {
    int64_t factor = 1;
    int64_t offset = 0;
};

/// While the stage reads some entries of one dimension of a tensor, prefetches the next `count` entries: each iteration of the
/// enclosing loops `sharing` prefetches its share.
struct PrefetchAhead {
    ir::Tensor tensor;
    size_t dimension = 0;
    int64_t count = 1;
    std::vector<ir::IterVar> sharing;
    int primitive = 0;
};

enum class AttachKind : uint8_t { Root, Inline, At };

/// Schedule of one tensor. Plain data: written by Schedule's primitives, read by lowering.
struct StageData {
    ir::Tensor tensor;                       ///< identity, shape and type; the body below may differ from its own
    std::vector<ir::IterVar> axes;           ///< one per dimension
    std::vector<ir::IterVar> reduceAxes;
    ir::Expr body;                           ///< may be a Reduce; null for a placeholder
    ir::Scope scope = ir::Scope::Workspace;  ///< of the stage's buffer
    std::vector<Relation> relations;         ///< in the order applied
    std::vector<ir::IterVar> leaves;         ///< the loops, outermost first
    std::map<const void*, AxisAnnotation> annotations; ///< by Var::id() of a leaf
    std::vector<Pragma> pragmas;
    AttachKind attach = AttachKind::Root;
    ir::Tensor attachStage;                  ///< with At: the stage and …
    ir::IterVar attachAxis;                  ///< … the loop that this stage is computed in
    std::optional<RowAlignment> rows;
    int64_t depth = 1;                       ///< > 1: filled for iteration i + depth - 1 while iteration i reads it
    bool isAsync = false;                    ///< shared: filled by asynchronous copies
    std::optional<PrefetchAhead> prefetch;
    std::vector<ir::Tensor> prefetchedInputs; ///< prefetched for a tile before the stages computed in its loop
    bool isPrecomputed = false;              ///< depends on weights only: computed beforehand, not timed

    bool isPlaceholder() const { return tensor.isPlaceholder(); }
    /// Axes of the dimensions, then of the reduction: the loops before any primitive.
    std::vector<ir::IterVar> allAxes() const;
    /// The annotation of a leaf, or null.
    const AxisAnnotation* annotationOf(const ir::IterVar& leaf) const
    {
        const auto found = annotations.find(leaf.var.id());
        return found == annotations.end() ? nullptr : &found->second;
    }
    /// Whether no primitive has changed the loops.
    bool isUnscheduled() const { return relations.empty() && annotations.empty(); }
};

/// "local", "shared", "global" or "argument".
const char* scopeWord(ir::Scope scope);

/// A stage with default loops for a tensor: one loop per axis, reduction innermost.
StageData makeStage(const ir::Tensor& tensor);

} // namespace knobscope
