// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "core/task/host.h"
#include "tests/widgets/buttons.h"
#include "widgets/control/limitsform.h"
#include "widgets/control/runcontrol.h"

#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

namespace knobscope {

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
