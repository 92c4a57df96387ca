// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/duration.h"

#include "core/loop/price.h"
#include "widgets/text/number.h"

#include <QCoreApplication>

namespace knobscope {

namespace {

class DurationWords
{
    Q_DECLARE_TR_FUNCTIONS(DurationWords)

public:
    static QString of(const DurationPart& part);
};

QString DurationWords::of(const DurationPart& part)
{
    const QString value = number(part.value, part.digits);
    switch (part.unit) {
    case DurationPart::Unit::Seconds: return tr("%1 s", "seconds").arg(value);
    case DurationPart::Unit::Minutes: return tr("%1 min", "minutes").arg(value);
    case DurationPart::Unit::Hours: return tr("%1 h", "hours").arg(value);
    case DurationPart::Unit::Days: return tr("%1 days").arg(value);
    case DurationPart::Unit::Years: break;
    }
    return tr("%1 years").arg(value);
}

} // namespace

QString durationWords(double seconds)
{
    QStringList parts;
    for (const DurationPart& part : durationParts(seconds)) {
        parts << DurationWords::of(part);
    }
    return parts.join(QLatin1Char(' '));
}

QString clockText(qint64 seconds)
{
    const auto two = [](qint64 value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
    const QString minutes =
        seconds >= 3600 ? QStringLiteral("%1:%2").arg(seconds / 3600).arg(two(seconds / 60 % 60)) : QString::number(seconds / 60);
    return minutes + QLatin1Char(':') + two(seconds % 60);
}

} // namespace knobscope
