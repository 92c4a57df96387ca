// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/recorder.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <thread>

namespace knobscope {

/// Records a space with real workers, in a thread of its own; what happens is told in the GUI thread, at most ten times a second.
/// Every config is in the file as soon as it was measured: one that was stopped goes on where it was.
class SpaceRecording : public QObject
{
    Q_OBJECT
public:
    explicit SpaceRecording(QObject* parent = nullptr);
    /// Stops it and waits for the configs in flight.
    ~SpaceRecording() override;

    bool isRunning() const { return m_thread.joinable(); }
    void start(const RecordedSpace& space, const QString& path, const MeasureOptions& measuring);
    void stop();

signals:
    void progressed(const knobscope::RecordProgress& progress);
    /// `problem` is empty unless it could not start or be kept.
    void finished(const knobscope::RecordOutcome& outcome, const QString& problem);

private:
    struct Shared;
    void deliver();
    std::shared_ptr<Shared> m_shared;
    std::thread m_thread;
    QTimer m_timer;
};

} // namespace knobscope
