// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/columnfit.h"

#include "widgets/base/listtext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/control.h"

#include <QAbstractItemModel>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QScopedValueRollback>
#include <QTableView>
#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <map>
#include <utility>

namespace knobscope {

namespace {

constexpr int kLeastLetters = 11; // of an elided text
constexpr int kLeastOfName = 16;  // of the first column's: names of tasks are whole
constexpr int kMarkLetters = 4; // as wide as a check box or a colour before it

} // namespace

ColumnFit::ColumnFit(QTableView& view, QStringList yielding, QString filling)
    : QObject(&view)
    , m_view(view)
    , m_yielding(std::move(yielding))
    , m_filling(std::move(filling))
    , m_mark(new QLabel(QString(QChar(0x2026)), view.horizontalHeader()))
{
    m_mark->setObjectName(QStringLiteral("leftOut"));
    m_mark->setMargin(space::kTight);
    m_mark->hide();
    view.setTextElideMode(Qt::ElideMiddle);
    view.horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    view.viewport()->installEventFilter(this);
    connect(view.model(), &QAbstractItemModel::modelReset, this, &ColumnFit::fitSoon);
    connect(view.model(), &QAbstractItemModel::dataChanged, this, &ColumnFit::fitSoon);
    connect(view.horizontalHeader(), &QHeaderView::sectionResized, this,
            [this] { m_isUsers = m_isUsers || (!m_isFitting && QGuiApplication::mouseButtons() != Qt::NoButton); });
    fitSoon();
}

void ColumnFit::fitSoon()
{
    if (!std::exchange(m_isWaiting, true)) {
        QTimer::singleShot(0, this, &ColumnFit::fit);
    }
}

std::vector<int> ColumnFit::yielding() const
{
    std::vector<int> columns;
    for (const QString& id : m_yielding) {
        if (const int column = columnOf(*m_view.model(), id); column >= 0) {
            columns.push_back(column);
        }
    }
    return columns;
}

bool ColumnFit::isText(int column) const
{
    const QVariant side = m_view.model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole);
    return !side.isValid() || !(side.value<Qt::Alignment>() & Qt::AlignRight);
}

int ColumnFit::contentWidth(int column) const
{
    const QAbstractItemView& cells = m_view; // QTableView protects it
    return std::max(m_view.horizontalHeader()->sectionSizeHint(column), cells.sizeHintForColumn(column) + 1); // a grid line
}

int ColumnFit::leastWidth(int column) const
{
    const int all = contentWidth(column);
    const QModelIndex first = m_view.model()->index(0, column);
    const bool hasMark = first.data(Qt::CheckStateRole).isValid() || first.data(Qt::DecorationRole).isValid();
    const int letters = (column == 0 ? kLeastOfName : kLeastLetters) + (hasMark ? kMarkLetters : 0);
    return isText(column) ? std::min(all, lettersWide(m_view.fontMetrics(), letters)) : all;
}

/// Leaves out what does not fit even if all texts are short.
void ColumnFit::leaveOut(int room)
{
    const std::vector<int> before = std::exchange(m_leftOut, {});
    const std::vector<int> yielding = this->yielding();
    int least = 0;
    for (int column = 0; column < m_view.model()->columnCount(); ++column) {
        const bool isHidden = m_view.isColumnHidden(column) && std::ranges::find(before, column) == before.end();
        const bool yields = std::ranges::find(yielding, column) != yielding.end();
        least += isHidden ? 0 : yields ? leastWidth(column) : contentWidth(column);
    }
    for (const int column : yielding) {
        if (least > room && column > 0) {
            least -= leastWidth(column);
            m_leftOut.push_back(column);
        }
    }
    for (const int column : yielding) {
        const bool isLeftOut = std::ranges::find(m_leftOut, column) != m_leftOut.end();
        if (isLeftOut || std::ranges::find(before, column) != before.end()) {
            m_view.setColumnHidden(column, isLeftOut);
        }
    }
}

int ColumnFit::leaveOut()
{
    int room = m_view.viewport()->width();
    leaveOut(room);
    m_mark->setHidden(m_leftOut.empty());
    if (m_leftOut.empty()) {
        return room;
    }
    room -= m_mark->sizeHint().width();
    leaveOut(room);
    QStringList names;
    for (const int column : m_leftOut) {
        names.prepend(m_view.model()->headerData(column, Qt::Horizontal).toString());
    }
    m_mark->setToolTip(tr("There is no room for: %1").arg(listText(names)));
    m_mark->setAccessibleName(m_mark->toolTip());
    m_mark->setGeometry(room, 0, m_mark->sizeHint().width(), m_view.horizontalHeader()->height());
    return room;
}

/// Takes the room that is missing from the widest texts, from the first column last.
void ColumnFit::narrow(std::map<int, int>& widths, int room) const
{
    std::map<int, int> spare; // what a column can give
    for (const int column : yielding()) {
        if (const auto width = widths.find(column); width != widths.end()) {
            spare[column] = width->second - leastWidth(column);
        }
    }
    for (; room < 0; ++room) {
        int widest = -1;
        for (const auto& [column, pixels] : spare) {
            widest = pixels > 0 && (widest <= 0 || widths.at(column) > widths.at(widest)) ? column : widest;
        }
        if (widest < 0) {
            return;
        }
        --widths.at(widest);
        --spare.at(widest);
    }
}

void ColumnFit::fit()
{
    m_isWaiting = false;
    if (m_isUsers) {
        return;
    }
    const QScopedValueRollback fitting(m_isFitting, true);
    int room = leaveOut();
    std::map<int, int> widths;
    for (int column = 0; column < m_view.model()->columnCount(); ++column) {
        if (!m_view.isColumnHidden(column)) {
            widths[column] = contentWidth(column);
            room -= widths[column];
        }
    }
    narrow(widths, room);
    if (const auto filling = widths.find(columnOf(*m_view.model(), m_filling)); filling != widths.end()) {
        filling->second += std::max(0, room);
    }
    for (const auto& [column, width] : widths) {
        m_view.setColumnWidth(column, width);
    }
}

/// The whole text of an elided cell that has no tool tip.
bool ColumnFit::showText(const QHelpEvent& event) const
{
    const QModelIndex at = m_view.indexAt(event.pos());
    const bool isElided = at.isValid() && m_view.sizeHintForIndex(at).width() > m_view.columnWidth(at.column());
    if (isElided && at.data(Qt::ToolTipRole).toString().isEmpty()) {
        QToolTip::showText(event.globalPos(), at.data().toString(), m_view.viewport());
        return true;
    }
    return false;
}

bool ColumnFit::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        fitSoon();
    } else if (event->type() == QEvent::ToolTip) {
        return showText(*static_cast<const QHelpEvent*>(event));
    }
    return QObject::eventFilter(watched, event);
}

} // namespace knobscope
