// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "core/target/host.h"
#include "core/worker/makemeasurer.h"
#include "tests/widgets/controls.h"
#include "widgets/views/run/optionforms.h"
#include "widgets/views/run/runview.h"

#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

namespace knobscope {

/// The small dense layer of ResNet-18 on this machine, by its number in the network.
inline Result<void> openTask(Workspace& workspace, const char* id = "resnet-18:13")
{
    const auto target = hostTarget().value();
    const auto task = TRY(findTask(loadNetworks().value(), id, target));
    return workspace.openTask(QString::fromLatin1(id), task.task, task.args, target);
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

/// Real workers that call each kernel once, against nothing: where it does not matter how fast it is.
inline void timeOnce(TuningSession& session)
{
    session.setMeasurer([](const Target& target, MeasureOptions options) {
        options.paired = false;
        options.number = options.repeat = 1;
        return makeMeasurer(target, options);
    });
}

/// Runs of the panel end without a second look at their best few, which takes longer than a few trials.
inline void leaveOutTheLastLook(RunView& control)
{
    byId<QSpinBox>(control, "confirm")->setValue(0);
    QCOMPARE(control.options().confirmTop, 0);
}

inline void setTrials(RunView& control, int trials)
{
    byId<QSpinBox>(control, "trials")->setValue(trials);
}

} // namespace knobscope
