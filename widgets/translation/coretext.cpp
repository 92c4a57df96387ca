// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/translation/coretext.h"

#include <QCoreApplication>
#include <QFile>
#include <QStringList>

#include <optional>
#include <vector>

namespace knobscope {

namespace {

constexpr auto coreContext = "Core";

// Said by no sentence of the core, but shown where one could be: errorText(), and the states of a run.
[[maybe_unused]] constexpr const char* wordsOfRuns[] = {
    QT_TRANSLATE_NOOP("Core", "no error"),
    QT_TRANSLATE_NOOP("Core", "illegal config"),
    QT_TRANSLATE_NOOP("Core", "compile error"),
    QT_TRANSLATE_NOOP("Core", "device compile error"),
    QT_TRANSLATE_NOOP("Core", "crashed while running"),
    QT_TRANSLATE_NOOP("Core", "wrong answer"),
    QT_TRANSLATE_NOOP("Core", "build timeout"),
    QT_TRANSLATE_NOOP("Core", "run timeout"),
    QT_TRANSLATE_NOOP("Core", "unknown error"),
    QT_TRANSLATE_NOOP("Core", "waiting"),
    QT_TRANSLATE_NOOP("Core", "running"),
    QT_TRANSLATE_NOOP("Core", "paused"),
    QT_TRANSLATE_NOOP("Core", "stopped"),
    QT_TRANSLATE_NOOP("Core", "finished"),
    QT_TRANSLATE_NOOP("Core", "killed"),
};

QString coreTranslated(const QString& text)
{
    return QCoreApplication::translate(coreContext, text.toUtf8().constData());
}

/// As translators see a pattern of fmt's: "Knob %1 has no candidate %2".
QString forTranslators(std::string_view pattern)
{
    QByteArray out;
    int number = 0;
    for (size_t i = 0; i < pattern.size(); ++i) {
        const bool isDoubled = i + 1 < pattern.size() && pattern[i + 1] == pattern[i];
        if (pattern[i] == '{' && !isDoubled) {
            out += '%' + QByteArray::number(++number);
            i = pattern.find('}', i);
        } else {
            out += pattern[i];
            i += (pattern[i] == '{' || pattern[i] == '}') && isDoubled ? 1 : 0;
        }
    }
    return QString::fromUtf8(out);
}

/// All places at once: an argument may hold a percent sign and a digit.
QString filled(const QString& text, const QStringList& arguments)
{
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int number = text[i] == QLatin1Char('%') && i + 1 < text.size() ? text[i + 1].digitValue() : -1;
        if (number >= 1 && number <= arguments.size()) {
            out += arguments[number - 1];
            ++i;
        } else {
            out += text[i];
        }
    }
    return out;
}

/// A pattern by which a text is taken apart again.
struct ListedPattern {
    explicit ListedPattern(const QString& text)
        : source(text)
    {
        words.append(QString());
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (text[i] == QLatin1Char('%') && i + 1 < text.size() && text[i + 1].isDigit()) {
                words.append(QString());
                ++i;
            } else {
                words.back() += text[i];
                ++own;
            }
        }
    }

    /// The arguments; nothing when the text was not made from the pattern. None of them is empty.
    std::optional<QStringList> argumentsIn(const QString& text) const
    {
        QStringList arguments;
        qsizetype at = words.front().size();
        if (!text.startsWith(words.front())) {
            return std::nullopt;
        }
        for (qsizetype i = 1; i < words.size(); ++i) {
            const bool isLast = i + 1 == words.size();
            const qsizetype end =
                isLast ? (text.endsWith(words[i]) ? text.size() - words[i].size() : -1) : text.indexOf(words[i], at + 1);
            if (end <= at) {
                return std::nullopt;
            }
            arguments << text.mid(at, end - at);
            at = end + words[i].size();
        }
        return at == text.size() ? std::optional(arguments) : std::nullopt;
    }

    QString source;
    QStringList words; ///< before, between and behind the arguments; any may be empty
    qsizetype own = 0; ///< letters that are not arguments'
};

/// Those with the most words of their own first: they say the most about a text that two could have made.
const std::vector<ListedPattern>& listedPatterns()
{
    static const std::vector<ListedPattern> all = [] {
        std::vector<ListedPattern> patterns;
        QFile list(QStringLiteral(":/i18n/core.txt"));
        if (list.open(QIODevice::ReadOnly)) {
            for (const QString& line : QString::fromUtf8(list.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
                if (ListedPattern pattern(line); pattern.words.size() > 1) {
                    patterns.push_back(std::move(pattern));
                }
            }
        }
        std::stable_sort(patterns.begin(), patterns.end(), [](const auto& a, const auto& b) { return a.own > b.own; });
        return patterns;
    }();
    return all;
}

bool isEnglish()
{
    const QString known = QStringLiteral("unknown error");
    return coreTranslated(known) == known;
}

} // namespace

QString coreText(const Sentence& sentence)
{
    if (sentence.pattern.empty()) {
        return coreText(std::string_view(sentence.message));
    }
    QStringList arguments;
    for (const Sentence& argument : sentence.arguments) {
        arguments << coreText(argument);
    }
    return filled(coreTranslated(forTranslators(sentence.pattern)), arguments);
}

QString coreText(std::string_view text)
{
    const QString whole = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    const QString exact = coreTranslated(whole);
    if (exact != whole || isEnglish()) {
        return exact;
    }
    for (const ListedPattern& pattern : listedPatterns()) {
        if (const auto arguments = pattern.argumentsIn(whole)) {
            QStringList said;
            for (const QString& argument : *arguments) {
                said << coreText(argument.toStdString());
            }
            return filled(coreTranslated(pattern.source), said);
        }
    }
    return whole;
}

} // namespace knobscope
