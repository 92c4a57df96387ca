// SPDX-License-Identifier: GPL-3.0-or-later
// Controls by their ids (widgets/controls/control.h), whatever the language.
#pragma once

#include <QAbstractButton>
#include <QMenu>
#include <QMessageBox>
#include <QTest>

#include <algorithm>

namespace knobscope {

/// The widget of that kind with this id; null: there is none.
template<class Widget>
Widget* byId(const QWidget& in, QAnyStringView id)
{
    return in.findChild<Widget*>(id.toString());
}

/// The entry of a menu with this id; null: there is none.
inline QAction* entry(const QMenu& menu, QStringView id)
{
    const QList<QAction*> all = menu.actions();
    const auto found = std::ranges::find(all, id, &QAction::objectName);
    return found == all.end() ? nullptr : *found;
}

/// A click in the middle of the button with this id, which must be enabled.
inline void press(const QWidget& in, QAnyStringView id)
{
    auto* button = byId<QAbstractButton>(in, id);
    QVERIFY2(button && button->isEnabled(), qPrintable(id.toString()));
    QTest::mouseClick(button, Qt::LeftButton);
}

/// Answers a question with its button of this role.
inline void answer(const QMessageBox* box, QMessageBox::ButtonRole role)
{
    QVERIFY(box);
    const QList<QAbstractButton*> buttons = box->buttons();
    const auto found = std::ranges::find(buttons, role, [box](QAbstractButton* button) { return box->buttonRole(button); });
    QVERIFY(found != buttons.end());
    (*found)->click();
}

} // namespace knobscope
