// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/recordingfile.h"

#include "core/result/unfinishedfile.h"

#include "core/stats/statistics.h"

#include <algorithm>
#include <filesystem>

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
    auto there = parseRecordedSpace(text, path);
    if (!there) {
        return fail(there);
    }
    if (taskToJson(there->task) != taskToJson(wanted.task) || there->threads != wanted.threads
        || there->machine != wanted.machine) {
        return fail(ErrorCode::InvalidArgument,
                    "{} holds another task, machine or number of threads ({} on {}); name another file", path, there->label,
                    there->machine);
    }
    std::filesystem::resize_file(path, text.size(), none);
    if (none) {
        return fail(ErrorCode::Io, "{} cannot be written: {}", path, none.message());
    }
    return RecordingFile(std::move(*there), path);
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
    auto fresh = UnfinishedFile::begin(m_path);
    if (!fresh) {
        return fail(fresh);
    }
    std::ofstream file(fresh->writingPath(), std::ios::binary);
    file << recordedText(m_space);
    file.close();
    return file ? fresh->putInPlace() : fail(ErrorCode::Io, "{} cannot be written", m_path);
}

/// A trial's time rests on few pairs and on a reference that changed; the best of a thousand such times is a lucky one.
bool retimeBest(std::vector<RecordedPoint>& points, const Task& task, Measurer& measurer, const RecordOptions& options)
{
    std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) {
        return std::pair(a.seconds <= 0, a.seconds) < std::pair(b.seconds <= 0, b.seconds);
    });
    const double best = points.empty() ? 0 : points.front().seconds;
    const nlohmann::json taskJson = taskToJson(task);
    std::vector<MeasureInput> inputs;
    for (const RecordedPoint& point : points) {
        const bool isNear = point.seconds > 0 && point.seconds * options.within <= best;
        if (!isNear || static_cast<int>(inputs.size()) >= options.retimed) {
            break;
        }
        inputs.push_back({taskJson, *task.space.at(point.index)});
    }
    if (inputs.size() < 2) {
        return false;
    }
    const std::vector<MeasureResult> again = measurer.compare(inputs);
    std::vector<double> scales;
    for (size_t i = 0; i < again.size(); ++i) {
        if (again[i].error == MeasureError::None) {
            scales.push_back(points[i].seconds / again[i].meanCost());
        }
    }
    if (scales.size() < 2) {
        return false;
    }
    // Their mean level stays that of the others, which were measured over a longer time.
    const double scale = median(scales);
    for (size_t i = 0; i < again.size(); ++i) {
        if (again[i].error == MeasureError::None) {
            points[i].seconds = again[i].meanCost() * scale;
            points[i].isRetimed = true;
        }
    }
    return true;
}

} // namespace knobscope
