// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>

#include <cstdint>

namespace knobscope {

class ActionRegistry;
class MainWindow;

/// What the window is shared out for.
enum class Layout : uint8_t { Explore, Tune, Analyse, Timeline };

/// Arranges the docks, and gives the whole window to one view for a while.
class Layouts : public QObject
{
    Q_OBJECT
public:
    /// Docks stand as views.cpp groups them from now on.
    explicit Layouts(MainWindow& window);
    void addActions(ActionRegistry& actions);
    /// In shares of the window as large as it is now.
    void apply(Layout layout);
    /// The view with the focus takes the window; the second time all is as it was.
    void toggleMaximised();
    /// For what is shown next to be seen.
    void endMaximised();
    /// The id of the view that has the window; empty: none does.
    const QString& maximised() const { return m_maximised; }
    /// As QMainWindow::saveState(), of the docks as they are when no view is maximised.
    QByteArray state() const;
    bool restore(const QByteArray& state);

private:
    void shareRoom();
    MainWindow& m_window;
    QByteArray m_usual;
    QByteArray m_before; ///< a view was maximised
    QString m_maximised;
};

} // namespace knobscope
