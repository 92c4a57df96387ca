// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "widgets/chart/thinning.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <thread>

namespace knobscope {

/// A tuning loop in a thread of its own. Its events come to the GUI thread at most 20 times a second, all at once. One run at
/// a time; stopping keeps what is finished.
class TuningSession : public QObject
{
    Q_OBJECT
public:
    explicit TuningSession(QObject* parent = nullptr);
    ~TuningSession() override;

    bool isRunning() const { return m_thread.joinable(); }
    /// The project's row of the run that goes on or went last; 0 when it is not kept.
    qint64 run() const { return m_run; }
    /// Tunes the task; trials are kept in the project file when a path is given.
    void start(const LoopTask& task, const MeasureOptions& measuring, const QString& projectPath);
    void pause();
    void resume();
    void stop();

signals:
    /// The run has a row in the project; before its first trial.
    void runStored(qint64 run);
    /// Trials of the run were handed to the project's writer.
    void trialsStored(qint64 run);
    void trialsFinished(const std::vector<knobscope::ChartTrial>& trials);
    void progressed(const knobscope::Progress& progress);
    void logged(const QString& line, bool isProblem);
    /// `problem` is empty unless the run could not start or go on.
    void finished(const knobscope::RunFinished& result, const QString& problem);

private:
    struct Shared;
    void deliver();
    std::shared_ptr<Shared> m_shared;
    qint64 m_run = 0;
    std::thread m_thread;
    QTimer m_timer;
};

} // namespace knobscope
