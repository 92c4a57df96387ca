// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measurer.h"

#include <cstdint>
#include <deque>
#include <set>

/// Knows the seconds of every config; every tenth fails. Comparing halves all times: another scale, the same order but for
/// config 12, which turns out to be the fastest.
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
            result.costs = {secondsOf(*input.entity.index) * (1 + luck * luckOf(*input.entity.index))};
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
            result.costs = {*input.entity.index == 12 ? 4e-5 : secondsOf(*input.entity.index) / 2};
            results.push_back(result);
        }
        compared += static_cast<int>(inputs.size());
        return results;
    }
    void stop() override {}
    int capacity() const override { return 3; }

    int submitted = 0;
    double luck = 0; ///< the most by which a config's time is off, as a share; comparing knows none
    int untriedAfter = -1; ///< after so many configs there is no worker; -1: there always is
    int compared = 0;
    std::set<int64_t> asked; ///< indexes submitted

private:
    /// From -1 to 1.
    static double luckOf(int64_t index) { return static_cast<double>(index * 2654435761 % 4294967296) / 2147483648.0 - 1; }

    std::deque<std::pair<int64_t, knobscope::MeasureResult>> m_done;
};
