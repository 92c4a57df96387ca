// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/sourcelookup.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr int kContextLines = 200;
constexpr qint64 kMaxFileBytes = qint64{8} << 20; // limit for source files
constexpr int kMaxRoots = 8;
constexpr QLatin1String kRootsKey("timeline/sourceRoots");

QStringList chosenRoots()
{
    return QSettings().value(kRootsKey).toStringList();
}

/// Whether a line (from 0) begins a definition: a body starts before the statement ends.
bool isDefinition(const QStringList& lines, qsizetype at)
{
    for (qsizetype i = at; i < std::min(at + 4, lines.size()); ++i) {
        const qsizetype body = lines[i].indexOf(QLatin1Char('{'));
        const qsizetype end = lines[i].indexOf(QLatin1Char(';'));
        if (body >= 0 && (end < 0 || body < end)) {
            return true;
        }
        if (end >= 0) {
            return false;
        }
    }
    return lines[at].trimmed().startsWith(QLatin1String("def "));
}

/// Returns the line to show in a source that may have changed since it was recorded; line numbers start at 1.
int placeOfLine(const QString& function, int line, const QStringList& lines)
{
    static const QRegularExpression lastName(QStringLiteral("([A-Za-z_][A-Za-z_0-9]*)\\s*(\\(.*)?$"));
    const QString name = lastName.match(function).captured(1);
    if (name.isEmpty()) {
        return line;
    }
    const QRegularExpression mention(QStringLiteral("\\b%1\\s*\\(").arg(name));
    int nearest = 0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const int number = static_cast<int>(i) + 1;
        if (!lines[i].contains(mention) || !isDefinition(lines, i)) {
            continue;
        }
        // The line is still in this function, unless the function ended before it.
        if (number <= line && line <= lines.size() && !lines.mid(i, line - number).contains(QStringLiteral("}"))) {
            return line;
        }
        if (nearest == 0 || std::abs(number - line) < std::abs(nearest - line)) {
            nearest = number;
        }
    }
    return nearest == 0 ? line : nearest;
}

void readAround(SourceText& source, int line, const QString& function)
{
    QFile file(source.path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxFileBytes) {
        return;
    }
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    source.line = placeOfLine(function, line, lines);
    source.isMoved = source.line != line;
    const int first = std::max(0, source.line - 1 - kContextLines);
    source.firstLine = first + 1;
    source.text = lines.mid(first, 2 * kContextLines + 1).join(QLatin1Char('\n'));
}

} // namespace

SourceText findSource(const QString& file, int line, const QString& function, const QStringList& roots)
{
    SourceText source;
    QStringList places = QDir::isAbsolutePath(file) ? QStringList(file) : QStringList();
    QStringList tail = QDir::cleanPath(file).split(QLatin1Char('/'), Qt::SkipEmptyParts);
    for (; !tail.isEmpty(); tail.removeFirst()) {
        for (const QString& root : roots) {
            places << QDir(root).filePath(tail.join(QLatin1Char('/')));
        }
    }
    for (const QString& place : places) {
        source.tried << place;
        if (QFileInfo(place).isFile()) {
            source.path = place;
            readAround(source, line, function);
            break;
        }
    }
    return source;
}

QStringList sourceRoots()
{
    QStringList roots = chosenRoots();
    roots << QDir::cleanPath(QCoreApplication::applicationDirPath() + QStringLiteral("/../../..")); // from build/PRESET/bin
    return roots;
}

void addSourceRoot(const QString& folder)
{
    QStringList roots = chosenRoots();
    roots.removeAll(folder);
    roots.prepend(folder);
    QSettings().setValue(kRootsKey, QStringList(roots.mid(0, kMaxRoots)));
}

} // namespace knobscope
