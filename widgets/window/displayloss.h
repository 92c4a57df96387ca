// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace knobscope {

class MainWindow;

/// Qt ends the program with exit() when the X server or the Wayland compositor goes away, in the middle of a turn of the event
/// loop. As long as this lives, the run that goes on is stopped then, what was measured is in the project, and a line on the
/// terminal says where and how to go on. Does nothing where the C library has no on_exit().
class DisplayLoss
{
public:
    explicit DisplayLoss(MainWindow& window);
    ~DisplayLoss();
    DisplayLoss(const DisplayLoss&) = delete;
    DisplayLoss& operator=(const DisplayLoss&) = delete;

    /// What is done then: one sentence for the terminal.
    static std::string lastWords(MainWindow& window);

private:
    std::shared_ptr<MainWindow*> m_window; ///< what the exit handler finds; null when it is too late
};

} // namespace knobscope
