// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace knobscope {

/// A source file that a span names, as far as this machine has it.
struct SourceText {
    QString path;        ///< where it was found; empty: nowhere
    QStringList tried;   ///< all places that were looked at
    QString text;        ///< the lines around the wanted one
    int firstLine = 1;   ///< the number of its first line
    int line = 0;        ///< the wanted line
    bool isMoved = false; ///< the line that was asked for is not in the function any more: `line` is where that begins now
};

/// Looks for a file: as it is named, then below each root, then with less and less of its folders. `line`: the one that matters.
/// `function`: what it was part of when it was recorded, since when the source may have changed; may be empty.
SourceText findSource(const QString& file, int line, const QString& function, const QStringList& roots);
/// The folders to look in: what the person chose, then the checkout that this program is in.
QStringList sourceRoots();
void addSourceRoot(const QString& folder);

} // namespace knobscope
