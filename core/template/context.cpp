// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/context.h"

#include <algorithm>

namespace knobscope {

namespace {

int64_t within(TemplateContext& cfg, const std::string& knob, int64_t number, int64_t least, int64_t most)
{
    if (number < least || number > most) {
        cfg.refuse(phrase("Knob {} needs a number from {} to {}, not {}", knob, least, most, number));
    }
    return std::clamp(number, least, most);
}

/// Whether a split's value has one size per part: templates access the sizes by position.
bool hasAllParts(const KnobDefinition& definition, const KnobValue& value)
{
    const auto* knob = std::get_if<SplitKnob>(&definition);
    const auto* split = std::get_if<SplitEntity>(&value);
    return !knob || !split || split->sizes.size() == static_cast<size_t>(knob->outputs);
}

} // namespace

void TemplateContext::refuse(Error error)
{
    if (!m_error) {
        m_error = std::move(error);
    }
}

Schedule TemplateContext::makeSchedule(std::vector<ir::Tensor> outputs, std::vector<ir::Tensor> inputs) const
{
    Schedule schedule(std::move(outputs));
    schedule.setInputs(std::move(inputs));
    if (m_keepsHistory) {
        schedule.keepHistory();
    }
    if (m_target.kind == "llvm") { // the templates of GPUs choose their accumulators themselves
        schedule.widenHalfSums();
    }
    return schedule;
}

void TemplateContext::define(KnobName name, KnobDefinition definition)
{
    if (m_entity) { // the point is given, though perhaps not from this space
        if (const KnobValue* chosen = m_entity->find(name.name); chosen && !hasAllParts(definition, *chosen)) {
            refuse(
                phrase("Knob {} needs {} sizes, not {}", name.name, std::get<SplitKnob>(definition).outputs, valueText(*chosen)));
        }
        return;
    }
    if (m_error) {
        return;
    }
    auto knob = Knob::make(std::move(name), std::move(definition));
    if (!knob) {
        refuse(knob.error());
        return;
    }
    if (auto defined = m_space.define(std::move(*knob)); !defined) {
        refuse(defined.error());
    }
}

void TemplateContext::defineSplit(const KnobName& name, int64_t extent, int64_t outputs, const SplitOptions& options)
{
    SplitKnob knob;
    knob.extent = extent;
    knob.outputs = outputs;
    knob.policy = options.policy;
    knob.filter = options.filter;
    define(name, std::move(knob));
}

void TemplateContext::defineKnob(const KnobName& name, std::vector<OtherValue> candidates)
{
    define(name, OtherKnob{std::move(candidates)});
}

void TemplateContext::defineLaterKnob(const KnobName& name, std::vector<OtherValue> candidates)
{
    if (m_entity && !m_entity->find(name.name)) {
        m_later[name.name] = OtherEntity{candidates.front()};
    }
    define(name, OtherKnob{std::move(candidates), true});
}

void TemplateContext::defineNumbers(const KnobName& name, const std::vector<int64_t>& candidates)
{
    defineKnob(name, {candidates.begin(), candidates.end()});
}

void TemplateContext::defineReorder(const KnobName& name, int64_t axes, std::vector<std::vector<int64_t>> candidates)
{
    define(name, ReorderKnob{axes, std::move(candidates)});
}

void TemplateContext::defineAnnotate(const KnobName& name, int64_t axes, const std::string& policy)
{
    define(name, AnnotateKnob{axes, policy});
}

void TemplateContext::defineUnroll(std::initializer_list<int64_t> steps)
{
    defineNumbers({"auto_unroll_max_step", phrase("limit of unrolling")}, steps);
    const bool always = m_target.kind == "nvptx" || m_target.kind == "rocm";
    defineNumbers({"unroll_explicit", phrase("unroll in the source")},
                  always ? std::vector<int64_t>{1} : std::vector<int64_t>{0, 1});
}

KnobValue TemplateContext::value(const std::string& name)
{
    if (m_entity) {
        if (const KnobValue* chosen = m_entity->find(name)) {
            return *chosen;
        }
        if (const auto later = m_later.find(name); later != m_later.end()) {
            return later->second;
        }
        refuse(phrase("The config has no value for knob {}", name));
        return SplitEntity{};
    }
    const Knob* knob = m_space.find(name);
    return knob ? knob->at(0) : KnobValue(SplitEntity{});
}

std::vector<int64_t> TemplateContext::split(const std::string& name)
{
    const KnobValue chosen = value(name);
    const auto* split = std::get_if<SplitEntity>(&chosen);
    bool fits = split && split->sizes.size() >= 2;
    int64_t inside = 1;
    for (size_t i = 1; fits && i < split->sizes.size(); ++i) {
        fits = split->sizes[i] >= 1 && split->sizes[i] <= kMaxNumber / inside;
        inside *= fits ? split->sizes[i] : 1;
    }
    if (!fits) {
        refuse(phrase("Knob {} needs sizes of at least 1 that fit an axis, not {}", name, valueText(chosen)));
        return {-1, 1, 1, 1};
    }
    std::vector<int64_t> sizes = split->sizes;
    if (m_error) {
        sizes.resize(std::max<size_t>(sizes.size(), 4), 1); // the rest of the template accesses parts by index
    }
    return sizes;
}

int64_t TemplateContext::number(const std::string& name)
{
    const KnobValue chosen = value(name);
    const auto* other = std::get_if<OtherEntity>(&chosen);
    const auto* number = other ? std::get_if<int64_t>(&other->value) : nullptr;
    if (!number) {
        refuse(phrase("Knob {} needs an integer, not {}", name, valueText(chosen)));
        return 1;
    }
    return within(*this, name, *number, -kMaxNumber, kMaxNumber);
}

int64_t TemplateContext::numberWithin(const std::string& name, int64_t least, int64_t most)
{
    return within(*this, name, number(name), least, most);
}

bool TemplateContext::flag(const std::string& name)
{
    const KnobValue chosen = value(name);
    const auto* other = std::get_if<OtherEntity>(&chosen);
    const auto* truth = other ? std::get_if<bool>(&other->value) : nullptr;
    if (!truth) {
        refuse(phrase("Knob {} needs True or False, not {}", name, valueText(chosen)));
        return false;
    }
    return *truth;
}

std::vector<int64_t> TemplateContext::order(const std::string& name)
{
    const KnobValue chosen = value(name);
    const auto* reorder = std::get_if<ReorderEntity>(&chosen);
    if (!reorder) {
        refuse(phrase("Knob {} needs an order of axes, not {}", name, valueText(chosen)));
        return {};
    }
    return reorder->order;
}

std::vector<std::string> TemplateContext::annotations(const std::string& name)
{
    const KnobValue chosen = value(name);
    const auto* annotate = std::get_if<AnnotateEntity>(&chosen);
    if (!annotate || annotate->isAnchors) {
        refuse(phrase("Knob {} needs annotations, not {}", name, valueText(chosen)));
        return {};
    }
    return annotate->annotations;
}

std::vector<ir::IterVar> TemplateContext::applySplit(StageRef stage, const ir::IterVar& axis, const std::string& name)
{
    return stage.chosenBy(name).splitBySizes(axis, split(name));
}

void TemplateContext::applyAnnotate(StageRef stage, const std::vector<ir::IterVar>& axes, const std::string& name)
{
    const std::vector<std::string> chosen = annotations(name);
    for (size_t i = 0; i < axes.size() && i < chosen.size(); ++i) {
        if (chosen[i] == "unroll") {
            stage.chosenBy(name).unroll(axes[i]);
        } else if (chosen[i] == "vec") {
            stage.chosenBy(name).vectorize(axes[i]);
        }
    }
}

} // namespace knobscope
