// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/scheduleeditor.h"

#include "core/script/parse.h"
#include "widgets/base/theme.h"
#include "widgets/controls/control.h"
#include "widgets/views/workshop/schedulesyntax.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

namespace knobscope {

/// The numbers and dots, or the times, beside the lines.
class ScheduleMargin : public QWidget
{
public:
    ScheduleMargin(ScheduleEditor& editor, ScheduleEditor::Side side)
        : QWidget(&editor)
        , m_editor(editor)
        , m_side(side)
    {
    }

protected:
    void paintEvent(QPaintEvent*) override { m_editor.paintMargin(*this, m_side); }
    void mousePressEvent(QMouseEvent* event) override
    {
        const int line = m_editor.lineAt(event->pos().y());
        if (m_side == ScheduleEditor::Side::Left && m_editor.isStep(line)) {
            m_editor.switchLine(line);
        }
    }
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ToolTip) {
            const auto* help = static_cast<QHelpEvent*>(event);
            const int line = m_editor.lineAt(help->pos().y());
            const auto found = m_editor.m_figures.find(line);
            const bool isThere = m_side == ScheduleEditor::Side::Right && found != m_editor.m_figures.end();
            const QString tip = isThere                     ? found->second.tip
                              : !m_editor.isStep(line)      ? QString()
                              : m_editor.isSwitchedOn(line) ? ScheduleEditor::tr("Click to switch this line off (Ctrl+/)")
                                                            : ScheduleEditor::tr("Click to switch this line on (Ctrl+/)");
            QToolTip::showText(help->globalPos(), tip, this);
            return true;
        }
        return QWidget::event(event);
    }

private:
    ScheduleEditor& m_editor;
    ScheduleEditor::Side m_side;
};

ScheduleEditor::ScheduleEditor(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_syntax(new ScheduleSyntax(document(), palette()))
    , m_left(new ScheduleMargin(*this, Side::Left))
    , m_right(new ScheduleMargin(*this, Side::Right))
    , m_words(new QStringListModel(this))
    , m_completer(new QCompleter(m_words, this))
{
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(codeFont());
    setTabChangesFocus(true);
    setAcceptDrops(false); // files are dropped on the view
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    m_completer->setModelSorting(QCompleter::CaseSensitivelySortedModel);
    m_completer->popup()->setObjectName(QStringLiteral("completions"));
    m_completer->popup()->setAccessibleName(tr("Completions"));
    m_completer->popup()->setFont(font());
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &ScheduleEditor::insertCompletion);
    connect(this, &QPlainTextEdit::updateRequest, this, [this] {
        m_left->update();
        m_right->update();
    });
    connect(this, &QPlainTextEdit::blockCountChanged, this, &ScheduleEditor::placeMargins);
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        markLines();
        if (std::exchange(m_caretLine, caretLine()) != caretLine()) {
            m_left->update();
            m_right->update();
            emit caretLineChanged(caretLine());
        }
    });
    setNames({});
    placeMargins();
}

void ScheduleEditor::changeLine(const LineChange& change)
{
    QTextCursor at(document()->findBlockByNumber(std::clamp(change.line, 1, blockCount()) - 1));
    at.beginEditBlock();
    at.movePosition(QTextCursor::EndOfBlock);
    if (change.replaces) {
        at.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
        at.insertText(change.text);
    } else {
        at.insertText(QLatin1Char('\n') + change.text);
    }
    at.endEditBlock();
    goToLine(change.newLine());
}

void ScheduleEditor::replaceText(const QString& text)
{
    QTextCursor all(document());
    all.select(QTextCursor::Document);
    all.insertText(text);
    moveCursor(QTextCursor::Start);
}

void ScheduleEditor::setFigures(std::map<int, Figure> figures)
{
    m_figures = std::move(figures);
    placeMargins();
    m_right->update();
}

QString ScheduleEditor::figure(int line) const
{
    const auto found = m_figures.find(line);
    return found == m_figures.end() ? QString() : found->second.text;
}

void ScheduleEditor::setError(const std::optional<TextPlace>& place, const QString& sentence)
{
    m_error = place;
    m_errorText = sentence;
    markLines();
    m_left->update();
}

bool ScheduleEditor::isStep(int line) const
{
    static const QRegularExpression call(QStringLiteral("^\\s*(?:[\\w\\s,]+=\\s*)?([A-Za-z_]\\w*)\\s*\\("));
    static const std::vector<std::string> names = primitiveNames();
    const QString text = document()->findBlockByNumber(line - 1).text();
    return text.trimmed().startsWith(QLatin1Char('-'))
        || std::ranges::find(names, call.match(text).captured(1).toStdString()) != names.end();
}

bool ScheduleEditor::isSwitchedOn(int line) const
{
    return isStep(line) && !document()->findBlockByNumber(line - 1).text().trimmed().startsWith(QLatin1Char('-'));
}

void ScheduleEditor::setNames(const QStringList& names)
{
    QStringList words = names;
    for (const std::string& name : primitiveNames()) {
        words << QString::fromStdString(name);
    }
    std::ranges::sort(words);
    words.removeDuplicates();
    if (words != m_words->stringList()) {
        m_words->setStringList(words);
    }
}

void ScheduleEditor::switchLine(int line)
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    static const QRegularExpression off(QStringLiteral("^\\s*-\\s?"));
    const QRegularExpressionMatch match = off.match(block.text());
    QTextCursor at(block);
    at.beginEditBlock();
    if (match.hasMatch()) {
        at.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, static_cast<int>(match.capturedLength()));
        at.removeSelectedText();
    } else if (!block.text().trimmed().isEmpty()) {
        at.insertText(QStringLiteral("- "));
    }
    at.endEditBlock();
}

void ScheduleEditor::moveLines(int direction)
{
    QTextCursor at = textCursor();
    const int first = document()->findBlock(at.selectionStart()).blockNumber();
    const int last = document()->findBlock(at.selectionEnd()).blockNumber();
    const int other = direction < 0 ? first - 1 : last + 1;
    if (other < 0 || other >= document()->blockCount()) {
        return;
    }
    QStringList lines;
    for (int i = std::min(first, other); i <= std::max(last, other); ++i) {
        lines << document()->findBlockByNumber(i).text();
    }
    direction < 0 ? lines.append(lines.takeFirst()) : lines.prepend(lines.takeLast());
    const int column = at.positionInBlock();
    QTextCursor edit(document()->findBlockByNumber(std::min(first, other)));
    edit.beginEditBlock();
    const QTextBlock end = document()->findBlockByNumber(std::max(last, other));
    edit.setPosition(end.position() + end.length() - 1, QTextCursor::KeepAnchor);
    edit.insertText(lines.join(QLatin1Char('\n')));
    edit.endEditBlock();
    const QTextBlock moved = document()->findBlockByNumber((direction < 0 ? first : last) + direction);
    at = QTextCursor(moved);
    at.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, std::min(column, moved.length() - 1));
    setTextCursor(at);
}

void ScheduleEditor::goToLine(int line)
{
    setTextCursor(QTextCursor(document()->findBlockByNumber(std::clamp(line, 1, document()->blockCount()) - 1)));
    ensureCursorVisible();
}

QString ScheduleEditor::callAtCaret() const
{
    static const QRegularExpression call(QStringLiteral("([A-Za-z_]\\w*)\\s*\\("));
    return call.match(textCursor().block().text()).captured(1);
}

int ScheduleEditor::lineAt(int y) const
{
    const QTextBlock block = cursorForPosition({0, y}).block();
    return y <= blockBoundingGeometry(block).translated(contentOffset()).bottom() ? block.blockNumber() + 1 : 0;
}

int ScheduleEditor::marginWidth(Side side) const
{
    if (side == Side::Left) {
        const auto digits = QString::number(std::max(10, document()->blockCount())).size();
        return fontMetrics().horizontalAdvance(QLatin1Char('9')) * static_cast<int>(digits) + fontMetrics().height()
             + 3 * space::kSmall;
    }
    int width = fontMetrics().horizontalAdvance(QStringLiteral("00.00 ms"));
    for (const auto& [line, figure] : m_figures) {
        width = std::max(width, fontMetrics().horizontalAdvance(figure.text));
    }
    return width + 2 * space::kSmall;
}

void ScheduleEditor::placeMargins()
{
    setViewportMargins(marginWidth(Side::Left), 0, marginWidth(Side::Right), 0);
    const QRect inside = viewport()->geometry();
    m_left->setGeometry(inside.left() - marginWidth(Side::Left), inside.top(), marginWidth(Side::Left), inside.height());
    m_right->setGeometry(inside.right() + 1, inside.top(), marginWidth(Side::Right), inside.height());
}

void ScheduleEditor::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    placeMargins();
}

void ScheduleEditor::paintMargin(QWidget& margin, Side side)
{
    QPainter painter(&margin);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    const Theme theme = themeFor(palette());
    painter.fillRect(margin.rect(), theme.surface);
    const int height = fontMetrics().height();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
        const int line = block.blockNumber() + 1;
        if (area.top() > margin.height()) {
            break;
        }
        if (line == m_caretLine) {
            painter.fillRect(QRectF(0, area.top(), margin.width(), area.height()), theme.accentSoft);
        }
        const QRectF row(space::kSmall, area.top(), margin.width() - 2 * space::kSmall, area.height());
        if (side == Side::Right) {
            const auto found = m_figures.find(line);
            if (found != m_figures.end()) {
                painter.setPen(found->second.isProblem ? theme.failure : theme.muted);
                painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, found->second.text);
            }
            continue;
        }
        painter.setPen(m_error && static_cast<int>(m_error->line) == line ? theme.failure : theme.muted);
        painter.drawText(row.adjusted(0, 0, -height - space::kTight, 0), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(line));
        if (isStep(line)) {
            const double r = height * 0.2;
            painter.setPen(isSwitchedOn(line) ? theme.text : theme.muted);
            painter.setBrush(isSwitchedOn(line) ? QBrush(theme.text) : QBrush());
            painter.drawEllipse(QPointF(row.right() - height / 2.0, area.center().y()), r, r);
        }
    }
}

void ScheduleEditor::markLines()
{
    const Theme theme = themeFor(palette());
    QList<QTextEdit::ExtraSelection> marks;
    QTextEdit::ExtraSelection caret;
    caret.cursor = textCursor();
    caret.cursor.clearSelection();
    caret.format.setBackground(theme.accentSoft);
    caret.format.setProperty(QTextFormat::FullWidthSelection, true);
    marks << caret;
    if (m_error && static_cast<int>(m_error->line) <= document()->blockCount()) {
        const QTextBlock block = document()->findBlockByNumber(static_cast<int>(m_error->line) - 1);
        // Columns are bytes of UTF-8.
        const auto column = QString::fromUtf8(block.text().toUtf8().left(static_cast<qsizetype>(m_error->column) - 1)).size();
        const QString rest = block.text().mid(column);
        static const QRegularExpression token(QStringLiteral("^\\s*([\\w.]+|\\S+)"));
        const auto length = token.match(rest).capturedLength();
        QTextEdit::ExtraSelection wrong;
        wrong.cursor = QTextCursor(block);
        wrong.cursor.movePosition(length > 0 ? QTextCursor::StartOfBlock : QTextCursor::EndOfBlock);
        if (length > 0) {
            wrong.cursor.setPosition(block.position() + static_cast<int>(column));
            wrong.cursor.setPosition(block.position() + static_cast<int>(column + length), QTextCursor::KeepAnchor);
        } else {
            wrong.cursor.setPosition(block.position(), QTextCursor::KeepAnchor);
        }
        wrong.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wrong.format.setUnderlineColor(theme.failure);
        wrong.format.setToolTip(m_errorText);
        marks << wrong;
    }
    setExtraSelections(marks);
}

bool ScheduleEditor::focusNextPrevChild(bool next)
{
    return !m_completer->popup()->isVisible() && QPlainTextEdit::focusNextPrevChild(next);
}

bool ScheduleEditor::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int line = lineAt(viewport()->mapFromGlobal(help->globalPos()).y());
        const bool isWrong = m_error && static_cast<int>(m_error->line) == line;
        QToolTip::showText(help->globalPos(), isWrong ? m_errorText : QString(), this);
        return true;
    }
    return QPlainTextEdit::viewportEvent(event);
}

QString ScheduleEditor::wordBeforeCaret() const
{
    static const QRegularExpression word(QStringLiteral("[A-Za-z_][\\w.]*$"));
    return word.match(textCursor().block().text().left(textCursor().positionInBlock())).captured();
}

void ScheduleEditor::complete(bool isAsked)
{
    const QString word = wordBeforeCaret();
    m_completer->setCompletionPrefix(word);
    const bool isWhole = m_completer->completionCount() == 1 && m_completer->currentCompletion() == word;
    if ((word.size() < 2 && !isAsked) || m_completer->completionCount() == 0 || isWhole) {
        m_completer->popup()->hide();
        return;
    }
    QRect at = cursorRect().translated(marginWidth(Side::Left), 0);
    at.setWidth(m_completer->popup()->sizeHintForColumn(0) + m_completer->popup()->verticalScrollBar()->sizeHint().width()
                + space::kLarge);
    m_completer->complete(at);
}

void ScheduleEditor::insertCompletion(const QString& word)
{
    QTextCursor at = textCursor();
    at.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(wordBeforeCaret().size()));
    const auto names = primitiveNames();
    const bool isCall = std::ranges::find(names, word.toStdString()) != names.end();
    at.insertText(isCall ? word + QLatin1Char('(') : word);
    setTextCursor(at);
}

void ScheduleEditor::keyPressEvent(QKeyEvent* event)
{
    QAbstractItemView* popup = m_completer->popup();
    const bool isEnter = event->key() == Qt::Key_Enter || event->key() == Qt::Key_Return;
    if (popup->isVisible()) {
        if (event->key() == Qt::Key_Tab || (isEnter && popup->currentIndex().isValid())) {
            const QString chosen =
                popup->currentIndex().isValid() ? popup->currentIndex().data().toString() : m_completer->currentCompletion();
            popup->hide();
            insertCompletion(chosen);
            return;
        }
        if (event->key() == Qt::Key_Escape) {
            popup->hide();
            return;
        }
        if (isEnter) {
            popup->hide();
        }
    }
    const bool isControl = event->modifiers() == Qt::ControlModifier;
    if (event->modifiers() == Qt::AltModifier && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        moveLines(event->key() == Qt::Key_Up ? -1 : 1);
    } else if (isControl && event->key() == Qt::Key_Slash) {
        switchLine(caretLine());
    } else if (isControl && event->key() == Qt::Key_Space) {
        complete(true);
    } else if (isControl && isEnter) {
        event->ignore(); // times the schedule
    } else {
        QPlainTextEdit::keyPressEvent(event);
        const bool isTyped = !event->text().isEmpty() && event->text()[0].isPrint();
        isTyped || (event->key() == Qt::Key_Backspace && popup->isVisible()) ? complete(false) : popup->hide();
    }
}

void ScheduleEditor::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_syntax->setPalette(palette());
        markLines();
    } else if (event->type() == QEvent::FontChange) {
        placeMargins();
    }
}

} // namespace knobscope
