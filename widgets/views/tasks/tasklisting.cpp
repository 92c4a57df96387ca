// SPDX-License-Identifier: GPL-3.0-or-later
// When the task list lists its networks, and for which target.
#include "core/worker/codeworker.h"
#include "widgets/base/coretext.h"
#include "widgets/views/tasks/taskview.h"

#include <QComboBox>
#include <QLineEdit>

#include <utility>

namespace knobscope {

void TaskView::setNetworks(std::vector<Network> networks)
{
    setNetworksLater(std::move(networks));
    list();
}

void TaskView::setNetworksLater(std::vector<Network> networks)
{
    m_networks = std::move(networks);
    m_isWaiting = true;
}

/// Lists the networks if that is still to be done, for the target of the task if none was chosen.
void TaskView::list()
{
    if (m_isWaiting) {
        const auto task = workspace().task();
        const QString first = task ? QString::fromStdString(task->target.text) : m_target->itemData(0).toString();
        workspace().reportError(setTarget(m_targetText.isEmpty() ? first : std::exchange(m_targetText, QString())));
    }
}

/// Switches to the target of the opened task, which may be another machine's or a GPU.
void TaskView::followTarget()
{
    const auto task = workspace().task();
    if (task && m_listed && task->target != *m_listed) {
        (void)setTarget(QString::fromStdString(task->target.text));
    } else if (task) {
        list();
    }
}

void TaskView::showEvent(QShowEvent* event)
{
    list();
    LazyView::showEvent(event);
}

Result<void> TaskView::setTarget(const QString& text)
{
    auto target = TRY(parseTarget(text.toStdString()));
    if (text == m_targetText) {
        return {};
    }
    m_isWaiting = false;
    m_targetText = text;
    m_listed = std::move(target);
    m_refusal.clear();
    showTarget();
    m_target->lineEdit()->setCursorPosition(0); // shows the beginning of the text
    fill();
    if (m_isPainted) {
        QTimer::singleShot(0, this, &TaskView::checkTarget);
    }
    return {};
}

/// Runs in the background, because a worker process has to compile something for the target.
void TaskView::checkTarget()
{
    m_trial.ask([target = *m_listed, compiler = workspace().codeWorker()](
                    const std::atomic<bool>& stop) { return compiler->tryTarget(target, &stop); },
                [this](const Result<void>& tried) {
                    m_refusal = tried ? QString() : coreText(tried.error());
                    showNote();
                    workspace().reportError(tried);
                });
}

} // namespace knobscope
