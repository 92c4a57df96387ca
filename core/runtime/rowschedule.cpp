// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/rowschedule.h"

#include <algorithm>

namespace knobscope {
namespace {

constexpr int64_t kRowLanes = 16; // two of AVX2's vectors, so that two chains of additions overlap

class RowScheduler
{
public:
    RowScheduler(const ir::Tensor& output, std::vector<ir::Tensor> inputs)
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
        const ir::IterVar last = stage.reduceAxes().back();
        if (!m_isReduced.back()) {
            place(step);
            std::vector<ir::IterVar> order = stage.reduceAxes();
            order.push_back(stage.axes().back());
            stage.reorder(order);
            stage.vectorize(stage.axes().back());
            return;
        }
        if (last.extent < 2) {
            place(step);
            return;
        }
        const ir::IterVar lanes = stage.split(last, std::min(kRowLanes, last.extent))[1];
        const ir::Tensor partial = m_schedule.rfactor(step, lanes);
        place(partial);
        StageRef parts = m_schedule[partial];
        std::vector<ir::IterVar> order = parts.reduceAxes();
        order.push_back(parts.axes().front());
        parts.reorder(order);
        parts.vectorize(parts.axes().front());
        halve(step, lanes.extent);
        place(step);
        m_schedule[step].unroll(m_schedule[step].reduceAxis(0));
    }

    /// Reduces the lanes to four, half of them at a time: a chain of 16 additions takes as long as a short row.
    void halve(const ir::Tensor& step, int64_t lanes)
    {
        for (; lanes > 4 && lanes % 2 == 0; lanes /= 2) {
            const ir::IterVar half = m_schedule[step].split(m_schedule[step].reduceAxis(0), lanes / 2)[1];
            const ir::Tensor partial = m_schedule.rfactor(step, half);
            place(partial);
            StageRef parts = m_schedule[partial];
            parts.unroll(parts.reduceAxis(0));
            parts.reorder({parts.reduceAxis(0), parts.axes().front()});
            parts.vectorize(parts.axes().front());
        }
    }

    ir::Tensor m_output;
    Schedule m_schedule;
    std::vector<ir::Tensor> m_steps; ///< producers first
    std::vector<bool> m_isReduced; ///< by axis
    ir::IterVar m_row;
};

} // namespace

Schedule scheduleByRows(const ir::Tensor& output, std::vector<ir::Tensor> inputs)
{
    return RowScheduler(output, std::move(inputs)).take();
}

} // namespace knobscope
