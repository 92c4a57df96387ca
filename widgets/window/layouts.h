// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <cstdint>

namespace knobscope {

class ActionRegistry;
class MainWindow;

/// What the window is shared out for.
enum class Layout : uint8_t { Explore, Tune, Analyse, Timeline };

/// Arranges the docks, and gives the whole window to one view for a while. Until a person has moved a splitter or a dock, a
/// window of another size is shared out anew.
class Layouts : public QObject
{
    Q_OBJECT
public:
    /// Docks stand as views.cpp groups them from now on.
    explicit Layouts(MainWindow& window);
    void addActions(ActionRegistry& actions);
    /// In shares of the window as large as it is now.
    void apply(Layout layout);
    /// Whether the page in the middle is shown, which layouts for plots leave out.
    bool hasCentre() const;
    /// From now on, also in such a layout.
    void showCentre();
    /// The view with the focus takes the window; the second time all is as it was.
    void toggleMaximised();
    /// For what is shown next to be seen.
    void endMaximised();
    /// The id of the view that has the window; empty: none does.
    const QString& maximised() const { return m_maximised; }
    /// As QMainWindow::saveState(), of the docks as they are when no view is maximised.
    QByteArray state() const;
    bool restore(const QByteArray& state);
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void shareRoom();
    void shareAnew();
    bool take(const QByteArray& state);
    void setCentre(bool isThere);
    MainWindow& m_window;
    QTimer m_resized; ///< many sizes on the way to one
    Layout m_layout = Layout::Tune;
    bool m_isOnSplitter = false; ///< the pressed button
    bool m_isArranged = false;   ///< by a person
    QByteArray m_usual;
    QByteArray m_before; ///< a view was maximised
    QString m_maximised;
};

} // namespace knobscope
