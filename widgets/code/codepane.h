// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/code/highlighter.h"

#include <QPlainTextEdit>

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Read-only code with line numbers, folding by indentation, and line backgrounds. Lines count from 1. The caret walks with the
/// arrow keys; + and - fold and unfold at it, Ctrl+F is the owner's.
class CodePane : public QPlainTextEdit
{
    Q_OBJECT
public:
    /// What a line is in a comparison or a step.
    enum class Mark : uint8_t { None, Added, Removed, Filler, Changed };
    /// How strongly a line is lit.
    enum class Light : uint8_t { None, Weak, Strong };

    explicit CodePane(QWidget* parent = nullptr);
    /// For the lines that are set next; a loop nest's at first.
    void setLanguage(CodeLanguage language) { m_highlighter->setLanguage(language); }

    /// `marks` and `numbers` are parallel to the lines; empty: no marks; 1, 2, 3, … A number of 0 is not written.
    void setLines(const std::vector<std::string>& lines, std::vector<Mark> marks = {}, std::vector<int> numbers = {});
    int lineCount() const { return static_cast<int>(m_indents.size()); }
    /// Lines of the hovered knob, and lines linked to one pointed at elsewhere. Parallel to the lines, or empty.
    void setKnobLights(std::vector<Light> lights) { setLights(m_knobLights, std::move(lights)); }
    void setLinkLights(std::vector<Light> lights) { setLights(m_linkLights, std::move(lights)); }
    Light knobLight(int line) const { return at(m_knobLights, line); }
    Light linkLight(int line) const { return at(m_linkLights, line); }
    Mark mark(int line) const { return at(m_marks, line); }

    bool isFoldable(int line) const;
    bool isFolded(int line) const;
    void setFolded(int line, bool folded);
    void foldAll(bool folded);
    /// Scrolls so that the line can be seen (unfolding what hides it) without moving the caret.
    void reveal(int line);
    int caretLine() const { return textCursor().blockNumber() + 1; }

    /// Marks the places of the text (no case), the first thousands, and answers how many there are; empty: none.
    int setSearch(const QString& text);
    /// Moves the caret to the next place after it, round the end; false when there is none.
    bool findNext(bool backwards);

signals:
    /// So many places have the text that is searched for.
    void searched(int count);
    /// The line under the pointer; 0 when it left.
    void linePointed(int line);
    /// The line that was clicked, or that the caret was moved to.
    void lineChosen(int line);

protected:
    void paintEvent(QPaintEvent* event) override;
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
    QString m_search;
};

} // namespace knobscope
