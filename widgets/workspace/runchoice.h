// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"

#include <QComboBox>

namespace knobscope {

/// "Run 3: resnet-18:2, default".
QString runName(const RunRow& run);

/// A list of runs to choose one from, which keeps the choice when runs are added. GUI thread only.
class RunChoice : public QComboBox
{
    Q_OBJECT
public:
    explicit RunChoice(QWidget* parent = nullptr);

    /// Without a signal. What was chosen stays chosen; where it is gone `otherwise`, else the last one.
    void setRuns(const std::vector<RunRow>& runs, qint64 otherwise = 0);
    /// 0: there is none.
    qint64 run() const { return currentData().toLongLong(); }
    /// Whether it is listed, and another than before.
    bool setRun(qint64 run);
};

} // namespace knobscope
