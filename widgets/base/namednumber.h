// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

namespace knobscope {

/// Returns the number after a word: 12 in "trial 12 of run 3". -1 if there is none, or if it has group separators ("trial
/// 1,234"), which the core never writes.
inline qint64 namedNumber(const char* word, const QString& text)
{
    const QRegularExpression pattern(QStringLiteral("\\b%1 (\\d{1,18})\\b(?!\\D\\d)").arg(QLatin1String(word)),
                                     QRegularExpression::CaseInsensitiveOption);
    const auto match = pattern.match(text);
    return match.hasMatch() ? match.captured(1).toLongLong() : -1;
}

} // namespace knobscope
