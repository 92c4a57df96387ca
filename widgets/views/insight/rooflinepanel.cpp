// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/insight/rooflinepanel.h"

#include "core/tuning/storedrun.h"
#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/base/timetext.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/headline.h"
#include "widgets/project/plotselection.h"
#include "widgets/views/insight/parallelscene.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

QString figure(double value)
{
    return number(value, value < 100 ? 1 : 0);
}

Roofline roofOf(const MachinePeak& peak)
{
    return {peak.gflops, peak.gigabytesPerSecond};
}

} // namespace

RooflinePanel::RooflinePanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_canvas(makeControl<PlotCanvas>("roofline.plot"))
    , m_headline(new Headline("roofline.headline"))
    , m_status(new QLabel)
    , m_measure(makeControl<QPushButton>("roofline.measure", tr("Measure This Ma&chine")))
{
    m_status->setWordWrap(true);
    showButton();
    inColumn(this, {inRow({{m_headline, 1}, m_measure}), {m_canvas, 1}, m_status}, QMargins(0, space::kSmall, 0, 0));
    m_canvas->setAccessibleName(tr("Roofline"));
    m_canvas->setEmptyText(tr("No successful trial to show."));
    m_canvas->setReading([this](PlotPick pick) {
        const TrialSet::Trial trial = m_trials->trials[static_cast<size_t>(pick.point)];
        const double gflops = plainGflops(static_cast<size_t>(pick.point));
        const auto peak = peakOfTrial(static_cast<size_t>(pick.point));
        const QString of =
            peak ? tr(", %1 % of the roof").arg(figure(100 * gflops / roofOf(*peak).attainable(m_intensity))) : QString();
        return tr("Run %1, trial %2: %3 GFLOPS%4").arg(trial.run).arg(trial.point.number).arg(figure(gflops), of);
    });
    linkPlot(*m_canvas, workspace.selection());
    connect(m_measure, &QPushButton::clicked, this, &RooflinePanel::measurePeak);
}

void RooflinePanel::setTrials(std::shared_ptr<const TrialSet> trials, int threads)
{
    const bool isOtherTask = !m_trials || !trials || m_trials->task != trials->task;
    m_trials = std::move(trials);
    m_threads = threads;
    if (isOtherTask) {
        m_plainShare = m_trials && m_trials->task ? plainShare(*m_trials->task) : 1;
        readIntensity();
    }
    m_peaks = isGpu() ? MachinePeaks() : measuredPeaks();
    showPlot();
    showButton();
}

/// Runs in the background, because it lowers a kernel, which takes seconds for some.
void RooflinePanel::readIntensity()
{
    m_intensity = 0;
    m_problem.clear();
    m_intensityJob.cancel();
    if (!m_trials || !m_trials->task) {
        return;
    }
    m_intensityJob.ask([task = m_trials->task] { return arithmeticIntensity(*task); },
                       [this](const Result<double>& intensity) {
                           m_intensity = intensity.value_or(0);
                           m_problem = intensity ? QString() : coreText(intensity.error());
                           showPlot();
                       });
}

QString RooflinePanel::refusal() const
{
    const RunRow* first = m_trials && !m_trials->trials.empty() ? runOf(0) : nullptr;
    return isGpu()                           ? tr("These kernels run on a GPU; the CPU roofline does not apply.")
         : first && !isOfThisMachine(*first) ? tr("These trials were measured on %1; the roof of this machine does not apply.")
                                                   .arg(QString::fromStdString(machineOf(*first)))
         : m_threads > kMaxPeakThreads
             ? tr("The peak is measured with at most %1 threads; this run had %2.").arg(kMaxPeakThreads).arg(m_threads)
             : QString();
}

void RooflinePanel::showButton()
{
    const QString refused = refusal();
    m_measure->setEnabled(refused.isEmpty() && !m_peakJob.isBusy());
    m_measure->setToolTip(
        refused.isEmpty() ? tr("Times a loop of fused multiply-adds and a loop that streams through memory; takes about a second")
                          : refused);
}

std::optional<MachinePeak> RooflinePanel::peakWith(int threads) const
{
    const auto found = m_peaks.find(threads);
    return found == m_peaks.end() ? std::nullopt : std::optional(found->second);
}

const RunRow* RooflinePanel::runOf(size_t trial) const
{
    return m_workspace.run(m_trials->trials[trial].run);
}

int RooflinePanel::threadsOfTrial(size_t trial) const
{
    const RunRow* run = runOf(trial);
    return run ? threadsOf(*run) : m_threads;
}

std::optional<MachinePeak> RooflinePanel::peakOfTrial(size_t trial) const
{
    const RunRow* run = runOf(trial);
    return run && !isOfThisMachine(*run) ? std::nullopt : peakWith(threadsOfTrial(trial));
}

void RooflinePanel::measurePeak()
{
    const auto allowed = m_workspace.checkCanMeasure();
    if (const QString refused = allowed ? refusal() : coreText(allowed.error()); !refused.isEmpty()) {
        m_status->setText(refused);
        return;
    }
    m_peakJob.ask([threads = m_threads, measure = m_measurePeak] { return measure(threads); },
                  [this, threads = m_threads](const Result<MachinePeak>& measured) { setPeak(threads, measured); });
    m_workspace.registerMeasurement(m_peakJob, tr("This machine's peak"));
    showButton();
    showStatus();
}

void RooflinePanel::setPeak(int threads, const Result<MachinePeak>& measured)
{
    showButton();
    if (m_workspace.reportError(measured)) {
        m_status->setText(coreText(measured.error()));
        return;
    }
    keepPeak(threads, *measured);
    setTrials(m_trials, m_threads);
    emit m_workspace.peaksChanged();
}

void RooflinePanel::showPlot()
{
    PlotSeries dots{.name = m_trials ? QString::fromStdString(m_trials->label) : QString(),
                    .colour = themeFor(palette()).trial,
                    .kind = PlotSeries::Kind::Dots,
                    .width = 4};
    std::vector<PlotSeries> all;
    std::map<int, MachinePeak> peaks; // by number of threads
    double least = 1e300;
    double most = 0;
    for (size_t i = 0; m_trials && m_intensity > 0 && i < m_trials->trials.size(); ++i) {
        const double gflops = plainGflops(i);
        dots.points.emplace_back(m_intensity, gflops > 0 ? gflops : -1); // failures have no logarithm
        dots.trials.push_back(refOf(m_trials->trials[i]));
        least = gflops > 0 ? std::min(least, gflops) : least;
        most = std::max(most, gflops);
        if (i == 0 || m_trials->trials[i].run != m_trials->trials[i - 1].run) {
            const int threads = threadsOfTrial(i);
            if (const auto peak = peakOfTrial(i)) {
                peaks[threads] = *peak;
            }
        }
    }
    all.push_back(std::move(dots));
    double xLow = m_intensity / 10;
    double xHigh = m_intensity * 10;
    for (const auto& [threads, peak] : peaks) {
        const Roofline roof = roofOf(peak);
        xLow = std::min(xLow, roof.ridge() / 10);
        const double fastest = std::max(peak.cacheGigabytesPerSecond, peak.l1GigabytesPerSecond);
        xLow = fastest > 0 ? std::min(xLow, peak.gflops / fastest / 2) : xLow;
        xHigh = std::max(xHigh, roof.ridge() * 10);
        most = std::max(most, roof.peakGflops);
    }
    for (const auto& [threads, peak] : peaks) {
        const Roofline roof = roofOf(peak);
        all.push_back({.name = peaks.size() == 1 ? tr("Roof of this machine") : tr("Roof with %n thread(s)", nullptr, threads),
                       .colour = themeFor(palette()).best,
                       .points = {{xLow, roof.attainable(xLow)}, {roof.ridge(), roof.peakGflops}, {xHigh, roof.peakGflops}},
                       .width = 2,
                       .isDashed = threads != m_threads,
                       .canBePicked = false});
    }
    if (const auto own = peaks.find(m_threads); own != peaks.end()) {
        for (const auto& [name, rate] : {std::pair(tr("L2 cache"), own->second.cacheGigabytesPerSecond),
                                         {tr("L1 cache"), own->second.l1GigabytesPerSecond}}) {
            if (rate <= own->second.gigabytesPerSecond) {
                continue; // not measured
            }
            const Roofline roof{own->second.gflops, rate};
            const bool isL1 = rate == own->second.l1GigabytesPerSecond;
            all.push_back({.name = tr("%1, %2 GB/s").arg(name, figure(rate)),
                           .colour = themeFor(palette()).muted,
                           .points = {{xLow, roof.attainable(xLow)}, {std::max(xLow, roof.ridge()), roof.peakGflops}},
                           .width = 1.5,
                           .isDashed = isL1,
                           .canBePicked = false});
        }
    }
    m_canvas->setAxes(
        {tr("FLOPs per byte moved"), PlotAxis::Kind::Log, xLow, xHigh},
        {FlopsCount::plain(), PlotAxis::Kind::Log, most > 0 ? std::min(least, most / 10) / 1.5 : 1, most > 0 ? most * 1.4 : 10});
    if (most <= 0 || m_intensity <= 0) {
        all.clear();
    }
    m_canvas->setSeries(std::move(all));
    showStatus();
    showVerdict();
}

void RooflinePanel::showVerdict()
{
    const auto best = m_trials ? m_trials->best() : std::nullopt;
    const auto peak = best && m_intensity > 0 ? peakOfTrial(*best) : std::nullopt;
    if (!peak) {
        m_headline->showNone(!best ? QString() : tr("The share of the peak is unknown."));
        return;
    }
    const double gflops = plainGflops(*best);
    const RooflineVerdict verdict = knobscope::verdictOf(roofOf(*peak), m_intensity, gflops, peak->threads);
    const TrialSet::Trial trial = m_trials->trials[*best];
    m_headline->show(number(100 * verdict.share, 0), coreText(verdict.unit),
                     tr("%1 The best is trial %2 of run %3, %4 GFLOPS.")
                         .arg(coreText(verdict.left))
                         .arg(trial.point.number)
                         .arg(trial.run)
                         .arg(figure(gflops)));
}

void RooflinePanel::showStatus()
{
    const QString refused = refusal();
    if (m_peakJob.isBusy()) {
        m_status->setText(tr("Measuring the peak of this machine…"));
    } else if (m_intensityJob.isBusy()) {
        m_status->setText(tr("Counting the operations and bytes of this task…"));
    } else if (!m_problem.isEmpty() || !refused.isEmpty()) {
        m_status->setText(m_problem.isEmpty() ? refused : m_problem);
    } else if (const auto best = peak()) {
        m_status->setText(
            tr("This machine, on %1 of its cores: %2 GFLOPS (%3, fused multiply-adds in registers) and %4 GB/s (stream triad "
               "through memory), measured %5. Trials whose tensors stay in the cache may lie above the slope.")
                .arg(best->threads)
                .arg(figure(best->gflops), QString::fromStdString(best->vectors), figure(best->gigabytesPerSecond),
                     momentText(QDateTime::fromSecsSinceEpoch(static_cast<qint64>(best->measured)))));
    } else {
        m_status->setText(tr("The peak of this machine has not been measured yet. Press Measure This Machine to show the roof."));
    }
}

} // namespace knobscope
