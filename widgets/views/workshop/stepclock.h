// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/worker/machinepeak.h"
#include "widgets/base/latestwork.h"
#include "widgets/project/workspace.h"
#include "widgets/views/workshop/scheduleanalysis.h"

#include <QJsonArray>
#include <QMap>

namespace knobscope {

/// Times the steps of a schedule in the background, one measurement at a time for the whole window, and keeps what was timed by
/// its key, so that the same lines are not timed again. GUI thread only.
class StepClock : public QObject
{
    Q_OBJECT
public:
    explicit StepClock(Workspace& workspace, QObject* parent = nullptr);

    bool isTiming() const { return m_work.isBusy(); }
    /// Fills in what is known of the steps.
    void fill(ScheduleAnalysis& analysis) const;
    /// Times the steps without a time. Returns why it cannot; empty: started.
    QString start(const ScheduleAnalysis& analysis);
    void stop();
    QJsonArray save() const;
    void restore(const QJsonArray& times);

signals:
    /// More is known.
    void changed();
    void statusChanged(const QString& text, bool isProblem);
    /// Timing started or ended.
    void timingChanged();

private:
    struct Outcome {
        Staircase stairs;
        std::optional<MachinePeak> peak;
    };
    void take(const Staircase& stairs, const QStringList& keys);
    void finish(const Result<Outcome>& timed, const QStringList& keys);

    Workspace& m_workspace;
    QMap<QString, StairStep> m_known; ///< timed or failed, by key
    QStringList m_order;              ///< keys, the oldest first
    bool m_isStopped = false;
    LatestWork m_work{JobLength::Long};
};

} // namespace knobscope
