// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/code/codepane.h"

#include "widgets/base/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

namespace knobscope {

/// Line numbers and fold marks next to the text.
class CodeGutter : public QWidget
{
public:
    explicit CodeGutter(CodePane& pane)
        : QWidget(&pane)
        , m_pane(pane)
    {
    }

protected:
    void paintEvent(QPaintEvent* event) override { m_pane.paintGutter(event); }
    void mousePressEvent(QMouseEvent* event) override
    {
        const int line = m_pane.lineAt({0, event->pos().y()});
        m_pane.setFolded(line, !m_pane.isFolded(line));
    }

private:
    CodePane& m_pane;
};

/// Calls `paint` with each visible line and its position.
template<class Paint>
void CodePane::forSeenLines(const QPaintEvent& event, Paint&& paint) const
{
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
        if (area.top() > event.rect().bottom()) {
            return;
        }
        if (block.isVisible()) {
            paint(block.blockNumber() + 1, area);
        }
    }
}

CodePane::CodePane(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_highlighter(new CodeHighlighter(document()))
    , m_gutter(new CodeGutter(*this))
{
    setReadOnly(true);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFont(codeFont());
    setTabStopDistance(QFontMetricsF(font()).horizontalAdvance(QLatin1Char(' ')) * 4);
    viewport()->setMouseTracking(true);
    setUndoRedoEnabled(false);
    setCursorWidth(1);
    setTabChangesFocus(true);
    applyTheme();
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& area, int dy) {
        dy != 0 ? m_gutter->scroll(0, dy) : m_gutter->update(0, area.y(), m_gutter->width(), area.height());
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        viewport()->update();
        if (!m_isLoading) {
            emit lineChosen(caretLine());
        }
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &CodePane::colourVisible);
    placeGutter();
}

void CodePane::setLines(const std::vector<std::string>& lines, std::vector<Mark> marks, std::vector<int> numbers)
{
    QString whole;
    m_indents.clear();
    for (const std::string& line : lines) {
        const size_t indent = line.find_first_not_of(" \t");
        m_indents.push_back(indent == std::string::npos ? -1 : static_cast<int>(indent));
        whole += QString::fromStdString(line) + QLatin1Char('\n');
    }
    whole.chop(1);
    m_numbers = std::move(numbers);
    m_marks = std::move(marks);
    m_knobLights.clear();
    m_linkLights.clear();
    m_notes.clear();
    m_pointed = 0;
    m_isLoading = true;
    setPlainText(whole);
    m_highlighter->restart();
    m_isLoading = false;
    placeGutter();
    setSearch(m_search);
    colourVisible();
}

void CodePane::setLights(std::vector<Light>& lights, std::vector<Light> wanted)
{
    if (wanted != lights) {
        lights = std::move(wanted);
        viewport()->update();
        m_gutter->update();
    }
}

QColor CodePane::background(int line) const
{
    if (linkLight(line) == Light::Strong) {
        return m_theme.linked;
    }
    if (knobLight(line) == Light::Strong) {
        return m_theme.knobOwn;
    }
    switch (mark(line)) {
    case Mark::Added: return m_theme.added;
    case Mark::Removed: return m_theme.removed;
    case Mark::Filler: return m_theme.filler;
    case Mark::Changed: return m_theme.changed;
    case Mark::None: break;
    }
    if (linkLight(line) == Light::Weak) {
        return m_theme.linkedBody;
    }
    return knobLight(line) == Light::Weak ? m_theme.knobWithin : QColor();
}

int CodePane::foldEnd(int line) const
{
    const int own = m_indents[static_cast<size_t>(line) - 1];
    int last = line;
    for (int next = line + 1; own >= 0 && next <= lineCount(); ++next) {
        const int indent = m_indents[static_cast<size_t>(next) - 1];
        if (indent >= 0 && indent <= own) {
            break;
        }
        last = indent >= 0 ? next : last;
    }
    return last;
}

bool CodePane::isFoldable(int line) const
{
    return line >= 1 && line < lineCount() && m_indents[static_cast<size_t>(line) - 1] >= 0
        && m_indents[static_cast<size_t>(line)] > m_indents[static_cast<size_t>(line) - 1];
}

bool CodePane::isFolded(int line) const
{
    return isFoldable(line) && !document()->findBlockByNumber(line).isVisible();
}

void CodePane::setFolded(int line, bool folded)
{
    const QTextBlock first = document()->findBlockByNumber(line - 1);
    if (!isFoldable(line) || !first.isVisible()) {
        return;
    }
    const int last = foldEnd(line);
    QTextBlock block = first.next();
    for (int at = line + 1; at <= last; ++at, block = block.next()) {
        block.setVisible(!folded);
    }
    const int end = block.isValid() ? block.position() : document()->characterCount();
    document()->markContentsDirty(first.position(), end - first.position());
    emit document() -> documentLayout()->documentSizeChanged(document()->documentLayout()->documentSize());
    viewport()->update();
    m_gutter->update();
    colourVisible();
}

void CodePane::foldAll(bool folded)
{
    for (int line = lineCount(); line > (folded ? 1 : 0); --line) { // a function's own line stays open
        if (isFolded(line) != folded) {
            setFolded(line, folded);
        }
    }
}

void CodePane::reveal(int line)
{
    if (line < 1 || line > lineCount()) {
        return;
    }
    for (int outer = 1; outer < line; ++outer) {
        if (isFolded(outer) && foldEnd(outer) >= line) {
            setFolded(outer, false);
        }
    }
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    const int top = block.firstLineNumber();
    const int page = std::max(1, viewport()->height() / std::max(1, fontMetrics().lineSpacing()));
    const int first = verticalScrollBar()->value();
    if (top < first || top >= first + page - 1) {
        verticalScrollBar()->setValue(std::max(0, top - page / 3));
    }
}

int CodePane::setSearch(const QString& text)
{
    m_search = text;
    QList<QTextEdit::ExtraSelection> places;
    constexpr int most = 2000;
    for (QTextCursor at(document()); !text.isEmpty() && places.size() < most;) {
        at = document()->find(text, at);
        if (at.isNull()) {
            break;
        }
        QTextEdit::ExtraSelection place;
        place.cursor = at;
        place.format.setBackground(m_theme.match);
        places.push_back(place);
    }
    setExtraSelections(places);
    auto count = static_cast<int>(places.size());
    if (count == most) {
        const QString all = toPlainText();
        qsizetype at = places.back().cursor.selectionEnd();
        for (; (at = all.indexOf(text, at, Qt::CaseInsensitive)) >= 0; at += text.size()) {
            ++count;
        }
    }
    emit searched(count);
    return count;
}

bool CodePane::findNext(bool backwards)
{
    if (m_search.isEmpty()) {
        return false;
    }
    const auto flags = backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    QTextCursor found = document()->find(m_search, textCursor(), flags);
    if (found.isNull()) {
        QTextCursor end(document());
        end.movePosition(backwards ? QTextCursor::End : QTextCursor::Start);
        found = document()->find(m_search, end, flags);
    }
    if (found.isNull()) {
        return false;
    }
    reveal(found.blockNumber() + 1);
    setTextCursor(found);
    return true;
}

int CodePane::lineAt(QPoint position) const
{
    const QTextBlock block = cursorForPosition(position).block();
    const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
    return position.y() <= area.bottom() ? block.blockNumber() + 1 : 0;
}

void CodePane::paintEvent(QPaintEvent* event)
{
    {
        QPainter painter(viewport());
        painter.setPen(palette().color(QPalette::Highlight));
        forSeenLines(*event, [&](int line, const QRectF& area) {
            const QRectF whole(0, area.top(), viewport()->width(), area.height());
            if (const QColor colour = background(line); colour.isValid()) {
                painter.fillRect(whole, colour);
            }
            if (line == caretLine() && hasFocus()) {
                painter.drawLine(whole.bottomLeft() - QPointF(0, 1), whole.bottomRight() - QPointF(0, 1));
            }
        });
    }
    QPlainTextEdit::paintEvent(event);
    paintNotes(*event);
}

/// Over the ends of long lines, on the lines' own background.
void CodePane::paintNotes(const QPaintEvent& event)
{
    QPainter painter(viewport());
    painter.setFont(textFont(TextSize::Small));
    painter.setPen(themeFor(palette()).text); // also on the backgrounds of linked lines
    forSeenLines(event, [&](int line, const QRectF& area) {
        if (const QString text = note(line); !text.isEmpty()) {
            const double width = painter.fontMetrics().horizontalAdvance(text) + 2 * space::kTight;
            const QRectF room(viewport()->width() - width, area.top(), width, area.height());
            const QColor colour = background(line);
            painter.fillRect(room, palette().color(QPalette::Base));
            painter.fillRect(room, colour.isValid() ? colour : palette().color(QPalette::Base));
            painter.drawText(room.adjusted(0, 0, -space::kTight, 0), Qt::AlignRight | Qt::AlignVCenter, text);
        }
    });
}

void CodePane::scrollContentsBy(int dx, int dy)
{
    QPlainTextEdit::scrollContentsBy(dx, dy);
    if (!m_notes.isEmpty()) {
        viewport()->update(); // notes do not move with the text
    }
}

void CodePane::setNotes(QStringList notes)
{
    m_notes = std::move(notes);
    viewport()->update();
}

bool CodePane::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !m_help) {
        return QPlainTextEdit::viewportEvent(event);
    }
    const auto* asked = static_cast<QHelpEvent*>(event);
    const int line = lineAt(asked->pos());
    const QString text = line > 0 ? m_help(document()->findBlockByNumber(line - 1).text()) : QString();
    QToolTip::showText(asked->globalPos(), text, viewport());
    return true;
}

void CodePane::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
    colourVisible();
}

void CodePane::showEvent(QShowEvent* event)
{
    QPlainTextEdit::showEvent(event);
    colourVisible();
}

void CodePane::mouseMoveEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseMoveEvent(event);
    pointAt(lineAt(event->pos()));
}

void CodePane::pointAt(int line)
{
    if (std::exchange(m_pointed, line) != line) {
        emit linePointed(line);
    }
}

void CodePane::leaveEvent(QEvent* event)
{
    QPlainTextEdit::leaveEvent(event);
    pointAt(0);
}

void CodePane::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Minus) {
        setFolded(caretLine(), event->key() == Qt::Key_Minus);
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void CodePane::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    } else if (event->type() == QEvent::FontChange) {
        placeGutter();
    }
}

void CodePane::applyTheme()
{
    m_theme = codeThemeFor(palette());
    m_highlighter->setTheme(m_theme);
    setSearch(m_search);
    colourVisible();
}

void CodePane::colourVisible()
{
    QTextBlock block = firstVisibleBlock();
    const int lines = viewport()->height() / std::max(1, fontMetrics().lineSpacing()) + 2;
    for (int shown = 0; block.isValid() && shown < lines; block = block.next()) {
        if (block.isVisible()) {
            m_highlighter->colourLine(block);
            ++shown;
        }
    }
}

int CodePane::gutterWidth() const
{
    const int most = std::max(lineCount(), m_numbers.empty() ? 1 : *std::max_element(m_numbers.begin(), m_numbers.end()));
    const QString digits = QString::number(most);
    return fontMetrics().horizontalAdvance(QLatin1Char('9')) * std::max(2, static_cast<int>(digits.size()))
         + fontMetrics().height() + 6;
}

void CodePane::placeGutter()
{
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(QRect(inside.left(), inside.top(), gutterWidth(), inside.height()));
}

void CodePane::paintGutter(QPaintEvent* event)
{
    QPainter painter(m_gutter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    painter.fillRect(event->rect(), palette().color(QPalette::AlternateBase));
    const int height = fontMetrics().height();
    forSeenLines(*event, [&](int line, const QRectF& area) {
        const int number = m_numbers.empty() ? line : m_numbers[static_cast<size_t>(line) - 1];
        const bool isLit = knobLight(line) == Light::Strong || linkLight(line) == Light::Strong;
        painter.setPen(palette().color(isLit ? QPalette::Text : QPalette::PlaceholderText));
        if (number > 0 && line <= lineCount()) {
            painter.drawText(QRectF(2, area.top(), m_gutter->width() - height - 4, height), Qt::AlignRight,
                             QString::number(number));
        }
        if (isFoldable(line)) {
            const QPointF middle(m_gutter->width() - height / 2.0 - 1, area.top() + height / 2.0);
            const double r = height * 0.22;
            const QPolygonF mark =
                isFolded(line)
                    ? QPolygonF({middle + QPointF(-r, -r * 1.2), middle + QPointF(r, 0), middle + QPointF(-r, r * 1.2)})
                    : QPolygonF({middle + QPointF(-r * 1.2, -r), middle + QPointF(r * 1.2, -r), middle + QPointF(0, r)});
            painter.setBrush(palette().color(QPalette::PlaceholderText));
            painter.setPen(Qt::NoPen);
            painter.drawPolygon(mark);
        }
    });
}

} // namespace knobscope
