// SPDX-License-Identifier: GPL-3.0-or-later
// The field in a KnobList in which a value is typed.
#include "widgets/space/knoblist.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>

#include <algorithm>

namespace knobscope {

void KnobList::beginAdding()
{
    if (!currentKnob().isEmpty()) {
        const KnobCell add{m_current.row, KnobCell::Add, 0};
        setCurrentCell(add);
        openField(add, {});
    }
}

void KnobList::openField(KnobCell cell, const QString& text)
{
    m_fieldCell = cell;
    const QRect place = cellRect(cell);
    const int width = std::max(place.width(), fontMetrics().averageCharWidth() * 22);
    const int left = std::clamp(place.left(), 0, std::max(0, viewport()->width() - width));
    const bool isSplit = !m_rows[static_cast<size_t>(cell.row)].chips.empty()
                      && std::holds_alternative<SplitEntity>(m_rows[static_cast<size_t>(cell.row)].chips.front().value);
    m_field->setPlaceholderText(isSplit ? m_rows[static_cast<size_t>(cell.row)].chips.front().text : tr("new value"));
    m_field->setGeometry(left, place.top() - 2, width, place.height() + 4);
    m_field->setText(text);
    m_field->selectAll();
    m_field->show();
    m_field->raise();
    m_field->setFocus();
    m_problem->hide();
}

/// Says at once why a text would be refused.
void KnobList::showFieldProblem()
{
    const QString text = m_field->text().trimmed();
    const KnobChip* replaced = chipAt(m_fieldCell);
    const bool isSame = replaced && replaced->text == text;
    const QString problem = text.isEmpty() || isSame || !m_validator ? QString() : m_validator(currentKnob(), text);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_field->setAccessibleDescription(problem);
    if (!problem.isEmpty()) {
        const int width = std::min(viewport()->width(), fontMetrics().averageCharWidth() * 60);
        const int height = m_problem->heightForWidth(width);
        const int below = m_field->geometry().bottom() + 2;
        const int top = below + height > viewport()->height() ? m_field->geometry().top() - height - 2 : below;
        m_problem->setGeometry(std::clamp(m_field->x(), 0, std::max(0, viewport()->width() - width)), top, width, height);
        m_problem->raise();
    }
}

void KnobList::closeField(bool commit)
{
    if (m_field->isHidden()) {
        return;
    }
    const QString text = m_field->text().trimmed();
    const KnobChip* replaced = chipAt(m_fieldCell);
    const bool isSame = replaced && replaced->text == text;
    if (commit && !text.isEmpty() && !isSame) {
        showFieldProblem();
        if (!m_problem->isHidden()) {
            return; // it stays open with the reason
        }
    }
    const bool hadFocus = m_field->hasFocus();
    const std::optional<KnobValue> value = replaced ? std::optional(replaced->value) : std::nullopt;
    m_field->hide();
    m_problem->hide();
    if (hadFocus) {
        setFocus();
    }
    if (!commit || text.isEmpty() || isSame) {
        return;
    }
    if (value) {
        emit replaceRequested(currentKnob(), *value, text);
    } else {
        const int row = m_current.row;
        emit addRequested(currentKnob(), text);
        showAdded(row);
    }
}

/// The row may have grown below what is seen.
void KnobList::showAdded(int row)
{
    const auto& chips = m_rows[static_cast<size_t>(row)].chips;
    const auto added =
        std::find_if(chips.rbegin(), chips.rend(), [](const KnobChip& c) { return c.state == Candidate::State::Added; });
    const KnobCell cell{row, KnobCell::Chip, static_cast<int>(std::distance(added, chips.rend())) - 1};
    if (const KnobLayout::Cell* place = added == chips.rend() ? nullptr : m_layout.find(cell)) {
        QScrollBar* bar = verticalScrollBar();
        bar->setValue(std::clamp(bar->value(), place->rect.bottom() + 3 - viewport()->height(), place->rect.top() - 2));
    }
}

bool KnobList::eventFilter(QObject* object, QEvent* event)
{
    if (object == m_field && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape) {
            closeField(key != Qt::Key_Escape);
            return true;
        }
    }
    if (object == m_field && event->type() == QEvent::FocusOut) {
        closeField(false);
    }
    return QAbstractScrollArea::eventFilter(object, event);
}

} // namespace knobscope
