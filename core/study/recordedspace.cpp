// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/recordedspace.h"

#include "core/base/inputfile.h"
#include "core/base/member.h"
#include "core/base/numbertext.h"
#include "core/base/readjson.h"
#include "core/base/sha256.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

namespace knobscope {

namespace {

constexpr std::string_view kMagic = "knobscope recorded space ";
constexpr std::string_view kVersion = "1";

/// Removes and returns the next line of `rest`.
std::string_view takeLine(std::string_view& rest)
{
    const size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return line;
}

std::optional<RecordedPoint> readPoint(std::string_view line)
{
    const size_t blank = line.find(' ');
    const auto index = parseNumber<int64_t>(line.substr(0, blank));
    if (blank == std::string_view::npos || !index) {
        return std::nullopt;
    }
    std::string_view value = line.substr(blank + 1);
    if (value.starts_with('!')) {
        const int error = parseNumber<int>(value.substr(1)).value_or(0);
        const bool isKnown = error >= 1 && error <= static_cast<int>(MeasureError::Unknown);
        return isKnown ? std::optional(RecordedPoint{*index, 0, static_cast<MeasureError>(error), false}) : std::nullopt;
    }
    const bool isRetimed = value.ends_with('*');
    value.remove_suffix(isRetimed ? 1 : 0);
    const double microseconds = parseNumber<double>(value).value_or(0);
    const bool isTime = std::isfinite(microseconds) && microseconds > 0 && microseconds <= kMaxRecordedSeconds * 1e6;
    return isTime ? std::optional(RecordedPoint{*index, microseconds * 1e-6, MeasureError::None, isRetimed}) : std::nullopt;
}

/// FLOPs per call; 1 for foreign spaces.
double flopsOf(const RecordedSpace& space)
{
    return space.isForeign ? 1 : space.task.autotvmFlops;
}

Result<RecordedSpace> readHeader(std::string_view line, const std::string& name)
{
    const auto json = jsonOrNull(line);
    RecordedSpace space;
    const auto textOf = [&](const char* key) { return memberOr(json, key, std::string()); };
    space.label = textOf("label");
    space.machine = textOf("machine");
    space.cores = memberOr(json, "cores", 0);
    space.threads = memberOr(json, "threads", 0);
    space.date = textOf("date");
    const std::string digest = textOf("space");
    const bool hasTexts = !space.label.empty() && !space.machine.empty() && !space.date.empty() && !digest.empty();
    if (!hasTexts || space.cores < 1 || space.threads < 1 || !json.contains("task")) {
        return fail(ErrorCode::Parse,
                    "{}:2: the header is not a JSON object with label, machine, cores, threads, date, task and space", name);
    }
    space.task = TRY(withPrefix(name + ":2", taskFromJson(json["task"])));
    if (spaceDigest(space.task.space) != digest) {
        return fail(ErrorCode::Unsupported,
                    "{}:2: the knobs of template {} have changed since the space was recorded; record it again with "
                    "`knobscope-cli lab record`",
                    name, space.task.name);
    }
    return space;
}

} // namespace

std::string spaceDigest(const ConfigSpace& space)
{
    std::string text;
    for (const Knob& knob : space.knobs()) {
        text += knob.name() + " " + candidatesDigest(knob) + "\n";
    }
    for (const Constraint& constraint : space.constraints()) {
        text += constraint.text() + "\n";
    }
    return sha256(text);
}

Result<RecordedSpace> parseRecordedSpace(std::string_view text, const std::string& name)
{
    std::string_view rest = text;
    const std::string_view first = takeLine(rest);
    if (!first.starts_with(kMagic)) {
        return fail(ErrorCode::Corrupt, "{} is not a recorded space: its first line is not '{}{}'", name, kMagic, kVersion);
    }
    if (first.substr(kMagic.size()) != kVersion) {
        return fail(ErrorCode::Unsupported, "{} is a recorded space of version '{}'; this program reads version {}", name,
                    first.substr(kMagic.size()), kVersion);
    }
    auto space = TRY(readHeader(takeLine(rest), name));
    for (int64_t number = 3; !rest.empty(); ++number) {
        const auto point = readPoint(takeLine(rest));
        if (!point) {
            return fail(ErrorCode::Parse,
                        "{}:{}: expected an index and microseconds ('12 345.6', '12 345.6*') or an error ('12 !1')", name,
                        number);
        }
        if (point->index < 0 || point->index >= space.task.space.rangeLength() || !space.task.space.isValid(point->index)) {
            return fail(ErrorCode::Parse, "{}:{}: the space has no config {}", name, number, point->index);
        }
        space.points.push_back(*point);
    }
    auto& points = space.points;
    std::ranges::sort(points, {}, &RecordedPoint::index);
    const auto twice = std::ranges::adjacent_find(points, std::ranges::equal_to(), &RecordedPoint::index);
    if (twice != points.end()) {
        return fail(ErrorCode::Parse, "{}: config {} occurs twice", name, twice->index);
    }
    return space;
}

Result<RecordedSpace> readRecordedSpace(const std::string& path)
{
    if (std::error_code ignored; !std::filesystem::exists(path, ignored)) {
        return fail(ErrorCode::NotFound, "The file {} does not exist", path);
    }
    const auto file = TRY(InputFile::open(path, Readable::FilesAndPipes));
    std::ostringstream text;
    if (!(text << file->rdbuf())) {
        return fail(ErrorCode::Io, "{} cannot be read", path);
    }
    return parseRecordedSpace(text.str(), path);
}

std::string dayOf(double unixSeconds)
{
    constexpr double endOf9999 = 253402300799; // clamps to four-digit years, since a file may contain any time
    const auto time = static_cast<std::time_t>(std::clamp(unixSeconds, 0.0, endOf9999));
    std::tm day{};
    gmtime_r(&time, &day);
    return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

std::string recordedHeader(const RecordedSpace& space)
{
    const nlohmann::ordered_json header{{"label", space.label},
                                        {"machine", space.machine},
                                        {"cores", space.cores},
                                        {"threads", space.threads},
                                        {"date", space.date},
                                        {"task", taskToJson(space.task)},
                                        {"space", spaceDigest(space.task.space)}};
    return fmt::format("{}{}\n{}\n", kMagic, kVersion, header.dump());
}

std::string recordedLine(const RecordedPoint& point)
{
    if (point.error != MeasureError::None) {
        return fmt::format("{} !{}\n", point.index, static_cast<int>(point.error));
    }
    return fmt::format("{} {:.5g}{}\n", point.index, point.seconds * 1e6, point.isRetimed ? "*" : "");
}

std::string recordedText(const RecordedSpace& space)
{
    std::string text = recordedHeader(space);
    for (const RecordedPoint& point : space.points) {
        text += recordedLine(point);
    }
    return text;
}

std::optional<double> RecordedSpace::flopsAt(int64_t index) const
{
    const auto at = std::ranges::lower_bound(points, index, {}, &RecordedPoint::index);
    if (at == points.end() || at->index != index) {
        return std::nullopt;
    }
    return at->seconds > 0 ? flopsOf(*this) / at->seconds : 0;
}

double RecordedSpace::bestSeconds() const
{
    double best = 0;
    for (const RecordedPoint& point : points) {
        best = point.seconds > 0 && (best <= 0 || point.seconds < best) ? point.seconds : best;
    }
    return best;
}

double RecordedSpace::bestFlops() const
{
    const double seconds = bestSeconds();
    return seconds > 0 ? flopsOf(*this) / seconds : 0;
}

int64_t RecordedSpace::countAtLeast(double share) const
{
    const double enough = share * bestFlops();
    return std::ranges::count_if(
        points, [&](const RecordedPoint& point) { return point.seconds > 0 && flopsOf(*this) / point.seconds >= enough; });
}

int64_t RecordedSpace::failures() const
{
    return std::ssize(points) - std::ranges::count(points, MeasureError::None, &RecordedPoint::error);
}

double RecordedSpace::completeness() const
{
    return static_cast<double>(points.size()) / static_cast<double>(std::max<int64_t>(1, task.space.validCount().high));
}

} // namespace knobscope
