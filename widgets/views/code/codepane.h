// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/code/highlighter.h"

#include <QPlainTextEdit>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// Read-only code with line numbers, folding by indentation, and line backgrounds. Lines count from 1. Arrow keys move the
/// caret; + and - fold and unfold there. The owner handles Ctrl+F.
class CodePane : public QPlainTextEdit
{
    Q_OBJECT
public:
    /// Role of a line in a comparison or a step.
    enum class Mark : uint8_t { None, Added, Removed, Filler, Changed };
    /// Highlight strength of a line.
    enum class Light : uint8_t { None, Weak, Strong };

    explicit CodePane(QWidget* parent = nullptr);
    /// Applies to lines set later. Initially the language of loop nests.
    void setLanguage(CodeLanguage language) { m_highlighter->setLanguage(language); }

    /// `marks` and `numbers` are parallel to the lines. If empty: no marks; 1, 2, 3, … A number 0 is not shown.
    void setLines(const std::vector<std::string>& lines, std::vector<Mark> marks = {}, std::vector<int> numbers = {});
    /// Texts at the right end of lines, until other lines are set. Parallel to the lines, or empty.
    void setNotes(QStringList notes);
    QString note(int line) const { return m_notes.value(line - 1); }
    /// Returns the tool tip of a line by its text; empty: none.
    void setHelp(std::function<QString(const QString& line)> help) { m_help = std::move(help); }
    int lineCount() const { return static_cast<int>(m_indents.size()); }
    /// Highlights the lines of the hovered knob, and lines linked to a line hovered elsewhere. Parallel to the lines, or empty.
    void setKnobLights(std::vector<Light> lights) { setLights(m_knobLights, std::move(lights)); }
    void setLinkLights(std::vector<Light> lights) { setLights(m_linkLights, std::move(lights)); }
    Light knobLight(int line) const { return at(m_knobLights, line); }
    Light linkLight(int line) const { return at(m_linkLights, line); }
    Mark mark(int line) const { return at(m_marks, line); }

    bool isFoldable(int line) const;
    bool isFolded(int line) const;
    void setFolded(int line, bool folded);
    void foldAll(bool folded);
    /// Scrolls until the line is visible, unfolding it if needed, without moving the caret.
    void reveal(int line);
    int caretLine() const { return textCursor().blockNumber() + 1; }

    /// Counts the matches of the text (ignores case) and highlights the first 2000. Returns the count; 0 for an empty text.
    int setSearch(const QString& text);
    /// Moves the caret to the next match, wrapping around at the end. Returns false if there is none.
    bool findNext(bool backwards);

signals:
    /// Number of matches of the text searched for.
    void searched(int count);
    /// The line under the pointer; 0 when it left.
    void linePointed(int line);
    /// The line that was clicked, or that the caret was moved to.
    void lineChosen(int line);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    friend class CodeGutter;
    template<class T>
    static T at(const std::vector<T>& ofLines, int line)
    {
        return line > 0 && static_cast<size_t>(line) <= ofLines.size() ? ofLines[static_cast<size_t>(line) - 1] : T::None;
    }
    template<class Paint>
    void forSeenLines(const QPaintEvent& event, Paint&& paint) const;
    void setLights(std::vector<Light>& lights, std::vector<Light> wanted);
    void pointAt(int line);
    QColor background(int line) const;
    int foldEnd(int line) const;
    int gutterWidth() const;
    void paintGutter(QPaintEvent* event);
    void paintNotes(const QPaintEvent& event);
    void placeGutter();
    void applyTheme();
    void colourVisible();
    int lineAt(QPoint position) const;

    CodeTheme m_theme;
    CodeHighlighter* m_highlighter;
    QWidget* m_gutter;
    int m_pointed = 0;
    bool m_isLoading = false;
    std::vector<int> m_indents; ///< -1: an empty line
    std::vector<int> m_numbers;
    std::vector<Mark> m_marks;
    std::vector<Light> m_knobLights;
    std::vector<Light> m_linkLights;
    QStringList m_notes;
    std::function<QString(const QString& line)> m_help;
    QString m_search;
};

} // namespace knobscope
