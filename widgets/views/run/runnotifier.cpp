// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/runnotifier.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"

#include <QApplication>
#include <QWidget>

namespace knobscope {

void RunNotifier::runFinished(const QString& label, const RunFinished& result, const QString& problem, const QString& summary)
{
    constexpr double worthTelling = 30; // seconds
    if (result.seconds < worthTelling || QApplication::activeWindow()) { // floating docks are windows, too
        return;
    }
    const QString title = problem.isEmpty() ? tr("%1 is tuned").arg(label) : tr("The run of %1 failed").arg(label);
    const QString text = !problem.isEmpty() ? problem
                       : !summary.isEmpty() ? summary
                       : result.bestIndex < 0
                           ? tr("All %n trial(s) failed.", nullptr, static_cast<int>(result.trials))
                           : tr("Best %1 GFLOPS after %2 trial(s) in %3.", nullptr, pluralOf(result.trials))
                                 .arg(number(result.bestGflops, 1), number(result.trials), localizedDuration(result.seconds));
    QApplication::alert(static_cast<QWidget*>(parent())->window());
    showDesktopNotification(title, text);
    emit notified(title, text);
}

} // namespace knobscope
