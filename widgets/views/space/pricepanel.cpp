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
        return PricePanel::tr("not measured yet: at an estimated %1 trials/s (from the bound), a full grid takes about %2")
            .arg(figures(price.rate->trialsPerSecond, 2), localizedDuration(price.gridSeconds));
    }
    const bool isSame = !isEdited || (price.moreLow == 0 && price.moreHigh == 0);
    const bool isExact = price.moreLow == price.moreHigh;
    const bool isLess = price.gridSecondsMore < 0;
    const QString text = isSame            ? PricePanel::tr("at the %1 trials/s measured here, a full grid takes %2")
                       : isExact && isLess ? PricePanel::tr("at the %1 trials/s measured here, a full grid takes %2 less")
                       : isExact           ? PricePanel::tr("at the %1 trials/s measured here, a full grid takes %2 longer")
                       : isLess            ? PricePanel::tr("at the %1 trials/s measured here, a full grid takes about %2 less")
                                : PricePanel::tr("at the %1 trials/s measured here, a full grid takes about %2 longer");
    return text.arg(figures(price.rate->trialsPerSecond, 3),
                    localizedDuration(isSame ? price.gridSeconds : std::abs(price.gridSecondsMore)));
}

QString changeText(const SpacePrice& price, bool isEdited)
{
    if (!isEdited) {
        return PricePanel::tr("The space of the template");
    }
    if (price.moreLow != price.moreHigh) {
        return PricePanel::tr("between %1 and %2 configs (estimated)").arg(more(price.moreLow), more(price.moreHigh));
    }
    return price.moreLow == 0 ? PricePanel::tr("Same number of configs")
                              : PricePanel::tr("%1 config(s)", nullptr, pluralOf(price.moreLow)).arg(more(price.moreLow));
}

/// "512,512 configs, 384,384 in the template (×1.333)"; marks estimates as such.
QString sizeSentence(const SpacePrice& price, bool isEdited)
{
    const QString configs = PricePanel::tr("%1 config(s)", nullptr, pluralOf(price.after.high)).arg(countText(price.after));
    if (!isEdited) {
        return configs;
    }
    return PricePanel::tr("%1, %2 in the template (×%3)").arg(configs, countText(price.before), figures(price.factor, 4));
}

/// "+128,128 configs; at the 11.2 trials/s measured here a full grid takes 3 h 11 min longer; GA for 1,000 trials unchanged".
QString priceSentence(const SpacePrice& price, bool isEdited)
{
    QStringList parts{changeText(price, isEdited)};
    parts << (price.rate ? gridText(price, isEdited)
                         : PricePanel::tr("the time is unknown because no run has measured a rate here yet"));
    if (price.trialsForFullGrid() > 0) {
        parts << PricePanel::tr("%1 trial(s) are enough to visit every config", nullptr, pluralOf(price.trialsForFullGrid()))
                     .arg(number(price.trialsForFullGrid()));
    } else if (!price.searchIsUnchanged) {
        parts << (price.isPartial()
                      ? PricePanel::tr("%1 trial(s) cannot visit every config", nullptr, pluralOf(price.kSearchTrials))
                      : PricePanel::tr("%1 trial(s) may not visit every config", nullptr, pluralOf(price.kSearchTrials)))
                     .arg(number(price.kSearchTrials));
    } else if (isEdited) {
        parts << PricePanel::tr("GA for %1 trial(s) unchanged", nullptr, pluralOf(price.kSearchTrials))
                     .arg(number(price.kSearchTrials));
    }
    return parts.join(PricePanel::tr("; ", "between parts of a sentence"));
}

/// "11.2 trials/s: run 3 of resnet-18:2 (ga, 128 trials), 21.11.2026 11:03"; empty if the rate was not measured.
QString rateSourceText(const std::optional<MeasuredRate>& rate)
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
                          : PricePanel::tr("%1 trials/s: %2, of a similar task; this task has no finished run yet")
                                .arg(figures(rate->trialsPerSecond, 3), run);
}

} // namespace

PricePanel::PricePanel()
    : m_size(makeHeading({}, 1.2))
    , m_price(new QLabel)
    , m_source(new QLabel)
    , m_experiment(makeControl<QPushButton>("experiment", tr("Compare &With the Template…")))
{
    m_size->setAccessibleName(tr("Size of the space"));
    m_price->setAccessibleName(tr("Cost of the edits"));
    m_source->setAccessibleName(tr("Source of the rate"));
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
        isEdited ? tr("Tunes the template and the edited space with the same budget and seeds, and shows the difference.")
                 : QCoreApplication::translate("knobscope::ExperimentDialog",
                                               "The template and the edited space are the same. Edit a knob first."));
}

void PricePanel::showPrice(const SpacePrice& price)
{
    m_size->setText(sizeSentence(price, m_isEdited));
    m_price->setText(priceSentence(price, m_isEdited));
    const QString source = rateSourceText(price.rate);
    m_source->setText(source);
    m_source->setVisible(!source.isEmpty()); // on a small screen the knobs need the space
    explain(*m_price, source.isEmpty() ? tr("The rate comes from finished runs of this project on this machine with the same "
                                            "number of threads. Tune this task or a similar one for at least ten trials.")
                                       : QString());
}

void PricePanel::showCounting(int64_t range)
{
    m_size->setText(tr("At most %1 config(s)", nullptr, pluralOf(range)).arg(number(range)));
    m_price->setText(tr("Counting the configs that meet the constraints…"));
}

} // namespace knobscope
