// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"

#include <QComboBox>

namespace knobscope {

/// Returns a run's name: "Run 3: resnet-18:2, default".
QString runName(const RunRow& run);

/// A combo box of runs, newest first. Follows the newest run until one is chosen. GUI thread only.
class RunChoice : public QComboBox
{
    Q_OBJECT
public:
    explicit RunChoice(QWidget* parent = nullptr);

    /// `runs`: in the order started. Emits no signal. Keeps the chosen run; if there is none, or it is gone, selects `otherwise`,
    /// else the newest run.
    void setRuns(const std::vector<RunRow>& runs, qint64 otherwise = 0);
    /// Id of the selected run; 0: none.
    qint64 run() const { return currentData().toLongLong(); }
    /// Returns whether the run is listed and was not selected before.
    bool setRun(qint64 run);

private:
    bool m_isChosen = false;
};

} // namespace knobscope
