// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/configlist.h"
#include "widgets/background/latestwork.h"

#include <memory>

namespace knobscope {

/// Measures listed configs in a thread of its own and keeps them in a project as a run. What happens is told in the GUI thread.
/// Stopping keeps what is finished.
class NeighbourRun : public QObject
{
    Q_OBJECT
public:
    explicit NeighbourRun(QObject* parent = nullptr);
    ~NeighbourRun() override;

    bool isRunning() const { return m_work.isBusy(); }
    const LatestWork& work() const { return m_work; }
    /// Where they are measured; makeMeasurer() unless a test says otherwise.
    using MeasurerMaker = std::function<Result<std::unique_ptr<Measurer>>(const Target&, const MeasureOptions&)>;
    void setMeasurer(MeasurerMaker make) { m_makeMeasurer = std::move(make); }
    void start(ConfigList list, const MeasureOptions& measuring, const QString& projectPath);
    void stop();

signals:
    /// From the beginning on; `run`: its row in the project, 0 where it could not be kept.
    void progressed(qint64 run, int done, int total);
    /// `problem` is empty unless it could not start or be kept.
    void finished(qint64 run, const QString& problem);

private:
    std::shared_ptr<LoopControl> m_control;
    MeasurerMaker m_makeMeasurer = makeMeasurer;
    LatestWork m_work;
};

} // namespace knobscope
