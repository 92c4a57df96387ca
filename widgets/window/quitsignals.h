// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSocketNotifier>

#include <memory>

namespace knobscope {

class MainWindow;

/// As long as this lives, SIGTERM, SIGINT and SIGHUP (logging out, Ctrl+C, a closed terminal) end the program as Quit does: the
/// session is kept, and a run that goes on is stopped with all its trials in the project. The second such signal ends the
/// program at once. One at a time.
class QuitSignals
{
public:
    explicit QuitSignals(MainWindow& window);
    ~QuitSignals();
    QuitSignals(const QuitSignals&) = delete;
    QuitSignals& operator=(const QuitSignals&) = delete;

private:
    int m_ends[2] = {-1, -1}; ///< of the pipe: where it is read, where the handler writes
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace knobscope
