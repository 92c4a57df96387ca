// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/runlab.h"
#include "widgets/background/latestwork.h"

#include <cstdint>
#include <memory>

namespace knobscope {

/// A lab in threads of its own; what happens is told in the GUI thread. Stopping keeps what is done.
class LabRun : public QObject
{
    Q_OBJECT
public:
    using Outcome = std::shared_ptr<const LabResult>;

    explicit LabRun(QObject* parent = nullptr);

    bool isRunning() const { return m_work.isBusy(); }
    void start(std::vector<RecordedSpace> spaces, std::vector<TunerChoice> tuners, const LabOptions& options);
    void stop() { m_work.stop(); }
    /// Waits for the end and tells of it at once (pictures, tests).
    void finishNow() { m_work.finishNow(); }

signals:
    void progressed(const knobscope::LabProgress& progress);
    /// The standings of the seeds that are done; the last time with the whole result.
    void resultChanged(const std::shared_ptr<const knobscope::LabResult>& result);
    /// `problem` is empty unless nothing came of it.
    void finished(const QString& problem);

private:
    LatestWork m_work; ///< ending it waits for a trial of a replay at most
};

} // namespace knobscope
