// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/apply.h"

#include <cstdint>
#include <variant>

namespace knobscope {

/// A loop of a stage.
struct StageLoop {
    ir::Tensor stage;
    ir::IterVar loop;
};
/// The meaning of a name of a text.
using TextMeaning = std::variant<StageLoop, ir::Tensor>;

/// One line while it is applied: its arguments, resolved.
class LineArguments
{
public:
    LineArguments(const PrimitiveLine& line, Schedule& schedule, const std::map<std::string, TextMeaning>& names,
                  const std::map<std::string, size_t>& switchedOff, const TextSizes& sizes, const ScheduleText& text,
                  const KnobLookup& knobs)
        : m_line(line)
        , m_schedule(schedule)
        , m_names(names)
        , m_switchedOff(switchedOff)
        , m_sizes(sizes)
        , m_text(text)
        , m_knobs(knobs)
    {
    }

    Schedule& schedule() { return m_schedule; }
    const TextPlace& place() const { return m_line.call.place; }
    /// Number of arguments without keywords.
    size_t count() const;
    const TextExpression& positional(size_t i) const;
    const TextExpression* keyword(std::string_view name) const;
    /// Fails unless there are `least` to `most` arguments without keywords, and no keywords but these.
    Result<void> expect(size_t least, size_t most, std::initializer_list<std::string_view> keywords = {}) const;
    Result<StageLoop> loop(const TextExpression& e) const;
    /// The arguments from `first` on, as loops.
    Result<std::vector<StageLoop>> loops(size_t first) const;
    Result<ir::Tensor> tensor(const TextExpression& e) const;
    Result<std::string> word(const TextExpression& e) const;
    /// A number from `least` to `most`: of the text, a size, or a knob.
    Result<int64_t> number(const TextExpression& e, int64_t least, int64_t most);
    /// The value of a knob of this kind; nullopt if the argument is no such knob.
    template<class Entity>
    std::optional<Entity> entity(const TextExpression& e)
    {
        if (!isKnob(e)) {
            return std::nullopt;
        }
        const KnobValue value = m_knobs(e.text);
        const auto* found = std::get_if<Entity>(&value);
        m_knob = found ? e.text : m_knob;
        return found ? std::optional(*found) : std::nullopt;
    }
    /// The stage, with the knob that the arguments read so far named.
    StageRef stage(const ir::Tensor& tensor) { return m_schedule[tensor].chosenBy(m_knob); }
    /// The form of this primitive, as the remedy of an error.
    Sentence form() const;
    /// Fails, at a place.
    tl::unexpected<Error> refuse(const TextPlace& place, const Sentence& why) const;

private:
    bool isKnob(const TextExpression& e) const;
    /// Loops "C.y" of computed tensors as they were before any split, for the word "y".
    std::map<std::string, StageLoop> rootLoopsNamed(const std::string& word) const;

    const PrimitiveLine& m_line;
    Schedule& m_schedule;
    const std::map<std::string, TextMeaning>& m_names;
    const std::map<std::string, size_t>& m_switchedOff;
    const TextSizes& m_sizes;
    const ScheduleText& m_text;
    const KnobLookup& m_knobs;
    std::string m_knob;
};

/// The results of a primitive: new loops or tensors, in the order of the names left of '='.
using Made = std::vector<TextMeaning>;
/// Applies a primitive; errors of the schedule itself stay in Schedule::error.
Result<Made> applyPrimitive(const std::string& name, LineArguments& arguments);

} // namespace knobscope
