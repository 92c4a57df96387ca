// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/expressionfield.h"

#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStringListModel>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kMinLetters = 1; // letters typed before completion starts; Ctrl+Space lists all names

bool isWord(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_') || c == QLatin1Char('.') || c == QLatin1Char('[');
}

/// Keeps an empty line edit from handling the undo and redo keys.
class UndoForwarder : public QObject
{
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::ShortcutOverride || !static_cast<QLineEdit*>(watched)->text().isEmpty()) {
            return false;
        }
        const auto* key = static_cast<QKeyEvent*>(event);
        return key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
    }
};

} // namespace

void forwardUndo(QLineEdit& field)
{
    field.installEventFilter(new UndoForwarder(&field));
}

ExpressionField::ExpressionField()
    : m_completer(new QCompleter(this))
    , m_terms(new QStringListModel(this))
{
    setFont(codeFont());
    forwardUndo(*this);
    m_completer->setModel(m_terms);
    m_completer->setWidget(this);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setFilterMode(Qt::MatchContains);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    connect(m_completer, QOverload<const QString&>::of(&QCompleter::activated), this, &ExpressionField::insertCompletion);
    connect(this, &QLineEdit::textChanged, this, &ExpressionField::check);
}

void ExpressionField::setSpace(const ConfigSpace& space)
{
    m_space = space;
    QStringList terms;
    for (const std::string& term : readableTerms(space)) {
        terms << QString::fromStdString(term);
    }
    m_terms->setStringList(terms);
    check();
}

void ExpressionField::check()
{
    m_refusal.clear();
    const QString trimmed = text().trimmed();
    m_problem = trimmed.isEmpty() ? std::nullopt : checkExpression(text().toStdString(), m_space);
    setAccessibleDescription(problemText());
    update();
    emit problemChanged();
}

void ExpressionField::setRefusal(const QString& sentence)
{
    m_refusal = sentence;
    setAccessibleDescription(sentence);
    emit problemChanged();
}

QString ExpressionField::problemText() const
{
    if (!m_refusal.isEmpty() || !m_problem) {
        return m_refusal;
    }
    return tr("Column %1: %2").arg(m_problem->column).arg(coreText(m_problem->sentence));
}

QRect ExpressionField::problemRect() const
{
    if (!m_problem) {
        return {};
    }
    // Columns count bytes; the cursor's rectangle accounts for horizontal scrolling.
    const QByteArray bytes = text().toUtf8();
    const auto begin = static_cast<qsizetype>(m_problem->column - 1);
    const QString before = QString::fromUtf8(bytes.left(begin));
    const QString wrong = QString::fromUtf8(bytes.mid(begin, static_cast<qsizetype>(m_problem->length)));
    const QFontMetrics metrics(font());
    const QRect cursor = cursorRect();
    const int origin = cursor.center().x() - metrics.horizontalAdvance(text().left(cursorPosition()));
    const int width = std::max(metrics.averageCharWidth(), metrics.horizontalAdvance(wrong));
    return {origin + metrics.horizontalAdvance(before), cursor.bottom() - 3, width, 4};
}

void ExpressionField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    const QRect place = problemRect().intersected(rect().adjusted(2, 0, -2, 0));
    if (place.isEmpty()) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(themeFor(palette()).failure, 1.3));
    QPainterPath wave(QPointF(place.left(), place.bottom()));
    for (int x = place.left(); x < place.right() + 1; x += 4) {
        wave.quadTo(x + 1, place.top(), x + 2, place.center().y());
        wave.quadTo(x + 3, place.bottom() + 1, x + 4, place.center().y());
    }
    painter.drawPath(wave);
}

int ExpressionField::wordBegin() const
{
    int begin = cursorPosition();
    const auto isMinusOfPosition = [&](int at) {
        return text().at(at) == QLatin1Char('-') && at > 0 && text().at(at - 1) == QLatin1Char('[');
    };
    while (begin > 0 && (isWord(text().at(begin - 1)) || isMinusOfPosition(begin - 1))) {
        --begin;
    }
    return begin;
}

void ExpressionField::keyPressEvent(QKeyEvent* event)
{
    const bool isOpen = m_completer->popup()->isVisible();
    const bool isChoice = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Tab
                       || event->key() == Qt::Key_Escape;
    if (isOpen && isChoice) {
        event->ignore(); // the popup handles it
        return;
    }
    if (event->key() == Qt::Key_Space && event->modifiers() & Qt::ControlModifier) {
        m_completer->setCompletionPrefix(text().mid(wordBegin(), cursorPosition() - wordBegin()));
        openList();
        return;
    }
    QLineEdit::keyPressEvent(event);
    if (!event->text().isEmpty()) {
        complete();
    }
}

void ExpressionField::complete()
{
    const QString prefix = text().mid(wordBegin(), cursorPosition() - wordBegin());
    const bool isName = prefix.size() >= kMinLetters && !prefix.front().isDigit();
    if (isName) {
        m_completer->setCompletionPrefix(prefix);
    }
    const bool isWhole =
        m_completer->completionCount() == 1 && m_completer->currentCompletion().compare(prefix, Qt::CaseInsensitive) == 0;
    if (!isName || m_completer->completionCount() == 0 || isWhole) {
        m_completer->popup()->hide();
        return;
    }
    m_completer->popup()->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    openList();
}

void ExpressionField::openList()
{
    QRect place = cursorRect();
    place.setWidth(std::max(160, m_completer->popup()->sizeHintForColumn(0) + 40));
    if (m_below && m_below->isVisible() && m_below->window() == window()) {
        const int height = m_below->hasHeightForWidth() ? m_below->heightForWidth(m_below->width()) : 0; // not laid out yet
        const QPoint end = m_below->mapTo(window(), QPoint(0, std::max(height, m_below->height())));
        place.setBottom(std::max(place.bottom(), mapFrom(window(), end).y()));
    }
    m_completer->complete(place);
}

void ExpressionField::insertCompletion(const QString& term)
{
    const int begin = wordBegin();
    const QString before = text().left(begin);
    setText(before + term + text().mid(cursorPosition()));
    setCursorPosition(begin + static_cast<int>(term.size()));
}

} // namespace knobscope
