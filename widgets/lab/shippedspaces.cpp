// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/shippedspaces.h"

#include <QCoreApplication>
#include <QDir>
#include <QStandardPaths>

#include <algorithm>
#include <tuple>

namespace knobscope {

QStringList shippedSpaces()
{
    QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/knobscope/recorded"));
    if (!folder.exists()) {
        const QString found = QStandardPaths::locate(QStandardPaths::GenericDataLocation, QStringLiteral("knobscope/recorded"),
                                                     QStandardPaths::LocateDirectory);
        if (found.isEmpty()) {
            return {};
        }
        folder.setPath(found);
    }
    QStringList paths;
    for (const QString& name : folder.entryList({QStringLiteral("*.space")}, QDir::Files)) {
        paths << QDir::cleanPath(folder.filePath(name));
    }
    // Task 2 comes before task 11.
    const auto key = [](const QString& path) {
        const qsizetype dash = path.lastIndexOf(QLatin1Char('-'));
        return std::tuple(path.left(dash), path.mid(dash + 1).section(QLatin1Char('.'), 0, 0).toInt(), path);
    };
    std::sort(paths.begin(), paths.end(), [&](const QString& a, const QString& b) { return key(a) < key(b); });
    return paths;
}

} // namespace knobscope
