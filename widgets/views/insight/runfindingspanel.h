// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/runfindings.h"
#include "widgets/base/latestwork.h"
#include "widgets/project/workspace.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace knobscope {

/// Findings about the chosen run: what was found, the numbers behind it, and what to do. GUI thread only.
class RunFindingsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit RunFindingsPanel(Workspace& workspace, QWidget* parent = nullptr);
    /// Reads the run in the background; 0: none.
    void setRun(qint64 run);
    const std::vector<RunFinding>& findings() const { return m_findings; }
    void finishJobs() { m_work.finishNow(); }

private:
    void show(std::vector<RunFinding> findings, const QString& otherwise);
    QWidget* makeCard(const RunFinding& finding, size_t place);
    Workspace& m_workspace;
    LatestWork m_work;
    qint64 m_run = 0;
    std::vector<RunFinding> m_findings;
    QLabel* m_message;
    QVBoxLayout* m_cards;
};

} // namespace knobscope
