// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"
#include "core/space/configspace.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// Target properties that templates need to declare knobs.
struct TargetTraits {
    std::string kind;      ///< "llvm", "cuda", …
    int simdLanes = 16;    ///< 32-bit lanes per vector register, for fallback configs
    int fmaUnits = 0;      ///< multiply-adds on such vectors started per cycle, for untuned configs; 0: unknown
    bool hasMatrixTiles = false; ///< for untuned configs beside those of matrix tiles
};

/// Maximum extent; a knob's number also lies between it and its negative.
inline constexpr int64_t kMaxNumber = int64_t{1} << 31;

struct SplitOptions {
    SplitKnob::Policy policy = SplitKnob::Policy::Factors;
    std::optional<SplitFilter> filter;
};

/// The config during a run of a template (AutoTVM's `cfg`): collects the declared knobs and returns the values chosen by one
/// point (without a point, the first candidate of each knob).
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

    void defineSplit(const KnobName& name, int64_t extent, int64_t outputs, const SplitOptions& options = {});
    void defineSplit(const KnobName& name, const SplitKnob& knob) { define(name, knob); }
    void defineKnob(const KnobName& name, std::vector<OtherValue> candidates);
    /// Same for integers.
    void defineNumbers(const KnobName& name, const std::vector<int64_t>& candidates);
    /// A knob added later to an existing template: recorded configs without it mean its first candidate. Declare it after all
    /// others, so that earlier configs keep their indexes.
    void defineLaterKnob(const KnobName& name, std::vector<OtherValue> candidates);
    void defineReorder(const KnobName& name, int64_t axes, std::vector<std::vector<int64_t>> candidates);
    void defineAnnotate(const KnobName& name, int64_t axes, const std::string& policy);
    /// Declares auto_unroll_max_step with these steps, then unroll_explicit (only 1 on nvptx and rocm, otherwise 0 and 1).
    void defineUnroll(std::initializer_list<int64_t> steps);

    std::vector<int64_t> split(const std::string& name);
    /// The innermost size of a split.
    int64_t innermost(const std::string& name) { return split(name).back(); }
    int64_t number(const std::string& name);
    /// A number that must stay within bounds for a division or table; an edit may have added any number. If it is out of bounds,
    /// refuses the config and returns the nearest bound.
    int64_t numberWithin(const std::string& name, int64_t least, int64_t most = kMaxNumber);
    bool flag(const std::string& name);
    std::vector<int64_t> order(const std::string& name);
    std::vector<std::string> annotations(const std::string& name);

    /// Splits the axis by the knob and records the knob's name. A value that does not fit the axis refuses the schedule.
    std::vector<ir::IterVar> applySplit(StageRef stage, const ir::IterVar& axis, const std::string& name);
    /// Unrolls and vectorizes the axes according to the knob.
    void applyAnnotate(StageRef stage, const std::vector<ir::IterVar>& axes, const std::string& name);

    /// The schedule that the template fills in; kernel parameters are the inputs in this order, then the outputs.
    Schedule makeSchedule(std::vector<ir::Tensor> outputs, std::vector<ir::Tensor> inputs) const;
    /// Makes later schedules keep their history, primitive by primitive (Schedule::stateAfter).
    void keepHistory() { m_keepsHistory = true; }

    /// Reports an illegal config or a knob that cannot be declared.
    void refuse(Error error);
    void refuse(Sentence sentence) { refuse(Error(ErrorCode::InvalidArgument, std::move(sentence))); }
    const std::optional<Error>& error() const { return m_error; }
    /// Returns the first reported error.
    Result<void> check() const { return m_error ? tl::make_unexpected(*m_error) : Result<void>(); }
    ConfigSpace takeSpace() { return std::move(m_space); }

private:
    void define(KnobName name, KnobDefinition definition);
    KnobValue value(const std::string& name);

    TargetTraits m_target;
    std::map<std::string, KnobValue> m_later; ///< values of knobs that the config lacks
    const ConfigEntity* m_entity = nullptr;
    ConfigSpace m_space;
    std::optional<Error> m_error;
    bool m_keepsHistory = false;
};

} // namespace knobscope
