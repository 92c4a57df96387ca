// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/query/sqledit.h"

#include "widgets/base/theme.h"
#include "widgets/views/query/sqlcompletion.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStringListModel>

namespace knobscope {

namespace {

constexpr int kLeastLetters = 2; ///< before words are offered while one types

} // namespace

SqlEdit::SqlEdit(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_words(new QStringListModel(this))
    , m_completer(new QCompleter(m_words, this))
{
    setFont(codeFont());
    setTabChangesFocus(true);
    m_completer->setWidget(this);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    connect(m_completer, QOverload<const QString&>::of(&QCompleter::activated), this, &SqlEdit::insert);
}

void SqlEdit::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_completer->popup()->isVisible()
        && (isEnter || event->key() == Qt::Key_Tab || event->key() == Qt::Key_Escape || event->key() == Qt::Key_Backtab)) {
        event->ignore(); // the popup's
        return;
    }
    if (isEnter && event->modifiers().testFlag(Qt::ControlModifier)) {
        emit asked();
        return;
    }
    if (event->key() == Qt::Key_Space && event->modifiers().testFlag(Qt::ControlModifier)) {
        offer(0);
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
    const QString typed = event->text();
    const bool isWord = !typed.isEmpty() && (typed.back().isLetterOrNumber() || typed.back() == QLatin1Char('_'));
    if (typed == QStringLiteral(".")) {
        offer(0);
    } else if (isWord || (event->key() == Qt::Key_Backspace && m_completer->popup()->isVisible())) {
        offer(kLeastLetters);
    } else if (!typed.isEmpty()) {
        m_completer->popup()->hide();
    }
}

void SqlEdit::focusOutEvent(QFocusEvent* event)
{
    if (event->reason() != Qt::PopupFocusReason) {
        m_completer->popup()->hide();
    }
    QPlainTextEdit::focusOutEvent(event);
}

void SqlEdit::offer(int leastLetters)
{
    const SqlCompletion completion = completionAt(toPlainText(), textCursor().position());
    m_words->setStringList(completion.words);
    m_completer->setCompletionPrefix(completion.word);
    const bool isDone = m_completer->completionCount() == 1 && m_completer->currentCompletion() == completion.word;
    const bool isAfterDot = completion.word.isEmpty() && leastLetters == 0;
    if (m_completer->completionCount() == 0 || isDone || (completion.word.size() < leastLetters && !isAfterDot)) {
        m_completer->popup()->hide();
        return;
    }
    m_completer->popup()->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    QRect place = cursorRect();
    place.setWidth(m_completer->popup()->sizeHintForColumn(0) + m_completer->popup()->verticalScrollBar()->sizeHint().width());
    m_completer->complete(place);
}

void SqlEdit::insert(const QString& word)
{
    QTextCursor cursor = textCursor();
    const SqlCompletion completion = completionAt(toPlainText(), cursor.position());
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(completion.word.size()));
    cursor.insertText(word);
    setTextCursor(cursor);
}

} // namespace knobscope
