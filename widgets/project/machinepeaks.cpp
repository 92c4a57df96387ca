// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/machinepeaks.h"

#include "core/study/roofline.h"
#include "core/target/bestrate.h"
#include "core/target/targetdevice.h"
#include "core/tuning/storedrun.h"
#include "widgets/base/number.h"

#include <QCoreApplication>
#include <QSettings>

#include <algorithm>

namespace knobscope {

namespace {

class PeakWords
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::PeakWords)
};

constexpr QLatin1String kPeakGroup("machine");
constexpr QLatin1String kPeakKey("peak"); // followed by the number of threads

} // namespace

MachinePeaks measuredPeaks()
{
    MachinePeaks peaks;
    QSettings settings;
    settings.beginGroup(kPeakGroup);
    for (const QString& key : settings.childKeys()) {
        const int threads = key.startsWith(kPeakKey) ? key.mid(kPeakKey.size()).toInt() : 0;
        const bool isMeasurable = threads > 0 && threads <= kMaxPeakThreads; // earlier versions stored invalid ones
        const std::string text = isMeasurable ? settings.value(key).toString().toStdString() : std::string();
        if (const auto peak = peakFromJson(nlohmann::json::parse(text, nullptr, false))) {
            peaks.emplace(threads, *peak);
        }
    }
    return peaks;
}

void keepPeak(int threads, const MachinePeak& peak)
{
    QSettings().setValue(kPeakGroup + QLatin1Char('/') + kPeakKey + QString::number(threads),
                         QString::fromStdString(nlohmann::json(peak).dump()));
}

double peakGflops(const MachinePeaks& peaks, int threads)
{
    const auto found = peaks.find(threads);
    return found == peaks.end() ? 0 : found->second.gflops;
}

double peakOfGpu(const Target& target, std::string_view templateName)
{
    const bool isStated = templateName.find("tensorcore") == std::string_view::npos;
    return isStated ? deviceOf(target).peakFp32 / 1e9 : 0;
}

double peakGflops(const Task& task, int threads)
{
    return task.isGpu ? peakOfGpu(task.target, task.name) : peakGflops(measuredPeaks(), threads);
}

bool isOfThisMachine(const RunRow& run)
{
    const std::string machine = machineOf(run);
    return machine.empty() || machine == thisMachine().cpu;
}

double knownPeakGflops(const Task& task, int threads)
{
    return task.isGpu ? peakGflops(task, threads)
                      : std::max(peakGflops(measuredPeaks(), threads), BestRate().rateFor(threads) / 1e9);
}

QString shareOfPeak(const Task& task, double gflops, int threads)
{
    const double peak = knownPeakGflops(task, threads);
    if (peak <= 0 || gflops <= 0) {
        return {};
    }
    const QString share = number(100 * gflops * plainShare(task) / peak, 0);
    return task.isGpu   ? PeakWords::tr("%1 % of the GPU's peak").arg(share)
         : threads == 1 ? PeakWords::tr("%1 % of this core's peak").arg(share)
                        : PeakWords::tr("%1 % of the peak of %2 cores").arg(share).arg(threads);
}

} // namespace knobscope
