// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/staircase.h"

#include "core/ir/printer.h"
#include "core/lower/gpu/lowerdevice.h"
#include "core/script/parse.h"
#include "core/target/machineprofile.h"
#include "core/task/steps.h"

#include <algorithm>

namespace knobscope {

namespace {

/// The code of a state as text, to tell whether a primitive changed anything.
Result<std::string> codeOf(const Task& task, const ConfigEntity& entity)
{
    if (task.isGpu) {
        const auto program = TRY(lowerDeviceConfig(task, entity));
        return ir::text(program);
    }
    const auto nest = TRY(lowerConfig(task, entity));
    return ir::text(nest);
}

void examine(Staircase& stairs)
{
    std::string before;
    for (StairStep& step : stairs.steps) {
        const auto entity = stairs.task.space.at(stairs.indexOf(step.step));
        const auto code = entity ? codeOf(stairs.task, *entity) : fail(entity);
        if (!code) {
            step.state = StairStep::State::Illegal;
            step.place = placeOf(code.error());
            step.note = withoutPlace(code.error());
            continue;
        }
        if (step.step > 0 && *code == before) {
            step.state = StairStep::State::Same;
            step.note = phrase("the loop nest is the same as before");
        }
        before = *code;
    }
}

void takeResult(StairStep& step, const MeasureResult& result)
{
    step.note = result.why;
    if (result.error != MeasureError::None) {
        step.state = StairStep::State::Failed;
        step.isWrong = result.error == MeasureError::WrongAnswer;
        step.note = result.why.empty() ? phrase("{}", errorText(result.error)) : result.why;
        return;
    }
    step.state = StairStep::State::Timed;
    step.seconds = result.meanCost();
    step.margin = result.timing.uncertainty.value_or(0);
}

} // namespace

const char* stateName(StairStep::State state)
{
    switch (state) {
    case StairStep::State::Ready: return "ready";
    case StairStep::State::Timed: return "timed";
    case StairStep::State::Same: return "same";
    case StairStep::State::Illegal: return "illegal";
    case StairStep::State::Failed: return "failed";
    }
    return "";
}

void compareSteps(Staircase& stairs)
{
    const StairStep& first = stairs.steps.front();
    const StairStep* before = nullptr;
    for (StairStep& step : stairs.steps) {
        if (step.state == StairStep::State::Same && before) {
            step.seconds = before->seconds;
        }
        if (step.seconds <= 0) {
            continue;
        }
        step.speedup = first.seconds > 0 ? first.seconds / step.seconds : 0;
        step.gain = before ? before->seconds / step.seconds : 1;
        before = &step;
    }
}

MeasureOptions staircaseOptions(MeasureOptions options)
{
    constexpr double leastTimeout = 60;
    options.check = true;
    options.cutOff = 0;
    options.timeoutSeconds = std::max(options.timeoutSeconds, leastTimeout);
    return options;
}

int64_t Staircase::indexOf(size_t step) const
{
    return config + static_cast<int64_t>(step) * (task.space.rangeLength() / static_cast<int64_t>(steps.size()));
}

bool Staircase::isRight() const
{
    const auto isBad = [](const StairStep& step) {
        return step.state == StairStep::State::Failed || step.state == StairStep::State::Ready;
    };
    return std::ranges::none_of(steps, isBad);
}

Result<Staircase> openStaircase(const std::string& source, const std::string& name, const TextSizes& given, const Target& target,
                                int64_t config)
{
    const auto text = TRY(parseSchedule(source));
    const auto workload = TRY(workloadOfText(source, name, given, TextSteps::Steps));
    Staircase stairs;
    stairs.task = TRY(makeTask(workload.name, workload.args, target));
    stairs.config = config;
    for (size_t step = 0; step <= text.stepCount(); ++step) {
        StairStep& state = stairs.steps.emplace_back();
        state.step = step;
        if (const auto line = text.lineOfStep(step)) {
            state.line = text.lines[*line].line();
            state.text = text.lines[*line].text;
        }
    }
    const int64_t configs = stairs.task.space.rangeLength() / static_cast<int64_t>(stairs.steps.size());
    if (config < 0 || config >= configs) {
        return fail(ErrorCode::InvalidArgument, "There is no config {}; the knobs have {} (config|configs), from 0", config,
                    configs);
    }
    examine(stairs);
    return stairs;
}

Result<void> timeSteps(Measurer& measurer, Staircase& stairs, std::span<const size_t> steps, int threads,
                       const std::function<void(const StairStep&)>& onStep, const std::atomic<bool>* isCancelled)
{
    TRY(measurer.accepts(stairs.task));
    for (const size_t position : steps) {
        StairStep& step = stairs.steps.at(position);
        if (step.state == StairStep::State::Ready) {
            const auto entity = TRY(stairs.task.space.at(stairs.indexOf(step.step)));
            const auto results = TRY(measureAll(measurer, stairs.task, std::span(&entity, 1), isCancelled));
            if (results.empty()) {
                break;
            }
            takeResult(step, results.front());
            if (const auto bound = bottleneckOf(stairs.task, entity, profileOf(stairs.task.target), threads)) {
                step.bound = *bound;
            }
        }
        compareSteps(stairs);
        if (onStep) {
            onStep(step);
        }
    }
    return {};
}

} // namespace knobscope
