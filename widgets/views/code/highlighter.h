// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"

#include <QSyntaxHighlighter>
#include <QTextDocument>

#include <cstdint>
#include <vector>

namespace knobscope {

enum class CodeLanguage : uint8_t { LoopNest, Llvm, Assembly, Cuda, Ptx };

/// Highlights loop nests, LLVM IR, assembly, CUDA C and PTX. Processes only requested lines (colourLine), because a large
/// unrolled kernel has tens of thousands.
class CodeHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT
public:
    explicit CodeHighlighter(QTextDocument* document);

    void setTheme(const CodeTheme& theme);
    /// Applies to the text set next.
    void setLanguage(CodeLanguage language) { m_language = language; }
    /// Call after the document's text was replaced: no line is coloured.
    void restart() { m_coloured.assign(static_cast<size_t>(document()->blockCount()), false); }
    /// Colours a line unless it is coloured already.
    void colourLine(const QTextBlock& line);

protected:
    void highlightBlock(const QString& text) override;

private:
    void colour(qsizetype start, qsizetype length, const QColor& colour, bool bold = false);

    CodeLanguage m_language = CodeLanguage::LoopNest;
    CodeTheme m_theme;
    bool m_asked = false;
    std::vector<bool> m_coloured; ///< by block; block states would cause one line to colour all lines after it
};

} // namespace knobscope
