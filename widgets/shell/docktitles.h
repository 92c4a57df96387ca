// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

class QDockWidget;
class QMainWindow;
class QTabBar;

namespace knobscope {

/// Names each dock once: a dock with a tab has no title bar. Its tab stands above it, floats it by a double click, and floats or
/// closes it by a context menu, as the title bar's buttons do.
class DockTitles : public QObject
{
    Q_OBJECT
public:
    /// Takes all docks that the window has.
    explicit DockTitles(QMainWindow& window);
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void update();
    /// The dock of a tab; null: the place is no tab of a dock.
    QDockWidget* dockAt(const QTabBar& tabs, const QPoint& place) const;
    void showMenu(QDockWidget& dock, const QPoint& place);
    QMainWindow& m_window;
    QTimer m_changed; ///< coalesces changes of several docks
};

} // namespace knobscope
