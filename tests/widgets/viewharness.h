// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of views that read projects share: runs made by hand, widgets by name, pictures to look at.
#pragma once

#include "core/store/projectwriter.h"
#include "core/task/task.h"

#include <QTest>
#include <QWidget>

#include <cstdint>

namespace knobscope::testing {

/// Every picture that a person wants to look at goes where $KNOBSCOPE_LOOK points.
inline void look(QWidget& widget, const char* name)
{
    if (const QByteArray folder = qgetenv("KNOBSCOPE_LOOK"); !folder.isEmpty()) {
        QTest::qWait(50);
        widget.grab().save(QString::fromLocal8Bit(folder) + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png"));
    }
}

/// The first child of that kind with an accessible name; null: none.
template<class Widget>
Widget* named(const QWidget& parent, const QString& accessibleName)
{
    for (Widget* candidate : parent.findChildren<Widget*>()) {
        if (candidate->accessibleName() == accessibleName) {
            return candidate;
        }
    }
    return nullptr;
}

/// A trial by its config and speed; 0 GFLOPS: it failed.
inline TrialRow trialOf(int64_t index, nlohmann::json entity, double gflops)
{
    TrialRow trial;
    trial.index = index;
    trial.entity = std::move(entity);
    trial.gflops = gflops;
    trial.errorNo = gflops > 0 ? 0 : 4;
    return trial;
}

/// Keeps a finished run of these trials, one a second; its id.
inline int64_t addFinishedRun(ProjectWriter& writer, const TaskRow& task, const char* tuner, uint64_t seed,
                              std::vector<TrialRow> trials)
{
    RunRow run;
    run.task = writer.addTask(task).value();
    run.tuner = tuner;
    run.seed = seed;
    run.state = "finished";
    run.started = 1000;
    run.budget = static_cast<int64_t>(trials.size());
    const int64_t id = writer.addRun(run).value();
    int64_t number = 0;
    for (TrialRow& trial : trials) {
        trial.number = ++number;
        trial.timestamp = run.started + static_cast<double>(number);
        writer.addTrial(id, trial);
    }
    writer.flush();
    return id;
}

} // namespace knobscope::testing
