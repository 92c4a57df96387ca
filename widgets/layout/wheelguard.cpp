// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/wheelguard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>

namespace knobscope {

WheelGuard::WheelGuard(QWidget& editor)
    : QObject(&editor)
{
    editor.setFocusPolicy(Qt::StrongFocus); // not WheelFocus, by which a box takes the focus of the wheel that passes
    editor.installEventFilter(this);
}

void WheelGuard::protect(QWidget& editor)
{
    const bool takesTheWheel =
        qobject_cast<QComboBox*>(&editor) || qobject_cast<QAbstractSpinBox*>(&editor) || qobject_cast<QAbstractSlider*>(&editor);
    if (takesTheWheel && !editor.findChild<WheelGuard*>(QString(), Qt::FindDirectChildrenOnly)) {
        new WheelGuard(editor);
    }
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(watched)->hasFocus()) {
        event->ignore(); // goes on to what scrolls
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace knobscope
