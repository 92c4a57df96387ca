// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/configlist.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <thread>

namespace knobscope {

/// Measures listed configs in a thread of its own and keeps them in a project as a run. What happens is told in the GUI thread,
/// at most ten times a second. Stopping keeps what is finished.
class NeighbourRun : public QObject
{
    Q_OBJECT
public:
    explicit NeighbourRun(QObject* parent = nullptr);
    ~NeighbourRun() override;

    bool isRunning() const { return m_thread.joinable(); }
    void start(ConfigList list, const MeasureOptions& measuring, const QString& projectPath);
    void stop();

signals:
    /// The run has a row in the project.
    void stored(qint64 run);
    void progressed(qint64 run, int done, int total);
    /// `problem` is empty unless it could not start or be kept.
    void finished(qint64 run, const QString& problem);

private:
    struct Shared;
    void deliver();
    std::shared_ptr<Shared> m_shared;
    std::thread m_thread;
    QTimer m_timer;
    qint64 m_run = 0;
    int m_done = 0;
};

} // namespace knobscope
