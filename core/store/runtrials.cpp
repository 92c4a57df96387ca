// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/runtrials.h"

#include <algorithm>

namespace knobscope {

RunTrials::Known& RunTrials::find(int64_t run)
{
    const std::lock_guard lock(m_mutex);
    return m_runs[run];
}

Result<SharedTrials> RunTrials::read(Project& project, int64_t run)
{
    Known& known = find(run);
    const std::lock_guard turn(known.reading);
    SharedTrials trials;
    uint64_t changes = 0;
    {
        const std::lock_guard lock(m_mutex);
        trials = known.trials.lock();
        changes = known.changes;
    }
    auto more = TRY(project.points(run, trials.empty() ? 0 : trials.back().number));
    if (trials.empty()) {
        trials = SharedTrials(std::move(more));
    } else {
        append(run, trials, more);
    }
    const std::lock_guard lock(m_mutex);
    if (known.changes == changes && known.trials.lock().size() < trials.size()) {
        known.trials = trials;
    }
    return trials;
}

void RunTrials::append(int64_t run, SharedTrials& trials, std::span<const TrialPoint> more)
{
    Known& known = find(run);
    SharedTrials now;
    {
        const std::lock_guard lock(m_mutex);
        now = known.trials.lock();
    }
    if (now.isShared(trials) && now.size() > trials.size()) {
        const size_t found = std::min(now.size() - trials.size(), more.size());
        trials = now.first(trials.size() + found);
        more = more.subspan(found);
    }
    trials.append(more);
    const std::lock_guard lock(m_mutex);
    if (const SharedTrials newest = known.trials.lock(); newest.isShared(trials) && newest.size() < trials.size()) {
        known.trials = trials;
    }
}

void RunTrials::forget(int64_t run)
{
    Known& known = find(run);
    const std::lock_guard lock(m_mutex);
    known.trials = {};
    ++known.changes;
}

} // namespace knobscope
