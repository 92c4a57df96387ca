// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/stoprulewords.h"

#include "widgets/translation/coretext.h"

#include <QCoreApplication>
#include <QStringList>

namespace knobscope {

namespace {

class StopRuleWords
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::StopRuleWords)
};

} // namespace

QString stopRuleWords(const StopRule& rule)
{
    QStringList parts;
    for (const StopRule& part : rule.parts()) {
        parts << coreText(part.text());
    }
    if (parts.size() < 2) {
        return parts.isEmpty() ? coreText(rule.text()) : parts.front();
    }
    const QString last = parts.takeLast();
    return StopRuleWords::tr("%1 or %2").arg(parts.join(StopRuleWords::tr(", ", "between parts of a list")), last);
}

} // namespace knobscope
