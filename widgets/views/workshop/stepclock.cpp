// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/stepclock.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/project/machinepeaks.h"

#include <QJsonObject>

#include <algorithm>

namespace knobscope {

namespace {

constexpr qsizetype kMostKept = 400;

} // namespace

StepClock::StepClock(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
{
}

void StepClock::fill(ScheduleAnalysis& analysis) const
{
    if (!analysis.stairs) {
        return;
    }
    for (StairStep& step : analysis.stairs->steps) {
        const auto known = m_known.constFind(analysis.keys.value(static_cast<qsizetype>(step.step)));
        const bool isOpen = step.state == StairStep::State::Ready || step.state == StairStep::State::Failed;
        if (isOpen && known != m_known.constEnd()) {
            step.state = known->state;
            step.seconds = known->seconds;
            step.margin = known->margin;
            step.note = known->note;
            step.isWrong = known->isWrong;
            step.bound = known->bound;
        }
    }
    compareSteps(*analysis.stairs);
}

QString StepClock::start(const ScheduleAnalysis& analysis)
{
    if (!analysis.stairs) {
        return tr("The text is not a schedule yet: %1").arg(coreText(analysis.problem));
    }
    Staircase stairs = *analysis.stairs;
    std::vector<size_t> wanted;
    for (StairStep& step : stairs.steps) {
        if (step.state == StairStep::State::Failed) {
            step.state = StairStep::State::Ready; // tries again
        }
        if (step.state == StairStep::State::Ready) {
            wanted.push_back(step.step);
        }
    }
    if (wanted.empty()) {
        return tr("Everything is timed already.");
    }
    if (const auto allowed = m_workspace.checkCanMeasure(); !allowed) {
        return coreText(allowed.error());
    }
    const MeasureOptions options = staircaseOptions(m_workspace.measuring());
    m_isStopped = false;
    const bool needsPeak =
        !stairs.task.isGpu && peakGflops(stairs.task, options.threads) <= 0 && options.threads <= kMaxPeakThreads;
    const QString name = QString::fromStdString(stairs.task.name);
    m_work.ask(
        [this, stairs = std::move(stairs), wanted, options, needsPeak, keys = analysis.keys,
         make = m_workspace.session().measurerMaker()](const std::atomic<bool>& stop) -> Result<Outcome> {
            Outcome out{stairs, {}};
            const auto measurer = TRY(make(stairs.task.target, options));
            size_t done = 0;
            const auto tell = [&](const StairStep&) {
                ++done;
                m_work.notify([this, now = out.stairs, keys, done, all = wanted.size()] {
                    take(now, keys);
                    emit statusChanged(tr("Timing: %1 of %2 steps are done").arg(done).arg(all), false);
                });
            };
            TRY(timeSteps(*measurer, out.stairs, wanted, options.threads, tell, &stop));
            if (needsPeak && !stop) {
                if (auto peak = measureMachinePeak(options.threads, options.worker)) {
                    out.peak = std::move(*peak);
                }
            }
            return out;
        },
        [this, keys = analysis.keys](const Result<Outcome>& timed) { finish(timed, keys); });
    m_workspace.registerMeasurement(m_work, name);
    emit statusChanged(tr("Timing %n step(s)…", nullptr, static_cast<int>(wanted.size())), false);
    emit timingChanged();
    return {};
}

void StepClock::stop()
{
    if (isTiming()) {
        m_isStopped = true;
        m_work.stop();
        emit statusChanged(tr("Stopping…"), false);
    }
}

void StepClock::take(const Staircase& stairs, const QStringList& keys)
{
    for (const StairStep& step : stairs.steps) {
        const QString key = keys.value(static_cast<qsizetype>(step.step));
        if (step.state == StairStep::State::Timed || step.state == StairStep::State::Failed) {
            m_order.removeAll(key);
            m_order << key;
            m_known[key] = step;
        }
    }
    while (m_order.size() > kMostKept) {
        m_known.remove(m_order.takeFirst());
    }
    emit changed();
}

void StepClock::finish(const Result<Outcome>& timed, const QStringList& keys)
{
    if (!timed) {
        emit statusChanged(tr("The schedule could not be timed: %1").arg(coreText(timed.error())), true);
    } else {
        if (timed->peak) {
            keepPeak(timed->peak->threads, *timed->peak);
            emit m_workspace.peaksChanged();
        }
        take(timed->stairs, keys);
        const bool isRight = timed->stairs.isRight();
        emit statusChanged(m_isStopped ? tr("Stopped. The steps timed so far are kept.")
                           : isRight   ? tr("All steps are timed; their answers agree with the definition.")
                                       : tr("A step failed; point at its time to see why."),
                           !m_isStopped && !isRight);
    }
    emit timingChanged();
}

QJsonArray StepClock::save() const
{
    QJsonArray times;
    for (const QString& key : m_order) {
        const StairStep step = m_known.value(key);
        if (step.state == StairStep::State::Timed) {
            times.append(QJsonObject{{QStringLiteral("key"), key},
                                     {QStringLiteral("seconds"), step.seconds},
                                     {QStringLiteral("margin"), step.margin}});
        }
    }
    return times;
}

void StepClock::restore(const QJsonArray& times)
{
    for (const QJsonValue& value : times) {
        StairStep step;
        step.state = StairStep::State::Timed;
        step.seconds = value[QLatin1String("seconds")].toDouble();
        step.margin = value[QLatin1String("margin")].toDouble();
        const QString key = value[QLatin1String("key")].toString();
        if (step.seconds > 0 && !key.isEmpty() && m_order.size() < kMostKept && !m_order.contains(key)) {
            m_order << key;
            m_known[key] = step;
        }
    }
    emit changed();
}

} // namespace knobscope
