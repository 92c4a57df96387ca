// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/schedulesyntax.h"

#include "core/script/operators.h"
#include "core/script/parse.h"

#include <QRegularExpression>
#include <QSet>

namespace knobscope {

namespace {

/// Words that a person does not choose: primitives, operators and the beginnings of head lines.
const QSet<QString>& scheduleWords()
{
    static const QSet<QString> words = [] {
        QSet<QString> all;
        for (const char* word : {"template", "target", "type", "size", "input", "from", "config", "knob", "sum", "max", "min",
                                 "select", "exp", "sqrt", "abs", "tanh", "erf"}) {
            all.insert(QString::fromLatin1(word));
        }
        for (const std::string& name : primitiveNames()) {
            all.insert(QString::fromStdString(name));
        }
        for (const NamedOperator& one : namedOperators()) {
            all.insert(QString::fromStdString(one.name));
        }
        return all;
    }();
    return words;
}

} // namespace

ScheduleSyntax::ScheduleSyntax(QTextDocument* document, const QPalette& palette)
    : QSyntaxHighlighter(document)
    , m_code(codeThemeFor(palette))
    , m_theme(themeFor(palette))
{
}

void ScheduleSyntax::setPalette(const QPalette& palette)
{
    m_code = codeThemeFor(palette);
    m_theme = themeFor(palette);
    rehighlight();
}

void ScheduleSyntax::highlightBlock(const QString& text)
{
    QTextCharFormat format;
    if (text.trimmed().startsWith(QLatin1Char('-'))) {
        format.setForeground(m_theme.muted);
        format.setFontStrikeOut(true);
        setFormat(0, static_cast<int>(text.size()), format);
        return;
    }
    static const QRegularExpression token(QStringLiteral("#.*|\"[^\"]*\"|'[^']*'|[A-Za-z_][\\w.]*|[0-9][\\w.]*"));
    for (auto found = token.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QString word = match.captured();
        const QChar begin = word[0];
        const bool isWord = begin.isLetter() || begin == QLatin1Char('_');
        if (isWord && !scheduleWords().contains(word)) {
            continue;
        }
        format.setForeground(begin == QLatin1Char('#')                                 ? m_code.comment
                             : isWord                                                  ? m_code.keyword
                             : begin == QLatin1Char('"') || begin == QLatin1Char('\'') ? m_code.name
                                                                                       : m_code.number);
        setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(word.size()), format);
    }
}

} // namespace knobscope
