// SPDX-License-Identifier: GPL-3.0-or-later
// How CompareView is laid out.
#include "widgets/compare/compareview.h"

#include "widgets/layout/flowrow.h"
#include "widgets/layout/verdict.h"
#include "widgets/table/rowdelegate.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace knobscope {

namespace {

/// Plots and tables reach from edge to edge: their dock has a frame of its own.
void withoutMargins(QLayout* layout)
{
    layout->setContentsMargins(0, 0, 0, 0);
}

} // namespace

QWidget* CompareView::makeRunList()
{
    auto* panel = new QWidget;
    auto* layout = new QVBoxLayout(panel);
    withoutMargins(layout);
    m_runList = new QTableView;
    m_runList->setModel(&m_runs);
    m_runRows = new RowDelegate(m_runList);
    m_runRows->setFramesCells(true);
    m_runList->setItemDelegate(m_runRows);
    m_runList->setAccessibleName(tr("Runs that can be compared"));
    m_runList->setAccessibleDescription(tr("Space ticks a run; the Group column can be written over"));
    showRows(*m_runList);
    m_runList->setSelectionMode(QAbstractItemView::SingleSelection);
    m_runList->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_runList->setIconSize({10, 10});
    connect(m_runList, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() != ComparedRunsModel::GroupColumn) {
            chooseBestOf(index.row());
        }
    });
    auto* add = new QPushButton(tr("&Add Files…"));
    add->setToolTip(tr("Take in the runs of another project, or an AutoTVM log"));
    m_remove = new QPushButton(tr("Re&move File"));
    m_remove->setEnabled(false);
    connect(add, &QPushButton::clicked, this, [this] { askForFiles(); });
    connect(m_remove, &QPushButton::clicked, this, [this] { removeChosenFile(); });
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addStretch();
    layout->addWidget(m_runList);
    layout->addLayout(buttons);
    return panel;
}

QWidget* CompareView::makeControls()
{
    auto* row = new FlowRow; // a dock may be narrow, and its least width is the window's
    const auto addCombo = [&](QComboBox*& combo, const QString& text, const QStringList& items) {
        auto* label = new QLabel(text);
        combo = new QComboBox;
        combo->addItems(items);
        label->setBuddy(combo);
        row->addGroup({label, combo});
        connect(combo, &QComboBox::currentIndexChanged, this, &CompareView::showTask);
    };
    addCombo(m_task, tr("&Task:"), {});
    m_task->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_task->setMinimumContentsLength(14);
    addCombo(m_x, tr("&Over:"), {tr("trials"), tr("seconds")});
    addCombo(m_y, tr("&Show:"), {tr("GFLOPS"), tr("% of the best")});
    m_logX = new QCheckBox(tr("&Log x"));
    m_logX->setToolTip(tr("A logarithmic axis of trials or seconds"));
    row->add(m_logX);
    connect(m_logX, &QCheckBox::toggled, this, &CompareView::showTask);
    return row;
}

QWidget* CompareView::makeResults()
{
    auto* results = new QWidget;
    auto* layout = new QVBoxLayout(results);
    withoutMargins(layout);
    m_verdict = new VerdictText(tr("Verdict"));
    m_note = new QLabel(tr("Filters do not apply here: runs are compared whole."));
    m_note->setVisible(false);
    m_progress = new PlotCanvas;
    m_progress->setAccessibleName(tr("Best so far by run"));
    m_progress->setEmptyText(tr("No trial of the ticked runs succeeded."));
    connect(m_progress, &PlotCanvas::chosen, this, [this](PlotPick pick) {
        if (const TrialRef trial = m_plots.trialAt(pick); trial.isValid()) {
            workspace().selection().select({trial});
        }
    });
    connect(m_progress, &PlotCanvas::hovered, this,
            [this](PlotPick pick) { workspace().selection().hover(m_plots.trialAt(pick)); });
    m_distribution = new PlotCanvas;
    m_distribution->setAccessibleName(tr("Distribution of GFLOPS"));
    m_distribution->setEmptyText(tr("No trial of the ticked runs succeeded."));
    QTableView* wins = makeCellView(&m_wins, tr("Best GFLOPS by task and group"));
    QTableView* diff = makeCellView(&m_diff, tr("Best configs knob by knob"));
    wins->setSortingEnabled(false);
    diff->setSortingEnabled(false);
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_progress, tr("&Best so far"));
    m_tabs->addTab(makeCellView(&m_reach, tr("Trials and seconds to a share of the best")), tr("Re&ach"));
    m_tabs->addTab(m_distribution, tr("&Distribution"));
    m_tabs->addTab(wins, tr("&Wins"));
    m_tabs->addTab(diff, tr("Best &configs"));
    layout->addWidget(m_verdict);
    layout->addWidget(makeControls());
    layout->addWidget(m_note);
    layout->addWidget(m_tabs, 1);
    auto* splitter = new QSplitter;
    splitter->addWidget(makeRunList());
    splitter->addWidget(results);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 5);
    splitter->setSizes({350, 650});
    splitter->setChildrenCollapsible(false);
    auto* page = new QWidget;
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(6, 6, 6, 6);
    pageLayout->addWidget(splitter);
    return page;
}

} // namespace knobscope
