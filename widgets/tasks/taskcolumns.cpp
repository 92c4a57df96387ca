// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tasks/taskcolumns.h"

#include "widgets/tasks/taskmodel.h"

#include <QHeaderView>
#include <QStyle>
#include <QTreeView>

#include <algorithm>

namespace knobscope {

namespace {

/// What a cell has beside its text.
int columnMargin(const QTreeView& tree)
{
    return 2 * tree.style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 6;
}

} // namespace

void arrangeTaskColumns(QTreeView& tree)
{
    const QFontMetrics metrics = tree.fontMetrics();
    const int margin = columnMargin(tree);
    // What changes while tuning stands next to what a task is: a narrow dock shows the first.
    const std::pair<int, QString> columns[] = {{TaskModel::Name, QStringLiteral("mobilenet-v2/to")},
                                               {TaskModel::Shape, QStringLiteral("64x56x56 -> 128x28")},
                                               {TaskModel::Best, QStringLiteral("999.9")},
                                               {TaskModel::LastRun, QStringLiteral("Last run")},
                                               {TaskModel::Configs, QStringLiteral("Configs")},
                                               {TaskModel::Share, QStringLiteral("99.9 %")},
                                               {TaskModel::Gflops, QStringLiteral("99.999")},
                                               {TaskModel::Trials, QStringLiteral("Trials")},
                                               {TaskModel::Template, QStringLiteral("conv2d_nchw_winograd.cuda")},
                                               {TaskModel::Threads, QStringLiteral("Threads")},
                                               {TaskModel::Layers, QStringLiteral("Layers")},
                                               {TaskModel::Peak, QStringLiteral("Of peak")}};
    int place = 0;
    for (const auto& [column, sample] : columns) {
        tree.header()->moveSection(tree.header()->visualIndex(column), place++);
        tree.setColumnWidth(column, metrics.horizontalAdvance(sample) + margin
                                        + (column == TaskModel::Name ? 2 * tree.indentation() : 0));
    }
}

void fitTaskColumns(QTreeView& tree, const TaskModel& model)
{
    const QFontMetrics metrics = tree.fontMetrics();
    const auto width = [&](const char* sample) { return metrics.horizontalAdvance(QLatin1String(sample)); };
    const auto widest = [&](TaskModel::Column column) { return model.widest(column, metrics, tree.indentation()); };
    const int name = std::max(width("14 conv2d "), widest(TaskModel::Name)) + 2 * tree.indentation() + 8;
    tree.setColumnWidth(TaskModel::Configs, std::max(width("Configs"), widest(TaskModel::Configs)) + columnMargin(tree));
    int room = tree.viewport()->width() - name;
    for (const int column : {TaskModel::Best, TaskModel::LastRun, TaskModel::Configs, TaskModel::Share, TaskModel::Gflops}) {
        const int wanted = tree.isColumnHidden(column) ? 0 : tree.columnWidth(column);
        // Spaces are told apart by their sizes as well as by their shapes.
        if (room - wanted < width(column == TaskModel::Configs ? "64x56x56 -" : "64x56x56 -> 64x")) {
            break;
        }
        room -= wanted;
    }
    tree.setColumnWidth(TaskModel::Name, name);
    tree.setColumnWidth(TaskModel::Shape, std::clamp(room, width("64x56x56"), width("1024x14x14 -> 1024, 3x3 ")));
}

} // namespace knobscope
