// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/recordingfile.h"

#include "core/base/statistics.h"
#include "core/base/unfinishedfile.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <numeric>

namespace knobscope {

Result<RecordingFile> RecordingFile::open(const RecordedSpace& wanted, const std::string& path)
{
    std::error_code none;
    if (std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none)) {
        return fail(ErrorCode::InvalidArgument, "{} is a folder, a device or a pipe, not a file", path);
    }
    if (!std::filesystem::exists(path, none) || std::filesystem::file_size(path, none) == 0) {
        auto unfinished = TRY(UnfinishedFile::begin(path));
        std::ofstream file(unfinished.temporaryPath(), std::ios::binary);
        file << recordedHeader(wanted);
        file.close();
        if (!file) {
            return fail(ErrorCode::Io, "{} cannot be written", path);
        }
        TRY(unfinished.commit());
        RecordedSpace fresh = wanted;
        fresh.points.clear();
        return RecordingFile(std::move(fresh), path);
    }
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    text.resize(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
    auto there = TRY(parseRecordedSpace(text, path));
    if (taskToJson(there.task) != taskToJson(wanted.task) || there.threads != wanted.threads || there.machine != wanted.machine) {
        return fail(ErrorCode::InvalidArgument,
                    "{} belongs to another task, machine or number of threads ({} on {}); name another file", path, there.label,
                    there.machine);
    }
    std::filesystem::resize_file(path, text.size(), none);
    if (none) {
        return fail(ErrorCode::Io, "{} cannot be written: {}", path, none.message());
    }
    return RecordingFile(std::move(there), path);
}

Result<void> RecordingFile::append(const RecordedPoint& point)
{
    if (!m_stream.is_open()) {
        m_stream.open(m_path, std::ios::binary | std::ios::app);
    }
    m_space.points.push_back(point);
    m_stream << recordedLine(point);
    if (!m_stream.flush()) {
        return fail(ErrorCode::Io, "{} cannot be written; its existing content is kept", m_path);
    }
    return {};
}

Result<void> RecordingFile::rewrite()
{
    std::ranges::sort(m_space.points, {}, &RecordedPoint::index);
    m_stream.close(); // it would keep writing to the replaced file
    auto fresh = TRY(UnfinishedFile::begin(m_path));
    std::ofstream file(fresh.temporaryPath(), std::ios::binary);
    file << recordedText(m_space);
    file.close();
    return file ? fresh.commit() : fail(ErrorCode::Io, "{} cannot be written", m_path);
}

namespace {

constexpr size_t kMaxRetimeBatch = 64; // kernels in memory at a time
constexpr size_t kMaxReferences = 48;     // in the first group: points that define the scale
constexpr size_t kLaterReferences = 16;    // in later groups, which keep the first one's scale
constexpr double kMinReferenceSpeed = 0.5; // of the best speed

/// Number of points, sorted by time, with at least this share of the best speed.
size_t countWithin(const std::vector<RecordedPoint>& points, double share)
{
    const auto end = std::ranges::find_if(
        points, [&](const RecordedPoint& point) { return point.seconds <= 0 || point.seconds * share > points.front().seconds; });
    return static_cast<size_t>(end - points.begin());
}

/// Selects at most `most` of these at equal distances.
std::vector<size_t> some(const std::vector<size_t>& all, size_t most)
{
    std::vector<size_t> out;
    const size_t wanted = std::min(all.size(), most);
    for (size_t i = 0; i < wanted; ++i) {
        out.push_back(all[(2 * i + 1) * all.size() / (2 * wanted)]);
    }
    return out;
}

/// Points timed against each other; the first `references` define the scale.
struct RetimeBatch {
    std::vector<size_t> points;
    size_t references = 0;
    bool hasReferenceTimes = false; ///< they were re-timed before, and keep their times
};

/// Applies the times, converted to the scale; a point that failed loses its time. Returns false, without changes, if the scale's
/// points failed.
bool applyScaled(std::vector<RecordedPoint>& points, const RetimeBatch& batch, const std::vector<MeasureResult>& results)
{
    const auto worked = [](const MeasureResult& result) { return result.error == MeasureError::None && result.meanCost() > 0; };
    std::vector<double> scales;
    for (size_t at = 0; at < std::min(batch.references, results.size()); ++at) {
        if (const double before = points[batch.points[at]].seconds; before > 0 && worked(results[at])) {
            scales.push_back(before / results[at].meanCost());
        }
    }
    if (scales.size() < 2) {
        return false;
    }
    const double scale = median(scales);
    for (size_t at = batch.hasReferenceTimes ? batch.references : 0; at < std::min(batch.points.size(), results.size()); ++at) {
        RecordedPoint& point = points[batch.points[at]];
        if (worked(results[at])) {
            point.seconds = results[at].meanCost() * scale;
            point.isRetimed = true;
        } else if (!results[at].infrastructureFailed) {
            point.seconds = 0;
            point.error = results[at].error == MeasureError::None ? MeasureError::Unknown : results[at].error;
        }
    }
    return true;
}

/// Uses points that were re-timed before if there are enough, otherwise some of all speeds down to half of the best. Regression
/// to the mean: do not calibrate on the fastest of a thousand points, whose times are partly luck.
RetimeBatch scaleOf(const std::vector<RecordedPoint>& points)
{
    std::vector<size_t> all(countWithin(points, kMinReferenceSpeed));
    std::iota(all.begin(), all.end(), size_t{0});
    std::vector<size_t> known = all;
    std::erase_if(known, [&](size_t i) { return !points[i].isRetimed; });
    const bool areKnown = known.size() >= kLaterReferences;
    std::vector<size_t> references = areKnown ? some(known, kLaterReferences) : some(all, kMaxReferences);
    const size_t count = references.size();
    return {std::move(references), count, areKnown};
}

} // namespace

bool retimeBest(std::vector<RecordedPoint>& points, const Task& task, Measurer& measurer, const RecordOptions& options)
{
    std::ranges::sort(points, {}, [](const auto& point) { return std::pair(point.seconds <= 0, point.seconds); });
    RetimeBatch scale = scaleOf(points);
    std::vector<size_t> left;
    const auto most = static_cast<size_t>(std::max(0, options.retimed));
    for (size_t i = 0; i < std::min(countWithin(points, options.within), most); ++i) {
        if (!points[i].isRetimed && std::ranges::find(scale.points, i) == scale.points.end()) {
            left.push_back(i);
        }
    }
    const nlohmann::json taskJson = taskToJson(task);
    size_t next = 0;
    bool isRetimed = false;
    while (most > 0 && (!scale.hasReferenceTimes || next < left.size()) && !(options.stop != nullptr && *options.stop)) {
        RetimeBatch batch = scale;
        while (batch.points.size() < kMaxRetimeBatch && next < left.size()) {
            batch.points.push_back(left[next++]);
        }
        std::vector<MeasureInput> inputs;
        for (const size_t i : batch.points) {
            inputs.push_back({taskJson, *task.space.at(points[i].index)});
        }
        if (!applyScaled(points, batch, measurer.compare(inputs))) {
            break;
        }
        isRetimed = true;
        scale = {some(scale.points, kLaterReferences), std::min(scale.references, kLaterReferences), true};
    }
    return isRetimed;
}

} // namespace knobscope
