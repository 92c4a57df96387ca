// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"
#include "core/task/task.h"
#include "widgets/background/latestwork.h"

#include <memory>

namespace knobscope {

/// Measures one config at a time in worker processes, from a thread of its own. GUI thread only.
class SingleMeasurement : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    bool isRunning() const { return m_work.isBusy(); }
    /// Where it is measured; makeMeasurer() unless a test says otherwise.
    using MeasurerMaker = std::function<Result<std::unique_ptr<Measurer>>(const Target&, const MeasureOptions&)>;
    void setMeasurer(MeasurerMaker make) { m_makeMeasurer = std::move(make); }
    /// Does nothing while one goes on.
    void start(std::shared_ptr<const Task> task, const ConfigEntity& entity, const MeasureOptions& options);
    /// Ends it without a result.
    void cancel();

signals:
    /// `problem` says why there is no result (workers that cannot be started); empty otherwise.
    void finished(const knobscope::MeasureResult& result, const QString& problem, bool wasCancelled);

private:
    LatestWork m_work; ///< ending it ends the workers and takes at most a few hundred milliseconds
    bool m_isCancelled = false;
    MeasurerMaker m_makeMeasurer = makeMeasurer;
};

} // namespace knobscope
