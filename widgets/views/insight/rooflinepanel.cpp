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
#include "widgets/project/plotselection.h"
#include "widgets/views/insight/parallelscene.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kSpread = 0.06; ///< relative to the intensity, to either side

QString figure(double value)
{
    return number(value, value < 100 ? 1 : 0);
}

Roofline roofOf(const MachinePeak& peak)
{
    return {peak.gflops, peak.gigabytesPerSecond};
}

/// Sideways offset of a trial, whatever else is shown: multiples of the golden ratio fill a strip evenly.
double sidestep(size_t i)
{
    const double golden = static_cast<double>(i) * 0.6180339887498949;
    return 1 + kSpread * (2 * (golden - std::floor(golden)) - 1);
}

} // namespace

RooflinePanel::RooflinePanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_canvas(makeControl<PlotCanvas>("roofline.plot"))
    , m_status(new QLabel)
    , m_measure(makeControl<QPushButton>("roofline.measure", tr("Measure This Ma&chine")))
{
    m_status->setWordWrap(true);
    showButton();
    inColumn(this, {inRow({{m_status, 1}, m_measure}), {m_canvas, 1}}, QMargins(0, space::kSmall, 0, 0));
    m_canvas->setAccessibleName(tr("Roofline"));
    m_canvas->setEmptyText(tr("No successful trial to show."));
    m_canvas->setReading([this](PlotPick pick) {
        const TrialSet::Trial& trial = m_trials->trials[static_cast<size_t>(pick.point)];
        const double gflops = plainGflops(static_cast<size_t>(pick.point));
        const auto peak = peakWith(threadsOfTrial(static_cast<size_t>(pick.point)));
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
    return isGpu() ? tr("These kernels run on a GPU; the CPU roofline does not apply.")
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

int RooflinePanel::threadsOfTrial(size_t trial) const
{
    const RunRow* run = m_workspace.run(m_trials->trials[trial].run);
    return run ? threadsOf(*run) : m_threads;
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
    std::map<int, Roofline> roofs; // by number of threads
    double least = 1e300;
    double most = 0;
    for (size_t i = 0; m_trials && m_intensity > 0 && i < m_trials->trials.size(); ++i) {
        const double gflops = plainGflops(i);
        dots.points.emplace_back(m_intensity * sidestep(i), gflops > 0 ? gflops : -1); // failures have no logarithm
        dots.trials.push_back(refOf(m_trials->trials[i]));
        least = gflops > 0 ? std::min(least, gflops) : least;
        most = std::max(most, gflops);
        if (i == 0 || m_trials->trials[i].run != m_trials->trials[i - 1].run) {
            const int threads = threadsOfTrial(i);
            if (const auto peak = peakWith(threads)) {
                roofs[threads] = roofOf(*peak);
            }
        }
    }
    all.push_back(std::move(dots));
    double xLow = m_intensity / 10;
    double xHigh = m_intensity * 10;
    for (const auto& [threads, roof] : roofs) {
        xLow = std::min(xLow, roof.ridge() / 10);
        xHigh = std::max(xHigh, roof.ridge() * 10);
        most = std::max(most, roof.peakGflops);
    }
    for (const auto& [threads, roof] : roofs) {
        all.push_back({.name = roofs.size() == 1 ? tr("Roof of this machine") : tr("Roof with %n thread(s)", nullptr, threads),
                       .colour = themeFor(palette()).best,
                       .points = {{xLow, roof.attainable(xLow)}, {roof.ridge(), roof.peakGflops}, {xHigh, roof.peakGflops}},
                       .width = 2,
                       .isDashed = threads != m_threads,
                       .canBePicked = false});
    }
    m_canvas->setAxes(
        {tr("FLOPs per byte moved"), PlotAxis::Kind::Log, xLow, xHigh},
        {FlopsCount::plain(), PlotAxis::Kind::Log, most > 0 ? std::min(least, most / 10) / 1.5 : 1, most > 0 ? most * 1.4 : 10});
    if (most <= 0 || m_intensity <= 0) {
        all.clear();
    }
    m_canvas->setSeries(std::move(all));
    showStatus();
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
