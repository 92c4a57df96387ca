// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

namespace knobscope {

/// A layer's shape without what follows from the rest: "64x56x56 -> 128, 3x3 s2" for "64x56x56 -> 128x28x28, 3x3, stride 2,
/// pad 1". Other texts stay as they are.
inline QString shortShape(const QString& shape)
{
    static const QRegularExpression output(QStringLiteral("-> (\\d+)x\\d+x\\d+"));
    static const QRegularExpression padding(QStringLiteral(", pad [0-9x]+( before and [0-9x]+ after)?|, stride 1\\b"));
    static const QRegularExpression stride(QStringLiteral(", stride "));
    return QString(shape).replace(output, QStringLiteral("-> \\1")).remove(padding).replace(stride, QStringLiteral(" s"));
}

} // namespace knobscope
