// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/failuregroups.h"

#include "core/store/trialscan.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace knobscope {

namespace {

bool isDigit(std::string_view text, size_t at)
{
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

/// Where the number that starts at `at` ends: "2,048", "1.5", "3e-05", "0x7f".
size_t numberEnd(std::string_view text, size_t at)
{
    if (text[at] == '0' && at + 1 < text.size() && text[at + 1] == 'x') {
        for (at += 2; at < text.size() && std::isxdigit(static_cast<unsigned char>(text[at])); ++at) {
        }
        return at;
    }
    while (at < text.size()) {
        const bool isSeparator = text[at] == '.' || text[at] == ',';
        const bool isExponent = text[at] == 'e' && at + 2 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+');
        if (isDigit(text, at) || (isSeparator && isDigit(text, at + 1))) {
            ++at;
        } else if (isExponent && isDigit(text, at + 2)) {
            at += 2;
        } else {
            break;
        }
    }
    return at;
}

/// A group while it is collected; numbers that all its messages share stay in the reason.
struct Collected {
    Collected(FailureGroup first, MessageParts message)
        : group(std::move(first))
        , parts(std::move(message))
        , isShared(parts.numbers.size(), true)
    {
    }

    void add(int64_t number, int64_t config, const MessageParts& message)
    {
        group.trials.push_back(number);
        configs.push_back(config);
        for (size_t i = 0; i < isShared.size(); ++i) {
            isShared[i] = isShared[i] && message.numbers[i] == parts.numbers[i];
        }
    }

    std::string reason() const
    {
        std::string text = parts.words.front();
        for (size_t i = 0; i < isShared.size(); ++i) {
            text += (isShared[i] ? parts.numbers[i] : std::string("#")) + parts.words[i + 1];
        }
        return text;
    }

    FailureGroup group;
    MessageParts parts;
    std::vector<bool> isShared;
    std::vector<int64_t> configs;
};

std::vector<TrialFilter> narrowing(std::span<const TrialFilter> filters)
{
    std::vector<TrialFilter> kept;
    for (const TrialFilter& filter : filters) {
        if (filter.kind == TrialFilter::Kind::Knob || filter.kind == TrialFilter::Kind::Time) {
            kept.push_back(filter);
        }
    }
    return kept;
}

} // namespace

MessageParts messageParts(std::string_view message)
{
    MessageParts parts{{""}, {}};
    size_t at = 0;
    while (at < message.size()) {
        if (!isDigit(message, at)) {
            parts.words.back() += message[at++];
            continue;
        }
        const size_t end = numberEnd(message, at);
        parts.numbers.emplace_back(message.substr(at, end - at));
        parts.words.emplace_back();
        at = end;
    }
    return parts;
}

Result<FailureReport> failureReport(Project& project, const TunedRun& run, std::span<const TrialFilter> filters,
                                    const std::atomic<bool>* isCancelled)
{
    return guarded(project.path(), [&]() -> Result<FailureReport> {
        const ConfigSpace* space = run.task ? &run.task->space : nullptr;
        const TrialCondition condition(narrowing(filters), run.run, run.task.get());
        FailureReport report{run.run, 0, 0, {}};
        CancelCheck cancelled(isCancelled);
        KnobHistogram all(space ? *space : ConfigSpace());
        const SQLite::Transaction sameStateForBoth(project.database());
        TrialScan scan(project, "SELECT number, config, gflops, error_no, timestamp FROM trial WHERE run = ?");
        scan.bind(1, run.run);
        while (scan.next()) {
            if (cancelled()) {
                return fail(ErrorCode::Timeout, "The query was given up");
            }
            const TrialPoint point{scan.integer(0), scan.integer(1), scan.real(2), static_cast<int>(scan.integer(3)),
                                   scan.real(4)};
            if (condition.holds(point)) {
                ++report.trials;
                report.failed += point.errorNo != 0 ? 1 : 0;
                all.add(point.index);
            }
        }
        std::map<std::pair<int, std::vector<std::string>>, Collected> groups;
        TrialScan failures(project, "SELECT number, config, gflops, error_no, timestamp, message FROM trial WHERE run = ? AND "
                                    "error_no != 0 ORDER BY number");
        failures.bind(1, run.run);
        while (report.failed > 0 && failures.next()) {
            if (cancelled()) {
                return fail(ErrorCode::Timeout, "The query was given up");
            }
            const TrialPoint point{failures.integer(0), failures.integer(1), failures.real(2),
                                   static_cast<int>(failures.integer(3)), failures.real(4)};
            if (!condition.holds(point)) {
                continue;
            }
            const std::string message = failures.text(5);
            MessageParts parts = messageParts(message);
            const std::pair key(point.errorNo, parts.words);
            auto group = groups.find(key);
            if (group == groups.end()) {
                FailureGroup first;
                first.errorNo = point.errorNo;
                first.example = message;
                first.exampleTrial = point.number;
                group = groups.try_emplace(key, std::move(first), parts).first;
            }
            group->second.add(point.number, point.index, parts);
        }
        for (auto& [key, collected] : groups) {
            collected.group.reason = collected.reason();
            if (space) {
                KnobHistogram histogram(*space); // one at a time: a space may have millions of candidates
                std::for_each(collected.configs.begin(), collected.configs.end(), [&](int64_t config) { histogram.add(config); });
                collected.group.explanation = bestSeparation(*space, histogram, all);
            }
            report.groups.push_back(std::move(collected.group));
        }
        std::stable_sort(report.groups.begin(), report.groups.end(),
                         [](const FailureGroup& a, const FailureGroup& b) { return a.trials.size() > b.trials.size(); });
        return report;
    });
}

} // namespace knobscope
