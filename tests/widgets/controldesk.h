// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "core/task/host.h"
#include "widgets/control/limitsform.h"
#include "widgets/control/runcontrol.h"

#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

namespace knobscope {

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

/// The small dense layer of ResNet-18 on this machine, by its number in the network.
inline Result<void> openTask(Workspace& workspace, const char* id = "resnet-18:13")
{
    const auto target = hostTarget().value();
    const auto task = findTask(loadNetworks().value(), id, target);
    return task ? workspace.openTask(QString::fromLatin1(id), task->task, task->args, target) : fail(task);
}

/// Keeps what runs write away from a person's folders.
struct Desk {
    Desk()
    {
        path = dir.filePath(QStringLiteral("p.knobscope"));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        (void)workspace.openProject(path);
    }
    QTemporaryDir dir;
    QString path;
    Workspace workspace;
};

inline void setTrials(RunControl& control, int trials)
{
    control.findChild<LimitsForm*>()->findChild<QSpinBox*>()->setValue(trials);
}

} // namespace knobscope
