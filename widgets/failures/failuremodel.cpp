// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/failures/failuremodel.h"

#include "widgets/text/outcomewords.h"
#include "widgets/translation/coretext.h"

#include <QLocale>

#include <algorithm>

namespace knobscope {

namespace {

/// Whole percents, but never a share that is not all as 100 %, nor one that is not nothing as 0 %.
QString percent(double share)
{
    const double value = share * 100;
    const bool isNearEnd = (value > 0 && value < 1) || (value > 99 && value < 100);
    return FailureModel::tr("%1 %").arg(QLocale().toString(value, 'f', isNearEnd ? 1 : 0));
}

QString placeWords(const KnobCondition& condition)
{
    const QString knob = QString::fromStdString(condition.knob);
    if (!condition.position) {
        return knob;
    }
    if (*condition.position == 0) {
        return FailureModel::tr("%1 outer").arg(knob);
    }
    return *condition.position == condition.parts - 1 ? FailureModel::tr("%1 inner").arg(knob)
                                                      : FailureModel::tr("%1 part %2").arg(knob).arg(*condition.position + 1);
}

} // namespace

QString conditionWords(const KnobCondition& condition)
{
    constexpr const char16_t* signs[] = {u"≥", u"≤", u"="};
    const QString value = condition.number ? QLocale().toString(static_cast<qlonglong>(*condition.number))
                                           : QString::fromStdString(filterValueText(condition.value));
    return FailureModel::tr("%1 %2 %3")
        .arg(placeWords(condition), QString::fromUtf16(signs[static_cast<size_t>(condition.relation)]), value);
}

QString explanationWords(const FailureGroup& group)
{
    if (!group.explanation) {
        return FailureModel::tr("No single knob tells these trials from the others.");
    }
    const Separation& why = *group.explanation;
    return FailureModel::tr("%1 of these have %2; of the other trials %3 have.")
        .arg(percent(why.groupShare()), conditionWords(why.condition), percent(why.othersShare()));
}

void FailureModel::setReport(FailureReport report)
{
    beginResetModel();
    m_report = std::move(report);
    endResetModel();
}

const FailureGroup* FailureModel::group(int row) const
{
    return row >= 0 && row < rowCount() ? &m_report.groups[static_cast<size_t>(row)] : nullptr;
}

int FailureModel::rowOf(int64_t trial) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const auto& trials = m_report.groups[static_cast<size_t>(row)].trials;
        if (std::binary_search(trials.begin(), trials.end(), trial)) {
            return row;
        }
    }
    return -1;
}

int FailureModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_report.groups.size());
}

int FailureModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FailureModel::data(const QModelIndex& index, int role) const
{
    const FailureGroup* of = index.isValid() ? group(index.row()) : nullptr;
    if (!of) {
        return {};
    }
    const auto count = static_cast<qlonglong>(of->trials.size());
    const double share = m_report.failed > 0 ? static_cast<double>(count) / static_cast<double>(m_report.failed) : 0;
    if (role == ShareRole) {
        return share;
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = index.column() == Count || index.column() == Share;
        return QVariant(Qt::Alignment(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft)));
    }
    if (role == Qt::ToolTipRole && index.column() == Reason) {
        return QString::fromStdString(of->example);
    }
    if (role == Qt::ToolTipRole && index.column() == Explanation) {
        return explanationWords(*of);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case Stage: return outcomeText(of->errorNo);
    case Reason: return of->reason.empty() ? tr("(no message)") : coreText(of->reason);
    case Count: return QLocale().toString(count);
    case Share: return tr("%1 %").arg(QLocale().toString(share * 100, 'f', 1));
    case Explanation:
        return of->explanation ? tr("%1 (%2, others %3)")
                                     .arg(conditionWords(of->explanation->condition), percent(of->explanation->groupShare()),
                                          percent(of->explanation->othersShare()))
                               : tr("no single knob");
    default: return {};
    }
}

QVariant FailureModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant(
            Qt::Alignment(Qt::AlignVCenter | (section == Count || section == Share ? Qt::AlignRight : Qt::AlignLeft)));
    }
    if (role == Qt::ToolTipRole && section == Reason) {
        return tr("The message; numbers in which the trials differ are #");
    }
    if (role == Qt::ToolTipRole && section == Explanation) {
        return tr("The knob that best tells these trials from all others of the run");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Stage: return tr("Stage");
    case Reason: return tr("Reason");
    case Count: return tr("Trials");
    case Share: return tr("Share");
    case Explanation: return tr("Explained by");
    default: return {};
    }
}

} // namespace knobscope
