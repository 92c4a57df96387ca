// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/print.h"

#include "core/base/strings.h"
#include "core/script/knobs.h"
#include "core/script/operators.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace knobscope {

namespace {

bool isWord(std::string_view name)
{
    return !name.empty() && shortName(name) == name && !std::isdigit(static_cast<unsigned char>(name[0]));
}

std::vector<ir::IterVar> axesOf(const ir::Tensor& tensor)
{
    return makeStage(tensor).allAxes();
}

class SchedulePrinter
{
public:
    explicit SchedulePrinter(const Schedule& schedule)
        : m_schedule(schedule)
        , m_originals(ir::topologicalOrder(schedule.outputs()))
    {
        for (const ir::Tensor& tensor : m_originals) {
            m_taken.insert(tensor.name());
        }
    }

    Result<std::string> run()
    {
        for (const PrimitiveCall& call : m_schedule.calls()) {
            TRY(print(call));
        }
        return std::move(m_out);
    }

private:
    std::string unused(const std::string& wanted)
    {
        std::string base = wanted.empty() || std::isdigit(static_cast<unsigned char>(wanted[0])) ? "t" + wanted : wanted;
        std::string name = base;
        for (int n = 2; !m_taken.insert(name).second; ++n) {
            name = fmt::format("{}_{}", base, n);
        }
        return name;
    }

    void line(const std::string& text, const std::string& knob = {})
    {
        m_out += knob.empty() ? text + "\n" : fmt::format("{:<48}  # {}\n", text, knob);
    }

    std::string nameOf(const ir::Tensor& tensor)
    {
        if (const auto found = m_tensors.find(&tensor.node()); found != m_tensors.end()) {
            return found->second;
        }
        size_t before = 0; // stages of the same name, which tensor() counts
        for (const ir::Tensor& other : m_originals) {
            if (other == tensor) {
                break;
            }
            before += other.name() == tensor.name() ? 1 : 0;
        }
        std::string name = tensor.name();
        if (before > 0 || !isWord(name)) {
            name = unused(shortName(name));
            line(before == 0 ? fmt::format("{} = tensor(\"{}\")", name, tensor.name())
                             : fmt::format("{} = tensor(\"{}\", {})", name, tensor.name(), before));
        }
        return m_tensors[&tensor.node()] = name;
    }

    /// The stage and position of a loop that no primitive made; `stage` is the one that the primitive changes.
    std::pair<ir::Tensor, size_t> rootOf(const ir::IterVar& loop, const ir::Tensor& stage) const
    {
        const auto positionIn = [&](const std::vector<ir::IterVar>& axes) {
            return static_cast<size_t>(std::ranges::find(axes, loop) - axes.begin());
        };
        for (const StageData& data : m_schedule.stages()) {
            const auto axes = data.allAxes();
            if (const size_t position = positionIn(axes); position < axes.size()) {
                return {data.tensor, position};
            }
        }
        for (const ir::Tensor& tensor : m_originals) { // rfactor has replaced it since
            const auto axes = axesOf(tensor);
            if (const size_t position = positionIn(axes); position < axes.size()) {
                return {stage, position};
            }
        }
        return {stage, 0};
    }

    std::string nameOf(const ir::IterVar& loop, const ir::Tensor& stage)
    {
        if (const auto found = m_loops.find(loop.var.id()); found != m_loops.end()) {
            return found->second;
        }
        const auto [owner, position] = rootOf(loop, stage);
        const std::string ownerName = nameOf(owner);
        const StageData* data = m_schedule.find(owner);
        const std::string word = shortName(loop.var.name());
        const auto same = data ? axisNamed(*data, word) : std::nullopt;
        const bool isClear = same && *same == loop && isWord(word);
        std::string name = ownerName + "." + word;
        if (!isClear) {
            name = unused(word);
            line(fmt::format("{} = axis({}, {})", name, ownerName, position));
        }
        return m_loops[loop.var.id()] = name;
    }

    std::string namesOf(const std::vector<ir::IterVar>& loops, const ir::Tensor& stage)
    {
        std::vector<std::string> names;
        for (const ir::IterVar& loop : loops) {
            names.push_back(nameOf(loop, stage));
        }
        return fmt::format("{}", fmt::join(names, ", "));
    }

    Result<void> print(const PrimitiveCall& call)
    {
        const std::string& name = call.name;
        if (name == "epilogue") {
            return fail(ErrorCode::Unsupported, "An appended operator cannot be written as a primitive");
        }
        if (name == "reorder" && call.axes.size() < 2) {
            return {}; // changes nothing
        }
        std::vector<std::string> arguments;
        static const std::set<std::string> ofLoops{"split",  "fuse", "reorder",   "vectorize",     "unroll", "parallel",
                                                   "pragma", "bind", "tensorize", "storage_align", "rfactor"};
        if (!ofLoops.contains(name)) {
            arguments.push_back(nameOf(call.stage));
        }
        for (const ir::Tensor& tensor : call.tensors) {
            arguments.push_back(nameOf(tensor));
        }
        const ir::Tensor& owner = name == "compute_at" ? call.tensors.front() : call.stage;
        const bool isPrefetch = name == "prefetch";
        if (!call.axes.empty() && !isPrefetch) {
            arguments.push_back(namesOf(call.axes, owner));
        }
        const bool isCache = name == "cache_read" || name == "cache_write";
        if (!call.word.empty() && name != "split") {
            arguments.push_back(fmt::format("{}\"{}\"", isCache ? "scope=" : "", call.word));
        }
        for (const int64_t number : call.numbers) {
            arguments.push_back(call.word == "parts" ? fmt::format("parts={}", number) : std::to_string(number));
        }
        if (!call.axes.empty() && isPrefetch) {
            arguments.push_back(namesOf(call.axes, owner));
        }
        std::vector<std::string> results;
        for (const ir::IterVar& loop : call.made) {
            results.push_back(m_loops[loop.var.id()] = unused(shortName(loop.var.name())));
        }
        if (!call.madeTensor.isNull()) {
            results.push_back(m_tensors[&call.madeTensor.node()] = unused(shortName(call.madeTensor.name())));
        }
        line(fmt::format("{}{}{}({})", fmt::join(results, ", "), results.empty() ? "" : " = ", name, fmt::join(arguments, ", ")),
             call.knob);
        return {};
    }

    const Schedule& m_schedule;
    std::vector<ir::Tensor> m_originals;
    std::map<const ir::TensorNode*, std::string> m_tensors;
    std::map<const void*, std::string> m_loops;
    std::set<std::string> m_taken;
    std::string m_out;
};

} // namespace

Result<std::string> printPrimitives(const Schedule& schedule)
{
    return SchedulePrinter(schedule).run();
}

std::string printHead(const ScheduleText& text, const std::string& source, const TextSizes& sizes)
{
    std::string out = text.name.empty() ? "" : fmt::format("template {}\n", text.name);
    out += text.isGpu ? "target gpu\n" : "";
    out += text.type == "float32" ? "" : fmt::format("type {}\n", text.type);
    for (const SizeLine& size : text.sizes) {
        out += fmt::format("size {} = {}\n", size.name, sizes.at(size.name));
    }
    const std::vector<std::string> lines = splitText(source, '\n');
    const auto copy = [&](size_t number) { out += std::string(trimmed(lines.at(number - 1))) + "\n"; };
    if (text.from) {
        copy(text.from->place.line);
    }
    if (text.operation) {
        std::vector<std::string> parts;
        for (const OperatorSize& size : findNamedOperator(text.operation->text)->sizes) {
            parts.push_back(fmt::format("{}={}", size.name, sizes.at(size.name)));
        }
        out += fmt::format("{}({})\n", text.operation->text, fmt::join(parts, ", "));
    }
    std::set<size_t> inputLines;
    for (const TextExpression& input : text.inputs) {
        inputLines.insert(input.place.line);
    }
    for (const size_t number : inputLines) {
        copy(number);
    }
    for (const DefinitionLine& definition : text.definitions) {
        copy(definition.element.place.line);
    }
    return out;
}

} // namespace knobscope
