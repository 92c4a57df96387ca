// SPDX-License-Identifier: GPL-3.0-or-later
// How the inspector is laid out.
#include "widgets/inspector/inspectorview.h"
#include "widgets/layout/section.h"
#include "widgets/text/flopscount.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace knobscope {

QWidget* InspectorView::makePage()
{
    auto* inside = new QWidget;
    auto* insideLayout = new QVBoxLayout(inside);
    insideLayout->addWidget(makeHeading(tr("Knobs")));
    insideLayout->addWidget(m_rows);
    insideLayout->addSpacing(style()->pixelMetric(QStyle::PM_LayoutVerticalSpacing));
    insideLayout->addWidget(makeHeading(tr("Derived figures")));
    insideLayout->addWidget(m_figures);
    insideLayout->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);

    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setWordWrap(true);
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_result->setAccessibleName(tr("Result of measuring"));
    explain(
        *m_result,
        tr("%1. A pair: this config and another one, timed one after the other, of which the ratio counts; the other is the "
           "best one so far in a run, and the untuned one for Measure Now. The machine's pace: how fast it computed meanwhile, "
           "as a share of the fastest that was seen of it.")
            .arg(FlopsCount::autotvmTip()));
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->addWidget(m_title);
    layout->addLayout(makePicker());
    layout->addWidget(scroll, 1);
    layout->addWidget(m_result);
    layout->addLayout(makeButtons());
    return page;
}

QLayout* InspectorView::makePicker()
{
    auto* numberLine = new QHBoxLayout;
    auto* label = new QLabel(tr("&Config"));
    label->setBuddy(m_index);
    m_index->setAccessibleName(tr("Number of the config"));
    numberLine->addWidget(label);
    numberLine->addWidget(m_index);
    numberLine->addWidget(m_range, 1);
    auto* picks = new QHBoxLayout;
    const auto button = [&](const QString& text, const QString& toolTip, auto act) {
        auto* made = new QToolButton;
        made->setText(text);
        made->setToolTip(toolTip);
        made->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(made, &QToolButton::clicked, this, act);
        picks->addWidget(made);
    };
    button(tr("Previo&us"), tr("The valid config before this one"), [this] { step(-1); });
    button(tr("&Next"), tr("The valid config after this one"), [this] { step(1); });
    button(tr("R&andom"), tr("Any valid config, each as likely as the others"), [this] { pickRandom(); });
    button(tr("Fall&back"), tr("What AutoTVM takes for an operator that was never tuned"), [this] { pickFallback(); });
    auto* both = new QVBoxLayout;
    both->addLayout(numberLine);
    both->addLayout(picks);
    return both;
}

QLayout* InspectorView::makeButtons()
{
    auto* copy = new QToolButton;
    copy->setText(tr("Cop&y"));
    copy->setPopupMode(QToolButton::InstantPopup);
    copy->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto* menu = new QMenu(copy);
    menu->addAction(tr("As AutoTVM &Entity"), this, &InspectorView::copyEntity);
    menu->addAction(tr("As AutoTVM &Record"), this, &InspectorView::copyRecord);
    copy->setMenu(menu);
    m_pin->setCheckable(true);
    auto* layout = new QHBoxLayout;
    layout->addWidget(m_measure, 1);
    layout->addWidget(m_emulate, 1);
    layout->addWidget(m_pin, 1);
    layout->addWidget(copy);
    return layout;
}

} // namespace knobscope
