// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/highlighter.h"

#include <QSet>
#include <QTextBlock>

#include <algorithm>

namespace knobscope {

namespace {

QSet<QString> wordsOf(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '));
    return {words.begin(), words.end()};
}

bool isKeyword(const QString& word, CodeLanguage language, bool isFirst)
{
    static const QSet<QString> loopWords =
        wordsOf(QStringLiteral("for in parallel vectorized unrolled hint-unroll if else workspace local shared barrier vthread "
                               "select max min prefetch"));
    static const QSet<QString> cudaWords =
        wordsOf(QStringLiteral("for if else extern const __global__ __shared__ __device__ __restrict__ return __launch_bounds__ "
                               "__syncthreads static __forceinline__"));
    return language == CodeLanguage::LoopNest ? loopWords.contains(word)
         : language == CodeLanguage::Cuda     ? cudaWords.contains(word)
                                              : language == CodeLanguage::Llvm || isFirst;
}

bool isComment(const QString& text, int at, CodeLanguage language)
{
    const bool isC = language == CodeLanguage::Cuda || language == CodeLanguage::Ptx;
    const bool isLlvm = language == CodeLanguage::Llvm;
    const QLatin1String mark(isC ? "//" : isLlvm ? ";" : "#");
    return QStringView(text).sliced(at).startsWith(mark) && (!isLlvm || at == 0 || text[at - 1].isSpace());
}

bool isType(const QString& word, CodeLanguage language)
{
    static const QSet<QString> words = wordsOf(
        QStringLiteral("float double half bfloat ptr void float32 float64 float16 bfloat16 int8 uint8 int32 int64 bool int "
                       "float4 float2"));
    if (words.contains(word)) {
        return true;
    }
    const bool isInteger = language == CodeLanguage::Llvm && word.size() > 1 && word[0] == QLatin1Char('i');
    return isInteger && std::all_of(word.begin() + 1, word.end(), [](QChar c) { return c.isDigit(); });
}

bool isWordPart(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_') || c == QLatin1Char('.') || c == QLatin1Char('-');
}

} // namespace

CodeHighlighter::CodeHighlighter(QTextDocument* document)
    : QSyntaxHighlighter(document)
{
    // Else each new text is walked through whole.
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

void CodeHighlighter::colour(int start, int length, const QColor& colour, bool bold)
{
    QTextCharFormat format;
    format.setForeground(colour);
    if (bold) {
        format.setFontWeight(QFont::Bold);
    }
    setFormat(start, length, format);
}

void CodeHighlighter::highlightBlock(const QString& text)
{
    if (!m_asked) {
        return;
    }
    const auto length = static_cast<int>(text.size());
    const bool isPlain = m_language == CodeLanguage::LoopNest || m_language == CodeLanguage::Cuda;
    const bool isLabel = !isPlain && length > 0 && !text[0].isSpace() && text.contains(QLatin1Char(':'));
    bool isFirst = true;
    for (int at = 0; at < length;) {
        const QChar c = text[at];
        if (isComment(text, at, m_language)) {
            colour(at, length - at, m_theme.comment);
            return;
        }
        if (isLabel && at == 0) {
            const auto end = static_cast<int>(text.indexOf(QLatin1Char(':')));
            colour(0, end + 1, m_theme.label, true);
            at = end + 1;
            continue;
        }
        const bool isName = !isPlain && (c == QLatin1Char('%') || c == QLatin1Char('@'));
        if (!isName && !c.isLetterOrNumber() && c != QLatin1Char('$') && c != QLatin1Char('_')) {
            ++at;
            continue;
        }
        int end = at + 1;
        while (end < length && isWordPart(text[end])
               && !(m_language == CodeLanguage::LoopNest && c.isDigit() && text[end] == QLatin1Char('.'))) {
            ++end;
        }
        const QString word = text.mid(at, end - at);
        if (isName) {
            colour(at, end - at, m_theme.name);
        } else if (c.isDigit() || c == QLatin1Char('$')) {
            colour(at, end - at, m_theme.number);
        } else if (isType(word, m_language)) {
            colour(at, end - at, m_theme.type);
        } else if (isKeyword(word, m_language, isFirst)) {
            colour(at, end - at, m_theme.keyword);
        }
        isFirst = false;
        at = end;
    }
}

} // namespace knobscope
