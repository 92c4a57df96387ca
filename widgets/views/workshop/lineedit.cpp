// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/lineedit.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace knobscope {

QString LineChange::appliedTo(const QString& source) const
{
    QStringList lines = source.split(QLatin1Char('\n'));
    const auto at = std::clamp<qsizetype>(line, 1, lines.size());
    if (replaces) {
        lines.replace(at - 1, text);
    } else {
        lines.insert(at, text);
    }
    return lines.join(QLatin1Char('\n'));
}

LineChange reorderChange(const QString& source, int after, const StageLoops& stage, size_t from, size_t to)
{
    QStringList order;
    for (const TextName& loop : stage.loops) {
        order << QString::fromStdString(loop.name);
    }
    auto first = static_cast<qsizetype>(std::min(from, to));
    auto last = static_cast<qsizetype>(std::max(from, to));
    LineChange change{after, false, {}};
    static const QRegularExpression reorder(QStringLiteral("^\\s*reorder\\s*\\(([^)]*)\\)"));
    const QRegularExpressionMatch match = reorder.match(source.split(QLatin1Char('\n')).value(after - 1));
    if (match.hasMatch()) {
        QList<qsizetype> places;
        for (const QString& name : match.captured(1).split(QLatin1Char(','))) {
            places << order.indexOf(name.trimmed());
        }
        change.replaces = !places.contains(-1);
        if (change.replaces) {
            first = std::min(first, std::ranges::min(places));
            last = std::max(last, std::ranges::max(places));
        }
    }
    order.move(static_cast<qsizetype>(from), static_cast<qsizetype>(to));
    change.text = QStringLiteral("reorder(%1)").arg(order.mid(first, last - first + 1).join(QStringLiteral(", ")));
    return change;
}

} // namespace knobscope
