// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/wholeprogram.h"

#include "core/worker/kernelmessage.h"

#include <utility>

namespace knobscope {

WholeProgram::WholeProgram(std::unique_ptr<Executor> executor, std::shared_ptr<const DynamicTail> tail)
    : m_executor(std::move(executor))
    , m_tail(std::move(tail))
{
    const Graph& graph = program().graph;
    for (size_t i = 0; m_tail && i < graph.outputs.size(); ++i) {
        m_tailInputs.push_back(std::make_shared<Tensor>(*graph.value(graph.outputs[i]).type));
    }
}

Result<std::unique_ptr<WholeProgram>> WholeProgram::create(Program program, std::shared_ptr<const DynamicTail> tail,
                                                           std::vector<std::optional<Program>> sections)
{
    auto executor = TRY(Executor::create(std::move(program)));
    std::unique_ptr<WholeProgram> whole(new WholeProgram(std::move(executor), std::move(tail)));
    for (std::optional<Program>& section : sections) {
        auto& place = whole->m_sections.emplace_back();
        auto loaded = section ? SectionExecutor::create(std::move(*section), whole->m_executor->pool())
                              : std::unique_ptr<SectionExecutor>();
        if (loaded) { // else its nodes are computed by definition
            place = std::move(*loaded);
        }
    }
    return whole;
}

Result<void> WholeProgram::setInputs(const std::vector<Tensor>& inputs)
{
    for (size_t i = 0; i < inputs.size(); ++i) {
        TRY(m_executor->setInput(i, inputs[i]));
    }
    return {};
}

Result<void> WholeProgram::run()
{
    TRY(m_executor->run());
    return m_tail ? computeTail() : Result<void>();
}

Result<void> WholeProgram::computeTail()
{
    for (size_t i = 0; i < m_tailInputs.size(); ++i) {
        m_executor->readOutput(i, *m_tailInputs[i]);
    }
    TailRun run{.workers = &m_executor->workers()};
    run.sections = [this](size_t section, const std::vector<SharedTensor>& inputs) -> Result<std::optional<std::vector<Tensor>>> {
        if (section >= m_sections.size() || !m_sections[section]) {
            return std::optional<std::vector<Tensor>>();
        }
        return TRY(m_sections[section]->run(inputs));
    };
    m_tailOutputs.clear(); // before new ones are allocated
    m_tailOutputs = TRY(runTail(*m_tail, {m_tailInputs.begin(), m_tailInputs.end()}, run));
    return {};
}

std::vector<Tensor> WholeProgram::graphOutputs() const
{
    std::vector<Tensor> outputs;
    for (size_t i = 0; i < program().graph.outputs.size(); ++i) {
        outputs.push_back(m_executor->output(i));
    }
    return outputs;
}

Result<NetworkCheck> WholeProgram::checkSections(Precision precision, const Target& target)
{
    NetworkCheck worst;
    for (size_t s = 0; s < m_sections.size(); ++s) {
        if (m_sections[s]) {
            worst = worseOf(worst, TRY(checkSection(m_tail->sections[s], *m_sections[s], precision, target)));
        }
    }
    return worst;
}

Result<std::vector<double>> WholeProgram::profile()
{
    auto seconds = TRY(m_executor->profile());
    if (m_tail) {
        const double before = steadySeconds();
        TRY(computeTail());
        seconds.push_back(steadySeconds() - before);
    }
    return seconds;
}

} // namespace knobscope
