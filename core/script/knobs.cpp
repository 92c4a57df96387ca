// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/knobs.h"

#include "core/script/definition.h"
#include "core/script/expressions.h"

#include <algorithm>
#include <cctype>

namespace knobscope {

namespace {

using Kind = TextExpression::Kind;

bool mentions(const TextExpression& e, const std::string& name)
{
    const bool isName = e.isWord() || e.kind == Kind::Element;
    return (isName && e.text == name)
        || std::ranges::any_of(e.parts, [&](const TextExpression& part) { return mentions(part, name); });
}

class KnobReader
{
public:
    KnobReader(const TextSizes& sizes, const Schedule& computation)
        : m_sizes(sizes)
        , m_computation(computation)
    {
    }

    Result<KnobDefinition> read(const KnobLine& line) const
    {
        const TextExpression& first = line.values.front();
        if (first.kind != Kind::Call) {
            OtherKnob knob;
            for (const TextExpression& value : line.values) {
                const int64_t number = TRY(integer(value));
                knob.candidates.emplace_back(number);
            }
            return knob;
        }
        if (line.values.size() == 1 && first.text == "split") {
            return split(first);
        }
        if (line.values.size() == 1 && first.text == "reorder") {
            return reorder(first);
        }
        if (line.values.size() == 1 && first.text == "annotate") {
            return annotate(first);
        }
        return refuseAt(first.place, phrase("a knob is a list of whole numbers, split(C.y, 2), reorder(…) or annotate(…)"));
    }

private:
    Result<int64_t> integer(const TextExpression& e) const { return integerOf(e, valueAmong(m_sizes)); }

    Result<std::vector<int64_t>> integers(const TextExpression& e) const
    {
        if (e.kind != Kind::List) {
            return refuseAt(e.place, phrase("a list is needed here, as in [0, 1, 2]"));
        }
        std::vector<int64_t> all;
        for (const TextExpression& part : e.parts) {
            const int64_t number = TRY(integer(part));
            all.push_back(number);
        }
        return all;
    }

    /// A loop of the computation, or a number.
    Result<int64_t> extent(const TextExpression& e) const
    {
        const size_t dot = e.isWord() ? e.text.find('.') : std::string::npos;
        if (dot == std::string::npos) {
            return integer(e);
        }
        const StageData* stage = stageNamed(m_computation, e.text.substr(0, dot));
        const auto axis = stage ? axisNamed(*stage, e.text.substr(dot + 1)) : std::nullopt;
        if (!axis) {
            return refuseAt(e.place,
                            phrase("the computation has no loop {}; a knob splits a loop that exists before any primitive, "
                                   "or a number",
                                   e.text));
        }
        return axis->extent;
    }

    Result<std::vector<std::vector<int64_t>>> rows(const TextExpression& e) const
    {
        std::vector<std::vector<int64_t>> all;
        if (e.kind != Kind::List) {
            return refuseAt(e.place, phrase("a list of lists is needed here, as in [[0, 1], [1, 0]]"));
        }
        for (const TextExpression& part : e.parts) {
            auto row = TRY(integers(part));
            all.push_back(std::move(row));
        }
        return all;
    }

    Result<KnobDefinition> split(const TextExpression& call) const
    {
        SplitKnob knob;
        if (call.parts.size() < 2 || !call.parts[0].keyword.empty()) {
            return refuseAt(call.place, phrase("split needs a loop and the number of parts, as in split(C.y, 2)"));
        }
        knob.extent = TRY(extent(call.parts[0]));
        knob.outputs = TRY(integer(call.parts[1]));
        constexpr int64_t most = 8;
        if (knob.outputs < 2 || knob.outputs > most || knob.extent < 1 || knob.extent > (int64_t{1} << 31)) {
            return refuseAt(call.place, phrase("split needs an extent of at least 1 and 2 to {} parts", most));
        }
        for (size_t i = 2; i < call.parts.size(); ++i) {
            const TextExpression& part = call.parts[i];
            if (part.keyword == "policy" && splitPolicy(part.text)) {
                knob.policy = *splitPolicy(part.text);
            } else if (part.keyword == "max_factor") {
                knob.maxFactor = TRY(integer(part));
            } else if (part.keyword == "no_tail") {
                knob.noTail = TRY(integer(part)) != 0;
            } else if (part.keyword == "candidates") {
                knob.candidates = TRY(rows(part));
                knob.policy = SplitKnob::Policy::Candidate;
            } else if (part.keyword == "filter") {
                knob.filter = TRY(filter(part));
            } else {
                return refuseAt(part.place,
                                phrase("after the parts may follow policy=\"factors\", \"power2\" or \"verbose\", max_factor=64, "
                                       "no_tail=1, filter=size[-1] <= 64, and candidates=[[-1, 4], [-1, 8]]"));
            }
        }
        return knob;
    }

    /// "size[-1] <= 64 && size[1] >= 2"
    Result<SplitFilter> filter(const TextExpression& e) const
    {
        SplitFilter out;
        if (e.kind == Kind::Operation && e.text == "&&") {
            out.op = SplitFilter::Op::And;
            for (const TextExpression& part : e.parts) {
                SplitFilter one = TRY(filter(part));
                if (one.op == SplitFilter::Op::And) {
                    out.all.insert(out.all.end(), one.all.begin(), one.all.end());
                } else {
                    out.all.push_back(std::move(one));
                }
            }
            return out;
        }
        const bool isComparison = e.kind == Kind::Operation && (e.text == "<=" || e.text == ">=");
        if (!isComparison || e.parts[0].kind != Kind::Element || e.parts[0].text != "size" || e.parts[0].parts.size() != 1) {
            return refuseAt(e.place, phrase("a filter is size[POSITION] <= NUMBER or >= NUMBER, joined by &&"));
        }
        out.op = e.text == "<=" ? SplitFilter::Op::SizeLe : SplitFilter::Op::SizeGe;
        out.position = TRY(integer(e.parts[0].parts[0]));
        const int64_t limit = TRY(integer(e.parts[1]));
        out.values = {limit};
        return out;
    }

    Result<KnobDefinition> reorder(const TextExpression& call) const
    {
        if (call.parts.size() != 2) {
            return refuseAt(call.place,
                            phrase("reorder needs the number of loops and the orders, as in reorder(2, [[0, 1], [1, 0]])"));
        }
        ReorderKnob knob;
        knob.axes = TRY(integer(call.parts[0]));
        knob.candidates = TRY(rows(call.parts[1]));
        return knob;
    }

    Result<KnobDefinition> annotate(const TextExpression& call) const
    {
        if (call.parts.size() != 2 || call.parts[1].kind != Kind::Text) {
            return refuseAt(call.place,
                            phrase("annotate needs the number of loops and a policy, as in annotate(2, \"try_unroll_vec\")"));
        }
        const int64_t axes = TRY(integer(call.parts[0]));
        constexpr int64_t most = 8;
        if (axes < 1 || axes > most) {
            return refuseAt(call.place, phrase("annotate is for 1 to {} loops", most));
        }
        return AnnotateKnob{axes, call.parts[1].text};
    }

    const TextSizes& m_sizes;
    const Schedule& m_computation;
};

} // namespace

Result<std::vector<TextKnob>> knobsOf(const ScheduleText& text, const TextSizes& sizes, const Schedule& computation)
{
    std::vector<TextKnob> knobs;
    for (const KnobLine& line : text.knobs) {
        if (sizes.contains(line.name) || stageNamed(computation, line.name)) {
            return refuseAt(line.place, phrase("{} is already a size or a tensor; give the knob another name", line.name));
        }
        auto definition = TRY(KnobReader(sizes, computation).read(line));
        const bool isUsed = std::ranges::any_of(text.lines, [&](const PrimitiveLine& primitive) {
            return primitive.isEnabled && mentions(primitive.call, line.name);
        });
        if (!isUsed) {
            return refuseAt(line.place, phrase("no line that is switched on uses knob {}; write it in place of a number, as in "
                                               "split(C.y, {}), or remove it",
                                               line.name, line.name));
        }
        knobs.push_back({line.name, std::move(definition), line.place});
    }
    return knobs;
}

const StageData* stageNamed(const Schedule& schedule, std::string_view name)
{
    const auto stages = schedule.stages();
    const auto found = std::ranges::find_if(stages, [&](const StageData& stage) { return stage.tensor.name() == name; });
    return found == stages.end() ? nullptr : &*found;
}

std::optional<ir::IterVar> axisNamed(const StageData& stage, std::string_view name)
{
    std::optional<ir::IterVar> byShortName;
    for (const ir::IterVar& axis : stage.allAxes()) {
        if (axis.var.name() == name) {
            return axis;
        }
        if (!byShortName && shortName(axis.var.name()) == name) {
            byShortName = axis;
        }
    }
    return byShortName;
}

std::string shortName(std::string_view name)
{
    std::string out;
    while (!name.empty()) {
        for (const auto& [part, letter] : {std::pair{".outer", 'o'}, {".inner", 'i'}}) {
            if (name.starts_with(part)) {
                out += letter;
                name.remove_prefix(std::string_view(part).size());
            }
        }
        if (!name.empty() && !name.starts_with(".outer") && !name.starts_with(".inner")) {
            out += std::isalnum(static_cast<unsigned char>(name[0])) ? name[0] : '_';
            name.remove_prefix(1);
        }
    }
    return out;
}

} // namespace knobscope
