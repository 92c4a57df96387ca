// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

class QWidget;

namespace knobscope {

/// What a person can use within a view or a dialog, or an entry of one of its menus ("copyMenu.record").
struct Control {
    QString id;          ///< as in widgets/controls/control.h; empty: it was given none
    QString kind; ///< "button", "checkbox", "combobox", "spinbox", "lineedit", "text", "table", "tree", "list", "plot", …
    QString name; ///< what a screen reader says
    QStringList columns; ///< ids of a table's or tree's columns
};

/// All of them, in the order in which they were made. What Qt makes a control of (the list of a combo box, scroll bars, headers)
/// is none of its own.
std::vector<Control> controlsOf(const QWidget& parent);

/// Every view's controls while a project is shown, and the window's actions, as JSON: {"views": [{"id", "title", "controls":
/// [{"id", "kind", "name", "columns"}]}], "actions": [{"id", "name"}]}. GUI thread only.
Result<QByteArray> listControls(const QString& project);

} // namespace knobscope
