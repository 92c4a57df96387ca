// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/rowschedule.h"

#include <algorithm>

namespace knobscope {
namespace {

constexpr int64_t kRowLanes = 16; // two of AVX2's vectors, so that two chains of additions overlap

// Rows that are reduced in parts, and the number of parts.
constexpr int64_t kFewRows = 8;
constexpr int64_t kLongRow = int64_t{1} << 15;
constexpr int64_t kParts = 64;

class RowScheduler
{
public:
    /// `isFold`: the output reads one reduction of its own shape, along rows of adjacent elements.
    RowScheduler(const ir::Tensor& output, std::vector<ir::Tensor> inputs, bool isFold = false)
        : m_output(output)
        , m_schedule({output})
        , m_isReduced(output.shape().size())
    {
        m_schedule.setInputs(std::move(inputs));
        const std::vector<ir::Tensor> outputs{output};
        for (const ir::Tensor& tensor : ir::topologicalOrder(outputs)) {
            if (!tensor.isPlaceholder() && !(tensor == output)) {
                m_steps.push_back(tensor);
                for (size_t axis = 0; axis < m_isReduced.size(); ++axis) {
                    m_isReduced[axis] = m_isReduced[axis] || tensor.shape()[axis] != output.shape()[axis];
                }
            }
        }
        m_isFold = isFold;
        m_isAlongRow = isFold || m_isReduced.back();
    }

    Schedule take() &&
    {
        scheduleOutput();
        for (const ir::Tensor& step : m_steps) {
            if (!m_schedule[step].reduceAxes().empty()) {
                scheduleReduction(step);
            } else {
                place(step);
                vectorizeLast(m_schedule[step]);
            }
        }
        return std::move(m_schedule);
    }

private:
    void scheduleOutput()
    {
        StageRef out = m_schedule[m_output];
        std::vector<ir::IterVar> axes = out.axes();
        const auto [vectors, lanes] = out.split(axes.back(), std::min(kRowLanes, m_output.shape().back()));
        std::vector<ir::IterVar> across;
        std::vector<ir::IterVar> along;
        for (size_t axis = 0; axis + 1 < axes.size(); ++axis) {
            (m_isReduced[axis] ? along : across).push_back(axes[axis]);
        }
        (m_isReduced.back() ? along : across).push_back(vectors);
        if (across.empty()) {
            const auto [one, rest] = out.splitByParts(along.front(), 1);
            across.push_back(one);
            along.front() = rest;
        }
        std::vector<ir::IterVar> order = across;
        order.insert(order.end(), along.begin(), along.end());
        order.push_back(lanes);
        out.reorder(order);
        m_row = across.size() > 1 ? out.fuse(across) : across.front();
        out.parallel(m_row);
        out.vectorize(lanes);
    }

    void place(const ir::Tensor& step)
    {
        m_schedule[step].setScope(ir::Scope::Local);
        m_schedule[step].computeAt(m_schedule[m_output], m_row);
    }

    static void vectorizeLast(StageRef stage)
    {
        const ir::IterVar last = stage.axes().back();
        if (last.extent > kRowLanes) {
            stage.vectorize(stage.split(last, kRowLanes)[1]);
        } else if (last.extent > 1) {
            stage.vectorize(last);
        }
    }

    void scheduleReduction(const ir::Tensor& step)
    {
        StageRef stage = m_schedule[step];
        if (!m_isAlongRow) {
            place(step);
            std::vector<ir::IterVar> order = stage.reduceAxes();
            order.push_back(stage.axes().back());
            stage.reorder(order);
            stage.vectorize(stage.axes().back());
        } else if (m_isFold && elementsOf(step.shape()) <= kFewRows && termsOf(stage) >= kLongRow) {
            reduceInParts(step);
        } else {
            place(step);
            reduceInLanes(step, m_output, m_row);
        }
    }

    static int64_t termsOf(StageRef stage)
    {
        int64_t terms = 1;
        for (const ir::IterVar& axis : stage.reduceAxes()) {
            terms *= axis.extent;
        }
        return terms;
    }

    /// The outermost axis with an iteration for each part, as parts of adjacent elements are read fastest, or else the longest.
    static ir::IterVar axisOfParts(StageRef stage)
    {
        const std::vector<ir::IterVar>& axes = stage.reduceAxes();
        const auto isLongEnough = [](const ir::IterVar& axis) { return axis.extent >= kParts; };
        const auto outermost = std::ranges::find_if(axes, isLongEnough);
        return outermost != axes.end() ? *outermost : *std::ranges::max_element(axes, {}, &ir::IterVar::extent);
    }

    /// Reduces parts of the rows on several threads, then their results.
    void reduceInParts(const ir::Tensor& step)
    {
        StageRef stage = m_schedule[step];
        const ir::IterVar axis = axisOfParts(stage);
        const ir::Tensor partial = m_schedule.rfactor(step, stage.split(axis, (axis.extent + kParts - 1) / kParts)[0]);
        StageRef parts = m_schedule[partial];
        const ir::IterVar part = parts.fuse(parts.axes());
        parts.parallel(part);
        reduceInLanes(partial, partial, part);
        place(step);
    }

    /// Reduces a row in vectors, within a loop of `around`.
    void reduceInLanes(const ir::Tensor& tensor, const ir::Tensor& around, const ir::IterVar& loop)
    {
        const ir::IterVar last = m_schedule[tensor].reduceAxes().back();
        if (last.extent < 2) {
            return;
        }
        const ir::IterVar lanes = m_schedule[tensor].split(last, std::min(kRowLanes, last.extent))[1];
        StageRef parts = partialOf(tensor, lanes, around, loop);
        std::vector<ir::IterVar> order = parts.reduceAxes();
        order.push_back(parts.axes().front());
        parts.reorder(order);
        parts.vectorize(parts.axes().front());
        // Reduces the lanes to four, half of them at a time: a chain of 16 additions takes as long as a short row.
        for (int64_t left = lanes.extent; left > 4 && left % 2 == 0; left /= 2) {
            const ir::IterVar half = m_schedule[tensor].split(m_schedule[tensor].reduceAxis(0), left / 2)[1];
            StageRef halves = partialOf(tensor, half, around, loop);
            halves.unroll(halves.reduceAxis(0));
            halves.reorder({halves.reduceAxis(0), halves.axes().front()});
            halves.vectorize(halves.axes().front());
        }
        m_schedule[tensor].unroll(m_schedule[tensor].reduceAxis(0));
    }

    StageRef partialOf(const ir::Tensor& tensor, const ir::IterVar& axis, const ir::Tensor& around, const ir::IterVar& loop)
    {
        const ir::Tensor partial = m_schedule.rfactor(tensor, axis);
        m_schedule[partial].setScope(ir::Scope::Local);
        m_schedule[partial].computeAt(m_schedule[around], loop);
        return m_schedule[partial];
    }

    ir::Tensor m_output;
    Schedule m_schedule;
    std::vector<ir::Tensor> m_steps; ///< producers first
    std::vector<bool> m_isReduced; ///< by axis
    bool m_isFold = false;
    bool m_isAlongRow = false;
    ir::IterVar m_row;
};

} // namespace

Schedule scheduleByRows(const ir::Tensor& output, std::vector<ir::Tensor> inputs)
{
    return RowScheduler(output, std::move(inputs)).take();
}

Schedule scheduleFoldedRows(const ir::Tensor& output, std::vector<ir::Tensor> inputs)
{
    return RowScheduler(output, std::move(inputs), true).take();
}

} // namespace knobscope
