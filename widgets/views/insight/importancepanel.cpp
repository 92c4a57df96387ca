// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/insight/importancepanel.h"

#include "core/study/insighttables.h"
#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/coretable.h"
#include "widgets/controls/rowdelegate.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

namespace knobscope {

namespace {

constexpr int kShareColumn = 1;

QString knobAt(const QModelIndex& index)
{
    return index.siblingAtColumn(0).data().toString();
}

} // namespace

ImportancePanel::ImportancePanel(QWidget* parent)
    : QWidget(parent)
    , m_table(makeCellView("importance", &m_cells, tr("Importance of the knobs")))
    , m_rows(new ShareDelegate(kShareColumn, &Theme::trial, m_table))
    , m_note(new QLabel)
{
    m_note->setWordWrap(true);
    m_note->setMargin(space::kSmall);
    showKnobs({});
    m_table->setItemDelegate(m_rows);
    m_table->setSelectionMode(QTableView::SingleSelection);
    m_table->horizontalHeader()->setSectionResizeMode(kShareColumn, QHeaderView::Stretch);
    m_table->setMouseTracking(true);
    m_table->viewport()->installEventFilter(this);
    inColumn(this, {{m_table, 1}, m_note}, QMargins());
    const auto point = [this](const QModelIndex& index) { emit hovered(knobAt(index)); };
    connect(m_table, &QTableView::entered, this, point);
    connect(m_table, &QTableView::viewportEntered, this, [this] { emit hovered({}); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, point);
    const auto choose = [this](const QModelIndex& index) { emit chosen(knobAt(index)); };
    connect(m_table, &QTableView::clicked, this, choose);
    connect(m_table, &QTableView::activated, this, choose);
}

void ImportancePanel::setImportance(const Importance& importance)
{
    showKnobs(rowsOf(importanceTable(importance.knobs)));
    m_note->setText(coreText(importanceSentence(importance)));
}

void ImportancePanel::setProblem(const QString& sentence)
{
    showKnobs({});
    m_note->setText(sentence);
}

/// Without rows, the note fills the panel.
void ImportancePanel::showKnobs(std::vector<CellTable::Row> rows)
{
    m_table->setVisible(!rows.empty());
    m_note->setAlignment(rows.empty() ? Qt::AlignCenter : Qt::AlignLeft | Qt::AlignTop);
    if (!rows.empty() && static_cast<int>(rows.size()) == m_cells.rowCount()) {
        m_cells.updateRows(std::move(rows)); // keeps the current row during a run
    } else {
        m_cells.setTable(headingsOf(importanceTable({})), std::move(rows));
    }
}

void ImportancePanel::setHighlighted(const QString& knob)
{
    const QModelIndexList found = m_cells.match(m_cells.index(0, 0), Qt::DisplayRole, knob, 1, Qt::MatchExactly);
    m_rows->setHovered(found.isEmpty() ? -1 : found.front().row());
}

bool ImportancePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        emit hovered({});
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace knobscope
