// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/rangepanel.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/views/timeline/lanepicture.h"
#include "widgets/views/timeline/spannames.h"
#include "widgets/views/timeline/timescale.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

namespace knobscope {

RangePanel::RangePanel(QWidget* parent)
    : WrappingPage(parent)
    , m_title(new QLabel)
    , m_filter(makeControl<QPushButton>("filterToRange", tr("Filter &to this Range")))
    , m_export(makeControl<QPushButton>("exportRange", tr("E&xport this Range…")))
{
    m_title->setWordWrap(true);
    auto* table = makeCellView("spans", &m_rows, tr("Spans of the range by name"));
    table->horizontalHeader()->setMinimumSectionSize(lettersWide(fontMetrics(), 7));
    m_filter->setToolTip(tr("Shows only the trials that ended within the range, in all views"));
    m_export->setToolTip(tr("Writes the spans of the range to a file for Perfetto, Chrome or VizTracer"));
    connect(m_filter, &QPushButton::clicked, this, &RangePanel::filterWanted);
    connect(m_export, &QPushButton::clicked, this, &RangePanel::exportWanted);
    auto* buttons = new FlowRow;
    buttons->add(m_filter);
    buttons->add(m_export);
    inColumn(this, {m_title, {table, 1}, buttons});
    setCounted({}, {}, 0, 0);
    table->sortByColumn(Total, Qt::DescendingOrder);
}

void RangePanel::setCounting()
{
    m_title->setText(tr("Counting…"));
}

void RangePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        fill();
    }
}

void RangePanel::fill()
{
    const auto duration = [](double seconds) {
        return Cell::figure(preciseDuration(seconds), seconds, tr("%1 s").arg(number(seconds, 9)));
    };
    std::vector<CellTable::Row> rows;
    for (const NameStatistics& of : m_counted) {
        const QString name = shownName(of.name, m_trace);
        rows.push_back({Cell::word(name, name, spanColor(QString::fromStdString(of.name), isDark(palette()))),
                        Cell::figure(static_cast<double>(of.count), 0), duration(of.total), duration(of.mean), duration(of.p95),
                        duration(of.longest)});
    }
    m_rows.setTable({{"name", tr("Name"), tr("Name of the span")},
                     {"count", tr("Count"), tr("Number of spans in the range")},
                     {"total", tr("Total"), tr("Sum of their durations")},
                     {"mean", tr("Mean"), tr("Mean duration")},
                     {"p95", tr("95 %"), tr("95th percentile")},
                     {"longest", tr("Longest"), tr("Longest duration")}},
                    std::move(rows));
}

void RangePanel::setCounted(const Result<std::vector<NameStatistics>>& rows, const std::optional<Interval>& range, int64_t origin,
                            int64_t trace)
{
    m_trace = trace;
    m_counted = rows.value_or(std::vector<NameStatistics>{});
    fill();
    m_filter->setEnabled(range && trace == 0);
    m_export->setEnabled(range.has_value());
    if (!rows) {
        m_title->setText(coreText(rows.error()));
        return;
    }
    if (!range) {
        m_title->setText(
            tr("To count the spans in a time range, drag on the ruler, drag over the lanes with Shift, or press M."));
        return;
    }
    int64_t count = 0;
    for (const NameStatistics& row : m_counted) {
        count += row.count;
    }
    m_title->setText(tr("%Ln span(s) in %1, from %2", nullptr, static_cast<int>(count))
                         .arg(preciseDuration(static_cast<double>(range->second - range->first) * 1e-9),
                              offsetText(range->first - origin, 1000)));
}

} // namespace knobscope
