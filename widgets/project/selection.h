// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/trialref.h"

#include <QObject>
#include <QString>

#include <vector>

namespace knobscope {

/// The selected and the hovered trials, shared by all views, with a history. GUI thread only.
class Selection : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// In ascending order, without duplicates.
    const std::vector<TrialRef>& trials() const { return m_now.trials; }
    bool contains(TrialRef trial) const;
    /// The trial for views of a single trial; invalid if nothing is selected.
    TrialRef current() const { return m_now.current; }
    /// Selects trials; `current` defaults to the last one. Does nothing if they are selected already.
    void select(std::vector<TrialRef> trials, TrialRef current = {});
    void clear() { select({}); }

    /// The trial under the pointer, previewed by all views; invalid: none.
    TrialRef hovered() const { return m_hovered; }
    void hover(TrialRef trial);
    /// The knob hovered in the inspector or on a code line; its loops and lines are highlighted. Empty: none.
    const QString& hoveredKnob() const { return m_hoveredKnob; }
    void hoverKnob(const QString& knob);

    /// The history holds the last 200 selections.
    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }
    void goBack() { move(m_back, m_forward); }
    void goForward() { move(m_forward, m_back); }
    /// Clears selection and history (another project was opened).
    void reset();

signals:
    void changed();
    void hoverChanged();
    void knobHoverChanged();
    void historyChanged();

private:
    struct State {
        std::vector<TrialRef> trials;
        TrialRef current;
        friend bool operator==(const State&, const State&) = default;
    };
    void move(std::vector<State>& from, std::vector<State>& to);
    State m_now;
    std::vector<State> m_back;
    std::vector<State> m_forward;
    TrialRef m_hovered;
    QString m_hoveredKnob;
};

} // namespace knobscope
