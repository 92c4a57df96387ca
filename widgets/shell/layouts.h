// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMap>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <cstdint>
#include <span>

class QDockWidget;

namespace knobscope {

class ActionRegistry;
class MainWindow;

/// A mode of the window: what it is used for, and the panes for that.
enum class Layout : uint8_t { Explore, Tune, Analyse, Timeline, Networks, Learn };

struct ModeEntry {
    Layout layout;
    const char* id;    ///< its action is "layout.ID"
    const char* title; ///< translated in the context "Modes"
    const char* tip;   ///< translated in the context "Modes"
    const char* icon;
    bool hasCentre;    ///< shows the page in the middle
    /// Ids of the docks it shows, separated by spaces; the first one of each group is in front.
    const char* views;
};

/// All modes, in the order of the mode bar: three columns at most.
std::span<const ModeEntry> modeEntries();

/// Arranges the docks of each mode and can maximise one view. Until the user has moved a splitter or a dock, resizing the window
/// redistributes the space.
class Layouts : public QObject
{
    Q_OBJECT
public:
    explicit Layouts(MainWindow& window);
    void addActions(ActionRegistry& actions);
    Layout layout() const { return m_layout; }
    /// Restores the mode as it was left, or the built-in arrangement if it was never used or is the current one.
    void apply(Layout layout);
    /// Whether the page in the middle is shown; some modes hide it.
    bool hasCentre() const;
    /// Shows it until a mode is chosen, also in a mode that hides it.
    void showCentre();
    /// Id of the view that was clicked or focused last; empty: none.
    QString viewInUse() const;
    /// Maximises the view in use, or restores the previous arrangement.
    void toggleMaximised();
    /// Moves the views of the right column to the tabs at the bottom, until a mode is chosen.
    void joinRightAndBottom();
    /// Distributes the window's size among the docks, unless the user has arranged them.
    void updateDistribution();
    /// Gives the focus to the first view of the mode that is in sight.
    void focusFirstView();
    /// Ends maximising, so that the next view to be shown is visible.
    void endMaximised();
    /// Id of the maximised view; empty: none.
    const QString& maximised() const { return m_maximised; }
    /// The state of the docks without maximising, and the states of the other modes.
    QByteArray state() const;
    /// Returns false and changes nothing if the state is from another version.
    bool restore(const QByteArray& state);
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// Another mode, or another maximised view.
    void changed();

private:
    void distributeSpace();
    void applyBuiltIn(Layout layout);
    void keepLessonVisible();
    int bottomHeight();
    void noteClick(QObject& watched);
    /// The docks, whether the user arranged them, and whether the page in the middle is shown.
    QByteArray arrangement() const;
    bool applyArrangement(const QByteArray& arrangement);
    void returnFocus(QWidget* holder);
    void setCentre(bool isThere);
    MainWindow& m_window;
    QTimer m_resized; ///< coalesces resize events
    Layout m_layout = Layout::Explore;
    bool m_isOnSplitter = false; ///< where the mouse button was pressed
    bool m_isArranged = false; ///< by the user
    int m_centreHeight = 0;    ///< most that the page in the middle needed since its task or width changed
    QString m_clicked;         ///< id of the view under the last click, if the focus has not moved to another one since
    QByteArray m_defaultState;
    QMap<Layout, QByteArray> m_kept; ///< last arrangement() of each mode
    QByteArray m_before; ///< arrangement() before a view was maximised
    QString m_maximised;
};

} // namespace knobscope
