// SPDX-License-Identifier: GPL-3.0-or-later
// What a config is taken elsewhere as: AutoTVM's texts and a schedule by hand.
#include "core/task/handschedule.h"
#include "core/tuning/loglistener.h"
#include "widgets/base/coretext.h"
#include "widgets/views/config/configview.h"

#include <QApplication>
#include <QClipboard>

namespace knobscope {

void ConfigView::copyEntity()
{
    if (const auto config = entity()) {
        QApplication::clipboard()->setText(QString::fromStdString(entityText(*config)));
        m_said.showStatus(tr("The config was copied to the clipboard."));
    }
}

void ConfigView::copyRecord()
{
    const auto task = workspace().task();
    const auto config = entity();
    if (!config) {
        return;
    }
    MeasureResult result;
    if (m_measuring.result()) {
        result = *m_measuring.result();
    } else if (m_trial.number > 0) {
        result.costs = m_trial.costs;
        result.error = static_cast<MeasureError>(m_trial.errorNo);
        result.allCost = m_trial.allCost;
        result.timestamp = m_trial.timestamp;
    } else {
        m_said.showStatus(tr("A record needs a measured time, and this config has none yet. Measure it first."), true);
        return;
    }
    QApplication::clipboard()->setText(QString::fromStdString(recordLine(recordOf(*task, *config, result))));
    m_said.showStatus(tr("The record was copied to the clipboard."));
}

/// In the background, because the schedule is made again.
void ConfigView::openAsSchedule()
{
    const auto config = entity();
    if (!config) {
        return;
    }
    const QString name =
        QStringLiteral("%1_%2").arg(QString::fromStdString(kernelName(*workspace().task())), QString::number(*config->index));
    m_printing.ask([task = workspace().task(), config = *config] { return scheduleAsText(*task, config); },
                   [this, name](const Result<std::string>& text) {
                       if (text) {
                           emit workspace().scheduleWanted(QString::fromStdString(*text), name);
                       } else {
                           m_said.showStatus(coreText(text.error()), true);
                       }
                   });
}

} // namespace knobscope
