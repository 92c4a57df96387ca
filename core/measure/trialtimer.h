// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"
#include "core/measure/timedkernel.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// What running a kernel gave.
struct RunOutcome {
    MeasureError error = MeasureError::None;
    std::string message;         ///< of a success: what makes its time doubtful
    std::vector<double> costs;
    std::optional<double> ratio;
    int pairs = 0;
    bool isReference = false;    ///< it is now what later candidates are timed against …
    double referenceSeconds = 0; ///< … with this time, on the scale of the run
    bool mustRestart = false;    ///< the device's context is lost, and with it this process
    std::vector<StageTime> stages;
};

/// Times kernels, on whatever device they are: plainly, or alternately with the best one of their task so far, which it keeps
/// (docs/decisions/0005).
class TrialTimer
{
public:
    TrialTimer();
    ~TrialTimer();

    /// Fills in costs, ratio and reference. Answers what went wrong, with the candidate or with what it was timed against.
    std::optional<Error> time(const std::string& taskKey, std::unique_ptr<TimedKernel> candidate, double warmUpSeconds,
                              const MeasureOptions& options, RunOutcome& out);
    void setReference(const std::string& taskKey, std::unique_ptr<TimedKernel> kernel, double seconds);
    void clear();

private:
    struct Reference;
    /// Samples of a kernel that has no other to be timed against, taken over a third of a second.
    static std::vector<double> timeInBursts(TimedKernel& kernel, int64_t calls);
    std::optional<Error> timeInPairs(Reference& reference, std::unique_ptr<TimedKernel> candidate, double warmUpSeconds,
                                     int64_t calls, RunOutcome& out);

    std::map<std::string, std::unique_ptr<Reference>> m_references;
};

/// Times all of them round and round; seconds of each, by the ratio to the first of its round.
Result<std::vector<double>> timeInTurn(const std::vector<std::unique_ptr<TimedKernel>>& kernels);

} // namespace knobscope
