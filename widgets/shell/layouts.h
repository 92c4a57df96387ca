// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMap>
#include <QObject>
#include <QTimer>

#include <cstdint>

namespace knobscope {

class ActionRegistry;
class MainWindow;

/// Built-in arrangement of the window.
enum class Layout : uint8_t { Explore, Tune, Analyse, Timeline };

/// Arranges the docks and can maximise one view. Until the user has moved a splitter or a dock, resizing the window redistributes
/// the space.
class Layouts : public QObject
{
    Q_OBJECT
public:
    /// Uses the docks' current positions, set by views.cpp, as the default.
    explicit Layouts(MainWindow& window);
    void addActions(ActionRegistry& actions);
    /// Restores the layout as it was left, or the built-in arrangement if it was never used or is the current one.
    void apply(Layout layout);
    /// Whether the page in the middle is shown; layouts for plots hide it.
    bool hasCentre() const;
    /// Shows it until a layout is chosen, also in a layout that hides it.
    void showCentre();
    /// Maximises the view with the focus, or restores the previous arrangement.
    void toggleMaximised();
    /// Ends maximising, so that the next view to be shown is visible.
    void endMaximised();
    /// Id of the maximised view; empty: none.
    const QString& maximised() const { return m_maximised; }
    /// The state of the docks without maximising, and the states of the other layouts.
    QByteArray state() const;
    /// Returns false and changes nothing if the state is from another version.
    bool restore(const QByteArray& state);
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void distributeSpace();
    void updateDistribution();
    void applyBuiltIn(Layout layout);
    /// The docks, whether the user arranged them, and whether the page in the middle is shown.
    QByteArray arrangement() const;
    bool applyArrangement(const QByteArray& arrangement);
    void setCentre(bool isThere);
    MainWindow& m_window;
    QTimer m_resized; ///< coalesces resize events
    Layout m_layout = Layout::Tune;
    bool m_isOnSplitter = false; ///< where the mouse button was pressed
    bool m_isArranged = false; ///< by the user
    QByteArray m_defaultState;
    QMap<Layout, QByteArray> m_kept; ///< last arrangement() of each layout
    QByteArray m_before; ///< arrangement() before a view was maximised
    QString m_maximised;
};

} // namespace knobscope
