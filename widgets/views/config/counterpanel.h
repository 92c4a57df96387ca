// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/worker/kernelcounts.h"
#include "widgets/base/latestwork.h"
#include "widgets/project/workspace.h"

#include <QWidget>

class QPushButton;

namespace knobscope {

class FigureList;

/// A button that runs the current config and shows what the CPU counted: cycles, instructions, misses. Hidden for GPU tasks. GUI
/// thread only.
class CounterPanel : public QWidget
{
    Q_OBJECT
public:
    explicit CounterPanel(Workspace& workspace, QWidget* parent = nullptr);

    bool isCounting() const { return m_work.isBusy(); }

private:
    void followConfig();
    void count();
    void show(const Result<KernelCounts>& counts);

    Workspace& m_workspace;
    LatestWork m_work{JobLength::Long};
    QPushButton* m_count;
    FigureList* m_counts;
};

} // namespace knobscope
