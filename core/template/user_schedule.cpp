// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/user_schedule.h"

#include "core/script/definition.h"
#include "core/script/parse.h"
#include "core/script/workload.h"

#include <numeric>

namespace knobscope {

namespace user_schedule {

Result<ConfigEntity> entityOf(const FromLine& from, const Template& other, const nlohmann::json& args, const TargetTraits& target)
{
    if (from.config.is_array()) {
        return entityFromJson(from.config);
    }
    TemplateContext cfg(target);
    TRY(other.run(cfg, args));
    TRY(cfg.check());
    return cfg.takeSpace().at(from.config.get<int64_t>());
}

/// The schedule of another template's config.
Result<TemplateInstance> otherInstance(const FromLine& from, bool isGpu, const TargetTraits& target)
{
    const std::string name = from.workload[0].get<std::string>();
    if (name.starts_with(kUserPrefix)) {
        return fail(ErrorCode::Unsupported, "a schedule by hand cannot come from another one; copy its lines");
    }
    const auto other = TRY(findTemplate(name));
    if (other->isGpu != isGpu) {
        return fail(ErrorCode::InvalidArgument, "{} is for {}; write target {} in a line before", name,
                    other->isGpu ? "GPUs" : "CPUs", other->isGpu ? "gpu" : "cpu");
    }
    nlohmann::json args = from.workload;
    args.erase(0);
    const auto entity = TRY(entityOf(from, *other, args, target));
    TemplateContext cfg(target, entity);
    auto instance = TRY(other->run(cfg, args));
    TRY(cfg.check());
    if (!instance.schedule) {
        return fail(ErrorCode::Unsupported, "{} has no schedule", name);
    }
    return instance;
}

Result<void> addFrom(OpenedText& out, const TargetTraits& target)
{
    auto other = otherInstance(*out.text.from, out.text.isGpu, target);
    if (!other) {
        return tl::make_unexpected(errorAt(out.text.from->place, other.error().code, other.error()));
    }
    out.inputs = other->schedule->inputs();
    out.output = other->schedule->outputs().front();
    out.autotvmFlops = other->autotvmFlops;
    out.plainFlops = other->plainFlops;
    out.definition = other->definition.value_or(OperatorDefinition{out.inputs, out.output});
    return {};
}

void declare(TemplateContext& cfg, const TextKnob& knob)
{
    if (const auto* split = std::get_if<SplitKnob>(&knob.definition)) {
        cfg.defineSplit(knob.name, *split);
    } else if (const auto* reorder = std::get_if<ReorderKnob>(&knob.definition)) {
        cfg.defineReorder(knob.name, reorder->axes, reorder->candidates);
    } else if (const auto* annotate = std::get_if<AnnotateKnob>(&knob.definition)) {
        cfg.defineAnnotate(knob.name, annotate->axes, annotate->policy);
    } else {
        cfg.defineKnob(knob.name, std::get<OtherKnob>(knob.definition).candidates);
    }
}

KnobValue valueOf(TemplateContext& cfg, const TextKnob& knob)
{
    switch (knob.definition.index()) {
    case 0: return SplitEntity{cfg.split(knob.name)};
    case 1: return ReorderEntity{cfg.order(knob.name)};
    case 2: return AnnotateEntity{cfg.annotations(knob.name), {}, false};
    default: return OtherEntity{cfg.number(knob.name)};
    }
}

/// The primitive that is illegal for this config fails its schedule only; other errors of the text fail the template.
Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args)
{
    const auto arguments = TRY(readTextArguments(args));
    const auto opened = TRY(openText(arguments.source, arguments.given, cfg.target()));
    Schedule schedule = cfg.makeSchedule({opened.output}, opened.inputs);
    std::map<std::string, KnobValue> values;
    const auto knobs = TRY(knobsOf(opened.text, opened.sizes, schedule));
    for (const TextKnob& knob : knobs) {
        declare(cfg, knob);
        if (cfg.error()) {
            return refuseAt(knob.place, *cfg.error());
        }
        values[knob.name] = valueOf(cfg, knob);
    }
    size_t steps = opened.text.stepCount();
    if (arguments.steps == TextSteps::Steps) {
        std::vector<int64_t> numbers(steps + 1);
        std::iota(numbers.begin(), numbers.end(), 0);
        cfg.defineNumbers(kStepKnob, numbers);
        steps = static_cast<size_t>(cfg.numberWithin(kStepKnob, 0, static_cast<int64_t>(steps)));
    }
    TRY(cfg.check());
    const auto applied =
        applyText(opened.text, opened.sizes, [&](const std::string& knob) { return values.at(knob); }, schedule, steps);
    if (!applied && applied.error().code != ErrorCode::IllegalSchedule) {
        return fail(applied);
    }
    if (!applied) { // with the line, which the schedule's own error lacks
        schedule = cfg.makeSchedule({opened.output}, opened.inputs);
        schedule.refuse(applied.error());
    }
    return instance(cfg, std::move(schedule), opened.autotvmFlops, opened.plainFlops, opened.definition);
}

/// All primitives, with the first candidate of each knob: the states of a text are timed against its last one.
ConfigEntity lastStep(const ConfigSpace& space, const TargetTraits&)
{
    const Knob* steps = space.find(kStepKnob);
    return steps ? configWith(space, {{kStepKnob, steps->at(steps->size() - 1)}}) : configWith(space, {});
}

} // namespace user_schedule

Result<OpenedText> openText(const std::string& source, const TextSizes& given, const TargetTraits& target)
{
    OpenedText out;
    out.text = TRY(parseSchedule(source));
    out.sizes = TRY(sizesOf(out.text, given));
    if (out.text.from) {
        TRY(user_schedule::addFrom(out, target));
        return out;
    }
    const auto computation = TRY(computationOf(out.text, out.sizes));
    out.inputs = computation.inputs;
    out.output = computation.output;
    out.autotvmFlops = computation.autotvmFlops;
    out.plainFlops = computation.plainFlops;
    out.definition = {computation.inputs, computation.output};
    return out;
}

const Template& userTemplate(bool isGpu)
{
    const auto make = [](bool gpu) {
        return Template{.name = std::string(gpu ? kUserGpuPrefix : kUserPrefix) + "NAME",
                        .summary = "A schedule written by hand: a .sched file",
                        .isGpu = gpu,
                        .run = user_schedule::run,
                        .fallback = user_schedule::lastStep,
                        .isExtra = true,
                        .cpus = Cpus::All};
    };
    static const std::array both{make(false), make(true)};
    return both[isGpu ? 1 : 0];
}

} // namespace knobscope
