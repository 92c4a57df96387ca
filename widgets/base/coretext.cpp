// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/coretext.h"

#include "core/base/numbertext.h"
#include "core/base/plural.h"
#include "core/base/visibletext.h"
#include "widgets/base/number.h"
#include "widgets/base/units.h"

#include <QCoreApplication>
#include <QStringList>

namespace knobscope {

namespace {

constexpr auto kCoreContext = "Core";

// Texts that are not sentences of the core but shown like them: errorText(), states of a run, a recording's machine.
[[maybe_unused]] constexpr const char* wordsOfRuns[] = {
    QT_TRANSLATE_NOOP("Core", "measured"),        QT_TRANSLATE_NOOP("Core", "illegal config"),
    QT_TRANSLATE_NOOP("Core", "build failed"),    QT_TRANSLATE_NOOP("Core", "device build failed"),
    QT_TRANSLATE_NOOP("Core", "kernel crashed"),  QT_TRANSLATE_NOOP("Core", "wrong answer"),
    QT_TRANSLATE_NOOP("Core", "build timed out"), QT_TRANSLATE_NOOP("Core", "run timed out"),
    QT_TRANSLATE_NOOP("Core", "failed"),          QT_TRANSLATE_NOOP("Core", "waiting"),
    QT_TRANSLATE_NOOP("Core", "running"),         QT_TRANSLATE_NOOP("Core", "paused"),
    QT_TRANSLATE_NOOP("Core", "stopped"),         QT_TRANSLATE_NOOP("Core", "finished"),
    QT_TRANSLATE_NOOP("Core", "killed"),          QT_TRANSLATE_NOOP("Core", "a device that the file does not name"),
};

// Patterns without letters, which the list omits: languages differ in their punctuation.
[[maybe_unused]] constexpr const char* wordlessPatterns[] = {
    QT_TRANSLATE_NOOP("Core", "%1: %2"), QT_TRANSLATE_NOOP("Core", "%1; %2"),     QT_TRANSLATE_NOOP("Core", "%1, %2"),
    QT_TRANSLATE_NOOP("Core", "%1. %2"), QT_TRANSLATE_NOOP("Core", "%1 (%2–%3)"), QT_TRANSLATE_NOOP("Core", "%1."),
};

QString coreTranslated(const QString& text)
{
    return QCoreApplication::translate(kCoreContext, text.toUtf8().constData());
}

/// Converts a pattern of fmt to the form in the translation files: "Knob %1 has no candidate %2".
QString translatorText(std::string_view pattern)
{
    QByteArray out;
    int number = 0;
    walkPattern(
        pattern, [&](std::string_view literal) { out.append(literal.data(), static_cast<qsizetype>(literal.size())); },
        [&](std::string_view) { out += '%' + QByteArray::number(++number); });
    return QString::fromUtf8(out);
}

/// Replaces all placeholders in one pass, since an argument may contain "%1". Plural forms in between follow the preceding
/// number.
QString filled(const QString& text, const QStringList& arguments)
{
    QString out;
    QString literal;
    QString before;
    const auto takeWords = [&] {
        out += QString::fromStdString(selectPluralForms(literal.toStdString(), before.toStdString()));
        literal.clear();
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int number = text[i] == QLatin1Char('%') && i + 1 < text.size() ? text[i + 1].digitValue() : -1;
        if (number >= 1 && number <= arguments.size()) {
            takeWords();
            before = arguments[number - 1];
            out += before;
            ++i;
        } else {
            literal += text[i];
        }
    }
    takeWords();
    return out;
}

/// Returns true for a formatted number with a minus, "-1,234.5" or "2e-05", but not for a name or a candidate, "[-1, 4]".
bool isNumberWithMinus(const QString& text)
{
    bool isNumber = false;
    if (text.contains(QLatin1Char('-'))) {
        QLocale::c().toDouble(QString(text).remove(QLatin1Char(',')), &isNumber);
    }
    return isNumber;
}

} // namespace

QString coreText(const Sentence& sentence)
{
    if (sentence.pattern.empty()) {
        return fixedCoreText(visibleText(sentence.message)); // may come from a foreign file
    }
    QStringList arguments;
    for (const Sentence& argument : sentence.arguments) {
        const QString text = coreText(argument);
        const bool isFigure = !text.isEmpty() && text.front().isDigit(); // no name of a file
        arguments << (isNumberWithMinus(text) ? withMinus(text) : isFigure ? withBoundUnits(text) : text);
    }
    return filled(coreTranslated(translatorText(sentence.pattern)), arguments);
}

QString coreText(std::span<const Sentence> sentences)
{
    QStringList texts;
    for (const Sentence& sentence : sentences) {
        texts << coreText(sentence);
    }
    return texts.join(QLatin1Char(' '));
}

QString fixedCoreText(std::string_view literal)
{
    return literal.empty() ? QString()
                           : coreTranslated(QString::fromUtf8(literal.data(), static_cast<qsizetype>(literal.size())));
}

QString localizedDuration(double seconds)
{
    return coreText(durationText(seconds));
}

} // namespace knobscope
