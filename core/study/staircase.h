// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/workload.h"
#include "core/study/findings.h"
#include "core/timing/measurer.h"

#include <cstdint>
#include <optional>
#include <span>

namespace knobscope {

/// A state of a schedule by hand: after its first `step` enabled primitives.
struct StairStep {
    enum class State : uint8_t {
        Ready,   ///< has a kernel of its own; not timed yet
        Timed,
        Same,    ///< the same loop nest as the state before
        Illegal, ///< this state alone cannot be computed; a later one may be
        Failed,  ///< did not compile, crashed, took too long or computed a wrong answer
    };
    size_t step = 0;         ///< 0: the computation as defined, without a primitive
    size_t line = 0;         ///< of the text; 0 for step 0
    std::string text;        ///< the primitive as written
    State state = State::Ready;
    Sentence note;           ///< why it is not timed, or why its time is doubtful
    std::optional<TextPlace> place; ///< of what is illegal
    bool isWrong = false;    ///< Failed: the kernel's answer is wrong
    double seconds = 0;      ///< of a call, at full pace; 0 unless Timed. Of the same kernel, if Same
    double speedup = 0;      ///< over step 0
    double gain = 0;         ///< over the timed state before
    double margin = 0;       ///< half width of the 95 % interval of its time, relative; 0: unknown
    std::optional<Bottleneck> bound; ///< what takes most of its time, estimated
};
/// "timed", "same", "illegal", …
const char* stateName(StairStep::State state);

/// A text on a target, whose states are the configs of one task.
struct Staircase {
    Task task;              ///< with TextSteps::Steps
    int64_t config = 0;     ///< of the text's own knobs
    std::vector<StairStep> steps;

    /// The config of a state in `task.space`.
    int64_t indexOf(size_t step) const;
    /// Whether every state that can be timed was, and its answer was right.
    bool isRight() const;
    /// Whether the last state is legal.
    bool isValid() const { return !steps.empty() && steps.back().state != StairStep::State::Illegal; }
};

/// Options for a staircase: answers are checked, slow states are not cut off, and each has a minute at least: the loops as
/// defined may take a hundred times as long as the last state.
MeasureOptions staircaseOptions(MeasureOptions options = {});

/// Lowers every state of a text, in milliseconds, and marks which are illegal or equal to the one before. `config`: values of the
/// text's knobs, by their number in its space. Compiles and times nothing. Fails like workloadOfText() and makeTask(); an illegal
/// primitive is a state, not a failure.
Result<Staircase> openStaircase(const std::string& source, const std::string& name, const TextSizes& given, const Target& target,
                                int64_t config = 0);

/// Fills in the speed-ups of all states from their seconds, and the seconds of those that change nothing.
void compareSteps(Staircase& stairs);

/// Builds, checks (with staircaseOptions()) and times the states that are Ready among `steps`, by their position, and
/// fills in seconds, speed-ups and bounds of all. All states are timed in pairs with the last legal one, so that a slow state
/// costs a call or two. To time one edit, pass only its position and set `seconds` of the others from before. Fails if nothing
/// can be measured. `onStep` is called after each.
Result<void> timeSteps(Measurer& measurer, Staircase& stairs, std::span<const size_t> steps, int threads,
                       const std::function<void(const StairStep&)>& onStep = {}, const std::atomic<bool>* isCancelled = nullptr);

} // namespace knobscope
