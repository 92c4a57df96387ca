// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/matchingtrials.h"

#include "core/store/guarded.h"
#include "core/store/query.h"
#include "core/store/trialcondition.h"

#include <algorithm>
#include <utility>

namespace knobscope {

namespace {

constexpr int64_t kMaxTrials = int64_t{1} << 27; // per run; one bit each

} // namespace

Result<void> MatchingTrials::update(Project& project)
{
    if (matchesAll()) {
        return {};
    }
    return guarded(project.path(), [&]() -> Result<void> {
        Query runs(project.database(), "SELECT id, state FROM run ORDER BY id");
        int64_t id = 0;
        for (std::string state; runs.next(id, state);) {
            const auto task = m_tasks.find(id);
            const TrialCondition condition(m_filters, id, task == m_tasks.end() ? nullptr : task->second.get());
            Run& run = m_runs[id];
            if (std::exchange(run.state, state) != state) {
                run.last = 0; // trials may be corrected when a run ends: read all of them again
            }
            if (condition.matchesNothing()) {
                continue;
            }
            const auto points = TRY(project.points(id, run.last));
            for (const TrialPoint& point : points) {
                if (point.number < 0 || point.number > kMaxTrials) {
                    return fail(ErrorCode::Corrupt, "{} has a trial with the number {}; the file is damaged", project.path(),
                                point.number);
                }
                run.last = point.number;
                run.isMatching.resize(static_cast<size_t>(point.number) + 1);
                run.isMatching.back() = condition.matches(point);
            }
        }
        return {};
    });
}

bool MatchingTrials::contains(int64_t run, int64_t trial, double seconds) const
{
    if (matchesAll()) {
        return true;
    }
    if (trial > 0) {
        const auto found = m_runs.find(run);
        return found != m_runs.end() && trial < static_cast<int64_t>(found->second.isMatching.size())
            && found->second.isMatching[static_cast<size_t>(trial)];
    }
    return includesRun(m_filters, run) && std::all_of(m_filters.begin(), m_filters.end(), [&](const TrialFilter& filter) {
               switch (filter.kind) {
               case TrialFilter::Kind::Run: return true;
               case TrialFilter::Kind::Time: return filter.from <= seconds && seconds < filter.to;
               default: return false;
               }
           });
}

} // namespace knobscope
