// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/query/sqlcompletion.h"

#include "core/store/sqlanswer.h"

#include <QRegularExpression>

#include <algorithm>

namespace knobscope {

namespace {

QStringList columnsOf(const SqlView& view)
{
    return QString::fromLatin1(view.columns).split(QStringLiteral(", "));
}

/// Whether the question calls the view by this name: its own, or the one after "FROM view" or "FROM view AS".
bool isCalled(const SqlView& view, const QString& name, const QString& question)
{
    const QString own = QString::fromLatin1(view.name);
    const QRegularExpression alias(QStringLiteral("\\b%1\\s+(?:AS\\s+)?%2\\b").arg(own, QRegularExpression::escape(name)),
                                   QRegularExpression::CaseInsensitiveOption);
    return own.compare(name, Qt::CaseInsensitive) == 0 || alias.match(question).hasMatch();
}

QStringList allWords()
{
    QStringList views;
    QStringList columns;
    for (const SqlView& view : sqlViews()) {
        views << QString::fromLatin1(view.name);
        columns << columnsOf(view);
    }
    QStringList words = views + columns;
    words << QStringLiteral(
                 "SELECT FROM WHERE JOIN LEFT ON GROUP BY ORDER HAVING LIMIT DISTINCT AND OR NOT IN LIKE BETWEEN IS NULL"
                 " CASE WHEN THEN ELSE END AS ASC DESC WITH count min max avg sum round json_extract")
                 .split(QLatin1Char(' '));
    words.removeDuplicates();
    return words;
}

bool isWordCharacter(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_');
}

} // namespace

SqlCompletion completionAt(const QString& question, qsizetype place)
{
    qsizetype begin = place;
    while (begin > 0 && isWordCharacter(question[begin - 1])) {
        --begin;
    }
    SqlCompletion completion{question.mid(begin, place - begin), {}};
    if (begin > 0 && question[begin - 1] == QLatin1Char('.')) {
        qsizetype from = begin - 1;
        while (from > 0 && isWordCharacter(question[from - 1])) {
            --from;
        }
        const QString name = question.mid(from, begin - 1 - from);
        for (const SqlView& view : sqlViews()) {
            completion.words << (isCalled(view, name, question) ? columnsOf(view) : QStringList());
        }
        completion.words.removeDuplicates();
        return completion;
    }
    static const QStringList all = allWords();
    completion.words = all;
    return completion;
}

} // namespace knobscope
