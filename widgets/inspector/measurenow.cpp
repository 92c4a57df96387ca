// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/measurenow.h"

#include "core/loop/byhand.h"
#include "core/measure/emulatedcheck.h"
#include "core/measure/kernelmessage.h"
#include "widgets/inspector/timingwords.h"
#include "widgets/text/number.h"
#include "widgets/translation/coretext.h"

namespace knobscope {

namespace {

Result<MeasureResult> measureOne(const Task& task, const ConfigEntity& entity, Result<std::unique_ptr<Measurer>> measurer,
                                 const std::atomic<bool>& isCancelled)
{
    if (!measurer) {
        return fail(measurer);
    }
    if (auto accepted = (*measurer)->accepts(task); !accepted) {
        return fail(accepted);
    }
    if (auto submitted = (*measurer)->submit(0, {taskToJson(task), entity}); !submitted) {
        return fail(submitted);
    }
    while (!isCancelled) {
        if (auto done = (*measurer)->next(std::chrono::milliseconds(50))) {
            if (done->second.isUntried) {
                return fail(ErrorCode::Io, "{}", done->second.message);
            }
            return std::move(done->second);
        }
    }
    (*measurer)->stop();
    return MeasureResult();
}

} // namespace

MeasureNow::MeasureNow(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_keeping([this](const Error& error) { m_workspace.say(error); })
    , m_emulation([this](const Error& error) { emit said(coreText(error), true); })
    , m_work([this](const Error& error) { take(tl::make_unexpected(error), false); })
{
    connect(&workspace.session(), &TuningSession::runStored, &m_work, &LatestWork::stop);
}

const MeasureResult* MeasureNow::result() const
{
    return m_result && m_config == m_workspace.config() && m_task == m_workspace.task() ? &*m_result : nullptr;
}

void MeasureNow::cancel()
{
    m_work.stop();
    emit said(tr("Cancelling…"), false);
}

void MeasureNow::measure(const ConfigEntity& config)
{
    const QString index = number(m_workspace.config());
    if (m_workspace.isTuningTask()) {
        m_workspace.session().addConfig(m_workspace.config());
        emit said(tr("Config %1 is measured next in the run that goes on.").arg(index), false);
        return;
    }
    if (const auto allowed = m_workspace.mayWrite(); !allowed) {
        emit said(coreText(allowed.error()), true);
        return;
    }
    m_result.reset();
    m_task = m_workspace.task();
    m_config = m_workspace.config();
    m_options = m_workspace.measuring();
    m_options.check = true;
    m_options.thorough = m_options.paired;
    m_work.request([this, task = m_task, config, options = m_options,
                    make = m_makeMeasurer](const std::atomic<bool>& stop) -> LatestWork::Deliver {
        auto result = measureOne(*task, config, make(task->target, options), stop);
        return [this, result = std::move(result), wasCancelled = stop.load()] { take(result, wasCancelled); };
    });
    emit said(tr("Measuring config %1…").arg(index), false);
    emit changed();
}

void MeasureNow::take(const Result<MeasureResult>& measured, bool wasCancelled)
{
    emit changed();
    const QString which = tr("Config %1").arg(number(m_config));
    if (!measured) {
        emit said(tr("%1 could not be measured: %2").arg(which, coreText(measured.error())), true);
        return;
    }
    if (wasCancelled) {
        emit said(tr("Measuring was cancelled."), false);
        return;
    }
    const MeasureResult& result = *measured;
    m_result = result;
    keep(result);
    if (result.error != MeasureError::None) {
        emit said(tr("%1: %2. %3").arg(which, coreText(errorText(result.error)), coreText(result.message)), true);
        return;
    }
    QStringList lines{tr("%1: right answer, built in %2 ms").arg(which, number(result.buildSeconds * 1e3, 0)),
                      timingWords(m_task->autotvmFlops / result.meanCost() / 1e9, result.meanCost(), result.timing)};
    if (result.isAnchor) {
        lines << tr("No untuned config works here: speed-ups are relative to this one.");
    }
    if (!result.message.empty()) {
        lines << coreText(result.message);
    }
    emit said(lines.join(QLatin1Char('\n')), false);
}

void MeasureNow::emulate(const ConfigEntity& config)
{
    const QString which = tr("Config %1").arg(number(m_workspace.config()));
    emit said(tr("%1 is run on the CPU…").arg(which), false);
    m_emulation.request([this, task = m_workspace.task(), which, config,
                         options = m_workspace.measuring()](const std::atomic<bool>&) -> LatestWork::Deliver {
        auto checked = checkEmulated(taskToJson(*task), std::span(&config, 1), options);
        return [this, which, checked = std::move(checked)] {
            if (!checked) {
                emit said(tr("%1 could not be emulated: %2").arg(which, coreText(checked.error())), true);
                return;
            }
            const EmulatedResult& result = checked->front();
            if (result.error != MeasureError::None) {
                emit said(tr("%1: %2. %3").arg(which, coreText(errorText(result.error)), coreText(result.message)), true);
                return;
            }
            emit said(tr("%1: right answer on the CPU, in several orders of its threads (largest error %2). That says nothing of "
                         "its speed.")
                          .arg(which, figures(result.relativeError, 2)),
                      false);
        };
    });
}

void MeasureNow::keep(const MeasureResult& result)
{
    const auto entity = m_task->space.at(m_config);
    const auto path = entity ? m_workspace.ensureProject() : fail(entity);
    if (!path) {
        m_workspace.say(path.error());
        return;
    }
    m_keeping.finishNow(); // none is left out
    m_keeping.request(
        LatestWork::Work([this, path = path->toStdString(), task = m_task, result, entity = *entity,
                          label = m_workspace.taskLabel().toStdString(), options = m_options]() -> LatestWork::Deliver {
            const auto kept = keepByHand(path, *task, label, entity, result, options);
            return [this, problem = kept ? Sentence() : Sentence(kept.error())] {
                if (problem.message.empty()) {
                    m_workspace.reloadRuns();
                } else {
                    m_workspace.say(MessageLevel::Error, coreText(problem));
                }
            };
        }));
}

} // namespace knobscope
