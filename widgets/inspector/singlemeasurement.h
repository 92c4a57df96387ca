// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"
#include "core/task/task.h"

#include <QObject>

#include <atomic>
#include <memory>
#include <thread>

namespace knobscope {

/// Measures one config at a time in worker processes, from a thread of its own. GUI thread only.
class SingleMeasurement : public QObject
{
    Q_OBJECT
public:
    explicit SingleMeasurement(QObject* parent = nullptr)
        : QObject(parent)
    {
    }
    /// Ends the workers; takes at most a few hundred milliseconds.
    ~SingleMeasurement() override;

    bool isRunning() const { return m_thread.joinable(); }
    /// Does nothing while one goes on.
    void start(std::shared_ptr<const Task> task, const ConfigEntity& entity, const MeasureOptions& options);
    /// Ends it without a result.
    void cancel();

signals:
    /// `problem` says why there is no result (workers that cannot be started); empty otherwise.
    void finished(const knobscope::MeasureResult& result, const QString& problem, bool wasCancelled);

private:
    void join();

    std::thread m_thread;
    std::atomic<bool> m_isCancelled = false;
};

} // namespace knobscope
