// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/pricetext.h"

#include "widgets/space/constraintmodel.h"
#include "widgets/text/duration.h"
#include "widgets/text/moment.h"
#include "widgets/text/number.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace knobscope::pricewords {

namespace {

class PriceWords
{
    Q_DECLARE_TR_FUNCTIONS(PriceWords)
};

QString more(int64_t value)
{
    return value < 0 ? QStringLiteral("−") + number(-value) : QStringLiteral("+") + number(value);
}

QString rateText(double rate)
{
    return figures(rate, 3);
}

QString gridText(const SpacePrice& price, bool isEdited)
{
    if (price.rate->isGuessed) {
        return PriceWords::tr("not measured yet: at about %1 trials/s, from the bound, a full grid takes about %2")
            .arg(figures(price.rate->trialsPerSecond, 2), durationWords(price.gridSeconds));
    }
    const QString rate = rateText(price.rate->trialsPerSecond);
    const bool same = price.moreLow == 0 && price.moreHigh == 0;
    if (!isEdited || same) {
        return PriceWords::tr("at the %1 trials/s measured here a full grid takes %2")
            .arg(rate, durationWords(price.gridSeconds));
    }
    const QString time = durationWords(std::abs(price.gridSecondsMore));
    const bool isExact = price.moreLow == price.moreHigh;
    if (price.gridSecondsMore < 0) {
        return isExact ? PriceWords::tr("at the %1 trials/s measured here a full grid takes %2 less").arg(rate, time)
                       : PriceWords::tr("at the %1 trials/s measured here a full grid takes about %2 less").arg(rate, time);
    }
    return isExact ? PriceWords::tr("at the %1 trials/s measured here a full grid takes %2 longer").arg(rate, time)
                   : PriceWords::tr("at the %1 trials/s measured here a full grid takes about %2 longer").arg(rate, time);
}

QString changeText(const SpacePrice& price, bool isEdited)
{
    if (!isEdited) {
        return PriceWords::tr("The space of the template");
    }
    if (price.moreLow != price.moreHigh) {
        return PriceWords::tr("between %1 and %2 configs (estimated)").arg(more(price.moreLow), more(price.moreHigh));
    }
    return price.moreLow == 0 ? PriceWords::tr("No config more or less") : PriceWords::tr("%1 configs").arg(more(price.moreLow));
}

} // namespace

QString size(const SpacePrice& price, bool isEdited)
{
    const QString configs = PriceWords::tr("%1 configs").arg(countText(price.after));
    if (!isEdited) {
        return configs;
    }
    return PriceWords::tr("%1, %2 in the template (×%3)").arg(configs, countText(price.before), figures(price.factor, 4));
}

QString price(const SpacePrice& price, bool isEdited)
{
    QStringList parts{changeText(price, isEdited)};
    parts << (price.rate ? gridText(price, isEdited)
                         : PriceWords::tr("no run measured a rate here yet, so what it costs in time cannot be told"));
    if (price.wholeVisit() > 0) {
        parts << PriceWords::tr("%1 trials are enough to visit every config").arg(number(price.wholeVisit()));
    } else if (!price.searchIsUnchanged) {
        parts << PriceWords::tr("%1 trials may not visit every config").arg(number(price.searchTrials));
    } else if (isEdited) {
        parts << PriceWords::tr("GA for %1 trials unchanged").arg(number(price.searchTrials));
    }
    return parts.join(PriceWords::tr("; ", "between parts of a sentence"));
}

QString source(const std::optional<MeasuredRate>& rate)
{
    if (!rate || rate->isGuessed) {
        return PriceWords::tr("The rate is taken from finished runs of this project on this machine, with as many threads: tune "
                              "this task, or one much "
                              "like it, for ten trials or more.");
    }
    const QString when = momentText(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(rate->ended * 1e3)));
    const QString run =
        PriceWords::tr("run %1 of %2 (%3, %4 trials), %5")
            .arg(rate->run)
            .arg(QString::fromStdString(rate->label), QString::fromStdString(rate->tuner), number(rate->trials), when);
    return rate->sameTask ? PriceWords::tr("%1 trials/s: %2").arg(rateText(rate->trialsPerSecond), run)
                          : PriceWords::tr("%1 trials/s: %2, another task much like it; none of this one is finished yet")
                                .arg(rateText(rate->trialsPerSecond), run);
}

} // namespace knobscope::pricewords
