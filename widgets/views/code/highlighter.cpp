// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/code/highlighter.h"

#include <QRegularExpression>
#include <QSet>
#include <QTextBlock>

#include <algorithm>

namespace knobscope {

namespace {

QSet<QString> wordSet(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '));
    return {words.begin(), words.end()};
}

bool isKeyword(const QString& word, CodeLanguage language, bool isFirst)
{
    static const QSet<QString> loopWords =
        wordSet(QStringLiteral("for in parallel vectorized unrolled hint-unroll if else workspace local shared barrier vthread "
                               "select max min prefetch"));
    static const QSet<QString> cudaWords =
        wordSet(QStringLiteral("for if else extern const __global__ __shared__ __device__ __restrict__ return __launch_bounds__ "
                               "__syncthreads static __forceinline__"));
    return language == CodeLanguage::LoopNest ? loopWords.contains(word)
         : language == CodeLanguage::Cuda     ? cudaWords.contains(word)
                                              : language == CodeLanguage::Llvm || isFirst;
}

/// Pattern of a token that is coloured as a unit.
const QRegularExpression& wordPattern(CodeLanguage language)
{
    static const QRegularExpression ofNests(QStringLiteral("[0-9][\\w-]*|[\\w$][\\w.-]*")); // ranges look like 0..8
    static const QRegularExpression ofCuda(QStringLiteral("[\\w$][\\w.-]*"));
    static const QRegularExpression ofOthers(QStringLiteral("[\\w$%@][\\w.-]*"));
    return language == CodeLanguage::LoopNest ? ofNests : language == CodeLanguage::Cuda ? ofCuda : ofOthers;
}

/// Position of a line's comment; the end of the line if there is none.
qsizetype commentIn(const QString& text, CodeLanguage language)
{
    static const QRegularExpression ofLlvm(QStringLiteral("(?<!\\S);"));
    const bool isC = language == CodeLanguage::Cuda || language == CodeLanguage::Ptx;
    const qsizetype at = language == CodeLanguage::Llvm ? text.indexOf(ofLlvm) : text.indexOf(QLatin1String(isC ? "//" : "#"));
    return at < 0 ? text.size() : at;
}

bool isType(const QString& word, CodeLanguage language)
{
    static const QSet<QString> words = wordSet(
        QStringLiteral("float double half bfloat ptr void float32 float64 float16 bfloat16 int8 uint8 int32 int64 bool int "
                       "float4 float2"));
    if (words.contains(word)) {
        return true;
    }
    const bool isInteger = language == CodeLanguage::Llvm && word.size() > 1 && word[0] == QLatin1Char('i');
    return isInteger && std::all_of(word.begin() + 1, word.end(), [](QChar c) { return c.isDigit(); });
}

} // namespace

CodeHighlighter::CodeHighlighter(QTextDocument* document)
    : QSyntaxHighlighter(document)
{
    // Otherwise QSyntaxHighlighter would process each new text completely.
    disconnect(document, nullptr, this, nullptr);
}

void CodeHighlighter::setTheme(const CodeTheme& theme)
{
    m_theme = theme;
    restart();
}

void CodeHighlighter::colourLine(const QTextBlock& line)
{
    const auto number = static_cast<size_t>(line.blockNumber());
    if (number >= m_coloured.size() || m_coloured[number]) {
        return;
    }
    m_coloured[number] = true;
    m_asked = true;
    rehighlightBlock(line);
    m_asked = false;
}

void CodeHighlighter::colour(qsizetype start, qsizetype length, const QColor& colour, bool bold)
{
    QTextCharFormat format;
    format.setForeground(colour);
    if (bold) {
        format.setFontWeight(QFont::Bold);
    }
    setFormat(static_cast<int>(start), static_cast<int>(length), format);
}

void CodeHighlighter::highlightBlock(const QString& text)
{
    if (!m_asked) {
        return;
    }
    const qsizetype comment = commentIn(text, m_language);
    colour(comment, text.size() - comment, m_theme.comment);
    const bool isPlain = m_language == CodeLanguage::LoopNest || m_language == CodeLanguage::Cuda;
    const qsizetype colon = text.indexOf(QLatin1Char(':'));
    const bool isLabel = !isPlain && colon >= 0 && colon < comment && !text[0].isSpace();
    const qsizetype from = isLabel ? colon + 1 : 0;
    colour(0, from, m_theme.label, true);
    bool isFirst = true;
    for (auto words = wordPattern(m_language).globalMatch(text, from); words.hasNext(); isFirst = false) {
        const QRegularExpressionMatch match = words.next();
        const QString word = match.captured();
        const QChar begin = word[0];
        if (match.capturedStart() >= comment) {
            return;
        }
        if (begin == QLatin1Char('%') || begin == QLatin1Char('@')) {
            colour(match.capturedStart(), word.size(), m_theme.name);
        } else if (begin.isDigit() || begin == QLatin1Char('$')) {
            colour(match.capturedStart(), word.size(), m_theme.number);
        } else if (isType(word, m_language)) {
            colour(match.capturedStart(), word.size(), m_theme.type);
        } else if (isKeyword(word, m_language, isFirst)) {
            colour(match.capturedStart(), word.size(), m_theme.keyword);
        }
    }
}

} // namespace knobscope
