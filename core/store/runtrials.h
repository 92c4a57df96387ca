// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/store/sharedtrials.h"

#include <cstdint>
#include <map>
#include <mutex>

namespace knobscope {

/// The trials of one project's runs, in memory once for all who look at them, and as long as anyone does. For any thread.
class RunTrials
{
public:
    /// Returns all trials of a run, like Project::points(). Reads only the trials that are not in memory yet; waits while another
    /// thread reads this run.
    Result<SharedTrials> read(Project& project, int64_t run);
    /// Appends trials that the caller read by itself to those it got from read(), so that others find them. Never waits for a
    /// read.
    void append(int64_t run, SharedTrials& trials, std::span<const TrialPoint> more);
    /// Call when stored trials of the run have changed: the next read() reads all of them.
    void forget(int64_t run);

private:
    struct Known {
        SharedTrials::Weak trials;
        uint64_t changes = 0; ///< how often they were forgotten
        std::mutex reading;
    };
    Known& find(int64_t run);

    std::mutex m_mutex; ///< of all but what `reading` guards: never held for longer than it takes to copy a pointer
    std::map<int64_t, Known> m_runs;
};

} // namespace knobscope
