// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/failuregroups.h"

#include "core/base/sentencejson.h"
#include "core/store/trialrows.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace knobscope {

namespace {

bool isDigit(std::string_view text, size_t at)
{
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

/// End of the number that starts at `at`: "2,048", "1.5", "3e-05", "0x7f".
size_t numberEnd(std::string_view text, size_t at)
{
    if (text[at] == '0' && at + 1 < text.size() && text[at + 1] == 'x') {
        return std::min(text.find_first_not_of("0123456789abcdefABCDEF", at + 2), text.size());
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

/// Common text of messages that differ only in their numbers.
class CommonText
{
public:
    explicit CommonText(MessageParts first)
        : m_parts(std::move(first))
        , m_isShared(m_parts.numbers.size(), true)
    {
    }

    /// Returns false if the text has other words.
    bool add(const MessageParts& text)
    {
        if (text.texts != m_parts.texts) {
            return false;
        }
        for (size_t i = 0; i < m_isShared.size(); ++i) {
            m_isShared[i] = m_isShared[i] && text.numbers[i] == m_parts.numbers[i];
        }
        return true;
    }

    /// The common text, with "#" for the numbers that differ.
    std::string text() const
    {
        std::string text = m_parts.texts.front();
        for (size_t i = 0; i < m_isShared.size(); ++i) {
            text += (m_isShared[i] ? m_parts.numbers[i] : std::string("#")) + m_parts.texts[i + 1];
        }
        return text;
    }

private:
    MessageParts m_parts;
    std::vector<bool> m_isShared;
};

/// A failure group under construction.
struct Collected {
    Collected(FailureGroup first, const MessageParts& firstMessage, std::string firstPatternText)
        : group(std::move(first))
        , message(firstMessage)
        , firstPattern(std::move(firstPatternText))
        , pattern(messageParts(firstPattern))
    {
    }

    /// `newPattern` is the message's patternText().
    void add(int64_t number, int64_t config, const MessageParts& of, const std::string& newPattern)
    {
        group.trials.push_back(number);
        configs.push_back(config);
        message.add(of);
        isPatternShared = isPatternShared && (newPattern == firstPattern || pattern.add(messageParts(newPattern)));
    }

    Sentence reason() const { return sentenceFromColumns(message.text(), isPatternShared ? pattern.text() : std::string()); }

    FailureGroup group;
    CommonText message;
    std::string firstPattern;
    CommonText pattern;
    bool isPatternShared = true; ///< all messages have the same pattern; false if some were written by an earlier version
    std::vector<int64_t> configs;
};

std::vector<TrialFilter> narrowing(std::span<const TrialFilter> filters)
{
    std::vector<TrialFilter> kept(filters.begin(), filters.end());
    std::erase_if(kept, [](const TrialFilter& filter) {
        return filter.kind != TrialFilter::Kind::Knob && filter.kind != TrialFilter::Kind::Time;
    });
    return kept;
}

} // namespace

MessageParts messageParts(std::string_view message)
{
    MessageParts parts{{""}, {}};
    size_t at = 0;
    while (at < message.size()) {
        if (!isDigit(message, at)) {
            parts.texts.back() += message[at++];
            continue;
        }
        const size_t end = numberEnd(message, at);
        parts.numbers.emplace_back(message.substr(at, end - at));
        parts.texts.emplace_back();
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
        KnobHistogram all(space ? *space : ConfigSpace());
        const SQLite::Transaction sameStateForBoth(project.database());
        Query scan(project.database(), "SELECT number, config, gflops, error_no, timestamp FROM trial WHERE run = ?", run.run);
        TrialPoint point;
        while (scan.next(point.number, point.index, point.gflops, point.errorNo, point.timestamp)) {
            if (isCancelled && *isCancelled) {
                return fail(ErrorCode::Timeout, "The query was cancelled");
            }
            if (condition.matches(point)) {
                ++report.trials;
                report.failed += point.errorNo != 0 ? 1 : 0;
                all.add(point.index);
            }
        }
        std::map<std::pair<int, std::vector<std::string>>, Collected> groups;
        Query failures(project.database(),
                       "SELECT number, config, gflops, error_no, timestamp, message, said FROM trial WHERE run = ? AND error_no "
                       "!= 0 ORDER BY number",
                       run.run);
        std::string message;
        std::string pattern;
        while (report.failed > 0
               && failures.next(point.number, point.index, point.gflops, point.errorNo, point.timestamp, message, pattern)) {
            if (isCancelled && *isCancelled) {
                return fail(ErrorCode::Timeout, "The query was cancelled");
            }
            if (!condition.matches(point)) {
                continue;
            }
            MessageParts parts = messageParts(message);
            const std::pair key(point.errorNo, parts.texts);
            auto group = groups.find(key);
            if (group == groups.end()) {
                FailureGroup first{
                    .errorNo = point.errorNo, .example = sentenceFromColumns(message, pattern), .exampleTrial = point.number};
                group = groups.try_emplace(key, std::move(first), parts, pattern).first;
            }
            group->second.add(point.number, point.index, parts, pattern);
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
