// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/text.h"
#include "widgets/views/workshop/lineedit.h"

#include <QPlainTextEdit>

#include <cstdint>
#include <map>

class QCompleter;
class QStringListModel;

namespace knobscope {

class ScheduleSyntax;

/// Editor of a schedule text: line numbers and a dot for each line that switches it on or off at the left, a time for each line
/// at the right, completion (Ctrl+Space), an underlined error. Alt+Up and Alt+Down move lines, Ctrl+/ switches them on or off.
/// Lines count from 1.
class ScheduleEditor : public QPlainTextEdit
{
    Q_OBJECT
public:
    /// The note at the right of a line.
    struct Figure {
        QString text;
        QString tip;
        bool isProblem = false;
    };

    explicit ScheduleEditor(QWidget* parent = nullptr);

    /// Changes one line, as one step of undo, and goes there.
    void changeLine(const LineChange& change);
    /// Replaces the whole text; undo brings the former one back.
    void replaceText(const QString& text);
    void setFigures(std::map<int, Figure> figures);
    QString figure(int line) const;
    /// Underlines from there to the end of the line; nullopt: nothing.
    void setError(const std::optional<TextPlace>& place, const QString& sentence);
    /// Names to complete besides the primitives.
    void setNames(const QStringList& names);
    /// Whether the line is a primitive, and whether it is switched on. Empty lines, comments and head lines are none.
    bool isStep(int line) const;
    bool isSwitchedOn(int line) const;
    void switchLine(int line);
    /// Moves the lines of the selection by one.
    void moveLines(int direction);
    int caretLine() const { return textCursor().blockNumber() + 1; }
    void goToLine(int line);
    /// The primitive that the line of the caret calls; empty if there is none.
    QString callAtCaret() const;

signals:
    void caretLineChanged(int line);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    /// Tab takes a completion while there are some.
    bool focusNextPrevChild(bool next) override;

private:
    friend class ScheduleMargin;
    enum class Side : uint8_t { Left, Right };
    int lineAt(int y) const;
    int marginWidth(Side side) const;
    void placeMargins();
    void paintMargin(QWidget& margin, Side side);
    void markLines();
    QString wordBeforeCaret() const;
    void complete(bool isAsked);
    void insertCompletion(const QString& word);

    ScheduleSyntax* m_syntax;
    QWidget* m_left;
    QWidget* m_right;
    QStringListModel* m_words;
    QCompleter* m_completer;
    std::map<int, Figure> m_figures;
    std::optional<TextPlace> m_error;
    QString m_errorText;
    int m_caretLine = 0;
};

} // namespace knobscope
