// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

namespace knobscope {

/// The number after a word: 12 in "trial 12 of run 3". -1 when there is none, or when it is written in groups ("trial 1,234"), as
/// the core never does.
inline qint64 namedNumber(const char* word, const QString& text)
{
    const QRegularExpression pattern(QStringLiteral("\\b%1 (\\d{1,18})\\b(?!\\D\\d)").arg(QLatin1String(word)),
                                     QRegularExpression::CaseInsensitiveOption);
    const auto match = pattern.match(text);
    return match.hasMatch() ? match.captured(1).toLongLong() : -1;
}

} // namespace knobscope
