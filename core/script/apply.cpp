// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/apply.h"

#include "core/base/strings.h"
#include "core/ir/visit.h"
#include "core/op/arguments.h"
#include "core/script/definition.h"
#include "core/script/expressions.h"
#include "core/script/primitives.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

namespace knobscope {

using Kind = TextExpression::Kind;

tl::unexpected<Error> LineArguments::refuse(const TextPlace& place, const Sentence& why) const
{
    return tl::make_unexpected(errorAt(place, ErrorCode::InvalidArgument, why));
}

size_t LineArguments::count() const
{
    return static_cast<size_t>(
        std::ranges::count_if(m_line.call.parts, [](const TextExpression& e) { return e.keyword.empty(); }));
}

const TextExpression& LineArguments::positional(size_t i) const
{
    size_t at = 0;
    for (; at < m_line.call.parts.size(); ++at) {
        if (m_line.call.parts[at].keyword.empty() && i-- == 0) {
            break;
        }
    }
    return m_line.call.parts.at(at);
}

const TextExpression* LineArguments::keyword(std::string_view name) const
{
    const auto found = std::ranges::find(m_line.call.parts, name, &TextExpression::keyword);
    return found == m_line.call.parts.end() ? nullptr : &*found;
}

Sentence LineArguments::form() const
{
    const auto found = std::ranges::find(primitiveForms(), m_line.call.text, &PrimitiveForm::name);
    return phrase("write {}", found == primitiveForms().end() ? m_line.call.text : found->form);
}

Result<void> LineArguments::expect(size_t least, size_t most, std::initializer_list<std::string_view> keywords) const
{
    for (const TextExpression& part : m_line.call.parts) {
        if (!part.keyword.empty() && std::ranges::find(keywords, part.keyword) == keywords.end()) {
            return refuse(part.place, phrase("{} has no argument '{}'; {}", m_line.call.text, part.keyword, form()));
        }
    }
    if (count() < least || count() > most) {
        return refuse(place(), phrase("{} has {} arguments here; {}", m_line.call.text, count(), form()));
    }
    return {};
}

bool LineArguments::isKnob(const TextExpression& e) const
{
    return (e.isWord() || e.kind == Kind::Element)
        && std::ranges::find(m_text.knobs, e.text, &KnobLine::name) != m_text.knobs.end();
}

std::map<std::string, StageLoop> LineArguments::rootLoopsNamed(const std::string& word) const
{
    std::map<std::string, StageLoop> found;
    for (const auto& [name, meaning] : m_names) {
        const auto* tensor = std::get_if<ir::Tensor>(&meaning);
        const StageData* stage = tensor ? m_schedule.find(*tensor) : nullptr;
        const auto axis = stage && !stage->isPlaceholder() ? axisNamed(*stage, word) : std::nullopt;
        if (axis) {
            found.emplace(name + "." + word, StageLoop{*tensor, *axis});
        }
    }
    return found;
}

Result<StageLoop> LineArguments::loop(const TextExpression& e) const
{
    if (!e.isWord()) {
        return refuse(e.place, phrase("the name of a loop is needed here; {}", form()));
    }
    const auto found = m_names.find(e.text);
    if (found != m_names.end()) {
        if (const auto* loop = std::get_if<StageLoop>(&found->second)) {
            return *loop;
        }
        return refuse(e.place, phrase("{} is a tensor, not a loop; name one of its loops, as in {}.{}", e.text, e.text, "y"));
    }
    const size_t dot = e.text.find('.');
    const auto owner = dot == std::string::npos ? m_names.end() : m_names.find(e.text.substr(0, dot));
    const auto* tensor = owner == m_names.end() ? nullptr : std::get_if<ir::Tensor>(&owner->second);
    const StageData* stage = tensor ? m_schedule.find(*tensor) : nullptr;
    if (stage) {
        if (const auto axis = axisNamed(*stage, e.text.substr(dot + 1))) {
            return StageLoop{*tensor, *axis};
        }
        std::vector<std::string> axes;
        for (const ir::IterVar& axis : stage->allAxes()) {
            axes.push_back(owner->first + "." + shortName(axis.var.name()));
        }
        return refuse(e.place, phrase("{} is no loop; {} has {}", e.text, owner->first,
                                      axes.empty() ? "none, because it is an input" : fmt::format("{}", fmt::join(axes, ", "))));
    }
    if (const auto off = m_switchedOff.find(e.text.substr(0, dot)); off != m_switchedOff.end()) {
        return refuse(e.place, phrase("there is no {}, because line {}, which makes it, is switched off", e.text, off->second));
    }
    const auto own = rootLoopsNamed(e.text);
    if (own.size() == 1) {
        return own.begin()->second;
    }
    if (!own.empty()) {
        return refuse(e.place, phrase("'{}' is a loop of several tensors; write {}", e.text,
                                      fmt::format("{}", fmt::join(own | std::views::keys, " or "))));
    }
    std::vector<std::string> names;
    for (const auto& [name, meaning] : m_names) {
        names.push_back(name);
    }
    return refuse(e.place, phrase("there is no loop '{}' here; the nearest name is {}", e.text,
                                  names.empty() ? "none" : sortBySimilarity(e.text, names).front()));
}

Result<std::vector<StageLoop>> LineArguments::loops(size_t first) const
{
    std::vector<StageLoop> all;
    for (size_t i = first; i < count(); ++i) {
        auto one = TRY(loop(positional(i)));
        all.push_back(std::move(one));
    }
    if (all.empty() && first == 0) {
        return refuse(place(), phrase("{} has no loop; {}", m_line.call.text, form()));
    }
    return all;
}

Result<ir::Tensor> LineArguments::tensor(const TextExpression& e) const
{
    const auto found = e.isWord() ? m_names.find(e.text) : m_names.end();
    if (const auto* tensor = found == m_names.end() ? nullptr : std::get_if<ir::Tensor>(&found->second)) {
        return *tensor;
    }
    if (const auto off = m_switchedOff.find(e.text); e.isWord() && off != m_switchedOff.end()) {
        return refuse(e.place, phrase("there is no {}, because line {}, which makes it, is switched off", e.text, off->second));
    }
    std::vector<std::string> names;
    for (const auto& [name, meaning] : m_names) {
        if (std::holds_alternative<ir::Tensor>(meaning)) {
            names.push_back(name);
        }
    }
    return refuse(e.place,
                  phrase("the name of a tensor is needed here; there are {}", fmt::format("{}", fmt::join(names, ", "))));
}

Result<std::string> LineArguments::word(const TextExpression& e) const
{
    if (e.kind != Kind::Text) {
        return refuse(e.place, phrase("a text in quotes is needed here; {}", form()));
    }
    return e.text;
}

Result<int64_t> LineArguments::number(const TextExpression& e, int64_t least, int64_t most)
{
    const auto sizeOf = valueAmong(m_sizes);
    const auto valueOf = [&](const TextExpression& part) -> Result<int64_t> {
        if (!isKnob(part)) {
            return sizeOf(part);
        }
        const KnobValue value = m_knobs(part.text);
        m_knob = part.text;
        const auto* other = std::get_if<OtherEntity>(&value);
        const auto* chosen = other ? std::get_if<int64_t>(&other->value) : nullptr;
        if (part.isWord() && chosen) {
            return *chosen;
        }
        const auto* split = std::get_if<SplitEntity>(&value);
        if (split && part.kind == Kind::Element && part.parts.size() == 1) {
            const int64_t position = TRY(integerOf(part.parts[0], sizeOf));
            if (const auto size = elementAt(split->sizes, position)) {
                return *size;
            }
        }
        return refuse(part.place, phrase("knob {} is no number here; use a list of numbers, or a part of a split, as in {}[1]",
                                         part.text, part.text));
    };
    const int64_t value = TRY(integerOf(e, valueOf));
    if (value < least || value > most) {
        return refuse(e.place, phrase("a number from {} to {} is needed here, not {}", least, most, value));
    }
    return value;
}

namespace {

constexpr size_t kMaxLoops = 64;      // of a stage
constexpr double kMaxReads = 100'000; // of an element, with what is computed inline

class TextApplier
{
public:
    TextApplier(const ScheduleText& text, const TextSizes& sizes, const KnobLookup& knobs, Schedule& schedule)
        : m_text(text)
        , m_sizes(sizes)
        , m_knobs(knobs)
        , m_schedule(schedule)
    {
        for (const StageData& stage : schedule.stages()) {
            m_names.emplace(stage.tensor.name(), stage.tensor); // of several with one name the first; tensor() finds the others
        }
        m_lineOf.assign(schedule.primitives().size(), 0);
    }

    Result<AppliedText> run(size_t steps)
    {
        size_t done = 0;
        for (const PrimitiveLine& line : m_text.lines) {
            done += line.isEnabled && !line.isName() ? 1 : 0;
            if (done > steps) {
                break;
            }
            if (!line.isEnabled) {
                for (const TextExpression& result : line.results) {
                    m_switchedOff[result.text] = line.line();
                }
                continue;
            }
            TRY(apply(line));
        }
        return AppliedText{std::move(m_lineOf), names()};
    }

private:
    Result<void> apply(const PrimitiveLine& line)
    {
        LineArguments arguments(line, m_schedule, m_names, m_switchedOff, m_sizes, m_text, m_knobs);
        const auto made = TRY(applyPrimitive(line.call.text, arguments));
        if (m_schedule.error()) {
            return tl::make_unexpected(errorAt(line.call.place, ErrorCode::IllegalSchedule, *m_schedule.error()));
        }
        m_lineOf.resize(m_schedule.primitives().size(), line.line());
        TRY(checkSize(line));
        if (line.results.size() != made.size() && !(line.results.empty() && !line.isName())) {
            return arguments.refuse(line.results.empty() ? line.call.place : line.results.front().place,
                                    phrase("{} makes {} (thing|things) to name, but {} (name is|names are) given; {}",
                                           line.call.text, made.size(), line.results.size(), arguments.form()));
        }
        for (size_t i = 0; i < line.results.size(); ++i) {
            TRY(name(line.results[i], made[i]));
        }
        return {};
    }

    Result<void> name(const TextExpression& word, const TextMeaning& meaning)
    {
        const auto before = m_names.find(word.text);
        const bool isTensor = before != m_names.end() && std::holds_alternative<ir::Tensor>(before->second);
        if (isTensor || m_sizes.contains(word.text)
            || std::ranges::find(m_text.knobs, word.text, &KnobLine::name) != m_text.knobs.end()) {
            // `k = axis(C, 2)` may repeat a size's name: loops and numbers never stand in the same place.
            if (isTensor || !m_sizes.contains(word.text)) {
                return tl::make_unexpected(errorAt(word.place, ErrorCode::InvalidArgument,
                                                   phrase("{} is already a tensor or knob; choose another name", word.text)));
            }
        }
        m_switchedOff.erase(word.text);
        m_names.insert_or_assign(word.text, meaning);
        return {};
    }

    /// Lowering takes time that grows with the loops and with expressions that inlining repeats.
    Result<void> checkSize(const PrimitiveLine& line) const
    {
        std::map<const ir::TensorNode*, double> inlined;
        for (const StageData& stage : m_schedule.stages()) {
            double reads = 1;
            if (!stage.isPlaceholder()) {
                ir::forEachExpr(stage.body, [&](const ir::Expr& e) {
                    if (const auto* read = e.as<ir::TensorRead>()) {
                        const auto found = inlined.find(read->tensor.get());
                        reads += found == inlined.end() ? 1 : found->second;
                    }
                });
            }
            if (stage.attach == AttachKind::Inline) {
                inlined[&stage.tensor.node()] = reads;
            }
            if (stage.leaves.size() > kMaxLoops || reads > kMaxReads) {
                return tl::make_unexpected(errorAt(line.call.place, ErrorCode::LimitExceeded,
                                                   stage.leaves.size() > kMaxLoops
                                                       ? phrase("stage {} has more than {} loops", stage.tensor.name(), kMaxLoops)
                                                       : phrase("an element of {} reads more than {} others, because too much is "
                                                                "computed inline",
                                                                stage.tensor.name(), static_cast<int64_t>(kMaxReads))));
            }
        }
        return {};
    }

    TextName nameOf(const std::string& name, const StageLoop& loop) const
    {
        const StageData* stage = m_schedule.find(loop.stage);
        const bool isLeaf = stage && std::ranges::find(stage->leaves, loop.loop) != stage->leaves.end();
        return {name, false, loop.stage.name(), loop.loop.var, loop.loop.extent, loop.loop.kind == ir::IterKind::Reduce, isLeaf};
    }

    std::vector<TextName> names() const
    {
        std::vector<TextName> out;
        for (const auto& [name, meaning] : m_names) {
            if (const auto* loop = std::get_if<StageLoop>(&meaning)) {
                out.push_back(nameOf(name, *loop));
                continue;
            }
            const ir::Tensor& tensor = std::get<ir::Tensor>(meaning);
            out.push_back({name, true, tensor.name(), {}, 0, false, false});
            const StageData* stage = m_schedule.find(tensor);
            for (const ir::IterVar& axis : stage ? stage->allAxes() : std::vector<ir::IterVar>()) {
                out.push_back(nameOf(name + "." + shortName(axis.var.name()), {tensor, axis}));
            }
        }
        return out;
    }

    const ScheduleText& m_text;
    const TextSizes& m_sizes;
    const KnobLookup& m_knobs;
    Schedule& m_schedule;
    std::map<std::string, TextMeaning> m_names;
    std::map<std::string, size_t> m_switchedOff;
    std::vector<size_t> m_lineOf;
};

} // namespace

Result<AppliedText> applyText(const ScheduleText& text, const TextSizes& sizes, const KnobLookup& knobs, Schedule& schedule,
                              size_t steps)
{
    return TextApplier(text, sizes, knobs, schedule).run(steps);
}

} // namespace knobscope
