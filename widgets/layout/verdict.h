// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace knobscope {

/// A framed text that says what can be claimed of what is below it, to be read by mouse and keys. `name` is what a screen reader
/// calls it.
inline QLabel* makeVerdict(const QString& name)
{
    auto* verdict = new QLabel;
    verdict->setWordWrap(true);
    verdict->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    verdict->setAccessibleName(name);
    verdict->setFrameShape(QFrame::StyledPanel);
    verdict->setMargin(6);
    verdict->setBackgroundRole(QPalette::Base);
    verdict->setAutoFillBackground(true);
    return verdict;
}

} // namespace knobscope
