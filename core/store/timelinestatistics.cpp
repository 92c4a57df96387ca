// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/timelinerows.h"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <unordered_map>

namespace knobscope {

namespace {

constexpr int64_t kAllDepths = int64_t{1} << 40;

struct Gathered {
    std::vector<float> seconds; ///< float suffices for a percentile and halves the memory
    double total = 0; ///< within the range
    double whole = 0;
    double longest = 0;
};

NameStatistics summary(std::string name, Gathered& gathered)
{
    std::vector<float>& seconds = gathered.seconds;
    const auto count = static_cast<double>(seconds.size());
    const auto p95 = seconds.begin() + static_cast<std::ptrdiff_t>(std::ceil(0.95 * count)) - 1;
    std::nth_element(seconds.begin(), p95, seconds.end());
    return {std::move(name),        std::ssize(seconds),       gathered.total,
            gathered.whole / count, static_cast<double>(*p95), gathered.longest};
}

} // namespace

Result<std::vector<NameStatistics>> rangeStatistics(Project& project, const std::vector<TrackRow>& tracks, int64_t from,
                                                    int64_t to, int64_t run, const std::atomic<bool>* stop,
                                                    const MatchingTrials* matching)
{
    return guarded(project.path(), [&]() -> Result<std::vector<NameStatistics>> {
        SpanScan scan(project);
        std::unordered_map<int64_t, Gathered> byName;
        for (const TrackRow& track : tracks) {
            scan.each(track, from, to, kAllDepths, [&](const RawSpan& span) {
                if ((run == 0 || span.run == run) && isMatching(matching, span.run, span.trial, span.begin)) {
                    Gathered& gathered = byName[span.name];
                    const double seconds = static_cast<double>(span.end - span.begin) * 1e-9;
                    gathered.seconds.push_back(static_cast<float>(seconds));
                    gathered.whole += seconds;
                    gathered.total += static_cast<double>(std::min(span.end, to) - std::max(span.begin, from)) * 1e-9;
                    gathered.longest = std::max(gathered.longest, seconds);
                }
                return !(stop && *stop);
            });
            if (stop && *stop) {
                return fail(ErrorCode::Timeout, "Counting the spans was cancelled");
            }
        }
        const auto keys = byName | std::views::keys;
        auto names = TRY(timelineNames(project, {keys.begin(), keys.end()}));
        std::vector<NameStatistics> rows;
        for (auto& [id, gathered] : byName) {
            rows.push_back(summary(names[id], gathered));
        }
        std::sort(rows.begin(), rows.end(), [](const NameStatistics& a, const NameStatistics& b) {
            return a.total != b.total ? a.total > b.total : a.name < b.name;
        });
        return rows;
    });
}

} // namespace knobscope
