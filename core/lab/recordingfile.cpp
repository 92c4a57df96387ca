// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/recordingfile.h"

#include "core/result/unfinishedfile.h"

#include "core/stats/statistics.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace knobscope {

Result<RecordingFile> RecordingFile::open(const RecordedSpace& wanted, const std::string& path)
{
    std::error_code none;
    if (!std::filesystem::exists(path, none) || std::filesystem::file_size(path, none) == 0) {
        std::ofstream file(path, std::ios::binary);
        file << recordedHeader(wanted);
        if (!file.flush()) {
            return fail(ErrorCode::Io, "{} cannot be written", path);
        }
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
                    "{} holds another task, machine or number of threads ({} on {}); name another file", path, there.label,
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
        return fail(ErrorCode::Io, "{} cannot be written; what it has is kept", m_path);
    }
    return {};
}

Result<void> RecordingFile::writeAnew()
{
    std::sort(m_space.points.begin(), m_space.points.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
    m_stream.close(); // it would go on in the file that is replaced
    auto fresh = TRY(UnfinishedFile::begin(m_path));
    std::ofstream file(fresh.writingPath(), std::ios::binary);
    file << recordedText(m_space);
    file.close();
    return file ? fresh.putInPlace() : fail(ErrorCode::Io, "{} cannot be written", m_path);
}

namespace {

constexpr size_t mostFair = 32;       // points that the scale is taken from
constexpr double slowestFair = 0.5;   // of the best speed

/// Of points in the order of their times: those with at least this share of the best speed.
size_t countWithin(const std::vector<RecordedPoint>& points, double share)
{
    const auto end = std::ranges::find_if(
        points, [&](const RecordedPoint& point) { return point.seconds <= 0 || point.seconds * share > points.front().seconds; });
    return static_cast<size_t>(end - points.begin());
}

/// Of so many points in the order of their times: some, at equal distances. The first of a thousand are there by luck in part,
/// and a scale taken from them would call all that is timed again as quick as they seemed.
std::vector<size_t> fairPoints(size_t count)
{
    std::vector<size_t> fair;
    const size_t wanted = std::min(count, mostFair);
    for (size_t i = 0; i < wanted; ++i) {
        fair.push_back((2 * i + 1) * count / (2 * wanted));
    }
    return fair;
}

} // namespace

bool retimeBest(std::vector<RecordedPoint>& points, const Task& task, Measurer& measurer, const RecordOptions& options)
{
    std::ranges::sort(points, {}, [](const auto& point) { return std::pair(point.seconds <= 0, point.seconds); });
    const std::vector<size_t> fair = fairPoints(countWithin(points, slowestFair));
    std::set<size_t> chosen(fair.begin(), fair.end());
    for (size_t i = 0; i < std::min(countWithin(points, options.within), static_cast<size_t>(std::max(0, options.retimed)));
         ++i) {
        chosen.insert(i);
    }
    if (chosen.size() < 2) {
        return false;
    }
    const nlohmann::json taskJson = taskToJson(task);
    std::vector<MeasureInput> inputs;
    for (const size_t i : chosen) {
        inputs.push_back({taskJson, *task.space.at(points[i].index)});
    }
    const std::vector<MeasureResult> results = measurer.compare(inputs);
    std::map<size_t, double> again; // seconds
    for (size_t at = 0; const size_t i : chosen) {
        if (at < results.size() && results[at].error == MeasureError::None) {
            again[i] = results[at].meanCost();
        }
        ++at;
    }
    std::vector<double> scales;
    for (const size_t i : fair) {
        if (again.contains(i)) {
            scales.push_back(points[i].seconds / again[i]);
        }
    }
    if (scales.size() < 2) {
        return false;
    }
    const double scale = median(scales);
    for (const auto& [i, seconds] : again) {
        points[i].seconds = seconds * scale;
        points[i].isRetimed = true;
    }
    return true;
}

} // namespace knobscope
