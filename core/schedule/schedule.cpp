// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule.h"

#include <algorithm>

namespace knobscope {

std::vector<ir::IterVar> StageData::allAxes() const
{
    std::vector<ir::IterVar> all = axes;
    all.insert(all.end(), reduceAxes.begin(), reduceAxes.end());
    return all;
}

StageData makeStage(const ir::Tensor& tensor)
{
    StageData stage;
    stage.tensor = tensor;
    if (tensor.isPlaceholder()) {
        stage.scope = ir::Scope::Argument;
        return stage;
    }
    stage.axes = tensor.node().axes;
    stage.body = tensor.node().body;
    if (const auto* reduce = stage.body.as<ir::Reduce>()) {
        stage.reduceAxes = reduce->axes;
    }
    stage.leaves = stage.allAxes();
    return stage;
}

Schedule::Schedule(std::vector<ir::Tensor> outputs)
    : m_outputs(std::move(outputs))
{
    for (const ir::Tensor& tensor : ir::topologicalOrder(m_outputs)) {
        m_stages.push_back(makeStage(tensor));
        if (isOutput(tensor)) {
            m_stages.back().scope = ir::Scope::Argument;
        }
    }
}

size_t Schedule::indexOf(const ir::Tensor& tensor) const
{
    // The template requested a tensor of another computation: a bug in the template, not in the config.
    const StageData* stage = find(tensor);
    return stage ? static_cast<size_t>(stage - m_stages.data()) : m_stages.size() - 1;
}

const StageData* Schedule::find(const ir::Tensor& tensor) const
{
    const auto found = std::ranges::find(m_stages, tensor, &StageData::tensor);
    return found == m_stages.end() ? nullptr : &*found;
}

bool Schedule::isOutput(const ir::Tensor& tensor) const
{
    return std::find(m_outputs.begin(), m_outputs.end(), tensor) != m_outputs.end();
}

void Schedule::refuse(Error error)
{
    if (!m_error) {
        m_error = std::move(error);
    }
}

std::vector<ir::Tensor> Schedule::inputs() const
{
    if (!m_inputs.empty()) {
        return m_inputs;
    }
    std::vector<ir::Tensor> found;
    for (const StageData& stage : m_stages) {
        if (stage.isPlaceholder()) {
            found.push_back(stage.tensor);
        }
    }
    return found;
}

int Schedule::record(const std::string& primitive, PrimitiveCall call)
{
    m_primitives.push_back({call.stage.name(), primitive, call.knob});
    if (m_keepsHistory) {
        m_history.push_back(m_stages);
        m_calls.push_back(std::move(call));
    }
    return static_cast<int>(m_primitives.size()) - 1;
}

std::optional<Schedule> Schedule::stateAfter(size_t count) const
{
    if (m_history.size() + 1 != m_primitives.size() || count > m_history.size()) {
        return std::nullopt;
    }
    Schedule past = *this;
    past.m_history.clear();
    past.m_calls.clear();
    past.m_keepsHistory = false;
    past.m_primitives.resize(count + 1);
    if (count < m_history.size()) {
        past.m_stages = m_history[count];
    }
    return past;
}

void Schedule::insertBefore(size_t index, StageData stage)
{
    m_stages.insert(m_stages.begin() + static_cast<std::ptrdiff_t>(index), std::move(stage));
}

std::string Schedule::text() const
{
    std::string out;
    for (size_t i = 1; i < m_primitives.size(); ++i) {
        const ir::Provenance& p = m_primitives[i];
        const std::string line = fmt::format("s[{}].{}", p.stage, p.primitive);
        out += p.knob.empty() ? line + "\n" : fmt::format("{:<56}  # {}\n", line, p.knob);
    }
    return out;
}

} // namespace knobscope
