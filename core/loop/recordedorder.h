// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>

namespace knobscope {

/// The trials of a run that is resumed, played back in their order: the tuner proposes what it proposed then, and hears what was
/// measured then. Where it proposes something else, as on a machine whose bounds differ, the order is left: the tuner hears of
/// what remains of it as of trials that others made, and what it asked for comes after that. So no recorded trial is lost.
class RecordedOrder
{
public:
    /// `trials` must stay.
    explicit RecordedOrder(std::span<const RecordedTrial> trials);

    int64_t count() const { return static_cast<int64_t>(m_trials.size()); }
    /// What is next after `launched` trials without asking the tuner, and where it comes from: what a person added, and all once
    /// the order was left.
    std::optional<std::pair<int64_t, TrialOrigin>> next(int64_t launched);
    /// Whether a trial of this config has not been played back yet.
    bool holds(int64_t index) const;
    /// The recorded trial of a config that is played back now; null when there is none.
    const RecordedTrial* take(int64_t index);

    /// Of a config that the tuner heard of without having asked for it: its trial, so that none is measured again; null else.
    const RecordedTrial* heardOf(int64_t index) const;

    /// Whether the tuner's proposal is another than the one recorded after `launched` trials; it is kept for later then.
    bool leave(int64_t launched, std::optional<int64_t> proposal);
    /// What was proposed when the order was left, once.
    std::optional<int64_t> takeProposal();

private:
    const RecordedTrial* at(int64_t launched) const;

    std::span<const RecordedTrial> m_trials;
    std::map<int64_t, std::deque<const RecordedTrial*>> m_left; ///< by config: the same may have been measured twice
    std::map<int64_t, const RecordedTrial*> m_heard; ///< off the order
    std::optional<int64_t> m_proposal;
    bool m_isLeft = false;
};

} // namespace knobscope
