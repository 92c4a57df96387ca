// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/rangepanel.h"

#include "widgets/layout/flowrow.h"
#include "widgets/table/celltable.h"
#include "widgets/timeline/rangemodel.h"
#include "widgets/timeline/timescale.h"
#include "widgets/translation/coretext.h"

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace knobscope {

RangePanel::RangePanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new RangeModel(this))
    , m_title(new QLabel)
    , m_filter(new QPushButton(tr("Filter &to this Range")))
    , m_export(new QPushButton(tr("E&xport this Range…")))
{
    m_title->setWordWrap(true);
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(m_model);
    sorted->setSortRole(RangeModel::SortRole);
    auto* table = new QTableView;
    table->setModel(sorted);
    table->setSortingEnabled(true);
    table->sortByColumn(RangeModel::Total, Qt::DescendingOrder);
    showRows(*table, 8);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setMinimumSectionSize(fontMetrics().averageCharWidth() * 7);
    table->setAccessibleName(tr("Spans of the range by name"));
    m_filter->setToolTip(tr("Shows only the trials that ended within it, in all views"));
    m_export->setToolTip(tr("Writes its spans to a file for Perfetto, Chrome or VizTracer"));
    connect(m_filter, &QPushButton::clicked, this, &RangePanel::filterWanted);
    connect(m_export, &QPushButton::clicked, this, &RangePanel::exportWanted);
    auto* buttons = new FlowRow;
    buttons->add(m_filter);
    buttons->add(m_export);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_title);
    layout->addWidget(table, 1);
    layout->addWidget(buttons);
    setCounted({}, {}, 0);
}

void RangePanel::setCounting()
{
    m_title->setText(tr("Counting…"));
}

void RangePanel::setFilterable(bool isFilterable)
{
    m_filter->setEnabled(isFilterable);
}

void RangePanel::setCounted(const Result<std::vector<NameStatistics>>& rows, Range range, int64_t origin)
{
    m_model->setRows(rows.value_or(std::vector<NameStatistics>{}));
    m_filter->setEnabled(range.has_value());
    m_export->setEnabled(range.has_value());
    if (!rows) {
        m_title->setText(coreText(rows.error()));
        return;
    }
    if (!range) {
        m_title->setText(
            tr("Drag on the ruler, or with Shift over the lanes, or press M, to count the spans of a stretch of time."));
        return;
    }
    int64_t count = 0;
    for (const NameStatistics& row : *rows) {
        count += row.count;
    }
    m_title->setText(tr("%1 spans in %2, from %3")
                         .arg(QLocale().toString(static_cast<qlonglong>(count)),
                              durationText(static_cast<double>(range->second - range->first) * 1e-9),
                              offsetText(range->first - origin, 1000)));
}

} // namespace knobscope
