// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/findings.h"
#include "widgets/base/projectreader.h"
#include "widgets/views/config/singlemeasurement.h"

#include <QWidget>

class QLabel;

namespace knobscope {

class FindingCard;

/// Findings about the current config, each with a button that measures the change it suggests and makes it; above them what the
/// last one brought. GUI thread only.
class FindingList : public QWidget
{
    Q_OBJECT
public:
    FindingList(Workspace& workspace, SingleMeasurement& measuring, QWidget* parent = nullptr);
    /// Computes and shows those of the current config of the current task.
    void showConfig();
    void clear();
    /// Waits for showConfig().
    void finishNow()
    {
        m_reader.finishNow();
        m_work.finishNow();
    }

private:
    void addCard();
    void setFindings(std::vector<Finding> findings);
    void take(const Result<std::vector<Finding>>& findings);
    /// Shows a sentence instead of findings.
    void setMessage(const QString& sentence);
    void tryChange(const Finding& finding);
    void showOutcome(qint64 before, qint64 after);
    void enableButtons();

    Workspace& m_workspace;
    SingleMeasurement& m_measuring;
    ProjectReader m_reader{JobLength::Quick}; ///< for what trials say
    LatestWork m_work{JobLength::Quick};      ///< without a project
    QLabel* m_outcome;
    QLabel* m_message;
    std::vector<FindingCard*> m_cards;
    std::vector<Finding> m_findings;
    double m_promised = 0; ///< gain of the finding that was tried last
};

} // namespace knobscope
