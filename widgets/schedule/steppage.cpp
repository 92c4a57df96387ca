// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/schedule/steppage.h"

#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>

namespace knobscope {

using Mark = CodePane::Mark;

StepPage::StepPage(QWidget* parent)
    : QSplitter(parent)
    , m_model(new StepModel(this))
    , m_table(new QTableView)
    , m_nest(new CodeColumn(tr("Loop nest"), CodeLanguage::LoopNest))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Primitives of the schedule"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setMouseTracking(true);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 6);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(StepModel::KnobName, QHeaderView::Stretch); // shortened before primitives are
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setHighlightSections(false);
    m_table->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
    addWidget(m_table);
    addWidget(m_nest);
    setStretchFactor(0, 2);
    setStretchFactor(1, 3);
    setChildrenCollapsible(false);
}

void StepPage::setStep(int step)
{
    const int count = m_model->rowCount();
    const int bounded = std::clamp(step, 0, std::max(0, count - 1));
    if (count > 0 && bounded != this->step()) {
        m_table->setCurrentIndex(m_model->index(bounded, StepModel::Primitive));
    }
}

void StepPage::showStep()
{
    if (step() < 0) {
        return;
    }
    const ScheduleStep& at = m_model->steps()[static_cast<size_t>(step())];
    std::vector<std::string> lines;
    std::vector<Mark> marks;
    int firstChange = 0;
    int changes = 0;
    for (size_t i = 0; i < at.lines.size(); ++i) {
        const bool isChanged = step() > 0 && at.changed[i];
        lines.push_back(at.lines[i].text);
        marks.push_back(isChanged ? Mark::Changed : Mark::None);
        changes += isChanged ? 1 : 0;
        firstChange = isChanged && firstChange == 0 ? static_cast<int>(i) + 1 : firstChange;
    }
    CodePane& pane = m_nest->pane();
    const int scroll = pane.verticalScrollBar()->value();
    pane.setLines(lines);
    pane.setMarks(std::move(marks));
    pane.verticalScrollBar()->setValue(scroll);
    pane.reveal(firstChange);
    m_nest->setProblem(QString::fromStdString(at.problem));
    m_nest->setFacts(step() == 0    ? tr("as it is defined")
                     : changes == 0 ? tr("this step changes no line")
                                    : tr("%n line(s) changed by this step", nullptr, changes));
}

} // namespace knobscope
