// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"
#include "core/space/configspace.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// What a template knows of the target: enough to declare knobs, no more.
struct TargetTraits {
    std::string kind;      ///< "llvm", "cuda", …
    int simdLanes = 16;    ///< 32-bit lanes of one vector register, for fallback configs
    int fmaUnits = 0;      ///< multiply-adds on such vectors begun a cycle, for untuned configs; 0: not known
};

/// No extent is larger; a knob's number, too, lies between it and its negative.
inline constexpr int64_t mostNumber = int64_t{1} << 31;

struct SplitOptions {
    SplitKnob::Policy policy = SplitKnob::Policy::Factors;
    std::optional<SplitFilter> filter;
};

/// The config of a template while it runs: it collects the knobs that are declared, and answers with the chosen values of
/// one point (the first candidate of each knob while there is none). AutoTVM's `cfg`.
class TemplateContext
{
public:
    explicit TemplateContext(TargetTraits target)
        : m_target(std::move(target))
    {
    }
    TemplateContext(TargetTraits target, const ConfigEntity& entity)
        : m_target(std::move(target))
        , m_entity(&entity)
    {
    }

    const TargetTraits& target() const { return m_target; }

    void defineSplit(const std::string& name, int64_t extent, int64_t outputs, const SplitOptions& options = {});
    void defineKnob(const std::string& name, std::vector<OtherValue> candidates);
    /// The same for whole numbers.
    void defineNumbers(const std::string& name, const std::vector<int64_t>& candidates);
    /// One that the template got later than others: configs on record that lack it mean the first candidate. After
    /// all others, so that every config of before keeps its index.
    void defineLaterKnob(const std::string& name, std::vector<OtherValue> candidates);
    void defineReorder(const std::string& name, int64_t axes, std::vector<std::vector<int64_t>> candidates);
    void defineAnnotate(const std::string& name, int64_t axes, const std::string& policy);
    /// auto_unroll_max_step with these steps, then unroll_explicit (1 alone on nvptx and rocm, else 0 and 1).
    void defineUnroll(std::initializer_list<int64_t> steps);

    std::vector<int64_t> split(const std::string& name);
    /// The innermost size of a split.
    int64_t last(const std::string& name) { return split(name).back(); }
    int64_t number(const std::string& name);
    /// A number for what a division or a table bears only within bounds: an edit may have added any. One that lies outside
    /// refuses the config, and one of the bounds stands for it until then.
    int64_t numberWithin(const std::string& name, int64_t least, int64_t most = mostNumber);
    bool flag(const std::string& name);
    std::vector<int64_t> order(const std::string& name);
    std::vector<std::string> words(const std::string& name);

    /// The axis split as the knob says, recorded with the knob's name. A value that does not fit the axis refuses the schedule.
    std::vector<ir::IterVar> applySplit(StageRef stage, const ir::IterVar& axis, const std::string& name);
    /// Unrolls and vectorizes the axes as the knob says.
    void applyAnnotate(StageRef stage, const std::vector<ir::IterVar>& axes, const std::string& name);

    /// The schedule that the template fills in; the kernel's parameters are the inputs in this order, then the outputs.
    Schedule makeSchedule(std::vector<ir::Tensor> outputs, std::vector<ir::Tensor> inputs) const;
    /// Schedules made from now on can be looked back at, primitive by primitive (Schedule::after).
    void keepHistory() { m_keepsHistory = true; }

    /// A config that the template finds itself illegal, or a knob that could not be declared.
    void refuse(Error error);
    void refuse(Sentence sentence) { refuse(Error(ErrorCode::InvalidArgument, std::move(sentence))); }
    const std::optional<Error>& error() const { return m_error; }
    /// Fails with what was refused first.
    Result<void> check() const { return m_error ? tl::make_unexpected(*m_error) : Result<void>(); }
    ConfigSpace takeSpace() { return std::move(m_space); }

private:
    void define(std::string name, KnobDefinition definition);
    KnobValue value(const std::string& name);

    TargetTraits m_target;
    std::map<std::string, KnobValue> m_later; ///< of knobs that the config lacks
    const ConfigEntity* m_entity = nullptr;
    ConfigSpace m_space;
    std::optional<Error> m_error;
    bool m_keepsHistory = false;
};

} // namespace knobscope
