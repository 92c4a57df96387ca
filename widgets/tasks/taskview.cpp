// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tasks/taskview.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QTreeView>
#include <QVBoxLayout>

namespace knobscope {

TaskView::TaskView(QWidget* parent)
    : QWidget(parent), m_model(new TaskModel(this)), m_filtered(new QSortFilterProxyModel(this)), m_tree(new QTreeView(this)), m_filter(new QLineEdit(this))
{
    m_filter->setPlaceholderText(tr("Filter tasks by shape or operator"));
    m_filter->setAccessibleName(tr("Task filter"));
    m_filter->setClearButtonEnabled(true);
    m_filtered->setSourceModel(m_model);
    m_filtered->setRecursiveFilteringEnabled(true);
    m_filtered->setAutoAcceptChildRows(true);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filtered->setFilterKeyColumn(-1);
    m_tree->setModel(m_filtered);
    m_tree->setAccessibleName(tr("Networks and tasks"));
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_filter);
    layout->addWidget(m_tree);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filtered->setFilterFixedString(text);
        if (!text.isEmpty()) {
            m_tree->expandAll();
        }
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (const NetworkTask* task = m_model->task(m_filtered->mapToSource(current))) {
            emit taskChosen(*task);
        }
    });
}

void TaskView::choose(const QString& id)
{
    const QModelIndex source = m_model->find(id);
    const QModelIndex index = m_filtered->mapFromSource(source);
    if (index.isValid()) {
        m_tree->expand(index.parent());
        m_tree->setCurrentIndex(index);
        m_tree->scrollTo(index);
    }
}

} // namespace knobscope
