// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"
#include "widgets/background/latestwork.h"
#include "widgets/workspace/workspace.h"

namespace knobscope {

/// What the timing of a config came to, a line each: its speed and time at full pace, what it is worth over the untuned config,
/// how it ran then, and whatever makes these figures doubtful. `seconds`: a call at full pace.
QString timingWords(double gflops, double seconds, const Timing& timing);

/// The current config, measured because a person wants to know: next in the run of its task that goes on, else by itself, and
/// then kept in the project beside the task's runs; an unnamed one is made where there is none. A GPU's can also be run on the
/// CPU. GUI thread only.
class MeasureNow : public QObject
{
    Q_OBJECT
public:
    explicit MeasureNow(Workspace& workspace, QObject* parent = nullptr);

    bool isMeasuring() const { return m_work.isBusy(); }
    void measure(const ConfigEntity& config);
    /// Where it is measured; makeMeasurer() unless a test says otherwise.
    using MeasurerMaker = std::function<Result<std::unique_ptr<Measurer>>(const Target&, const MeasureOptions&)>;
    void setMeasurer(MeasurerMaker make) { m_makeMeasurer = std::move(make); }
    /// Gives up what is being measured.
    void cancel();
    /// Whether a GPU's config answers right, found out on the CPU.
    void emulate(const ConfigEntity& config);
    /// Of the current config; null when another one was measured last.
    const MeasureResult* result() const;

signals:
    void said(const QString& text, bool isProblem);
    /// Measuring began or ended.
    void changed();

private:
    /// Null within: it was cancelled.
    void take(const Result<std::optional<MeasureResult>>& measured);
    void keep(const MeasureResult& result);

    Workspace& m_workspace;
    MeasurerMaker m_makeMeasurer = makeMeasurer;
    LatestWork m_keeping;
    LatestWork m_emulation;
    LatestWork m_work; ///< ending it ends the workers and takes at most a few hundred milliseconds
    std::shared_ptr<const Task> m_task; ///< of what was measured last, as all below
    QString m_label; ///< the task's name
    QString m_path;  ///< of the project that was open when measuring began, which keeps the result; empty: none was
    qint64 m_config = -1;
    MeasureOptions m_options;
    std::optional<MeasureResult> m_result;
};

} // namespace knobscope
