// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/visibletext.h"

#include <QRegularExpression>
#include <QString>

#include <string_view>

namespace knobscope {

/// Makes a name from a model, trace or log safe to show: on one line, with control characters visible.
inline QString foreignText(std::string_view text)
{
    return QString::fromStdString(visibleText(text, Lines::Escape));
}

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
