// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace knobscope {

/// The word that ends at a place of a question, and what it may become.
struct SqlCompletion {
    QString word;      ///< as far as it is written; empty at the beginning of one
    QStringList words; ///< names of views and columns, then keywords; after "VIEW." or "ALIAS." the columns of that view
};

SqlCompletion completionAt(const QString& question, qsizetype place);

} // namespace knobscope
