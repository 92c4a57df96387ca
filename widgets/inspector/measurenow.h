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
/// then kept in the project beside the task's runs; an unnamed one is made where there is none. Nothing else is timed meanwhile.
/// A GPU's can also be run on the CPU. GUI thread only.
class MeasureNow : public QObject
{
    Q_OBJECT
public:
    explicit MeasureNow(Workspace& workspace, QObject* parent = nullptr);

    bool isMeasuring() const { return m_work.isBusy(); }
    /// One of the current task's space, which says its number.
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
    /// What was said of the last result.
    QString words() const;

signals:
    void said(const QString& text, bool isProblem);
    /// Measuring began or ended.
    void changed();

private:
    struct Subject {
        std::shared_ptr<const Task> task;
        QString label; ///< the task's name
        ConfigEntity config;
    };
    /// Whether it is a config of the current task.
    bool isOfTask(const Subject& subject) const;
    /// "Config 5", with its task where another one is on screen.
    QString nameOf(const Subject& subject) const;
    /// Null within: it was cancelled.
    void take(const Result<std::optional<MeasureResult>>& measured);
    void keep();

    Workspace& m_workspace;
    MeasurerMaker m_makeMeasurer = makeMeasurer;
    LatestWork m_emulation;
    LatestWork m_work; ///< ending it ends the workers and takes at most a few hundred milliseconds
    Subject m_subject; ///< what was measured last; all below is of that
    MeasureOptions m_options;
    std::optional<MeasureResult> m_result;
};

} // namespace knobscope
