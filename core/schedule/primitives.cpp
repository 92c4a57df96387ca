// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule.h"

#include "core/ir/matrixtile.h"
#include "core/ir/visit.h"
#include "core/ir/warpmma.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace knobscope {

using ir::ForKind;
using ir::IterKind;
using ir::IterVar;

namespace {

std::string names(const std::vector<IterVar>& axes)
{
    std::vector<std::string> all;
    for (const IterVar& axis : axes) {
        all.push_back(axis.var.name());
    }
    return fmt::format("{}", fmt::join(all, ", "));
}

/// "n.oc_chunk.oh.fused", for any number of fused axes.
std::string fusedName(const IterVar& outer, const IterVar& inner)
{
    constexpr std::string_view suffix = ".fused";
    std::string first = outer.var.name();
    if (first.ends_with(suffix)) {
        first.resize(first.size() - suffix.size());
    }
    return fmt::format("{}.{}{}", first, inner.var.name(), suffix);
}

} // namespace

StageRef StageRef::chosenBy(std::string knob) const
{
    StageRef out = *this;
    out.m_knob = std::move(knob);
    return out;
}

const StageData& StageRef::data() const
{
    return m_schedule->m_stages[m_index];
}

StageData& StageRef::edit()
{
    return m_schedule->m_stages[m_index];
}

int StageRef::record(const std::string& primitive, PrimitiveCall call)
{
    call.stage = data().tensor;
    call.knob = m_knob;
    return m_schedule->record(primitive, std::move(call));
}

void StageRef::setScope(ir::Scope scope)
{
    if (m_schedule->m_keepsHistory) {
        m_schedule->m_calls.push_back({"set_scope", data().tensor, {}, {}, scopeWord(scope)});
    }
    edit().scope = scope;
}

void StageRef::refuse(const Sentence& sentence)
{
    m_schedule->refuse(Error(ErrorCode::IllegalSchedule, phrase("Stage {}: {}", name(), sentence)));
}

bool StageRef::accepts(bool isLegal, const Sentence& message)
{
    if (!isLegal) {
        refuse(message);
    }
    return !m_schedule->m_error;
}

/// Position of the axis among the leaves; fails the schedule if the axis is not a leaf.
std::optional<size_t> StageRef::leafPosition(const IterVar& axis, const char* primitive)
{
    if (m_schedule->m_error) {
        return std::nullopt;
    }
    if (axis.var.isNull()) {
        refuse(phrase("{} needs an axis", primitive));
        return std::nullopt;
    }
    const auto& leaves = data().leaves;
    const auto found = std::find(leaves.begin(), leaves.end(), axis);
    if (found == leaves.end()) {
        refuse(phrase("{} of axis {} is not possible, because {} is not one of its loops ({}); it was split or fused "
                      "before, or belongs to another stage",
                      primitive, axis.var.name(), axis.var.name(), names(leaves)));
        return std::nullopt;
    }
    return static_cast<size_t>(found - leaves.begin());
}

std::array<IterVar, 2> StageRef::addSplit(const IterVar& axis, int64_t factor, bool byParts)
{
    const char* const word = byParts ? "split by parts" : "split";
    const IterVar none;
    const auto position = leafPosition(axis, word);
    if (!position) {
        return {none, none};
    }
    if (factor < 1) {
        refuse(phrase("split of axis {} by {} is not possible; the factor must be at least 1", axis.var.name(), factor));
        return {none, none};
    }
    if (data().annotations.contains(axis.var.id())) {
        refuse(phrase("axis {} was already unrolled, vectorized, bound or parallelized and can no longer be split",
                      axis.var.name()));
        return {none, none};
    }
    StageData& stage = edit();
    const IterVar whole = stage.leaves[*position];
    const int64_t other = (whole.extent + factor - 1) / factor;
    const IterVar outer{ir::Var(whole.var.name() + ".outer"), byParts ? factor : other, whole.kind};
    const IterVar inner{ir::Var(whole.var.name() + ".inner"), byParts ? other : factor, whole.kind};
    const int primitive = record(fmt::format("split({}, {}={})", whole.var.name(), byParts ? "nparts" : "factor", factor),
                                 {"split", {}, {whole}, {factor}, byParts ? "parts" : "", {}, {outer, inner}});
    stage.relations.emplace_back(SplitRelation{whole, outer, inner, factor, byParts, primitive});
    stage.leaves[*position] = outer;
    stage.leaves.insert(stage.leaves.begin() + static_cast<std::ptrdiff_t>(*position) + 1, inner);
    return {outer, inner};
}

std::vector<IterVar> StageRef::splitBySizes(const IterVar& axis, std::span<const int64_t> sizes)
{
    // AutoTVM, SplitEntity.apply: step i splits off the inner axes of part i.
    std::vector<IterVar> parts;
    IterVar rest = axis;
    for (size_t i = 1; i < sizes.size(); ++i) {
        int64_t inside = 1;
        for (size_t j = i; j < sizes.size(); ++j) {
            inside *= sizes[j];
        }
        const auto [outer, inner] = split(rest, inside);
        parts.push_back(outer);
        rest = inner;
    }
    parts.push_back(rest);
    return parts;
}

std::array<IterVar, 4> StageRef::tile(const IterVar& y, const IterVar& x, int64_t yFactor, int64_t xFactor)
{
    const auto [yo, yi] = split(y, yFactor);
    const auto [xo, xi] = split(x, xFactor);
    reorder({yo, xo, yi, xi});
    return {yo, xo, yi, xi};
}

IterVar StageRef::fuse(std::vector<IterVar> axes)
{
    if (axes.empty()) {
        refuse(phrase("fuse needs at least one axis"));
        return {};
    }
    IterVar fused = axes.front();
    for (size_t i = 1; i < axes.size(); ++i) {
        const IterVar& inner = axes[i];
        const auto first = leafPosition(fused, "fuse");
        const auto second = leafPosition(inner, "fuse");
        if (!first || !second) {
            return {};
        }
        if (*second != *first + 1) {
            refuse(phrase("axes {} and {} cannot be fused, because {} is not directly inside {}; reorder first", fused.var.name(),
                          inner.var.name(), inner.var.name(), fused.var.name()));
            return {};
        }
        if (fused.kind != inner.kind) {
            refuse(phrase("axes {} and {} cannot be fused, because one is a reduction and the other is not", fused.var.name(),
                          inner.var.name()));
            return {};
        }
        if (data().annotations.contains(fused.var.id()) || data().annotations.contains(inner.var.id())) {
            refuse(
                phrase("axes {} and {} cannot be fused, because one of them is annotated", fused.var.name(), inner.var.name()));
            return {};
        }
        StageData& stage = edit();
        const IterVar whole{ir::Var(fusedName(fused, inner)), fused.extent * inner.extent, fused.kind};
        const int primitive = record(fmt::format("fuse({}, {})", fused.var.name(), inner.var.name()),
                                     {"fuse", {}, {fused, inner}, {}, {}, {}, {whole}});
        stage.relations.emplace_back(FuseRelation{fused, inner, whole, primitive});
        stage.leaves[*first] = whole;
        stage.leaves.erase(stage.leaves.begin() + static_cast<std::ptrdiff_t>(*second));
        fused = whole;
    }
    return fused;
}

void StageRef::reorder(const std::vector<IterVar>& order)
{
    std::vector<size_t> places;
    for (const IterVar& axis : order) {
        const auto position = leafPosition(axis, "reorder");
        if (!position) {
            return;
        }
        places.push_back(*position);
    }
    std::sort(places.begin(), places.end());
    if (std::adjacent_find(places.begin(), places.end()) != places.end()) {
        refuse(phrase("reorder({}) names an axis twice", names(order)));
        return;
    }
    record(fmt::format("reorder({})", names(order)), {"reorder", {}, order});
    for (size_t i = 0; i < places.size(); ++i) {
        edit().leaves[places[i]] = order[i];
    }
}

void StageRef::annotate(const IterVar& axis, ForKind kind, const std::string& tag, const std::string& primitive)
{
    const auto position = leafPosition(axis, primitive.c_str());
    if (!position) {
        return;
    }
    const IterVar& leaf = data().leaves[*position];
    const bool concurrent = kind == ForKind::Parallel || (kind == ForKind::ThreadBinding && tag.starts_with("blockIdx"));
    if (leaf.kind == IterKind::Reduce && (concurrent || kind == ForKind::Vectorized)) {
        refuse(phrase("axis {} is a reduction and cannot be {}, because its iterations add to the same element (rfactor creates "
                      "partial sums)",
                      leaf.var.name(), kind == ForKind::Vectorized ? "vectorized" : "parallel"));
        return;
    }
    if (data().annotations.contains(leaf.var.id())) {
        refuse(phrase("axis {} is annotated twice", leaf.var.name()));
        return;
    }
    const int id = record(tag.empty() ? fmt::format("{}({})", primitive, leaf.var.name())
                                      : fmt::format("{}({}, {})", primitive, leaf.var.name(), tag),
                          {primitive, {}, {leaf}, {}, tag});
    edit().annotations[leaf.var.id()] = AxisAnnotation{kind, tag, id};
}

void StageRef::bind(const IterVar& axis, const std::string& threadTag)
{
    static const std::set<std::string> tags{"blockIdx.x",  "blockIdx.y",  "blockIdx.z", "threadIdx.x",
                                            "threadIdx.y", "threadIdx.z", "vthread"};
    if (!tags.contains(threadTag)) {
        refuse(phrase("axis {} cannot be bound to '{}'; use blockIdx or threadIdx with .x, .y or .z, or vthread",
                      axis.var.isNull() ? "?" : axis.var.name(), threadTag));
        return;
    }
    annotate(axis, threadTag == "vthread" ? ForKind::VirtualThread : ForKind::ThreadBinding, threadTag, "bind");
}

void StageRef::tensorize(const IterVar& axis, const std::string& operation)
{
    const bool isKnown = ir::findMmaKind(operation) || operation == "mma.tile" || operation == ir::kDotOperation
                      || operation == ir::kTileOperation;
    if (!isKnown) {
        refuse(phrase("axis {} cannot be tensorized as '{}'; use mma.f16, mma.tf32, mma.tile, dot or tile",
                      axis.var.isNull() ? "?" : axis.var.name(), operation));
        return;
    }
    annotate(axis, ForKind::Tensorized, operation, "tensorize");
}

void StageRef::pragma(const IterVar& axis, const std::string& name, int64_t value)
{
    if (!leafPosition(axis, "pragma")) {
        return;
    }
    if (name != "auto_unroll_max_step" && name != "unroll_explicit") {
        refuse(phrase("unknown pragma '{}'; use auto_unroll_max_step or unroll_explicit", name));
        return;
    }
    record(fmt::format("pragma({}, {}, {})", axis.var.name(), name, value), {"pragma", {}, {axis}, {value}, name});
    edit().pragmas.push_back({axis, name, value});
}

void StageRef::computeAt(const StageRef& consumer, const IterVar& axis)
{
    const auto& leaves = consumer.data().leaves;
    const bool isLoop = !axis.var.isNull() && std::find(leaves.begin(), leaves.end(), axis) != leaves.end();
    if (!accepts(!m_schedule->isOutput(data().tensor), phrase("an output cannot be computed inside stage {}", consumer.name()))
        || !accepts(isLoop, phrase("compute_at needs a loop of stage {} ({}), but {} is not one", consumer.name(), names(leaves),
                                   axis.var.isNull() ? "the axis given" : axis.var.name()))) {
        return;
    }
    record(fmt::format("compute_at({}, {})", consumer.name(), axis.var.name()),
           {"compute_at", {}, {axis}, {}, {}, {consumer.data().tensor}});
    StageData& stage = edit();
    stage.attach = AttachKind::At;
    stage.attachStage = consumer.data().tensor;
    stage.attachAxis = axis;
    if (stage.scope == ir::Scope::Workspace) {
        stage.scope = ir::Scope::Local;
    }
}

void StageRef::computeInline()
{
    const bool isBetween = !m_schedule->isOutput(data().tensor) && !data().isPlaceholder();
    if (accepts(isBetween, phrase("an input or output cannot be computed inline"))
        && accepts(data().reduceAxes.empty(),
                   phrase("a reduction cannot be computed inline, because an expression cannot contain its loops"))) {
        record("compute_inline()", {"compute_inline", {}, {}});
        edit().attach = AttachKind::Inline;
    }
}

void StageRef::storageAlign(const IterVar& axis, int64_t factor, int64_t offset)
{
    const auto& axes = data().axes;
    if (accepts(axes.size() >= 2 && axes[axes.size() - 2] == axis && factor >= 1,
                phrase("storage_align needs its second to last axis and a factor of at least 1, not {} and {}",
                       axis.var.isNull() ? "no axis" : axis.var.name(), factor))) {
        record(fmt::format("storage_align({}, {}, {})", axis.var.name(), factor, offset),
               {"storage_align", {}, {axis}, {factor, offset}});
        edit().rows = RowAlignment{factor, offset};
    }
}

void StageRef::prefetch(const ir::Tensor& tensor, size_t dimension, int64_t count, std::vector<IterVar> sharing)
{
    const auto* reduce = data().body.as<ir::Reduce>();
    const auto reads = ir::tensorsRead(reduce ? reduce->source : ir::Expr());
    const bool isRead = std::find(reads.begin(), reads.end(), tensor) != reads.end();
    const StageData* source = m_schedule->find(tensor);
    const bool isThere = source && (source->isPlaceholder() || source->isPrecomputed);
    if (!accepts(isRead && isThere && dimension < tensor.shape().size() && count >= 1,
                 phrase("prefetch needs an input, or a precomputed tensor, that the stage's reduction reads, one of its "
                        "dimensions and 1 entry or more, not {} of dimension {} of {}",
                        count, dimension, tensor.name()))) {
        return;
    }
    std::string names;
    for (const IterVar& axis : sharing) {
        names += (names.empty() ? ", shared by " : ", ") + axis.var.name();
    }
    const int primitive = record(fmt::format("prefetch({}, {}, {}{})", tensor.name(), dimension, count, names),
                                 {"prefetch", {}, sharing, {static_cast<int64_t>(dimension), count}, {}, {tensor}});
    edit().prefetch = PrefetchAhead{tensor, dimension, count, std::move(sharing), primitive};
}

void StageRef::doubleBuffer()
{
    if (accepts(data().scope == ir::Scope::Shared, phrase("double_buffer needs shared memory; cache_read(shared) it first"))) {
        record("double_buffer()", {"double_buffer", {}, {}});
        edit().depth = 2;
    }
}

void StageRef::pipeline(int64_t depth)
{
    constexpr int64_t most = 8;
    if (accepts(data().scope == ir::Scope::Shared && depth >= 1 && depth <= most,
                phrase("pipeline needs shared memory (cache_read it first) and 1 to {} slots, not {}", most, depth))) {
        record(fmt::format("pipeline({})", depth), {"pipeline", {}, {}, {depth}});
        edit().depth = depth;
    }
}

void StageRef::asyncCopy()
{
    if (accepts(data().scope == ir::Scope::Shared, phrase("async_copy needs shared memory; cache_read(shared) it first"))) {
        record("async_copy()", {"async_copy", {}, {}});
        edit().isAsync = true;
    }
}

void StageRef::precompute()
{
    if (!m_schedule->m_error) {
        record("precompute()", {"precompute", {}, {}});
        edit().isPrecomputed = true;
    }
}

} // namespace knobscope
