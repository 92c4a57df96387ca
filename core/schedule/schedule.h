// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/stage.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>

namespace knobscope {

class Schedule;

/// A primitive as it was called, for texts that repeat it: `name` is the word of Schedule::text().
struct PrimitiveCall {
    std::string name;
    ir::Tensor stage;
    std::vector<ir::IterVar> axes;    ///< of the stage; for compute_at of tensors[0]; for prefetch those that share it
    std::vector<int64_t> numbers = {};
    std::string word = {};            ///< a scope, thread, operation or pragma
    std::vector<ir::Tensor> tensors = {}; ///< other stages: consumer, readers, what is prefetched
    std::vector<ir::IterVar> made = {}; ///< the new loops
    ir::Tensor madeTensor = {};       ///< the new stage
    std::string knob = {};            ///< that chose the arguments; empty: the template
};

/// Handle to one stage of a schedule, which owns the data: `auto [xo, xi] = s[C].split(x, 8);`. Primitives check that they are
/// legal. The first illegal one fails the schedule (Schedule::error) with a sentence naming stage and axis; later ones do
/// nothing, so a template checks only once.
class StageRef
{
public:
    StageRef(Schedule& schedule, size_t index)
        : m_schedule(&schedule)
        , m_index(index)
    {
    }

    /// The same stage; primitives applied through it are recorded as chosen by a knob:
    /// `out.chosenBy("tile_oc").vectorize(lanes)`.
    StageRef chosenBy(std::string knob) const;

    const StageData& data() const;
    const std::string& name() const { return data().tensor.name(); }
    const std::vector<ir::IterVar>& axes() const { return data().axes; }
    const std::vector<ir::IterVar>& reduceAxes() const { return data().reduceAxes; }
    ir::IterVar axis(size_t i) const { return data().axes.at(i); }
    ir::IterVar reduceAxis(size_t i) const { return data().reduceAxes.at(i); }

    /// Returns (outer, inner), where inner has `factor` iterations. If `factor` does not divide the extent, the last chunk is
    /// short.
    std::array<ir::IterVar, 2> split(const ir::IterVar& axis, int64_t factor) { return addSplit(axis, factor, false); }
    /// Splits with the number of outer iterations given.
    std::array<ir::IterVar, 2> splitByParts(const ir::IterVar& axis, int64_t parts) { return addSplit(axis, parts, true); }
    /// Applies a split entity as AutoTVM does: sizes.size() - 1 splits; sizes[0] is ignored and takes what remains.
    std::vector<ir::IterVar> splitBySizes(const ir::IterVar& axis, std::span<const int64_t> sizes);
    /// Returns (y outer, x outer, y inner, x inner), reordered to that order.
    std::array<ir::IterVar, 4> tile(const ir::IterVar& y, const ir::IterVar& x, int64_t yFactor, int64_t xFactor);
    /// Fuses adjacent loops, given outermost first, into one.
    ir::IterVar fuse(std::vector<ir::IterVar> axes);
    /// Reorders the given leaves within the positions that they occupy; other leaves keep theirs.
    void reorder(const std::vector<ir::IterVar>& order);

    void unroll(const ir::IterVar& axis) { annotate(axis, ir::ForKind::Unrolled, {}, "unroll"); }
    void unrollAll(const std::vector<ir::IterVar>& axes)
    {
        for (const ir::IterVar& axis : axes) {
            unroll(axis);
        }
    }
    void vectorize(const ir::IterVar& axis) { annotate(axis, ir::ForKind::Vectorized, {}, "vectorize"); }
    void parallel(const ir::IterVar& axis) { annotate(axis, ir::ForKind::Parallel, {}, "parallel"); }
    /// `threadTag`: "blockIdx.x" … "threadIdx.z", or "vthread".
    void bind(const ir::IterVar& axis, const std::string& threadTag);
    /// Makes this loop and the loops inside it an operation of a warp, whose lanes are the threads of x. "mma.f16" and
    /// "mma.tf32" are the product (loops of 16, 8 and 16 or 8 iterations over rows, columns and the reduction); "mma.tile"
    /// fills, clears or stores one of its tiles (loops over the tile's rows and columns). See ir/warpmma.h.
    void tensorize(const ir::IterVar& axis, const std::string& operation);
    /// Supports auto_unroll_max_step and unroll_explicit.
    void pragma(const ir::IterVar& axis, const std::string& name, int64_t value);

    void computeAt(const StageRef& consumer, const ir::IterVar& axis);
    void computeInline();
    void setScope(ir::Scope scope);
    /// TVM's storage_align for the second to last axis: the stride between rows becomes `offset` modulo `factor`, so that
    /// threads reading down a column access different banks of shared memory.
    void storageAlign(const ir::IterVar& axis, int64_t factor, int64_t offset);
    /// Fills the stage's shared memory for the next iteration of its attach loop while this iteration reads it.
    void doubleBuffer();
    /// Fills `depth` - 1 iterations ahead into `depth` slots: 1 is plain, 2 double buffering (TVM's software pipeline with the
    /// copies in its first stage).
    void pipeline(int64_t depth);
    /// Fills the stage's shared memory by asynchronous copies from global memory (TVM's async scope), on GPUs that support them.
    void asyncCopy();
    /// While the stage, a reduction, reads `tensor` (an input or a precomputed stage), prefetches the next `count` entries of
    /// that dimension: weights that later iterations of the enclosing loops read. Each iteration of the loops `sharing`, which
    /// enclose the stage and read the same part of the tensor, prefetches an equal share. If there are fewer cache lines than
    /// iterations of the reduction, only its outer loops prefetch, and of many sharing iterations some repeat what others did.
    /// (Halide's prefetch, split among iterations.)
    void prefetch(const ir::Tensor& tensor, size_t dimension, int64_t count, std::vector<ir::IterVar> sharing);
    /// Marks the stage as depending on weights only: AutoTVM excludes it from the timing while tuning.
    void precompute();

private:
    friend class Schedule;
    StageData& edit();
    int record(const std::string& primitive, PrimitiveCall call);
    void refuse(const Sentence& sentence);
    /// Returns false if the schedule has already failed, or if the primitive is illegal, which fails it with `message`.
    bool accepts(bool isLegal, const Sentence& message);
    std::optional<size_t> leafPosition(const ir::IterVar& axis, const char* primitive);
    std::array<ir::IterVar, 2> addSplit(const ir::IterVar& axis, int64_t factor, bool byParts);
    void annotate(const ir::IterVar& axis, ir::ForKind kind, const std::string& tag, const std::string& primitive);

    Schedule* m_schedule;
    size_t m_index;
    std::string m_knob; ///< empty: chosen by the template itself
};

/// A computation (outputs and their dependencies) and its execution order.
class Schedule
{
public:
    explicit Schedule(std::vector<ir::Tensor> outputs);

    StageRef operator[](const ir::Tensor& tensor) { return {*this, indexOf(tensor)}; }
    const StageData* find(const ir::Tensor& tensor) const;
    /// Producers before consumers.
    std::span<const StageData> stages() const { return m_stages; }
    const std::vector<ir::Tensor>& outputs() const { return m_outputs; }
    bool isOutput(const ir::Tensor& tensor) const;

    /// Computes the tensor into the returned new one; its own stage only copies. Must come before other primitives on it.
    ir::Tensor cacheWrite(const ir::Tensor& tensor, ir::Scope scope);
    /// Makes `readers` read a copy of the tensor (the returned one) instead.
    ir::Tensor cacheRead(const ir::Tensor& tensor, ir::Scope scope, std::span<const ir::Tensor> readers);
    /// Computes partial sums (the classical rfactor): the reduction over leaf `axis` of `tensor`'s stage becomes dimension 0 of
    /// the returned tensor, which reduces over the other axes; `tensor` reduces the partial results.
    ir::Tensor rfactor(const ir::Tensor& tensor, const ir::IterVar& axis);

    /// Maps an element's value and the indices of its axes to a new value.
    using Epilogue = std::function<ir::Expr(const ir::Expr& value, std::span<const ir::Expr> at)>;
    /// Applies `epilogue` to each element of the only output where its tile is written: a bias, an activation, an added tensor.
    /// The tensors it reads, `more`, become inputs after the others; a tile of those as large as the output is prefetched while
    /// the tile's sums are computed. An output that is itself a reduction becomes scratch
    /// memory, followed by loops over vectors of it. Must come after all other primitives.
    void append(const Epilogue& epilogue, const std::vector<ir::Tensor>& more, const std::string& name);

    /// [0] is "no primitive"; the rest in the order applied.
    const std::vector<ir::Provenance>& primitives() const { return m_primitives; }
    /// The first illegal primitive, as a sentence; nullopt while all are legal.
    const std::optional<Error>& error() const { return m_error; }
    /// Fails with error(), if any.
    Result<void> check() const { return m_error ? tl::make_unexpected(*m_error) : Result<void>(); }
    /// Keeps the state before each later primitive for stateAfter(), and calls(); costs a copy of the stages per primitive.
    void keepHistory() { m_keepsHistory = true; }
    /// Makes later cacheWrite() calls keep float16 sums in local memory as float32, as always done for bfloat16.
    void widenHalfSums() { m_widensHalfSums = true; }
    /// The schedule after its first `count` primitives; nullopt if no history was kept or `count` is out of range.
    std::optional<Schedule> stateAfter(size_t count) const;
    /// The primitives since keepHistory() as they were called, and changes of scopes ("set_scope"), which primitives() omits.
    const std::vector<PrimitiveCall>& calls() const { return m_calls; }
    /// Fails the schedule; for templates that detect an illegal config themselves.
    void refuse(Error error);
    /// Placeholders in the order of kernel parameters: that of setInputs(), else definition order.
    std::vector<ir::Tensor> inputs() const;
    /// Sets the kernel parameter order of the inputs, if it is not the order of first use.
    void setInputs(std::vector<ir::Tensor> inputs) { m_inputs = std::move(inputs); }

    /// One primitive per line: "s[C].split(y, factor=8)   # tile_y".
    std::string text() const;

private:
    friend class StageRef;
    size_t indexOf(const ir::Tensor& tensor) const;
    void insertBefore(size_t index, StageData stage);
    /// Records a primitive and the knob that chose its arguments, before anything changes.
    int record(const std::string& primitive, PrimitiveCall call);

    std::vector<ir::Tensor> m_outputs;
    std::vector<ir::Tensor> m_inputs;
    std::vector<StageData> m_stages;
    std::vector<ir::Provenance> m_primitives{ir::Provenance{}};
    bool m_keepsHistory = false;
    bool m_widensHalfSums = false;
    std::vector<std::vector<StageData>> m_history; ///< [i]: the stages before primitive i + 1
    std::vector<PrimitiveCall> m_calls;
    std::optional<Error> m_error;
};

} // namespace knobscope
