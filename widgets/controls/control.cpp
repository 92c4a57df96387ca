// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/control.h"

#include <QAction>

namespace knobscope {

QToolButton* makeActionButton(QAction* action)
{
    auto* button = makeControl<QToolButton>(action->objectName().section(QLatin1Char('.'), -1));
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QDialogButtonBox* makeCloseBox()
{
    auto* box = new QDialogButtonBox(QDialogButtonBox::Close);
    box->button(QDialogButtonBox::Close)->setObjectName("close");
    return box;
}

int columnOf(const QAbstractItemModel& model, QStringView id)
{
    for (int column = 0; column < model.columnCount(); ++column) {
        if (model.headerData(column, Qt::Horizontal, kColumnIdRole).toString() == id) {
            return column;
        }
    }
    return -1;
}

} // namespace knobscope
