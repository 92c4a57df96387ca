// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/failures/failuremodel.h"

#include "widgets/text/number.h"
#include "widgets/text/outcomewords.h"
#include "widgets/translation/coretext.h"

#include <algorithm>

namespace knobscope {

namespace {

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
    const QString value = condition.number ? number(*condition.number) : QString::fromStdString(filterValueText(condition.value));
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
        .arg(percentText(why.groupShare()), conditionWords(why.condition), percentText(why.othersShare()));
}

void FailureModel::setReport(FailureReport report)
{
    m_report = std::move(report);
    std::vector<Row> rows;
    for (const FailureGroup& of : m_report.groups) {
        const auto count = static_cast<double>(of.trials.size());
        const double share = m_report.failed > 0 ? count / static_cast<double>(m_report.failed) : 0;
        const QString why = of.explanation
                              ? tr("%1 (%2, others %3)")
                                    .arg(conditionWords(of.explanation->condition), percentText(of.explanation->groupShare()),
                                         percentText(of.explanation->othersShare()))
                              : tr("no single knob");
        const QString reason = of.reason.empty() ? tr("(no message)") : coreText(of.reason);
        rows.push_back({Cell::word(outcomeText(of.errorNo)), Cell::word(reason, QString::fromStdString(of.example)),
                        Cell::figure(count, 0), Cell::figure(tr("%1 %").arg(number(share * 100, 1)), share),
                        Cell::word(why, explanationWords(of))});
    }
    setTable({tr("Stage"), tr("Reason"), tr("Trials"), tr("Share"), tr("Explained by")}, std::move(rows),
             {{},
              tr("The message; numbers in which the trials differ are #"),
              {},
              {},
              tr("The knob that best tells these trials from all others of the run")});
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

} // namespace knobscope
