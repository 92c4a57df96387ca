// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/pricepanel.h"

#include "widgets/space/pricetext.h"
#include "widgets/text/number.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace knobscope {

PricePanel::PricePanel(QWidget* parent)
    : QWidget(parent)
    , m_size(new QLabel)
    , m_price(new QLabel)
    , m_source(new QLabel)
    , m_experiment(new QPushButton(tr("Is it &worth it?…")))
{
    QFont large = m_size->font();
    large.setPointSizeF(large.pointSizeF() * 1.2);
    large.setBold(true);
    m_size->setFont(large);
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
    m_experiment->setToolTip(
        tr("Tune the template and the edited space with the same budget and seeds, and see the difference."));
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

void PricePanel::showPrice(const SpacePrice& price, bool isEdited)
{
    m_size->setText(pricewords::size(price, isEdited));
    m_price->setText(pricewords::price(price, isEdited));
    m_source->setText(pricewords::source(price.rate));
}

void PricePanel::showCounting(int64_t range)
{
    m_size->setText(tr("At most %1 configs").arg(number(range)));
    m_price->setText(tr("Counting the configs that meet the constraints…"));
}

QString PricePanel::sizeText() const
{
    return m_size->text();
}

QString PricePanel::priceText() const
{
    return m_price->text();
}

} // namespace knobscope
