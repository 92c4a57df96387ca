// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/displayloss.h"

#include "widgets/window/closingdeadline.h"
#include "widgets/window/mainwindow.h"

#include <thread>

namespace knobscope {

namespace {

constexpr std::chrono::milliseconds look(20);

/// Waits until the file says that the run has ended: then all its trials are in it. The event loop is gone, and with it whoever
/// could tell.
bool endsInTime(const std::string& path, int64_t run)
{
    const auto limit = std::chrono::steady_clock::now() + closingPatience;
    auto project = Project::open(path, Project::Mode::ReadOnly);
    while (project && std::chrono::steady_clock::now() < limit) {
        if (const auto row = project->run(run); row && (row->state == "stopped" || row->state == "finished")) {
            return true;
        }
        std::this_thread::sleep_for(look);
    }
    return false;
}

} // namespace

DisplayLoss::DisplayLoss(MainWindow& window)
    : m_window(std::make_shared<MainWindow*>(&window))
{
#ifdef __GLIBC__
    on_exit(
        [](int, void* argument) {
            const std::unique_ptr<std::shared_ptr<MainWindow*>> held(static_cast<std::shared_ptr<MainWindow*>*>(argument));
            if (MainWindow* window = std::exchange(**held, nullptr)) {
                endAtOnce(lastWords(*window));
            }
        },
        new std::shared_ptr<MainWindow*>(m_window));
#endif
}

DisplayLoss::~DisplayLoss()
{
    *m_window = nullptr;
}

std::string DisplayLoss::lastWords(MainWindow& window)
{
    TuningSession& session = window.workspace().session();
    const bool wasRunning = session.isRunning();
    const qint64 run = session.run();
    const QString project = window.workspace().projectPath();
    session.stop();
    const bool hasEnded = !wasRunning || run == 0 || endsInTime(project.toStdString(), run);
    window.saveSession();
    QStringList words{MainWindow::tr("The display is gone, so that the window ends.")};
    words << (project.isEmpty() ? MainWindow::tr("No project was open.")
                                : MainWindow::tr("Everything that was measured is in %1.").arg(project));
    if (wasRunning && run > 0) {
        words << (hasEnded ? MainWindow::tr("Run %1 was stopped; open the project to go on with it.").arg(run)
                           : MainWindow::tr("Run %1 did not stop in time; open the project to go on with it.").arg(run));
    }
    return words.join(QLatin1Char(' ')).toStdString();
}

} // namespace knobscope
