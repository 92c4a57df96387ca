// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/runchoice.h"

namespace knobscope {

QString runName(const RunRow& run)
{
    return RunChoice::tr("Run %1: %2, %3").arg(run.id).arg(QString::fromStdString(run.label), QString::fromStdString(run.tuner));
}

RunChoice::RunChoice(QWidget* parent)
    : QComboBox(parent)
{
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(28);
}

void RunChoice::setRuns(const std::vector<RunRow>& runs, qint64 otherwise)
{
    const qint64 before = run();
    const QSignalBlocker blocker(this);
    clear();
    for (const RunRow& row : runs) {
        addItem(runName(row), static_cast<qint64>(row.id));
    }
    const int kept = findData(before);
    const int other = findData(otherwise);
    setCurrentIndex(kept >= 0 ? kept : other >= 0 ? other : count() - 1);
}

bool RunChoice::setRun(qint64 run)
{
    const int index = findData(run);
    const bool isOther = index >= 0 && index != currentIndex();
    if (isOther) {
        setCurrentIndex(index);
    }
    return isOther;
}

} // namespace knobscope
