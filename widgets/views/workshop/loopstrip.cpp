// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/loopstrip.h"

#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/control.h"

#include <QContextMenuEvent>
#include <QDrag>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>

#include <algorithm>

namespace knobscope {

namespace {

constexpr const char* kLoopFormat = "application/x-knobscope-loop";
constexpr int kStageRole = Qt::UserRole;
constexpr int kPositionRole = Qt::UserRole + 1;

} // namespace

LoopStrip::LoopStrip(QWidget* parent)
    : QListWidget(parent)
{
    setFlow(QListView::LeftToRight);
    setWrapping(true);
    setResizeMode(QListView::Adjust);
    setSpacing(space::kTight / 2);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFont(codeFont());
    setDragEnabled(true);
    setAcceptDrops(true);
    setDropIndicatorShown(true);
    setDragDropMode(QAbstractItemView::DragDrop);
    setDefaultDropAction(Qt::CopyAction);
    setFrameShape(QFrame::NoFrame);
    setToolTip(tr("Drag a loop to another place to reorder the loops (Alt+Left, Alt+Right). Its menu applies a primitive."));
}

/// As high as its loops need, four lines at most.
void LoopStrip::fitHeight()
{
    doItemsLayout();
    const int line = fontMetrics().height() + space::kSmall;
    setFixedHeight(std::clamp(contentsSize().height(), line, 4 * line) + 2 * frameWidth());
}

void LoopStrip::resizeEvent(QResizeEvent* event)
{
    QListWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        fitHeight();
    }
}

void LoopStrip::changeEvent(QEvent* event)
{
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        setLoops(std::vector<StageLoops>(m_stages)); // in its colours
    }
}

void LoopStrip::setLoops(const std::vector<StageLoops>& stages)
{
    m_stages = stages;
    clear();
    for (size_t stage = 0; stage < stages.size(); ++stage) {
        auto* head = new QListWidgetItem(QString::fromStdString(stages[stage].tensor) + QLatin1Char(':'), this);
        head->setFlags(Qt::ItemIsEnabled);
        for (size_t i = 0; i < stages[stage].loops.size(); ++i) {
            const TextName& loop = stages[stage].loops[i];
            auto* item =
                new QListWidgetItem(QStringLiteral("%1 %2").arg(QString::fromStdString(loop.name), number(loop.extent)), this);
            item->setData(kStageRole, static_cast<qulonglong>(stage));
            item->setData(kPositionRole, static_cast<qulonglong>(i));
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
            item->setBackground(themeFor(palette()).accentSoft);
            QFont font = this->font();
            font.setItalic(loop.isReduction);
            item->setFont(font);
            item->setToolTip(
                loop.isReduction
                    ? tr("%1: %n steps of a sum or maximum", nullptr, static_cast<int>(loop.extent))
                          .arg(QString::fromStdString(loop.name))
                    : tr("%1: %n steps", nullptr, static_cast<int>(loop.extent)).arg(QString::fromStdString(loop.name)));
        }
    }
}

std::optional<std::pair<size_t, size_t>> LoopStrip::placeOf(int row) const
{
    const QListWidgetItem* at = item(row);
    return at && at->data(kPositionRole).isValid()
             ? std::optional(std::pair(at->data(kStageRole).toULongLong(), at->data(kPositionRole).toULongLong()))
             : std::nullopt;
}

int LoopStrip::rowOf(const QString& name) const
{
    for (int row = 0; row < count(); ++row) {
        const auto place = placeOf(row);
        if (place && m_stages[place->first].loops[place->second].name == name.toStdString()) {
            return row;
        }
    }
    return -1;
}

QMimeData* LoopStrip::mimeData(const QList<QListWidgetItem*>& items) const
{
    auto* data = new QMimeData;
    data->setData(QLatin1String(kLoopFormat), QByteArray::number(items.isEmpty() ? -1 : row(items.front())));
    return data;
}

void LoopStrip::startDrag(Qt::DropActions)
{
    if (placeOf(currentRow())) {
        auto* drag = new QDrag(this);
        drag->setMimeData(mimeData({currentItem()}));
        drag->exec(Qt::CopyAction); // the text decides what becomes of it
    }
}

void LoopStrip::dragEnterEvent(QDragEnterEvent* event)
{
    event->setAccepted(event->mimeData()->hasFormat(QLatin1String(kLoopFormat)));
}

void LoopStrip::dragMoveEvent(QDragMoveEvent* event)
{
    event->setAccepted(event->mimeData()->hasFormat(QLatin1String(kLoopFormat)));
}

void LoopStrip::dropEvent(QDropEvent* event)
{
    const auto from = placeOf(event->mimeData()->data(QLatin1String(kLoopFormat)).toInt());
    if (!from) {
        event->ignore();
        return;
    }
    event->setDropAction(Qt::CopyAction);
    event->accept();
    const QPoint point = event->position().toPoint();
    const QListWidgetItem* under = itemAt(point);
    const auto to = placeOf(under ? row(under) : count() - 1);
    if (!to || to->first != from->first) {
        emit refused(tr("Only the loops of one tensor are ordered among each other; compute_at places those of another one."));
        return;
    }
    const bool isAfter = !under || point.x() > visualItemRect(under).center().x();
    size_t target = to->second + (isAfter ? 1 : 0);
    target -= target > from->second ? 1 : 0;
    if (target != from->second) {
        emit moveWanted(from->first, from->second, target);
    }
}

void LoopStrip::keyPressEvent(QKeyEvent* event)
{
    const int direction = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    const auto from = placeOf(currentRow());
    if (event->modifiers() == Qt::AltModifier && direction != 0 && from) {
        const auto to = static_cast<qsizetype>(from->second) + direction;
        if (to >= 0 && to < static_cast<qsizetype>(m_stages[from->first].loops.size())) {
            emit moveWanted(from->first, from->second, static_cast<size_t>(to));
        }
    } else if (event->key() == Qt::Key_Return && from) {
        showMenu(currentRow(), mapToGlobal(visualItemRect(currentItem()).bottomLeft()));
    } else {
        QListWidget::keyPressEvent(event);
    }
}

void LoopStrip::contextMenuEvent(QContextMenuEvent* event)
{
    const QListWidgetItem* under = itemAt(event->pos());
    showMenu(under ? row(under) : currentRow(), event->globalPos());
}

void LoopStrip::showMenu(int row, const QPoint& at)
{
    const auto place = placeOf(row);
    if (!place) {
        return;
    }
    const QString loop = QString::fromStdString(m_stages[place->first].loops[place->second].name);
    QString made = loop.section(QLatin1Char('.'), -1);
    auto* menu = makeControl<QMenu>("loopMenu", this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const char* id, const QString& line) {
        addEntry(*menu, id, line, this, [this, line] { emit lineWanted(line); });
    };
    add("loop.split", QStringLiteral("%1o, %1i = split(%2, 8)").arg(made, loop));
    add("loop.vectorize", QStringLiteral("vectorize(%1)").arg(loop));
    add("loop.unroll", QStringLiteral("unroll(%1)").arg(loop));
    add("loop.parallel", QStringLiteral("parallel(%1)").arg(loop));
    menu->popup(at);
}

} // namespace knobscope
