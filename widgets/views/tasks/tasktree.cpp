// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tasks/tasktree.h"

#include "widgets/controls/viewstate.h"

#include "widgets/base/listtext.h"
#include "widgets/base/shapetext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/celltable.h"

#include <QApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace knobscope {

namespace {

/// Paints TaskModel::CurveRole as a small step curve.
class SparklineDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const auto points = index.data(TaskModel::CurveRole).value<QVector<QPointF>>();
        const QRectF area = QRectF(option.rect).adjusted(4, 3, -4, -3);
        if (points.isEmpty() || area.width() < 4) {
            return;
        }
        const auto at = [&](double x, double y) {
            return QPointF(area.left() + x * area.width(), area.bottom() - y * area.height());
        };
        QPolygonF line;
        for (const QPointF& point : points) {
            if (!line.isEmpty()) {
                line << QPointF(at(point.x(), 0).x(), line.last().y()); // rises only at the trial that improved it
            }
            line << at(point.x(), point.y());
        }
        line << at(1, points.last().y());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(themeFor(option.palette).best, 1.5));
        painter->drawPolyline(line);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize text = QStyledItemDelegate::sizeHint(option, index);
        return {std::max(text.width(), 5 * option.fontMetrics.height()), text.height() + option.fontMetrics.height() / 3};
    }
};

/// Paints a task in two lines where the tree is too narrow for a column of shapes: its cells in the first line, and its shape
/// below, over all columns (TaskTree::drawRow).
class TaskRowDelegate : public QStyledItemDelegate
{
public:
    explicit TaskRowDelegate(const TaskTree& tree, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_tree(tree)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if (!m_tree.isCompact() || !index.parent().isValid()) {
            QStyledItemDelegate::paint(painter, option, index);
            return;
        }
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        const QString text = std::exchange(cell.text, QString());
        const QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
        const bool isLeft = (cell.displayAlignment & Qt::AlignHorizontal_Mask) != Qt::AlignRight;
        const QRect room =
            cell.rect.adjusted(space::kTight, space::kTight / 2, isLeft ? 0 : -space::kTight, 0); // keeps numbers apart
        painter->save();
        painter->setFont(cell.font);
        painter->setPen(cell.palette.color(QPalette::Text));
        painter->drawText(room, Qt::AlignTop | (isLeft ? Qt::AlignLeft : Qt::AlignRight),
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if (!m_tree.isCompact() || !index.parent().isValid()) {
            return QStyledItemDelegate::sizeHint(option, index);
        }
        // Asked for several times whenever a row changes, so the style does not lay out the text for it.
        return {option.fontMetrics.horizontalAdvance(index.data().toString()) + 2 * space::kSmall,
                option.fontMetrics.height() + QFontMetrics(textFont(TextSize::Small)).height() + space::kTight};
    }

private:
    const TaskTree& m_tree;
};

} // namespace

TaskTree::TaskTree(TaskModel& model, TaskFilter& filter, QWidget* parent)
    : QTreeView(parent)
    , m_model(&model)
{
    setModel(&filter);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setAllColumnsShowFocus(true);
    setIndentation(10);
    setExpandsOnDoubleClick(true);
    setSelectionMode(ExtendedSelection);
    setItemDelegate(new TaskRowDelegate(*this, this));
    setItemDelegateForColumn(TaskModel::LastRun, new SparklineDelegate(this));
    header()->setStretchLastSection(false);
    header()->setSortIndicatorClearable(true);
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    setSortingEnabled(true);
    sortByColumn(-1, Qt::AscendingOrder);
    connect(header(), &QHeaderView::sectionResized, this,
            [this] { m_fits = m_fits && (m_isFitting || QGuiApplication::mouseButtons() == Qt::NoButton); });
    connect(header(), &QHeaderView::customContextMenuRequested, this,
            [this](const QPoint& at) { showColumnMenu(header()->mapToGlobal(at)); });
    connect(&model, &TaskModel::countsGrew, this, &TaskTree::fitColumns);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(&model, signal, this, [this] { m_shape = -1; });
    }
    connect(&model, &QAbstractItemModel::modelReset, this, [this] { m_shape = -1; });
    arrangeColumns();
}

/// Horizontal space of a cell around its text.
int TaskTree::margin() const
{
    return 2 * style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 6;
}

/// Font metrics of the bold row, which is the widest.
QFontMetrics TaskTree::currentTaskMetrics() const
{
    return QFontMetrics(emphasised(font()));
}

/// Sets the order and the initial widths of columns.
void TaskTree::arrangeColumns()
{
    // Columns that change while tuning come right after the task's description, so that a narrow dock shows them.
    const std::pair<int, QString> columns[] = {{TaskModel::Name, QStringLiteral("mobilenet-v2/to")},
                                               {TaskModel::Shape, QStringLiteral("64x56x56 -> 128x28")},
                                               {TaskModel::Best, QStringLiteral("999.9")},
                                               {TaskModel::LastRun, QStringLiteral("Last run")},
                                               {TaskModel::Configs, QStringLiteral("Configs")},
                                               {TaskModel::Share, QStringLiteral("99.9 %")},
                                               {TaskModel::Gflops, QStringLiteral("99.999")},
                                               {TaskModel::Trials, QStringLiteral("99,999")},
                                               {TaskModel::Template, QStringLiteral("conv2d_nchw_winograd.cuda")},
                                               {TaskModel::Threads, QStringLiteral("Threads")},
                                               {TaskModel::Layers, QStringLiteral("Layers")},
                                               {TaskModel::Peak, QStringLiteral("Of peak")}};
    const QFontMetrics metrics = currentTaskMetrics();
    int place = 0;
    for (const auto& [column, sample] : columns) {
        header()->moveSection(header()->visualIndex(column), place++);
        setColumnWidth(column,
                       metrics.horizontalAdvance(sample) + margin() + (column == TaskModel::Name ? 2 * indentation() : 0));
    }
}

void TaskTree::fitColumns()
{
    if (!m_fits || !m_model) {
        return;
    }
    const QScopedValueRollback fitting(m_isFitting, true);
    const auto width = [this](const char* sample) { return fontMetrics().horizontalAdvance(QLatin1String(sample)); };
    const auto widest = [this](TaskModel::Column column) {
        return m_model->widest(column, fontMetrics(), currentTaskMetrics(), indentation());
    };
    const auto shown = [this](int column) { return isColumnHidden(column) ? 0 : columnWidth(column); };
    if (m_shape < 0) {
        m_shape = widest(TaskModel::Shape) + margin();
        m_name = std::max(width("14 conv2d "), widest(TaskModel::Name)) + 2 * indentation() + margin();
    }
    const int shape = isColumnHidden(TaskModel::Shape) ? 0 : m_shape;
    setColumnWidth(TaskModel::Best, currentTaskMetrics().horizontalAdvance(QStringLiteral("999.9")) + margin());
    setColumnWidth(TaskModel::LastRun, currentTaskMetrics().horizontalAdvance(QStringLiteral("Last run")) + margin());
    setColumnWidth(TaskModel::Configs, std::max(width("Configs"), widest(TaskModel::Configs)) + margin());
    const int needed = m_name + shape + shown(TaskModel::Best) + shown(TaskModel::LastRun) + shown(TaskModel::Configs);
    if (const bool isNarrow = viewport()->width() < needed; isNarrow != m_isCompact) { // a shape that is cut says too little
        m_isCompact = isNarrow;
        setUniformRowHeights(!isNarrow); // networks have one line, tasks two
        scheduleDelayedItemsLayout();
    }
    constexpr int least = 24;
    header()->setMinimumSectionSize(m_isCompact ? 1 : least);
    setHorizontalScrollBarPolicy(m_isCompact ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    if (m_isCompact) {
        fitCompactColumns();
        return;
    }
    setColumnWidth(TaskModel::Name, m_name);
    setColumnWidth(TaskModel::Shape, std::max(shape, width("64x56x56")));
}

/// Name and shape share a column; the best and the size of the space are in sight, and the last run and the share if there is
/// room.
void TaskTree::fitCompactColumns()
{
    const auto shown = [this](int column) { return isColumnHidden(column) ? 0 : columnWidth(column); };
    const int name = QFontMetrics(textFont(TextSize::Small)).horizontalAdvance(QStringLiteral("1024x14x14 -> 1024, 3x3 s2"))
                   + 2 * indentation() + margin();
    int room = viewport()->width() - shown(TaskModel::Best) - shown(TaskModel::Configs) - 2;
    setColumnWidth(TaskModel::Shape, 1);
    if (room - shown(TaskModel::LastRun) < name) {
        setColumnWidth(TaskModel::LastRun, 1);
    }
    room -= shown(TaskModel::LastRun);
    room -= room - shown(TaskModel::Share) < name ? 0 : shown(TaskModel::Share);
    constexpr int least = 90; // "14  conv2d"; more would push sizes of spaces out of sight
    setColumnWidth(TaskModel::Name, std::max(least, room));
}

void TaskTree::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QTreeView::drawRow(painter, option, index);
    if (!m_isCompact || !index.parent().isValid()) {
        return;
    }
    const QRect name = visualRect(index.siblingAtColumn(TaskModel::Name));
    QRect line = option.rect.adjusted(0, 0, -space::kTight, -space::kTight / 2);
    isRightToLeft() ? line.setRight(name.right() - space::kTight) : line.setLeft(name.left() + space::kTight);
    painter->save();
    painter->setFont(textFont(TextSize::Small));
    painter->setPen(themeFor(palette()).muted);
    QString text = shortShape(index.siblingAtColumn(TaskModel::Shape).data().toString());
    const QString title = index.siblingAtColumn(TaskModel::Name).data().toString(); // "3  conv2d winograd"
    if (currentTaskMetrics().horizontalAdvance(title) > name.width() - space::kSmall && title.count(QLatin1Char(' ')) > 2) {
        text = listText({text, title.section(QLatin1Char(' '), 3)}); // tasks of one layer differ in what is cut
    }
    painter->drawText(line, Qt::AlignBottom | Qt::AlignLeading,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, line.width()));
    painter->restore();
}

void TaskTree::resizeEvent(QResizeEvent* event)
{
    fitColumns();
    QTreeView::resizeEvent(event);
}

void TaskTree::showColumnMenu(const QPoint& at)
{
    QMenu* menu = makeColumnMenu(*header(), TaskModel::Shape, [this](int column, bool isShown) {
        setColumnHidden(column, !isShown);
        fitColumns();
    });
    // Disabled if the column would be empty.
    menu->actions().at(TaskModel::Peak - TaskModel::Shape)->setEnabled(m_model->hasPeak());
    menu->popup(at);
}

void TaskTree::updatePeaks()
{
    m_model->setPeaks(measuredPeaks());
    const bool hasPeak = m_model->hasPeak();
    if (!hasPeak || !m_hasPeak) {
        setColumnHidden(TaskModel::Peak, !hasPeak);
    }
    m_hasPeak = hasPeak;
}

void TaskTree::bindTo(ViewState& state)
{
    state.bind(QStringLiteral("header"), header());
    state.bind(
        QStringLiteral("fits"), [this] { return m_fits; },
        [this](const QJsonValue& value) {
            m_fits = value.toBool(m_fits);
            fitColumns();
        });
}

} // namespace knobscope
