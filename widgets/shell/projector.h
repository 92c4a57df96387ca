// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace knobscope {

class MainWindow;

/// The window for a projector: large type, and three panes in the mode Learn: the lesson, the page in the middle, and all other
/// views as tabs below. One action, "view.projector", switches it on and off; off, the docks are as they were before. Kept in the
/// settings. GUI thread only.
class Projector : public QObject
{
    Q_OBJECT
public:
    explicit Projector(MainWindow& window);
    bool isOn() const { return m_isOn; }
    void setOn(bool isOn);
    /// Large type again if it was on when the program ended; the docks are restored with the session.
    void restore();

signals:
    void changed();

private:
    MainWindow& m_window;
    bool m_isOn = false;
};

} // namespace knobscope
