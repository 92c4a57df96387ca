// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QDialogButtonBox>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <utility>

namespace knobscope {

// The ids of what a person uses: widgets, menu entries, columns. An id is a plain noun or verb phrase in camelCase ("start",
// "trials"), with its panel in front where the view has several ("neighbours.measure") and the name of what it stands for where
// there is one for each of something ("knob.tile_ic"). It is the objectName, unique in its view, and the same in every language
// and wherever the widget stands, so that tests and lessons can name it.

/// A widget with this id, made with these arguments.
template<class Widget, class... Arguments>
Widget* makeControl(QAnyStringView id, Arguments&&... arguments)
{
    auto* made = new Widget(std::forward<Arguments>(arguments)...);
    made->setObjectName(id);
    return made;
}

/// An entry of a menu with this id; the other arguments are QMenu::addAction's.
template<class... Arguments>
QAction* addEntry(QMenu& menu, QAnyStringView id, Arguments&&... arguments)
{
    QAction* made = menu.addAction(std::forward<Arguments>(arguments)...);
    made->setObjectName(id);
    return made;
}

/// A flat button of a view's toolbar that triggers a registered action; "speed.zoomIn" gives it the id "zoomIn".
QToolButton* makeActionButton(QAction* action);

/// The row of buttons at the end of a dialog, with one that closes it, "close".
QDialogButtonBox* makeCloseBox();

/// QAbstractItemModel::headerData of a column's id, the same in every language.
constexpr int kColumnIdRole = Qt::UserRole + 100;

/// The column with this id; -1: there is none.
int columnOf(const QAbstractItemModel& model, QStringView id);

} // namespace knobscope
