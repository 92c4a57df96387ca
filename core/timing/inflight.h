// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measurer.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>

namespace knobscope {

/// Returns a job number unique in this program: a measurer that outlives a run may still answer a job of that run.
inline int64_t newJobId()
{
    static std::atomic<int64_t> last{0};
    return ++last;
}

/// Jobs in flight, at most N at a time. Answers arrive in any order; jobs are removed in order of submission or of their answers.
template<class Job, class Answer>
class InFlight
{
public:
    struct Flight {
        int64_t id = 0;
        Job job;
        std::optional<Answer> answer; ///< nullopt until answered
    };

    explicit InFlight(int most)
        : m_most(static_cast<size_t>(std::max(1, most)))
    {
    }

    bool hasRoom() const { return m_flights.size() < m_most; }
    bool isEmpty() const { return m_flights.empty(); }
    /// Returns the job's number (newJobId). A job added with its answer waits for its turn like the others.
    int64_t add(Job job, std::optional<Answer> answer = {})
    {
        m_flights.push_back({newJobId(), std::move(job), std::move(answer)});
        return m_flights.back().id;
    }
    /// Stores the answer of a job and returns a pointer to it; null if there is no such job.
    const Answer* answer(int64_t id, Answer answer)
    {
        const auto found = std::ranges::find(m_flights, id, &Flight::id);
        return found == m_flights.end() ? nullptr : &found->answer.emplace(std::move(answer));
    }
    bool isFirstAnswered() const { return !m_flights.empty() && m_flights.front().answer; }
    /// Removes the oldest job and returns it with its answer; nullopt if it is not answered yet.
    std::optional<Flight> takeFirst() { return isFirstAnswered() ? take(m_flights.front().id) : std::nullopt; }
    std::optional<Flight> take(int64_t id)
    {
        const auto found = std::ranges::find(m_flights, id, &Flight::id);
        if (found == m_flights.end()) {
            return std::nullopt;
        }
        std::optional<Flight> taken(std::move(*found));
        m_flights.erase(found);
        return taken;
    }
    void clear() { m_flights.clear(); }

private:
    size_t m_most;
    std::deque<Flight> m_flights;
};

/// The same for configs in a measurer, up to its capacity.
template<class Job>
class MeasureQueue : public InFlight<Job, MeasureResult>
{
public:
    explicit MeasureQueue(Measurer& measurer)
        : InFlight<Job, MeasureResult>(measurer.capacity())
        , m_measurer(measurer)
    {
    }

    /// Does not add the job if the measurer rejects it.
    Result<void> submit(Job job, MeasureInput input)
    {
        const int64_t id = this->add(std::move(job));
        auto taken = m_measurer.submit(id, std::move(input));
        if (!taken) {
            this->take(id);
        }
        return taken;
    }
    /// Waits for a result and stores it with its job; null if none arrived within `wait`.
    const MeasureResult* await(std::chrono::milliseconds wait)
    {
        auto finished = m_measurer.next(wait);
        return finished ? this->answer(finished->first, std::move(finished->second)) : nullptr;
    }
    /// Returns the next finished job with its result; nullopt if none finished within `wait`. Fails if a config could not be
    /// tried, which is not a result (MeasureResult::infrastructureFailed).
    Result<std::optional<typename InFlight<Job, MeasureResult>::Flight>> next(std::chrono::milliseconds wait)
    {
        auto finished = m_measurer.next(wait);
        auto flight = finished ? this->take(finished->first) : std::nullopt;
        if (flight && finished->second.infrastructureFailed) {
            return tl::make_unexpected(Error(ErrorCode::Io, std::move(finished->second.why)));
        }
        if (flight) {
            flight->answer = std::move(finished->second);
        }
        return flight;
    }

private:
    Measurer& m_measurer;
};

} // namespace knobscope
