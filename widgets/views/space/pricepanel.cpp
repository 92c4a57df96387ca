// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/pricepanel.h"

#include "widgets/base/coretext.h"
#include "widgets/base/moment.h"
#include "widgets/base/spacecount.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QGridLayout>
#include <QPushButton>

#include <cmath>

namespace knobscope {

namespace {

QString more(int64_t value)
{
    return value < 0 ? QStringLiteral("−") + number(-value) : QStringLiteral("+") + number(value);
}

QString gridText(const SpacePrice& price, bool isEdited)
{
    if (price.rate->isGuessed) {
        return PricePanel::tr("not measured yet: at about %1 trials/s, from the bound, a full grid takes about %2")
            .arg(figures(price.rate->trialsPerSecond, 2), durationWords(price.gridSeconds));
    }
    const bool isSame = !isEdited || (price.moreLow == 0 && price.moreHigh == 0);
    const bool isExact = price.moreLow == price.moreHigh;
    const bool isLess = price.gridSecondsMore < 0;
    const QString words = isSame            ? PricePanel::tr("at the %1 trials/s measured here a full grid takes %2")
                        : isExact && isLess ? PricePanel::tr("at the %1 trials/s measured here a full grid takes %2 less")
                        : isExact           ? PricePanel::tr("at the %1 trials/s measured here a full grid takes %2 longer")
                        : isLess            ? PricePanel::tr("at the %1 trials/s measured here a full grid takes about %2 less")
                                 : PricePanel::tr("at the %1 trials/s measured here a full grid takes about %2 longer");
    return words.arg(figures(price.rate->trialsPerSecond, 3),
                     durationWords(isSame ? price.gridSeconds : std::abs(price.gridSecondsMore)));
}

QString changeText(const SpacePrice& price, bool isEdited)
{
    if (!isEdited) {
        return PricePanel::tr("The space of the template");
    }
    if (price.moreLow != price.moreHigh) {
        return PricePanel::tr("between %1 and %2 configs (estimated)").arg(more(price.moreLow), more(price.moreHigh));
    }
    return price.moreLow == 0 ? PricePanel::tr("No config more or less")
                              : PricePanel::tr("%1 config(s)", nullptr, pluralOf(price.moreLow)).arg(more(price.moreLow));
}

/// "512,512 configs, 384,384 in the template (×1.333)"; marks estimates as such.
QString sizeWords(const SpacePrice& price, bool isEdited)
{
    const QString configs = PricePanel::tr("%1 config(s)", nullptr, pluralOf(price.after.high)).arg(countText(price.after));
    if (!isEdited) {
        return configs;
    }
    return PricePanel::tr("%1, %2 in the template (×%3)").arg(configs, countText(price.before), figures(price.factor, 4));
}

/// "+128,128 configs; at the 11.2 trials/s measured here a full grid takes 3 h 11 min longer; GA for 1,000 trials unchanged".
QString priceWords(const SpacePrice& price, bool isEdited)
{
    QStringList parts{changeText(price, isEdited)};
    parts << (price.rate ? gridText(price, isEdited)
                         : PricePanel::tr("no run measured a rate here yet, so what it costs in time cannot be told"));
    if (price.wholeVisit() > 0) {
        parts << PricePanel::tr("%1 trial(s) are enough to visit every config", nullptr, pluralOf(price.wholeVisit()))
                     .arg(number(price.wholeVisit()));
    } else if (!price.searchIsUnchanged) {
        parts << (price.leavesSomeOut()
                      ? PricePanel::tr("%1 trial(s) cannot visit every config", nullptr, pluralOf(price.searchTrials))
                      : PricePanel::tr("%1 trial(s) may not visit every config", nullptr, pluralOf(price.searchTrials)))
                     .arg(number(price.searchTrials));
    } else if (isEdited) {
        parts << PricePanel::tr("GA for %1 trial(s) unchanged", nullptr, pluralOf(price.searchTrials))
                     .arg(number(price.searchTrials));
    }
    return parts.join(PricePanel::tr("; ", "between parts of a sentence"));
}

/// "11.2 trials/s: run 3 of resnet-18:2 (ga, 128 trials), 21.11.2026 11:03"; empty if the rate was not measured.
QString sourceWords(const std::optional<MeasuredRate>& rate)
{
    if (!rate || rate->isGuessed) {
        return {};
    }
    const QString when = momentText(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(rate->ended * 1e3)));
    const QString run =
        PricePanel::tr("run %1 of %2 (%3, %4 trial(s)), %5", nullptr, pluralOf(rate->trials))
            .arg(rate->run)
            .arg(QString::fromStdString(rate->label), QString::fromStdString(rate->tuner), number(rate->trials), when);
    return rate->sameTask ? PricePanel::tr("%1 trials/s: %2").arg(figures(rate->trialsPerSecond, 3), run)
                          : PricePanel::tr("%1 trials/s: %2, another task much like it; none of this one is finished yet")
                                .arg(figures(rate->trialsPerSecond, 3), run);
}

} // namespace

PricePanel::PricePanel()
    : m_size(makeHeading({}, 1.2))
    , m_price(new QLabel)
    , m_source(new QLabel)
    , m_experiment(makeControl<QPushButton>("experiment", tr("Is it &worth it?…")))
{
    m_size->setAccessibleName(tr("Size of the space"));
    m_price->setAccessibleName(tr("What the edits cost"));
    m_source->setAccessibleName(tr("Where the rate comes from"));
    m_source->setForegroundRole(QPalette::PlaceholderText);
    QFont small = m_source->font();
    small.setPointSizeF(small.pointSizeF() * 0.92);
    m_source->setFont(small);
    for (QLabel* label : {m_size, m_price, m_source}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setVerticalSpacing(2);
    layout->addWidget(m_size, 0, 0);
    layout->addWidget(m_experiment, 0, 1, Qt::AlignTop);
    layout->addWidget(m_price, 1, 0, 1, 2);
    layout->addWidget(m_source, 2, 0, 1, 2);
    layout->setColumnStretch(0, 1);
    connect(m_experiment, &QPushButton::clicked, this, &PricePanel::experimentRequested);
}

void PricePanel::setEdited(bool isEdited)
{
    m_isEdited = isEdited;
    m_experiment->setEnabled(isEdited);
    m_experiment->setToolTip(
        isEdited ? tr("Tune the template and the edited space with the same budget and seeds, and see the difference.")
                 : QCoreApplication::translate("knobscope::ExperimentDialog",
                                               "Template and edited space are the same; edit a knob first."));
}

void PricePanel::showPrice(const SpacePrice& price)
{
    m_size->setText(sizeWords(price, m_isEdited));
    m_price->setText(priceWords(price, m_isEdited));
    const QString source = sourceWords(price.rate);
    m_source->setText(source);
    m_source->setVisible(!source.isEmpty()); // on a small screen the knobs need the space
    explain(*m_price, source.isEmpty() ? tr("The rate is taken from finished runs of this project on this machine, with as many "
                                            "threads: tune this task, or one much like it, for ten trials or more.")
                                       : QString());
}

void PricePanel::showCounting(int64_t range)
{
    m_size->setText(tr("At most %1 config(s)", nullptr, pluralOf(range)).arg(number(range)));
    m_price->setText(tr("Counting the configs that meet the constraints…"));
}

} // namespace knobscope
