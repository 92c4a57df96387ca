// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/counterpanel.h"

#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/views/config/figurelist.h"

#include <QPushButton>

namespace knobscope {

CounterPanel::CounterPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_count(makeControl<QPushButton>("count", tr("Count Events")))
    , m_counts(makeControl<FigureList>("counts"))
{
    m_count->setToolTip(tr("Runs this config for a moment and shows what the CPU counts meanwhile: cycles, instructions, cache "
                           "and branch misses"));
    m_count->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    inColumn(this, {m_count, m_counts}, QMargins(), space::kSmall);
    connect(m_count, &QPushButton::clicked, this, &CounterPanel::count);
    connect(&workspace, &Workspace::configChanged, this, &CounterPanel::followConfig);
    connect(&workspace, &Workspace::taskChanged, this, &CounterPanel::followConfig);
    followConfig();
}

void CounterPanel::followConfig()
{
    m_work.cancel();
    m_counts->setFigures({});
    const auto task = m_workspace.task();
    setVisible(task && !task->isGpu);
    m_count->setEnabled(task && task->space.isValid(m_workspace.config()));
}

void CounterPanel::count()
{
    const auto task = m_workspace.task();
    if (m_workspace.reportError(m_workspace.checkCanMeasure())) {
        return;
    }
    m_count->setEnabled(false);
    m_work.request([this, task, config = m_workspace.config(),
                    worker = m_workspace.measuring().worker](const std::atomic<bool>& stop) -> LatestWork::Deliver {
        const auto entity = task->space.at(config);
        auto counts = entity ? countKernel(*task, *entity, worker, &stop) : fail(entity);
        return [this, counts = std::move(counts)] { show(counts); };
    });
    m_workspace.registerMeasurement(m_work, tr("Counting events"));
}

void CounterPanel::show(const Result<KernelCounts>& counts)
{
    m_count->setEnabled(true);
    if (counts) {
        m_counts->setFigures(countFigures(*counts));
    } else {
        m_counts->setProblem(coreText(counts.error()));
    }
}

} // namespace knobscope
