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
    /// As it was left; as built in where it never was, or is there already.
    void apply(Layout layout);
    /// Whether the page in the middle is shown, which layouts for plots leave out.
    bool hasCentre() const;
    /// Until a layout is chosen, also in such a one.
    void showCentre();
    /// The view with the focus takes the window; the second time all is as it was.
    void toggleMaximised();
    /// For what is shown next to be seen.
    void endMaximised();
    /// The id of the view that has the window; empty: none does.
    const QString& maximised() const { return m_maximised; }
    /// The docks as they are when no view is maximised, and as the other layouts were left.
    QByteArray state() const;
    /// False, and nothing is changed, when it is that of another version.
    bool restore(const QByteArray& state);
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void shareRoom();
    void shareAnew();
    void arrangeAnew(Layout layout);
    /// The docks, whether a person arranged them, and whether the page in the middle is there.
    QByteArray arrangement() const;
    bool take(const QByteArray& arrangement);
    void setCentre(bool isThere);
    MainWindow& m_window;
    QTimer m_resized; ///< many sizes on the way to one
    Layout m_layout = Layout::Tune;
    bool m_isOnSplitter = false; ///< the pressed button
    bool m_isArranged = false;   ///< by a person
    QByteArray m_usual;
    QMap<Layout, QByteArray> m_kept; ///< arrangement() of those that were left
    QByteArray m_before; ///< arrangement() when a view was maximised
    QString m_maximised;
};

} // namespace knobscope
