// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measurer.h"
#include "widgets/base/latestwork.h"
#include "widgets/project/workspace.h"

namespace knobscope {

/// Describes the timing of a config, one line each: its speed and time at full pace, its speed-up over the untuned config, how
/// it ran, and reasons to doubt these figures. `seconds`: per call, at full pace.
QString timingText(const QString& speed, double seconds, const Timing& timing);

/// Measures the current config on request: next in the run of its task if one is in progress, else by itself. It stores the
/// result in the project with the task's runs and creates an unnamed project if none is open. Nothing else is timed meanwhile.
/// Can also run a GPU config on the CPU. GUI thread only.
class SingleMeasurement : public QObject
{
    Q_OBJECT
public:
    explicit SingleMeasurement(Workspace& workspace, QObject* parent = nullptr);

    bool isMeasuring() const { return m_work.isBusy(); }
    /// `config` is from the current task's space and has its number.
    void measure(const ConfigEntity& config);
    /// Measures a config and a changed one; the result is the changed one's.
    void measureChange(const ConfigEntity& before, const ConfigEntity& after);
    /// Cancels the measurement.
    void cancel();
    /// Checks a GPU config's result by running it on the CPU.
    void emulate(const ConfigEntity& config);
    /// Result for the current config; null if another one was measured last.
    const MeasureResult* result() const;
    /// Text about the last result.
    QString resultText() const;
    /// The gain of the last measureChange(): how many times as fast the changed config is; 0 if either failed, or if one config
    /// was measured last.
    double gain() const;

signals:
    void statusChanged(const QString& text, bool isProblem);
    /// Measuring started or ended.
    void changed();
    /// A change was measured: both config numbers.
    void changeMeasured(qint64 before, qint64 after);

private:
    void start(std::vector<ConfigEntity> configs);
    struct Subject {
        std::shared_ptr<const Task> task;
        QString label; ///< the task's name
        ConfigEntity config;
    };
    /// Whether it is a config of the current task.
    bool isOfTask(const Subject& subject) const;
    /// "Config 5", with its task if that is not the current one.
    QString nameOf(const Subject& subject) const;
    /// Empty if it was cancelled.
    void finish(const Result<std::vector<MeasureResult>>& measured);
    void store(const ConfigEntity& config, const MeasureResult& measured);

    Workspace& m_workspace;
    LatestWork m_emulation{JobLength::Long};
    LatestWork m_work{JobLength::Long}; ///< stopping it stops the workers and takes at most a few hundred milliseconds
    Subject m_subject; ///< measured last; the members below are about it
    MeasureOptions m_options;
    std::optional<MeasureResult> m_result;
    std::optional<ConfigEntity> m_before; ///< the config that was changed; nullopt: one was measured
    MeasureResult m_beforeResult;
};

} // namespace knobscope
