// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/sourcelookup.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>

namespace knobscope {

namespace {

constexpr int linesAround = 200;
constexpr qint64 largestFile = qint64{8} << 20; // no source that a person reads is longer
constexpr int mostRoots = 8;

QString settingsKey()
{
    return QStringLiteral("timeline/sourceRoots");
}

void readAround(SourceText& source, int line)
{
    QFile file(source.path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > largestFile) {
        return;
    }
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    const int first = std::max(0, line - 1 - linesAround);
    source.firstLine = first + 1;
    source.text = lines.mid(first, 2 * linesAround + 1).join(QLatin1Char('\n'));
}

} // namespace

SourceText findSource(const QString& file, int line, const QStringList& roots)
{
    SourceText source;
    if (file.isEmpty()) {
        return source;
    }
    QStringList places;
    if (QDir::isAbsolutePath(file)) {
        places << file;
    }
    QString rest = QDir::cleanPath(file);
    while (rest.startsWith(QLatin1Char('/'))) {
        rest.remove(0, 1);
    }
    for (QString tail = rest; !tail.isEmpty();
         tail = tail.contains(QLatin1Char('/')) ? tail.section(QLatin1Char('/'), 1) : QString()) {
        for (const QString& root : roots) {
            places << QDir(root).filePath(tail);
        }
    }
    for (const QString& place : places) {
        source.tried << place;
        if (QFileInfo(place).isFile()) {
            source.path = place;
            readAround(source, line);
            break;
        }
    }
    return source;
}

QStringList sourceRoots()
{
    QStringList roots = QSettings().value(settingsKey()).toStringList();
#ifdef KNOBSCOPE_SOURCE_DIR
    roots << QStringLiteral(KNOBSCOPE_SOURCE_DIR);
#endif
    return roots;
}

void addSourceRoot(const QString& folder)
{
    QStringList roots = QSettings().value(settingsKey()).toStringList();
    roots.removeAll(folder);
    roots.prepend(folder);
    QSettings().setValue(settingsKey(), QStringList(roots.mid(0, mostRoots)));
}

} // namespace knobscope
