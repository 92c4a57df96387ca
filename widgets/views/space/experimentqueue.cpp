// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/experimentqueue.h"

namespace knobscope {

ExperimentQueue::ExperimentQueue(Workspace& workspace)
    : m_workspace(workspace)
{
    connect(&workspace.session(), &TuningSession::finished, this, &ExperimentQueue::runEnded);
    connect(&workspace.session(), &TuningSession::progressed, this, [this](const Progress& progress) {
        if (m_ownRun) {
            emit progressed(progress.done, progress.total);
        }
    });
}

Result<void> ExperimentQueue::start(const ExperimentPlan& plan, const MeasureOptions& measuring)
{
    for (const Task* task : {&plan.a, &plan.b}) {
        TRY(makeTuner(plan.options.tuner, task->space, plan.options.seed, plan.options.parameters));
    }
    m_path = TRY(m_workspace.fileToWrite());
    m_runs = experimentRuns(plan);
    m_rows.clear();
    m_result.reset();
    m_measuring = measuring;
    m_running = true;
    m_stopping = false;
    next();
    return {};
}

void ExperimentQueue::next()
{
    if (!m_running || m_workspace.session().isRunning()) {
        return; // another run started first; called again when it ends
    }
    if (m_stopping) {
        return end(tr("The experiment was stopped."));
    }
    if (m_rows.size() == m_runs.size()) {
        return end({});
    }
    const LoopTask& run = m_runs[m_rows.size()];
    MeasureOptions measuring = m_measuring;
    measuring.seed = run.options.seed;
    m_ownRun = true;
    m_workspace.session().start(run, measuring, m_path);
}

void ExperimentQueue::runEnded(const RunFinished& result, const Sentence& problem)
{
    if (!m_running) {
        return;
    }
    const bool wasOwn = std::exchange(m_ownRun, false);
    if (wasOwn && (!problem.empty() || result.reason != "finished")) {
        return end(problem.empty() ? tr("The experiment was stopped.") : coreText(problem));
    }
    if (wasOwn) {
        m_rows.push_back(m_workspace.session().run());
        evaluate();
    }
    // Queued: the session is still emitting this run's end.
    QMetaObject::invokeMethod(this, &ExperimentQueue::next, Qt::QueuedConnection);
}

void ExperimentQueue::stop()
{
    m_stopping = true;
    if (m_ownRun) {
        m_workspace.session().stop();
    }
}

void ExperimentQueue::end(const QString& problem)
{
    m_running = false;
    emit finished(problem);
}

void ExperimentQueue::evaluate()
{
    if (m_rows.size() < 2) {
        emit runFinished();
        return;
    }
    m_workspace.ask(
        this, QStringLiteral("experiment"),
        [rows = m_rows](Project& project) { return evaluateExperiment(project, rows); },
        [this](const Result<ExperimentResult>& evaluated) {
            m_result = evaluated ? std::optional(*evaluated) : std::nullopt;
            emit runFinished();
        });
}

} // namespace knobscope
