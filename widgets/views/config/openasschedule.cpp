// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/handschedule.h"
#include "widgets/base/coretext.h"
#include "widgets/views/config/configview.h"

namespace knobscope {

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
