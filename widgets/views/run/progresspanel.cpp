// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/progresspanel.h"

#include "core/tuning/storedrun.h"
#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/listtext.h"
#include "widgets/base/number.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/headline.h"
#include "widgets/controls/section.h"
#include "widgets/project/machinepeaks.h"

#include <QProgressBar>

#include <climits>

namespace knobscope {

ProgressPanel::ProgressPanel()
    : m_bar(new QProgressBar)
    , m_status(new QLabel)
    , m_rates(makeSentence({}))
    , m_headline(new Headline("headline"))
{
    m_bar->setAccessibleName(tr("Progress of the run"));
    m_bar->setTextVisible(true);
    m_bar->setRange(0, 1);
    m_bar->setValue(0);
    m_status->setWordWrap(true);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_status->setAccessibleName(tr("State of the run"));
    m_rates->setObjectName("rates");
    m_rates->setAccessibleName(tr("Rates of the run"));
    m_rates->setToolTip(tr("Means over the run. Kernels are built while the device measures; idle time means it waited for "
                           "builds. The clock ratio is that of the last trial; heat and other programs lower it."));
    inColumn(this, {m_headline, m_bar, m_status, m_rates}, QMargins());
    m_rates->hide();
    m_bar->hide();
    // Controls below do not move while the text gets longer or shorter.
    constexpr int statusLines = 3;
    m_status->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_status->setMinimumHeight(m_status->fontMetrics().lineSpacing() * statusLines);
    for (QWidget* part : std::initializer_list<QWidget*>{m_bar, m_rates}) {
        QSizePolicy policy = part->sizePolicy();
        policy.setRetainSizeWhenHidden(true);
        part->setSizePolicy(policy);
    }
    m_rates->setMinimumHeight(m_rates->fontMetrics().lineSpacing() * statusLines);
    m_rates->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_headline->showNone(tr("This task has not been tuned."));
}

void ProgressPanel::begin(const QString& status)
{
    m_bar->show();
    m_bar->setRange(0, 0); // busy: the workers are starting
    m_rates->hide();
    m_rates->clear();
    m_headline->showNone(tr("The first kernels are being built."));
    m_status->setText(status);
}

void ProgressPanel::showProgress(const Progress& p)
{
    m_bar->setRange(0, static_cast<int>(std::clamp<int64_t>(p.total, 1, INT_MAX)));
    m_bar->setValue(static_cast<int>(std::min<int64_t>(p.done, INT_MAX)));
    const QString share = tr("%1 of %2 trial(s)", nullptr, pluralOf(p.total)).arg(number(p.done), number(p.total));
    if (p.bestGflops > 0) {
        m_headline->show(number(p.bestGflops, 1), tr("GFLOPS"),
                         p.bestSpeedup > 0 ? tr("%1 times untuned, %2").arg(number(p.bestSpeedup, 2), share) : share);
    }
    QString text = tr("%1 of %2 trial(s), best %3 GFLOPS", nullptr, pluralOf(p.total))
                       .arg(number(p.done), number(p.total), number(p.bestGflops, 1));
    if (p.bestSpeedup > 0) {
        text += tr(", %1 times as fast as untuned").arg(number(p.bestSpeedup, 2));
    }
    if (p.total > 0 && p.done >= p.total) {
        text += tr(", checking the best");
    } else if (p.secondsLeft >= 0) {
        text += tr(", %1 left").arg(localizedDuration(p.secondsLeft));
    }
    if (p.errors > 0) {
        text += tr(", %n failed", nullptr, static_cast<int>(p.errors));
    }
    showStatus(text);
    if (p.trialsPerSecond > 0) {
        QString rates = tr("%1 trials/s in this run so far. Build: %2 ms per trial (%3 builders busy). Device: %4 ms per trial, "
                           "idle %5 % of the time.")
                            .arg(number(p.trialsPerSecond, 1), number(p.buildSeconds * 1e3, 1), number(p.buildersBusy, 1),
                                 number(p.runSeconds * 1e3, 1), number(p.deviceIdle * 100, 0));
        if (p.pace > 0) {
            rates += tr(" The clock ratio is %1 %.").arg(number(p.pace * 100, 0));
        }
        m_rates->setText(rates);
        m_rates->show();
    }
}

void ProgressPanel::showNetwork(const NetworkProgress& p)
{
    const double share = p.trials > 0 ? static_cast<double>(p.point.trials) / static_cast<double>(p.trials)
                                      : p.point.seconds / std::max(1e-9, p.point.seconds + p.secondsLeft);
    m_bar->setRange(0, 1000);
    m_bar->setValue(static_cast<int>(1000 * std::clamp(share, 0.0, 1.0)));
    m_headline->show(number(p.point.networkSeconds * 1e3, 2), tr("ms"),
                     tr("%1, %n trial(s)", nullptr, pluralOf(p.point.trials)).arg(QString::fromStdString(p.network)));
    showStatus(coreText(progressSentence(p)));
    m_rates->setText(tr("Now: %1").arg(QString::fromStdString(p.task)));
    m_rates->show();
}

void ProgressPanel::showStatus(const QString& status)
{
    if (m_bar->maximum() == 0) {
        m_bar->setRange(0, 1);
    }
    m_status->setText(status);
}

void ProgressPanel::showNewest(Workspace& workspace, bool isOtherTask)
{
    const TuningSession& session = workspace.session();
    if (session.isRunning() || (!isOtherTask && session.tunedNetwork())) {
        return;
    }
    const RunRow* run = workspace.newestRun();
    const auto task = workspace.task();
    if (!run || run->bestGflops <= 0) {
        m_headline->showNone(run ? tr("No trial of run %1 succeeded.").arg(run->id) : tr("This task has not been tuned."));
        return;
    }
    const QString share = isOfThisMachine(*run) ? shareOfPeak(*task, run->bestGflops, threadsOf(*run)) : QString();
    QStringList parts{
        run->bestSpeedup > 0 ? tr("%1 times untuned").arg(number(run->bestSpeedup, 2)) : QString(), share,
        tr("best of run %1, %2").arg(run->id).arg(tr("%1 trial(s)", nullptr, pluralOf(run->trials)).arg(number(run->trials)))};
    parts.removeAll(QString());
    m_headline->show(number(run->bestGflops, 1), FlopsCount::unit(speedUnitOf(task.get())), listText(parts));
}

void ProgressPanel::showIdle(const QString& status)
{
    showStatus(status);
    m_bar->hide();
    m_rates->hide();
}

void ProgressPanel::showEnd(const QString& status, bool isFinished)
{
    showStatus(status);
    m_rates->hide();
    if (isFinished) {
        m_bar->setValue(m_bar->maximum());
    }
}

} // namespace knobscope
