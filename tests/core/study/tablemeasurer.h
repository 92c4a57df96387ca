// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measurer.h"

#include <cstdint>
#include <deque>
#include <set>

/// Knows the seconds of every config; every tenth fails. Comparing finds config 3 the fastest.
class TableMeasurer : public knobscope::Measurer
{
public:
    static double secondsOf(int64_t index) { return 1e-4 + 1e-6 * static_cast<double>(index); }

    knobscope::Result<void> submit(int64_t id, knobscope::MeasureInput input) override
    {
        knobscope::MeasureResult result;
        if (*input.entity.index % 10 == 0) {
            result.error = knobscope::MeasureError::WrongAnswer;
            result.costs = {1e9};
        } else {
            result.costs = {secondsOf(*input.entity.index)};
        }
        if (untriedAfter >= 0 && submitted >= untriedAfter) {
            result =
                knobscope::failedResult(knobscope::MeasureError::Unknown, knobscope::Sentence("Building: The worker is gone"));
            result.infrastructureFailed = true;
        }
        m_done.emplace_back(id, result);
        ++submitted;
        asked.insert(*input.entity.index);
        return {};
    }
    std::optional<std::pair<int64_t, knobscope::MeasureResult>> next(std::chrono::milliseconds) override
    {
        if (m_done.empty()) {
            return std::nullopt;
        }
        auto first = m_done.front();
        m_done.pop_front();
        return first;
    }
    std::vector<knobscope::MeasureResult> compare(std::span<const knobscope::MeasureInput> inputs) override
    {
        std::vector<knobscope::MeasureResult> results;
        for (const knobscope::MeasureInput& input : inputs) {
            knobscope::MeasureResult result;
            result.costs = {secondsOf(*input.entity.index)};
            result.isSignificantlyFaster = *input.entity.index == 3;
            result.timing.ratio = result.isSignificantlyFaster ? 0.9 : 1;
            results.push_back(result);
        }
        return results;
    }
    void stop() override {}
    int capacity() const override { return 3; }

    int submitted = 0;
    int untriedAfter = -1; ///< after so many configs there is no worker; -1: there always is
    std::set<int64_t> asked; ///< indexes submitted

private:
    std::deque<std::pair<int64_t, knobscope::MeasureResult>> m_done;
};
