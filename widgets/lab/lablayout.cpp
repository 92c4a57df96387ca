// SPDX-License-Identifier: GPL-3.0-or-later
// How LabView is laid out.
#include "widgets/lab/labview.h"

#include "widgets/layout/flowlayout.h"
#include "widgets/plot/plotcanvas.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace knobscope {

namespace {

constexpr int swatchPixels = 10;
constexpr int leastTextWidth = 180; ///< wrapped texts ask for far more than a narrow dock has

void withoutMargins(QLayout* layout)
{
    layout->setContentsMargins(0, 0, 0, 0);
}

QPushButton* button(const QString& text, const QString& tip, QBoxLayout* row)
{
    auto* made = new QPushButton(text);
    made->setToolTip(tip);
    made->setAutoDefault(false);
    row->addWidget(made);
    return made;
}

} // namespace

QWidget* LabView::makeSpacesPage()
{
    m_spaceList = new QTableView;
    m_spaceList->setModel(&m_spaces);
    m_spaceList->setAccessibleName(tr("Recorded spaces"));
    m_spaceList->setAccessibleDescription(tr("Space ticks one"));
    showRows(*m_spaceList);
    m_spaceList->setSelectionMode(QAbstractItemView::SingleSelection);
    m_spaceList->setEditTriggers(QAbstractItemView::NoEditTriggers);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    withoutMargins(layout);
    auto* row = new QHBoxLayout;
    auto* add =
        button(tr("&Add Files…"), tr("Take in recordings of other spaces, or projects whose runs measured a whole space"), row);
    m_removeSpace = button(tr("Re&move File"), tr("Take the file of the chosen space out of the list"), row);
    m_removeSpace->setEnabled(false);
    row->addStretch();
    connect(add, &QPushButton::clicked, this, &LabView::askForFiles);
    connect(m_removeSpace, &QPushButton::clicked, this, &LabView::removeChosenFile);
    connect(m_spaceList->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& at) {
        m_removeSpace->setEnabled(at.isValid() && m_spaces.originAt(at.row()) == LabSpacesModel::Origin::File);
    });
    layout->addWidget(m_spaceList);
    layout->addLayout(row);
    return page;
}

QWidget* LabView::makeTunersPage()
{
    m_tunerList = new QListView;
    m_tunerList->setModel(&m_tuners);
    m_tunerList->setAccessibleName(tr("Tuners that can be replayed"));
    m_tunerList->setAccessibleDescription(tr("Space ticks one"));
    m_tunerList->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tunerList->setAlternatingRowColors(true);
    m_tunerList->setIconSize({swatchPixels, swatchPixels});
    m_tunerList->setUniformItemSizes(true);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    withoutMargins(layout);
    layout->addWidget(m_tunerList);
    return page;
}

QWidget* LabView::makeSetup()
{
    m_choice = new QTabWidget;
    m_choice->setDocumentMode(true);
    m_choice->setObjectName(QStringLiteral("choice"));
    m_choice->addTab(makeSpacesPage(), tr("Spa&ces"));
    m_choice->addTab(makeTunersPage(), tr("T&uners"));
    auto* numbers = new QHBoxLayout;
    const auto addNumber = [numbers](QSpinBox*& box, const QString& text, int high, int value, const QString& tip) {
        auto* label = new QLabel(text);
        box = new QSpinBox;
        box->setRange(1, high);
        box->setValue(value);
        box->setGroupSeparatorShown(true);
        box->setToolTip(tip);
        box->setAccessibleDescription(tip);
        label->setBuddy(box);
        numbers->addWidget(label);
        numbers->addWidget(box);
    };
    addNumber(m_seeds, tr("See&ds:"), 1000, 20, tr("How often each tuner is replayed on each space, with seeds from 1 on"));
    addNumber(m_budget, tr("Tr&ials:"), 100'000, 200, tr("How long a replay is; what was not reached by then counts as never"));
    numbers->addStretch();
    auto* buttons = new QHBoxLayout;
    m_start = button(tr("&Start"), tr("Replays every ticked tuner on every ticked space"), buttons);
    m_stop = button(tr("St&op"), tr("Ends the replays; the seeds that all tuners were through with are kept"), buttons);
    m_stop->setEnabled(false);
    buttons->addStretch();
    connect(m_start, &QPushButton::clicked, this, &LabView::start);
    connect(m_stop, &QPushButton::clicked, this, &LabView::stop);
    m_progress = new QProgressBar;
    m_progress->setAccessibleName(tr("Replays done"));
    m_progress->hide();
    m_status = new QLabel;
    m_status->setWordWrap(true);
    m_status->setMinimumWidth(leastTextWidth);
    auto* panel = new QWidget;
    auto* layout = new QVBoxLayout(panel);
    withoutMargins(layout);
    layout->addWidget(m_choice, 1);
    layout->addLayout(numbers);
    layout->addLayout(buttons);
    layout->addWidget(m_progress);
    layout->addWidget(m_status);
    return panel;
}

QWidget* LabView::makeEmptyPage()
{
    auto* text = new QLabel(tr(
        "Here tuners compete without a device: on spaces of which every config was measured before, it is known at once what a "
        "proposal is worth. So each tuner can be replayed with many seeds in seconds, and how many trials it needs to a good "
        "config becomes a number with an interval.\n\nTick spaces and tuners, then press Start. Recordings and projects with a "
        "whole space can also be dropped here."));
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    text->setMargin(24);
    text->setMinimumWidth(leastTextWidth);
    auto* page = new QWidget; // a stack would ask the text itself
    auto* layout = new QVBoxLayout(page);
    withoutMargins(layout);
    layout->addWidget(text);
    return page;
}

QWidget* LabView::makeControls()
{
    auto* panel = new QWidget;
    auto* row = new FlowLayout(panel); // a dock may be narrow
    row->setSpacing(6);
    withoutMargins(row);
    auto* label = new QLabel(tr("S&pace:"));
    m_space = new QComboBox;
    m_space->setObjectName(QStringLiteral("space"));
    m_space->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_space->setMinimumContentsLength(12);
    label->setBuddy(m_space);
    m_logX = new QCheckBox(tr("Logarithmic"));
    m_logX->setChecked(true);
    m_logX->setToolTip(tr("A logarithmic axis of trials: the first ones are where tuners differ"));
    auto* save = new QPushButton(tr("Save Picture"));
    save->setAutoDefault(false);
    save->setToolTip(tr("The plot as PNG or SVG"));
    connect(save, &QPushButton::clicked, this, &LabView::savePicture);
    row->addWidget(label);
    row->addWidget(m_space);
    row->addWidget(m_logX);
    row->addWidget(save);
    connect(m_space, &QComboBox::currentIndexChanged, this, &LabView::showSpace);
    connect(m_logX, &QCheckBox::toggled, this, &LabView::showSpace);
    return panel;
}

QWidget* LabView::makeResults()
{
    m_verdict = new QLabel;
    m_verdict->setWordWrap(true);
    m_verdict->setMinimumWidth(leastTextWidth);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_verdict->setAccessibleName(tr("Verdict"));
    m_verdict->setFrameShape(QFrame::StyledPanel);
    m_verdict->setMargin(6);
    m_verdict->setBackgroundRole(QPalette::Base);
    m_verdict->setAutoFillBackground(true);
    m_plot = new PlotCanvas;
    m_plot->setAccessibleName(tr("Best so far by tuner: median and quartiles over the seeds"));
    m_spaceTable = makeCellView(&m_spaceCells, tr("Trials to a share of the best on this space"));
    m_overallTable = makeCellView(&m_overallCells, tr("Trials to a share of the best over all spaces"));
    m_bySpaceTable = makeCellView(&m_bySpaceCells, tr("Trials to a share of the best by space and tuner"));
    for (QTableView* table : {m_spaceTable, m_overallTable, m_bySpaceTable}) {
        table->setSelectionMode(QAbstractItemView::SingleSelection);
    }
    m_bySpaceTable->setSortingEnabled(false); // the means stay below
    m_plot->setMinimumHeight(80); // small screens
    m_spaceTable->setMinimumHeight(50);
    auto* one = new QSplitter(Qt::Vertical);
    one->addWidget(m_plot);
    one->addWidget(m_spaceTable);
    one->setStretchFactor(0, 3);
    one->setStretchFactor(1, 1);
    one->setSizes({300, 120});
    one->setChildrenCollapsible(false);
    auto* bySpace = new QWidget;
    auto* bySpaceLayout = new QVBoxLayout(bySpace);
    withoutMargins(bySpaceLayout);
    auto* shareRow = new QHBoxLayout;
    auto* shareLabel = new QLabel(tr("Trials &to:"));
    m_share = new QComboBox;
    for (const double share : labShares) {
        m_share->addItem(tr("%1 % of the best").arg(100 * share, 0, 'f', 0));
    }
    m_share->setCurrentIndex(1);
    shareLabel->setBuddy(m_share);
    m_share->setObjectName(QStringLiteral("share"));
    shareRow->addWidget(shareLabel);
    shareRow->addWidget(m_share);
    shareRow->addStretch();
    bySpaceLayout->addLayout(shareRow);
    bySpaceLayout->addWidget(m_bySpaceTable);
    connect(m_share, &QComboBox::currentIndexChanged, this, &LabView::showResult);
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    m_tabs->setObjectName(QStringLiteral("results"));
    m_tabs->addTab(one, tr("O&ne space"));
    m_tabs->addTab(m_overallTable, tr("A&ll spaces"));
    m_tabs->addTab(bySpace, tr("&By space"));
    auto* results = new QWidget;
    auto* layout = new QVBoxLayout(results);
    withoutMargins(layout);
    layout->addWidget(m_verdict);
    layout->addWidget(makeControls());
    layout->addWidget(m_tabs, 1);
    return results;
}

} // namespace knobscope
