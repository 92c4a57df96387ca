// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTest>

namespace knobscope {

/// The first button in `widget` whose words, without a mnemonic's mark, begin with these; nullptr where there is none.
template<class Button>
Button* button(const QWidget& widget, const QString& start)
{
    for (Button* b : widget.findChildren<Button*>()) {
        if (b->text().remove(QLatin1Char('&')).startsWith(start)) {
            return b;
        }
    }
    return nullptr;
}

inline QPushButton* push(const QWidget& widget, const QString& start)
{
    return button<QPushButton>(widget, start);
}

inline void click(const QWidget& widget, const QString& start)
{
    QPushButton* found = push(widget, start);
    QVERIFY2(found && found->isEnabled(), qPrintable(start));
    QTest::mouseClick(found, Qt::LeftButton);
}

/// What the labels in `widget` that are shown say, of those that a screen reader calls so.
inline QStringList labelTexts(const QWidget& widget, const QString& accessibleName)
{
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (!label->isHidden() && label->accessibleName() == accessibleName) {
            texts << label->text();
        }
    }
    return texts;
}

} // namespace knobscope
