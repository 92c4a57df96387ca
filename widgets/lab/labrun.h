// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/runlab.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <thread>

namespace knobscope {

/// A lab in threads of its own; what happens is told in the GUI thread, at most ten times a second. Stopping keeps what is done.
class LabRun : public QObject
{
    Q_OBJECT
public:
    using Outcome = std::shared_ptr<const LabResult>;

    explicit LabRun(QObject* parent = nullptr);
    /// Stops it and waits, for a trial of a replay at most.
    ~LabRun() override;

    bool isRunning() const { return m_thread.joinable(); }
    /// `known`: spaces that the tuners may learn from, as if each had been tuned for `knownTrials`.
    void start(std::vector<RecordedSpace> spaces, std::vector<TunerChoice> tuners, const LabOptions& options,
               std::vector<RecordedSpace> known = {}, int64_t knownTrials = 0);
    void stop();
    /// Waits for the end and tells of it at once (pictures, tests).
    void finishNow();

signals:
    void progressed(const knobscope::LabProgress& progress);
    /// The standings of the seeds that are done; the last time with the whole result.
    void resultChanged(const std::shared_ptr<const knobscope::LabResult>& result);
    /// `problem` is empty unless nothing came of it.
    void finished(const QString& problem);

private:
    struct Shared;
    void deliver();
    std::shared_ptr<Shared> m_shared;
    std::thread m_thread;
    QTimer m_timer;
};

} // namespace knobscope
