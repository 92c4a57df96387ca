// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/stage.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>

namespace knobscope {

class Schedule;

/// One stage of a schedule, to apply primitives to: `auto [xo, xi] = s[C].split(x, 8);`. A handle; the schedule owns the
/// data. Primitives check that they are legal. The first that is not makes the schedule fail (Schedule::error) with a
/// sentence naming stage and axis; later primitives then do nothing, so a template needs to ask only once.
class StageRef
{
public:
    StageRef(Schedule& schedule, size_t index)
        : m_schedule(&schedule)
        , m_index(index)
    {
    }

    /// The same stage; what is applied through it is recorded as chosen by a knob: `out.by("tile_oc").vectorize(lanes)`.
    StageRef by(std::string knob) const;

    const StageData& data() const;
    const std::string& name() const { return data().tensor.name(); }
    const std::vector<ir::IterVar>& axes() const { return data().axes; }
    const std::vector<ir::IterVar>& reduceAxes() const { return data().reduceAxes; }
    ir::IterVar axis(size_t i) const { return data().axes.at(i); }
    ir::IterVar reduceAxis(size_t i) const { return data().reduceAxes.at(i); }

    /// The pair (outer, inner) with inner of `factor` iterations. A factor that does not divide leaves a short tail.
    std::array<ir::IterVar, 2> split(const ir::IterVar& axis, int64_t factor) { return addSplit(axis, factor, false); }
    /// The same with the number of outer iterations given.
    std::array<ir::IterVar, 2> splitByParts(const ir::IterVar& axis, int64_t parts) { return addSplit(axis, parts, true); }
    /// AutoTVM's way of applying a split entity: sizes.size() - 1 splits; sizes[0] is what remains, whatever it says.
    std::vector<ir::IterVar> splitTo(const ir::IterVar& axis, std::span<const int64_t> sizes);
    /// (y outer, x outer, y inner, x inner), reordered so.
    std::array<ir::IterVar, 4> tile(const ir::IterVar& y, const ir::IterVar& x, int64_t yFactor, int64_t xFactor);
    /// One loop for neighbouring ones, outermost first.
    ir::IterVar fuse(std::vector<ir::IterVar> axes);
    /// The given leaves in this order, in the places that they hold together; other leaves stay where they are.
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
    /// "blockIdx.x" … "threadIdx.z", or "vthread".
    void bind(const ir::IterVar& axis, const std::string& threadTag);
    /// This loop and those inside it become a warp's, whose lanes are the threads of x: "mma.f16" and "mma.tf32" name the product
    /// itself (loops of 16, 8 and 16 or 8 iterations over rows, columns and the reduction), "mma.tile" what fills, clears or
    /// stores one of its tiles (loops over the tile's rows and columns). See ir/warpmma.h.
    void tensorize(const ir::IterVar& axis, const std::string& operation);
    /// auto_unroll_max_step and unroll_explicit are understood.
    void pragma(const ir::IterVar& axis, const std::string& name, int64_t value);

    void computeAt(const StageRef& consumer, const ir::IterVar& axis);
    void computeInline();
    void setScope(ir::Scope scope) { edit().scope = scope; }
    /// TVM's storage_align for the second to last axis: the stride between rows becomes `offset` modulo `factor`, so that threads
    /// which read down a column meet different banks of shared memory.
    void storageAlign(const ir::IterVar& axis, int64_t factor, int64_t offset);
    /// The stage's shared memory is filled for the next iteration of the loop it is computed in while this one reads it.
    void doubleBuffer();
    /// The same `depth` - 1 iterations ahead, in that many slots: 1 is plain, 2 double buffering (TVM's software pipeline, with
    /// the copies in its first stage).
    void pipeline(int64_t depth);
    /// The stage's shared memory is filled by asynchronous copies from global memory (TVM's async scope), on GPUs that have them.
    void asyncCopy();
    /// While the stage, a reduction, works with what it reads of `tensor`, an input or what was precomputed, the cache is asked
    /// for the `count` entries of that dimension that follow in memory: weights that later iterations of the loops around read.
    /// Each iteration of the loops `sharing`, which lie around the stage and read the same of the tensor, asks for an equal part.
    /// Where there are fewer lines to ask for than iterations of the reduction, its outer loops alone do. (Halide's prefetch,
    /// shared out.)
    void prefetch(const ir::Tensor& tensor, size_t dimension, int64_t count, std::vector<ir::IterVar> sharing);
    /// The stage depends on weights alone: AutoTVM leaves it out of the timing while tuning.
    void precompute();

private:
    friend class Schedule;
    StageData& edit();
    int record(const std::string& primitive);
    void refuse(const Sentence& sentence);
    /// False where the schedule has failed before, or fails now: with `otherwise`, unless the primitive is legal.
    bool accepts(bool isLegal, const Sentence& otherwise);
    std::optional<size_t> leafPosition(const ir::IterVar& axis, const char* primitive);
    std::array<ir::IterVar, 2> addSplit(const ir::IterVar& axis, int64_t factor, bool byParts);
    void annotate(const ir::IterVar& axis, ir::ForKind kind, const std::string& tag, const std::string& primitive);

    Schedule* m_schedule;
    size_t m_index;
    std::string m_knob; ///< empty: the template itself chooses
};

/// A computation (outputs and all they depend on) and how to order it.
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

    /// The tensor is computed into the returned new one; its own stage only copies. Before any other primitive on it.
    ir::Tensor cacheWrite(const ir::Tensor& tensor, ir::Scope scope);
    /// `readers` read a copy of the tensor (the returned one) instead.
    ir::Tensor cacheRead(const ir::Tensor& tensor, ir::Scope scope, std::span<const ir::Tensor> readers);
    /// Partial sums: the reduction over leaf `axis` (of `tensor`'s stage) becomes dimension 0 of the returned tensor, which
    /// folds the other reduction axes; `tensor` folds the partial results. The classical rfactor.
    ir::Tensor rfactor(const ir::Tensor& tensor, const ir::IterVar& axis);

    /// Of one element: its value before, and the indices of its axes.
    using Epilogue = std::function<ir::Expr(const ir::Expr& value, std::span<const ir::Expr> at)>;
    /// Each element of the only output becomes `epilogue` of it where its tile is written: a bias, an activation, another tensor
    /// added. What it reads, `more`, become inputs behind the others. An output that is itself a reduction becomes scratch
    /// memory, and loops over vectors of it follow. After all other primitives.
    void append(const Epilogue& epilogue, const std::vector<ir::Tensor>& more, const std::string& name);

    /// [0] is "no primitive"; the rest in the order applied.
    const std::vector<ir::Provenance>& primitives() const { return m_primitives; }
    /// The first illegal primitive, in a sentence; none while all are legal.
    const std::optional<Error>& error() const { return m_error; }
    /// Fails with it.
    Result<void> check() const { return m_error ? tl::make_unexpected(*m_error) : Result<void>(); }
    /// Has the state before each primitive kept from now on, for looking back; costs a copy of the stages a primitive.
    void keepHistory() { m_keepsHistory = true; }
    /// Sums of float16 that cacheWrite() moves to local memory are float32 from now on, as those of bfloat16 always are.
    void widenHalfSums() { m_widensHalfSums = true; }
    /// This schedule as it was after its first `count` primitives; nullopt when no history was kept, or for a count it never had.
    std::optional<Schedule> after(size_t count) const;
    /// For templates that find a config illegal themselves.
    void refuse(Error error);
    /// The order in which stages compute inputs, for kernels: placeholders in definition order.
    std::vector<ir::Tensor> inputs() const;
    /// Kernel parameter order of the inputs, when it is not the order of first use.
    void setInputs(std::vector<ir::Tensor> inputs) { m_inputs = std::move(inputs); }

    /// One primitive a line: "s[C].split(y, factor=8)   # tile_y".
    std::string text() const;

private:
    friend class StageRef;
    size_t indexOf(const ir::Tensor& tensor) const;
    void insertBefore(size_t index, StageData stage);
    /// Writes a primitive down, and the knob that chose its arguments, before it changes anything.
    int record(const std::string& stage, const std::string& primitive, const std::string& knob = {});

    std::vector<ir::Tensor> m_outputs;
    std::vector<ir::Tensor> m_inputs;
    std::vector<StageData> m_stages;
    std::vector<ir::Provenance> m_primitives{ir::Provenance{}};
    bool m_keepsHistory = false;
    bool m_widensHalfSums = false;
    std::vector<std::vector<StageData>> m_history; ///< [i]: the stages before primitive i + 1
    std::optional<Error> m_error;
};

} // namespace knobscope
