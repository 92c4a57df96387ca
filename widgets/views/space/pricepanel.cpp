// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/pricepanel.h"

#include "widgets/base/coretext.h"
#include "widgets/base/elidedlabel.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/base/timetext.h"
#include "widgets/base/wrappedlabel.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPushButton>

namespace knobscope {

PricePanel::PricePanel()
    : m_size(new ElidedLabel)
    , m_price(new WrappedLabel)
    , m_experiment(makeControl<QPushButton>("experiment", tr("Compare &With the Template…")))
{
    m_size->setObjectName("size");
    m_size->setAccessibleName(tr("Size of the space"));
    m_price->setAccessibleName(tr("Cost of the edits"));
    m_price->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_size->setFont(textFont(TextSize::Figure, true));
    auto* row = inRow(this, {{m_price, 1}, m_experiment}, QMargins());
    row->setAlignment(m_price, Qt::AlignVCenter);
    row->setAlignment(m_experiment, Qt::AlignTop);
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
    m_size->setText(coreText(sizeSentence(price, m_isEdited)));
    const QString cost = coreText(costSentence(price, m_isEdited));
    m_price->setText(cost.left(1).toUpper() + cost.mid(1));
    const QString when =
        price.rate ? momentText(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(price.rate->ended * 1e3))) : QString();
    const QString source = coreText(rateSourceSentence(price.rate, when.toStdString()));
    explain(*m_price, !source.isEmpty() ? source
                                        : tr("The rate comes from finished runs of this project on this machine with the same "
                                             "number of threads. Tune this task or a similar one for at least ten trials."));
}

void PricePanel::showCounting(int64_t range)
{
    m_size->setText(tr("At most %1 config(s)", nullptr, pluralOf(range)).arg(number(range)));
    m_price->setText(tr("Counting the configs that meet the constraints…"));
}

} // namespace knobscope
