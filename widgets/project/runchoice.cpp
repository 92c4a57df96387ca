// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/runchoice.h"

#include <ranges>

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
    connect(this, &QComboBox::activated, this, [this] { m_isChosen = true; });
}

void RunChoice::setRuns(const std::vector<RunRow>& runs, qint64 otherwise)
{
    const qint64 before = m_isChosen ? run() : 0;
    const QSignalBlocker blocker(this);
    clear();
    for (const RunRow& row : runs | std::views::reverse) {
        addItem(runName(row), static_cast<qint64>(row.id));
    }
    const int kept = findData(before);
    const int other = findData(otherwise);
    m_isChosen = kept >= 0;
    setCurrentIndex(kept >= 0 ? kept : other >= 0 ? other : count() > 0 ? 0 : -1);
}

bool RunChoice::setRun(qint64 run)
{
    const int index = findData(run);
    m_isChosen = m_isChosen || index >= 0;
    const bool isOther = index >= 0 && index != currentIndex();
    if (isOther) {
        setCurrentIndex(index);
    }
    return isOther;
}

} // namespace knobscope
