// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/assembly.h"

#include "core/base/sha256.h"
#include "core/graph/parallelfor.h"
#include "core/ir/printer.h"
#include "core/ir/visit.h"
#include "core/runtime/attentionkernel.h"
#include "core/runtime/cutgroups.h"
#include "core/runtime/groupkernel.h"
#include "core/runtime/recurrentkernel.h"

#include <algorithm>
#include <optional>

namespace knobscope {
namespace {

bool isConstant(const Graph& graph, ValueId value)
{
    return value != kNoValue && graph.value(value).constant != nullptr;
}

std::string operatorsText(const Graph& graph, const Group& group)
{
    std::string text = graph.nodes[group.anchor].op;
    for (const size_t n : group.epilogue) {
        text += " + " + graph.nodes[n].op;
    }
    return text;
}

bool reads(const ir::Stmt& body, const ir::BufferNode& buffer)
{
    bool found = false;
    ir::forEachAccess(
        body, [&](const ir::Buffer& accessed, const std::vector<ir::Expr>&) { found = found || accessed.get() == &buffer; });
    return found;
}

} // namespace

Assembly::Assembly(const Graph& graph, const std::vector<Group>& groups, const std::map<size_t, KernelChoice>& choices,
                   std::string prefix, int threads, const MachineProfile& machine, BfloatUnits units)
    : m_graph(graph)
    , m_groups(cutGroups(graph, groups, [&](size_t anchor) { return choices.contains(anchor); }))
    , m_choices(choices)
    , m_prefix(std::move(prefix))
    , m_threads(threads)
    , m_machine(machine)
    , m_isInput(graph.values.size())
    , m_weights(graph)
{
    std::ranges::transform(graph.values, std::back_inserter(m_numbers),
                           [](const Value& value) { return value.type ? keptType(value) : ir::float32; });
    std::vector<Attention> attentions = attentionsOf(graph, m_groups, units);
    std::erase_if(attentions, [](const Attention& one) { return !isFasterAsOneKernel(one); });
    if (!attentions.empty()) {
        m_groups = neededGroups(graph, m_groups, attentions);
    }
    for (Attention& one : attentions) {
        m_attentions.emplace(one.anchor, std::move(one));
    }
    for (const ValueId input : graph.inputs) {
        m_isInput[static_cast<size_t>(input)] = true;
    }
}

bool Assembly::isChosen(const Group& group) const
{
    return m_choices.contains(group.anchor) && !m_attentions.contains(group.anchor);
}

/// Lowers the chosen kernels in parallel: each depends only on its group, and this takes most of the time.
Result<std::map<size_t, GroupKernel>> Assembly::lowerChosen() const
{
    std::vector<const Group*> chosen;
    for (const Group& group : m_groups) {
        if (isChosen(group)) {
            chosen.push_back(&group);
        }
    }
    std::vector<std::optional<Result<GroupKernel>>> done(chosen.size());
    parallelFor(chosen.size(), m_threads,
                [&](size_t i) { done[i] = chosenKernel(m_graph, *chosen[i], m_choices.at(chosen[i]->anchor)); });
    std::map<size_t, GroupKernel> kernels;
    for (size_t i = 0; i < done.size(); ++i) {
        auto kernel = TRY(withPrefix(nodeText(m_graph, m_graph.nodes[chosen[i]->anchor]), *std::move(done[i])));
        kernels.emplace(chosen[i]->anchor, std::move(kernel));
    }
    return kernels;
}

Result<void> Assembly::run()
{
    std::map<size_t, ValueLayout> chosen;
    for (const auto& [anchor, choice] : m_choices) {
        const auto layouts = TRY(withPrefix(nodeText(m_graph, m_graph.nodes[anchor]), layoutsOf(choice)));
        chosen[anchor] = layouts.output;
    }
    m_layouts = flowLayouts(m_graph, m_groups, chosen);
    m_chosen = TRY(lowerChosen());
    for (const ValueId input : m_graph.inputs) {
        m_slots[{input, 0}] = writableSlot(input);
    }
    for (const Group& group : m_groups) {
        TRY(withPrefix(nodeText(m_graph, m_graph.nodes[group.anchor]), addGroup(group)));
    }
    // Keeps inputs for the next run, and outputs until they are read.
    std::vector<int> kept;
    for (const auto* ids : {&m_graph.inputs, &m_graph.outputs}) {
        for (const ValueId id : *ids) {
            const auto slot = TRY(readableSlot(id, {}, m_graph.value(id).type->number));
            kept.push_back(slot.storage);
        }
    }
    for (const int storage : kept) {
        if (storage >= 0) {
            m_storages[static_cast<size_t>(storage)].last = static_cast<int>(m_steps.size());
        }
    }
    m_weights.pack(m_threads);
    return {};
}

Result<void> Assembly::addGroup(const Group& group)
{
    const Node& node = m_graph.nodes[group.anchor];
    if (const auto attention = m_attentions.find(group.anchor); attention != m_attentions.end()) {
        return addKernel(group, attentionKernel(m_graph, attention->second, attentionBlocks(attention->second, m_machine)));
    }
    if (isChosen(group)) {
        return addKernel(group, std::move(m_chosen.at(group.anchor)));
    }
    if (TRY(addMoved(group.anchor))) {
        return {};
    }
    if (isView(node)) {
        m_slots[{node.outputs[0], 0}] = TRY(readableSlot(node.inputs[0], {}));
        keptNumber(node.outputs[0]) = keptNumber(node.inputs[0]);
        return {};
    }
    if (isContiguous(m_graph, node)) {
        return addConcat(group.anchor);
    }
    if (auto recurrent = recurrentKernel(m_graph, node)) {
        return addKernel(group, *std::move(recurrent));
    }
    auto defined = TRY(definedKernel(m_graph, group, layoutOf(outputOf(m_graph, group)), m_layouts.layouts));
    if (defined) {
        return addKernel(group, *std::move(defined));
    }
    TRY(addOperator(group.anchor));
    return group.epilogue.empty() ? Result<void>()
                                  : addGroup({group.epilogue.front(), {group.epilogue.begin() + 1, group.epilogue.end()}});
}

Step Assembly::stepOf(const Group& group, StepKind kind) const
{
    const ValueId output = outputOf(m_graph, group);
    Step step;
    step.kind = kind;
    step.name = nameOf(m_graph, m_graph.nodes[group.anchor]);
    step.op = operatorsText(m_graph, group);
    step.layout = layoutText(layoutOf(output), m_graph.value(output).type->shape);
    step.node = static_cast<int>(group.anchor);
    return step;
}

Result<void> Assembly::addKernel(const Group& group, GroupKernel kernel)
{
    std::vector<Slot> slots;
    for (size_t i = 0; i < kernel.inputs.size(); ++i) {
        const KernelParameter& input = kernel.inputs[i];
        const ir::BufferNode& parameter = *kernel.nest.parameters[i];
        const auto slot =
            TRY(input.isWeights   ? Result<Slot>(slotOf(m_weights.add(input.value, parameter.type, input.extents,
                                                                      kernel.isTransposed, reads(kernel.nest.body, parameter))))
                : input.isSwapped ? swappedSlot(input.value, parameter.type)
                                  : readableSlot(input.value, input.layout, parameter.type));
        slots.push_back(slot);
    }
    for (const ValueId output : kernel.outputs.empty() ? std::vector{outputOf(m_graph, group)} : kernel.outputs) {
        keptNumber(output) = kernel.nest.parameters[slots.size()]->type;
        slots.push_back(writableSlot(output));
        m_slots[{output, kernel.output.block}] = slots.back();
    }
    for (const ir::Buffer& buffer : kernel.nest.prepared) {
        slots.push_back(slotOf(m_weights.addPrepared(*buffer)));
    }
    Step step = stepOf(group, StepKind::Kernel);
    if (isChosen(group)) {
        const Task& task = m_choices.at(group.anchor).task;
        step.task = task.name;
        step.flops = task.plainFlops;
    } else if (const auto attention = m_attentions.find(group.anchor); attention != m_attentions.end()) {
        step.op = "Attention";
        step.flops = flopsOf(attention->second);
    }
    step.kernel = kernelOf(std::move(kernel.nest));
    add(std::move(step), std::move(slots));
    return {};
}

Result<void> Assembly::addOperator(size_t n)
{
    const Node& node = m_graph.nodes[n];
    std::vector<Slot> slots;
    for (const ValueId input : presentValues(node.inputs)) {
        if (!isConstant(m_graph, input)) { // the graph has the constants
            const auto slot = TRY(readableSlot(input, {}, m_graph.value(input).type->number));
            slots.push_back(slot);
        }
    }
    for (const ValueId output : presentValues(node.outputs)) {
        keptNumber(output) = m_graph.value(output).type->number;
        m_layouts.layouts[static_cast<size_t>(output)] = {};
        m_layouts.within[static_cast<size_t>(output)].reset();
        slots.push_back(writableSlot(output));
        m_slots[{output, 0}] = slots.back();
    }
    add(stepOf({n, {}}, StepKind::Operator), std::move(slots));
    return {};
}

Result<void> Assembly::addConcat(size_t n)
{
    const Node& node = m_graph.nodes[n];
    const ValueId whole = node.outputs[0];
    const ValueLayout layout = layoutOf(whole);
    const Slot to = writableSlot(whole);
    m_slots[{whole, layout.block}] = to;
    int64_t offset = 0;
    for (const ValueId input : node.inputs) {
        const auto& within = m_layouts.within[static_cast<size_t>(input)];
        const int64_t bytes = elementsOf(m_graph.value(input).type->shape) * elementBytes(whole);
        const bool isOfType = isConstant(m_graph, input) || keptNumber(input) == keptNumber(whole);
        const bool isThere = within && within->whole == whole && within->elements * elementBytes(whole) == offset;
        Slot part = to;
        part.offset += offset;
        part.bytes = bytes;
        const bool isReady = m_slots.contains({input, layout.block}) || isConstant(m_graph, input);
        if (isThere) {
            TRY(readableSlot(input, layout)); // a value that was only moved is not there yet
        } else if (isReady || !isOfType || part.offset != alignedBytes(part.offset) || !TRY(copyInto(input, layout, part))) {
            const auto from = TRY(readableSlot(input, layout, keptNumber(whole)));
            Step step = stepOf({n, {}}, StepKind::Copy);
            add(std::move(step), {from, part});
        }
        offset += bytes;
    }
    return {};
}

void Assembly::add(Step step, std::vector<Slot> slots)
{
    const int number = static_cast<int>(m_steps.size());
    for (const Slot& slot : slots) {
        if (slot.storage >= 0) {
            Lifetime& life = m_storages[static_cast<size_t>(slot.storage)];
            life.first = life.first < 0 ? number : life.first;
            life.last = number;
        }
    }
    m_steps.push_back({std::move(step), std::move(slots)});
}

int Assembly::kernelOf(ir::LoopNest nest)
{
    const std::string digest = sha256(ir::text(nest));
    const auto [found, isNew] = m_kernels.emplace(digest, static_cast<int>(nests.size()));
    if (isNew) {
        nest.name = fmt::format("{}{}_{}", m_prefix, nest.name, digest.substr(0, 16));
        nests.push_back(std::move(nest));
    }
    return found->second;
}

int64_t Assembly::bytesOf(ValueId value) const
{
    const TensorType& type = *m_graph.value(value).type;
    return elementsOf(type.shape) * elementBytes(value);
}

int64_t Assembly::elementBytes(ValueId value) const
{
    return static_cast<int64_t>(knobscope::bytesOf(keptNumber(value)));
}

Assembly::Slot Assembly::writableSlot(ValueId value)
{
    // Values can be nested inside others; a file can nest them as deep as it has nodes, so no recursion.
    std::vector<ValueId> around{value};
    const auto known = [&] { return m_slots.find({around.back(), layoutOf(around.back()).block}); };
    const auto within = [&](ValueId id) -> const auto& { return m_layouts.within[static_cast<size_t>(id)]; };
    while (known() == m_slots.end() && within(around.back())) {
        around.push_back(within(around.back())->whole);
    }
    Slot slot;
    if (const auto found = known(); found != m_slots.end()) {
        slot = found->second;
    } else {
        const ValueId outermost = around.back();
        slot.storage = static_cast<int>(m_storages.size());
        slot.bytes = bytesOf(outermost);
        m_storages.push_back({slot.bytes, m_isInput[static_cast<size_t>(outermost)] ? 0 : -1, 0});
    }
    for (size_t i = around.size() - 1; i-- > 0;) {
        m_slots[{around[i + 1], layoutOf(around[i + 1]).block}] = slot;
        slot.offset += within(around[i])->elements * elementBytes(around[i]);
        slot.bytes = bytesOf(around[i]);
    }
    return slot;
}

Result<Assembly::Slot> Assembly::readableSlot(ValueId value, ValueLayout layout)
{
    if (const auto found = m_slots.find({value, layout.block}); found != m_slots.end()) {
        return found->second;
    }
    if (m_moved.contains(value)) {
        return movedSlot(value, layout);
    }
    const bool isFixed = isConstant(m_graph, value);
    const ValueLayout own = isFixed ? ValueLayout{} : layoutOf(value);
    const Shape& shape = m_graph.value(value).type->shape;
    Slot from;
    if (isFixed) {
        from = slotOf(m_weights.add(value, keptNumber(value), shape, false, true));
    } else if (const auto found = m_slots.find({value, own.block}); found != m_slots.end()) {
        from = found->second;
    } else {
        return fail(ErrorCode::InvalidArgument, "{} is read before it is computed", quotedName(m_graph.value(value).name));
    }
    if (hasSameMemoryLayout(shape, own, layout)) {
        return from;
    }
    const Slot to = newSlot(value);
    TRY(addTransform(value, from, own, to, layout));
    m_slots[{value, layout.block}] = to;
    return to;
}

Result<Assembly::Slot> Assembly::readableSlot(ValueId value, ValueLayout layout, ir::DataType number)
{
    const ir::DataType own = keptNumber(value);
    const bool isConverted = own != number && own.isFloat() && number.isFloat();
    if (isConverted && isConstant(m_graph, value) && layout.isPlain()) {
        return slotOf(m_weights.add(value, number, m_graph.value(value).type->shape, false, true));
    }
    const auto from = TRY(readableSlot(value, layout));
    if (!isConverted) {
        return from;
    }
    const auto [found, isNew] = m_converted.try_emplace({value, layout.block});
    if (isNew) {
        const int64_t elements = elementsOf(m_graph.value(value).type->shape);
        Slot to{static_cast<int>(m_storages.size()), 0, 0, elements * number.bytes()};
        m_storages.push_back({to.bytes, -1, 0});
        Step step;
        step.name = m_graph.value(value).name;
        step.op = "conversion";
        step.layout = layoutText(layout, m_graph.value(value).type->shape);
        step.kernel = kernelOf(TRY(conversion(elements, own, number)));
        add(std::move(step), {from, to});
        found->second = to;
    }
    return found->second;
}

/// Plans a step's scratch memory as storage that lives during that step.
void Assembly::planScratch(const Program& program)
{
    for (size_t s = 0; s < m_steps.size(); ++s) {
        const int kernel = m_steps[s].step.kernel;
        const int64_t bytes = kernel < 0 ? 0 : workspaceBytes(program.kernels[static_cast<size_t>(kernel)], program.threads);
        if (bytes > 0) {
            m_steps[s].scratch = static_cast<int>(m_storages.size());
            m_storages.push_back({bytes, static_cast<int>(s), static_cast<int>(s)});
        }
    }
}

void Assembly::finish(Program& program)
{
    planScratch(program);
    for (Lifetime& life : m_storages) {
        life.first = std::max(life.first, 0);
        life.last = std::max(life.last, life.first);
    }
    const MemoryPlan plan = planMemory(m_storages);
    program.arenaBytes = plan.bytes;
    program.leastArenaBytes = plan.leastBytes;
    const auto place = [&](const Slot& slot) {
        const int64_t from =
            slot.storage < 0 ? m_weights.offsetOf(slot.weights) : plan.offsets[static_cast<size_t>(slot.storage)];
        return Place{slot.storage < 0, from + slot.offset, slot.bytes};
    };
    for (PlannedStep& planned : m_steps) {
        for (const Slot& slot : planned.slots) {
            planned.step.places.push_back(place(slot));
        }
        planned.step.scratch = planned.scratch < 0 ? 0 : plan.offsets[static_cast<size_t>(planned.scratch)];
        program.steps.push_back(std::move(planned.step));
    }
    for (const ValueId input : m_graph.inputs) {
        program.inputs.push_back(place(*readableSlot(input, {})));
    }
    for (const ValueId output : m_graph.outputs) {
        program.outputs.push_back(place(*readableSlot(output, {}, m_graph.value(output).type->number)));
    }
    m_weights.moveTo(program);
}

} // namespace knobscope
