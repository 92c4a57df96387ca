// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/recorder.h"

#include "core/study/pointrecorder.h"
#include "core/tuner/randomnumbers.h"

#include <algorithm>
#include <unordered_set>

namespace knobscope {

namespace {

constexpr int64_t kMaxRange = 20'000'000; // all of its numbers are visited

/// Returns the valid points that the recording of a space lacks, in random order, and the number of all valid points.
std::pair<std::deque<int64_t>, int64_t> missingPoints(const RecordedSpace& recorded, uint64_t seed)
{
    std::unordered_set<int64_t> there;
    for (const RecordedPoint& point : recorded.points) {
        there.insert(point.index);
    }
    const ConfigSpace& space = recorded.task.space;
    std::deque<int64_t> missing;
    int64_t valid = 0;
    ShuffledRange order(space.rangeLength(), seed);
    while (const auto index = order.next()) {
        if (space.isValid(*index)) {
            ++valid;
            if (!there.contains(*index)) {
                missing.push_back(*index);
            }
        }
    }
    return {std::move(missing), valid};
}

} // namespace

Result<RecordOutcome> recordSpace(const RecordedSpace& space, const std::string& path, Measurer& measurer,
                                  const RecordOptions& options, const std::function<void(const RecordProgress&)>& progress)
{
    TRY(measurer.accepts(space.task));
    if (const SpaceCount count = space.task.space.validCount();
        count.high > kMaxRecordedConfigs || space.task.space.rangeLength() > kMaxRange) {
        return fail(ErrorCode::LimitExceeded,
                    "The space has {} configs, too many to measure all of them; reduce it below {} with --edit, or record only "
                    "what searches ask for (`knobscope-cli lab record --tuners`)",
                    count.high, kMaxRecordedConfigs);
    }
    auto file = TRY(RecordingFile::open(space, path));
    PointRecorder recorder(std::move(file), measurer, options, progress);
    auto [missing, total] = missingPoints(recorder.space(), options.seed);
    recorder.setTotal(total);
    TRY(recorder.measure(std::move(missing)));
    const std::vector<RecordedPoint>& points = recorder.space().points;
    const bool isComplete = std::ssize(points) == total;
    const bool isNew =
        recorder.measured() > 0 || std::ranges::none_of(points, [](const RecordedPoint& point) { return point.isRetimed; });
    const bool isRetimed = isComplete && isNew && recorder.retime();
    if (isComplete && isNew) {
        TRY(recorder.file().rewrite());
    }
    return recorder.outcome(isComplete, isRetimed);
}

} // namespace knobscope
