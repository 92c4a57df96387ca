// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

class QWidget;

namespace knobscope {

/// A control within a view or a dialog, or an entry of one of its menus ("copyMenu.record").
struct Control {
    QString id;          ///< as in widgets/controls/control.h; empty: missing
    QString kind; ///< "button", "checkbox", "combobox", "spinbox", "lineedit", "text", "table", "tree", "list", "plot", …
    QString name; ///< read by screen readers
    QStringList columns; ///< ids of a table's or tree's columns
};

/// All controls, in the order in which they were made, without the parts that Qt makes a control of (the list of a combo box,
/// scroll bars, headers).
std::vector<Control> controlsOf(const QWidget& parent);

/// Every view's controls while a project is shown, and the window's actions, as JSON: {"views": [{"id", "title", "controls":
/// [{"id", "kind", "name", "columns"}]}], "actions": [{"id", "name"}]}. GUI thread only.
Result<QByteArray> listControls(const QString& project);

} // namespace knobscope
