// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector does with the config in hand: measure it, pin it, copy it.
#include "core/loop/byhand.h"
#include "core/loop/loglistener.h"
#include "core/measure/emulatedcheck.h"
#include "widgets/inspector/inspectorview.h"
#include "widgets/inspector/timingwords.h"
#include "widgets/translation/coretext.h"

#include <QApplication>
#include <QClipboard>
#include <QLocale>
#include <QPushButton>

namespace knobscope {

std::optional<ConfigEntity> InspectorView::entity()
{
    const auto task = workspace().task();
    if (!task || workspace().config() < 0) {
        say(tr("Choose a config first."), true);
        return std::nullopt;
    }
    const auto entity = task->space.at(workspace().config());
    if (!entity) {
        say(coreText(entity.error()), true);
        return std::nullopt;
    }
    return *entity;
}

void InspectorView::measureNow()
{
    if (m_measurement.isRunning()) {
        m_measurement.cancel();
        say(tr("Cancelling…"));
        return;
    }
    const auto task = workspace().task();
    const auto config = entity();
    if (!config) {
        return;
    }
    if (workspace().isTuningTask()) {
        workspace().session().addConfig(workspace().config());
        say(tr("Config %1 is measured next in the run that goes on.").arg(QLocale().toString(workspace().config())));
        return;
    }
    if (const auto allowed = workspace().mayMeasure(); !allowed) {
        say(coreText(allowed.error()), true);
        return;
    }
    m_measured.reset();
    m_measuredTask = task;
    m_measuredConfig = workspace().config();
    MeasureOptions options = workspace().measuring();
    options.check = true;
    options.thorough = options.paired;
    m_measuredWith = options;
    m_measurement.start(task, *config, options);
    say(tr("Measuring config %1…").arg(QLocale().toString(m_measuredConfig)));
    showButtons();
}

void InspectorView::showMeasured(const MeasureResult& result, const QString& problem, bool wasCancelled)
{
    showButtons();
    const QString which = tr("Config %1").arg(QLocale().toString(m_measuredConfig));
    if (!problem.isEmpty()) {
        say(tr("%1 could not be measured: %2").arg(which, problem), true);
        return;
    }
    if (wasCancelled) {
        say(tr("Measuring was cancelled."));
        return;
    }
    m_measured = result;
    keepMeasured(result);
    if (result.error != MeasureError::None) {
        say(tr("%1: %2. %3").arg(which, coreText(errorText(result.error)), coreText(result.message)), true);
        return;
    }
    QStringList lines{tr("%1: right answer, built in %2 ms").arg(which, QLocale().toString(result.buildSeconds * 1e3, 'f', 0)),
                      timingWords(m_measuredTask->autotvmFlops / result.meanCost() / 1e9, result.meanCost(), result.timing)};
    if (result.isAnchor) {
        lines << tr("No untuned config works here: speed-ups are relative to this one.");
    }
    if (!result.message.empty()) {
        lines << coreText(result.message);
    }
    say(lines.join(QLatin1Char('\n')));
}

void InspectorView::emulate()
{
    const auto task = workspace().task();
    const auto config = entity();
    if (!config || !task->isGpu) {
        return;
    }
    const QString which = tr("Config %1").arg(QLocale().toString(workspace().config()));
    say(tr("%1 is run on the CPU…").arg(which));
    m_emulation.request([this, task, which, entity = *config,
                         options = workspace().measuring()](const std::atomic<bool>&) -> LatestWork::Deliver {
        auto checked = checkEmulated(taskToJson(*task), std::span(&entity, 1), options);
        return [this, which, checked = std::move(checked)] {
            if (!checked) {
                say(tr("%1 could not be emulated: %2").arg(which, coreText(checked.error())), true);
                return;
            }
            const EmulatedResult& result = checked->front();
            if (result.error != MeasureError::None) {
                say(tr("%1: %2. %3").arg(which, coreText(errorText(result.error)), coreText(result.message)), true);
                return;
            }
            say(tr("%1: right answer on the CPU, in several orders of its threads (largest error %2). That says nothing of its "
                   "speed.")
                    .arg(which, QLocale().toString(result.relativeError, 'g', 2)));
        };
    });
}

/// In the open project, beside the runs of its task.
void InspectorView::keepMeasured(const MeasureResult& result)
{
    const auto entity = m_measuredTask->space.at(m_measuredConfig);
    const QString path = workspace().projectPath();
    if (!entity || path.isEmpty()) {
        return;
    }
    m_keeping.finishNow(); // none is left out
    m_keeping.request(
        LatestWork::Work([this, path = path.toStdString(), task = m_measuredTask, result, entity = *entity,
                          label = workspace().taskLabel().toStdString(), options = m_measuredWith]() -> LatestWork::Deliver {
            const auto kept = keepByHand(path, *task, label, entity, result, options);
            return [this, problem = kept ? Sentence() : Sentence(kept.error())] {
                if (problem.message.empty()) {
                    workspace().reloadRuns();
                } else {
                    workspace().say(MessageLevel::Error, coreText(problem));
                }
            };
        }));
}

void InspectorView::togglePin()
{
    const auto task = workspace().task();
    const bool isPinned = task && m_seeds.isPinned(*task, workspace().config());
    if (isPinned || entity()) { // what a constraint leaves out now can still be unpinned
        m_seeds.setPinned(*task, workspace().config(), !isPinned);
        const auto count = static_cast<int>(pinned().size());
        say(count == 0 ? tr("No config of this task is pinned.") : tr("%n config(s) of this task pinned.", nullptr, count));
    }
    showButtons();
}

void InspectorView::showButtons()
{
    const auto task = workspace().task();
    const qint64 config = workspace().config();
    const bool isPinned = task && m_seeds.isPinned(*task, config);
    const auto entity = task && config >= 0 ? task->space.at(config) : fail(ErrorCode::NotFound, "");
    const QString reason = entity ? QString() : task && config >= 0 ? coreText(entity.error()) : tr("Choose a config first.");
    m_measure->setText(m_measurement.isRunning() ? tr("C&ancel Measuring") : tr("&Measure Now"));
    m_measure->setEnabled(reason.isEmpty() || m_measurement.isRunning());
    m_measure->setToolTip(reason.isEmpty() ? tr("Builds this config, checks its answer and times it, in processes of its own")
                                           : reason);
    m_emulate->setVisible(task && task->isGpu);
    m_emulate->setEnabled(reason.isEmpty());
    m_pin->setChecked(isPinned);
    m_pin->setText(isPinned ? tr("Un&pin") : tr("&Pin"));
    m_pin->setEnabled(reason.isEmpty() || isPinned);
    m_pin->setToolTip(reason.isEmpty() ? tr("Runs of this task measure pinned configs first") : reason);
}

void InspectorView::copyEntity()
{
    if (const auto config = entity()) {
        QApplication::clipboard()->setText(QString::fromStdString(entityText(*config)));
        say(tr("The config is on the clipboard."));
    }
}

void InspectorView::copyRecord()
{
    const auto task = workspace().task();
    const auto config = entity();
    if (!config) {
        return;
    }
    MeasureResult result;
    const TrialRef current = workspace().selection().current();
    const auto trials = current.isValid() && workspace().project()
                          ? workspace().project()->trials(current.run, current.number - 1, 1)
                          : fail(ErrorCode::NotFound, "no trial is chosen");
    if (m_measured && m_measuredConfig == workspace().config() && m_measuredTask == task) {
        result = *m_measured;
    } else if (trials && !trials->empty() && trials->front().index == workspace().config()) {
        const TrialRow& trial = trials->front();
        result.costs = trial.costs;
        result.error = static_cast<MeasureError>(trial.errorNo);
        result.allCost = trial.allCost;
        result.timestamp = trial.timestamp;
    } else {
        say(tr("A record holds a measured time, and this config has none yet; measure it first."), true);
        return;
    }
    QApplication::clipboard()->setText(QString::fromStdString(recordLine(recordOf(*task, *config, result))));
    say(tr("The record is on the clipboard."));
}

} // namespace knobscope
