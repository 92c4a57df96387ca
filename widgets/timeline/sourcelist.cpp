// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/sourcelist.h"

#include "widgets/workspace/runchoice.h"

#include <QFileInfo>

namespace knobscope {

SourceList::SourceList(QWidget* parent)
    : QComboBox(parent)
{
    setAccessibleName(tr("What the timeline shows"));
    setToolTip(tr("A run of this project, or a trace that was imported"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(18);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QComboBox::activated, this, [this](int index) {
        const QVariantList data = itemData(index).toList();
        emit chosen({data.value(0).toLongLong(), data.value(1).toLongLong()});
    });
}

void SourceList::setSources(const std::vector<RunRow>& runs, const std::vector<TraceRow>& traces)
{
    const QSignalBlocker blocker(this);
    clear();
    const auto add = [this](const QString& text, qint64 trace, qint64 run) { addItem(text, QVariantList{trace, run}); };
    add(tr("All runs of this project"), 0, 0);
    for (const RunRow& run : runs) {
        add(runName(run), 0, run.id);
    }
    for (const TraceRow& trace : traces) {
        const QString path = QString::fromStdString(trace.path);
        add(tr("Trace %1").arg(QFileInfo(path).fileName()), trace.id, 0);
        setItemData(count() - 1, path, Qt::ToolTipRole);
    }
}

void SourceList::setCurrent(Source source)
{
    const QSignalBlocker blocker(this);
    setCurrentIndex(std::max(0, indexOf(source)));
}

} // namespace knobscope
