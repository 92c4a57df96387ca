// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace knobscope {

/// A source file named by a span, if it exists on this machine.
struct SourceText {
    QString path;        ///< path found; empty: not found
    QStringList tried;   ///< all paths tried
    QString text;        ///< the lines around the requested one
    int firstLine = 1;   ///< line number of the first line of `text`
    int line = 0;        ///< line number to show
    bool isMoved = false; ///< the requested line is no longer in the function: `line` is the function's current start
};

/// Searches a file: by its path, then in each root, dropping leading folders one by one. `line` is the requested line. `function`
/// is its function when it was recorded, to find it in a changed source; may be empty.
SourceText findSource(const QString& file, int line, const QString& function, const QStringList& roots);
/// The folders to search: those chosen by the user, then the source checkout of this program.
QStringList sourceRoots();
void addSourceRoot(const QString& folder);

} // namespace knobscope
