// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

namespace knobscope {

/// A layer's shape without what follows from the rest: "64x56x56 -> 128, 3x3 s2" for "64x56x56 -> 128x28x28, 3x3, stride 2,
/// pad 1". A tensor's in the same form: "64x56x56" for "float32[1, 64, 56, 56]" or "1x64x56x56". Other texts stay as they are.
inline QString shortShape(const QString& shape)
{
    static const QRegularExpression output(QStringLiteral("-> (\\d+)x\\d+x\\d+"));
    static const QRegularExpression padding(QStringLiteral(", pad [0-9x]+( before and [0-9x]+ after)?|, stride 1\\b"));
    static const QRegularExpression stride(QStringLiteral(", stride "));
    static const QRegularExpression tensor(QStringLiteral("^(?:(\\w+)\\[([0-9, ]+)\\]|([0-9]+(?:x[0-9]+)+))$"));
    if (const auto match = tensor.match(shape); match.hasMatch()) {
        static const QRegularExpression one(QStringLiteral("^1x(?=[0-9])"));
        const QString type = match.captured(1) == QLatin1String("float32") ? QString() : match.captured(1);
        const QString extents =
            match.captured(2).isEmpty() ? match.captured(3) : match.captured(2).replace(QLatin1String(", "), QLatin1String("x"));
        return (type + QLatin1Char(' ') + QString(extents).remove(one)).trimmed();
    }
    return QString(shape).replace(output, QStringLiteral("-> \\1")).remove(padding).replace(stride, QStringLiteral(" s"));
}

} // namespace knobscope
