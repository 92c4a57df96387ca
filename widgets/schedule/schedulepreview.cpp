// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule of the trial under the pointer, laid over that of the config in hand, at the same step.
#include "core/task/kernelkey.h"
#include "widgets/layout/previewcover.h"
#include "widgets/schedule/scheduleview.h"

#include <QLocale>
#include <QStackedWidget>

namespace knobscope {

StepPage* ScheduleView::previewed() const
{
    return m_cover && !m_cover->isHidden() ? m_previewed : nullptr;
}

QString ScheduleView::previewTitle() const
{
    return m_cover ? m_cover->title() : QString();
}

void ScheduleView::preview(const HoveredConfig& config)
{
    if (kernelKey(*config.task, config.index) == m_kernel) {
        endPreview(); // it is what is below
        return;
    }
    m_previewWork.request([this, config]() -> LatestWork::Deliver {
        const auto entity = config.task->space.at(config.index);
        auto steps = entity ? scheduleSteps(*config.task, *entity) : fail(entity);
        auto made = std::make_shared<std::vector<ScheduleStep>>(steps ? std::move(*steps) : std::vector<ScheduleStep>());
        return [this, config, made] {
            if (!made->empty() && workspace().selection().hovered() == config.trial) {
                showPreview(config, std::move(*made));
            }
        };
    });
}

void ScheduleView::showPreview(const HoveredConfig& config, std::vector<ScheduleStep> steps)
{
    if (!m_cover) {
        m_previewed = new StepPage;
        m_cover = new PreviewCover(*m_stack, m_previewed);
    }
    const bool isAtEnd = stepCount() == 0 || step() + 1 >= stepCount();
    m_previewed->model().setSteps(std::move(steps));
    m_previewed->setStep(isAtEnd ? m_previewed->model().rowCount() - 1 : step());
    m_previewed->showStep();
    m_previewed->setSizes(m_page->sizes());
    m_cover->cover(tr("Pointed at: trial %1 of run %2, config %3")
                       .arg(config.trial.number)
                       .arg(config.trial.run)
                       .arg(QLocale().toString(config.index)));
}

void ScheduleView::endPreview()
{
    m_previewWork.cancel();
    if (m_cover) {
        m_cover->hide();
    }
}

} // namespace knobscope
