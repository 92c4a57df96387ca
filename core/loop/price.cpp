// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/price.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace knobscope {

namespace {

constexpr int64_t fewestTrials = 10;
constexpr int64_t trialsRead = 2000; // the last ones: enough for a rate
constexpr double longestStep = 30; // between two trials; more was a pause or a resumed run

/// Target, template and arguments: what a task is without its edits.
bool isSameWorkload(const nlohmann::json& stored, const nlohmann::json& own)
{
    return stored.is_object() && stored.value("task", nlohmann::json()) == own["task"]
        && stored.value("args", nlohmann::json()) == own["args"] && stored.value("target", nlohmann::json()) == own["target"];
}

double rateOf(const std::vector<TrialPoint>& points)
{
    double seconds = 0;
    int64_t steps = 0;
    for (size_t i = 1; i < points.size(); ++i) {
        const double step = points[i].timestamp - points[i - 1].timestamp;
        if (step < longestStep) {
            seconds += step;
            ++steps;
        }
    }
    return seconds > 0 ? static_cast<double>(steps) / seconds : 0;
}

std::string signedText(int64_t number)
{
    return number < 0 ? "\u2212" + groupedNumber(-number) : "+" + groupedNumber(number);
}

double middle(const SpaceCount& count)
{
    return (static_cast<double>(count.low) + static_cast<double>(count.high)) / 2;
}

} // namespace

Result<std::optional<MeasuredRate>> measuredRate(Project& project, const Task& task)
{
    const auto runs = project.runs();
    return runs ? measuredRate(project, *runs, task) : fail(runs);
}

Result<std::optional<MeasuredRate>> measuredRate(Project& project, std::span<const RunRow> runs, const Task& task)
{
    const auto tasks = project.tasks();
    if (!tasks) {
        return fail(tasks);
    }
    const nlohmann::json own = taskToJson(task);
    std::optional<MeasuredRate> best;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        if (run->state != "finished" || run->trials < fewestTrials) {
            continue;
        }
        bool same = false;
        for (const TaskRow& row : *tasks) {
            same = same || (row.id == run->task && isSameWorkload(row.task, own));
        }
        if (best && !same) {
            continue;
        }
        const auto points = project.points(run->id, std::max<int64_t>(0, run->trials - trialsRead));
        if (!points) {
            return fail(points);
        }
        const double rate = rateOf(*points);
        if (rate > 0) {
            best = MeasuredRate{rate, run->id, run->label, run->tuner, points->back().timestamp, run->trials, same};
        }
        if (best && best->sameTask) {
            break;
        }
    }
    return best;
}

SpacePrice priceOf(const SpaceCount& before, const SpaceCount& after, std::optional<MeasuredRate> rate, int64_t searchTrials)
{
    SpacePrice price;
    price.before = before;
    price.after = after;
    price.moreLow = after.low - before.high;
    price.moreHigh = after.high - before.low;
    price.factor = middle(before) > 0 ? middle(after) / middle(before) : 1;
    price.searchTrials = searchTrials;
    price.searchIsUnchanged = before.high >= searchTrials && after.low >= searchTrials;
    if (rate && rate->trialsPerSecond > 0) {
        price.gridSeconds = middle(after) / rate->trialsPerSecond;
        price.gridSecondsMore = (middle(after) - middle(before)) / rate->trialsPerSecond;
    }
    price.rate = std::move(rate);
    return price;
}

std::string groupedNumber(int64_t number)
{
    std::string digits = std::to_string(number);
    for (int at = static_cast<int>(digits.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3) {
        digits.insert(static_cast<size_t>(at), ",");
    }
    return digits;
}

std::vector<DurationPart> durationParts(double seconds)
{
    using Unit = DurationPart::Unit;
    constexpr double minute = 60;
    constexpr double hour = 3600;
    constexpr double day = 86400;
    constexpr double year = 365.25 * day;
    const auto inTwo = [](double value, double perLarge, Unit large, Unit small) {
        const double whole = std::round(value);
        const double rest = std::fmod(whole, perLarge);
        std::vector<DurationPart> parts{{(whole - rest) / perLarge, large}};
        if (rest > 0) {
            parts.push_back({rest, small});
        }
        return parts;
    };
    if (seconds < 9.95) {
        return {{std::max(0.0, seconds), Unit::Seconds, 1}};
    }
    if (seconds < 99.5) {
        return {{std::round(seconds), Unit::Seconds}};
    }
    if (seconds < 59.5 * minute) {
        return {{std::round(seconds / minute), Unit::Minutes}};
    }
    if (seconds < 47.99 * hour) {
        return inTwo(seconds / minute, 60, Unit::Hours, Unit::Minutes);
    }
    if (seconds < 30 * day) {
        return inTwo(seconds / hour, 24, Unit::Days, Unit::Hours);
    }
    if (seconds < 2 * year) {
        return {{std::round(seconds / day), Unit::Days}};
    }
    return {{seconds / year, Unit::Years, seconds < 1000 * year ? 1 : 0}};
}

std::string roughDuration(double seconds)
{
    constexpr std::array units{"s", "min", "h", "days", "years"};
    std::string text;
    for (const DurationPart& part : durationParts(seconds)) {
        const std::string value =
            part.digits > 0 ? fmt::format("{:.{}f}", part.value, part.digits) : groupedNumber(std::llround(part.value));
        text += fmt::format("{}{} {}", text.empty() ? "" : " ", value, units[static_cast<size_t>(part.unit)]);
    }
    return text;
}

std::string priceText(const SpacePrice& price)
{
    const bool exact = price.moreLow == price.moreHigh;
    std::string text =
        exact ? signedText(price.moreLow) + " configs"
              : fmt::format("between {} and {} configs (estimated)", signedText(price.moreLow), signedText(price.moreHigh));
    if (exact && price.moreLow == 0) {
        text = "no config more or less";
    }
    if (!price.rate) {
        text += "; no finished run of this project measured a rate yet, so time cannot be told";
    } else {
        text += fmt::format("; at the {:.3g} trials/s measured here a full grid takes ", price.rate->trialsPerSecond);
        const double more = price.gridSecondsMore;
        const std::string about = exact ? "" : "about ";
        if (exact && price.moreLow == 0) {
            text += roughDuration(price.gridSeconds) + " as before";
        } else {
            text += about + roughDuration(std::abs(more)) + (more < 0 ? " less" : " longer");
        }
    }
    if (price.searchIsUnchanged) {
        text += fmt::format("; GA for {} trials unchanged", groupedNumber(price.searchTrials));
    } else {
        text += fmt::format("; {} trials are enough to visit every config",
                            groupedNumber(std::min(price.searchTrials, price.after.high)));
    }
    return text;
}

} // namespace knobscope
