// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tasks/taskfilter.h"

#include "widgets/tasks/taskmodel.h"

#include <algorithm>

namespace knobscope {

void TaskFilter::setWords(const QString& text)
{
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool TaskFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QString text = sourceModel()->index(row, 0, parent).data(TaskModel::FilterRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace knobscope
