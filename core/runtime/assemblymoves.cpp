// SPDX-License-Identifier: GPL-3.0-or-later
// Values that only moved: copied when a kernel reads them, once for all operators that moved them.
#include "core/runtime/assembly.h"
#include "core/runtime/cutgroups.h"
#include "core/runtime/groupkernel.h"
#include "core/runtime/memoryplan.h"

#include <algorithm>

namespace knobscope {
namespace {

bool isMovable(const Value& value)
{
    return value.type && isStored(value) && !value.constant && elementsOf(value.type->shape) > 0;
}

} // namespace

Result<bool> Assembly::addMoved(size_t n)
{
    const Node& node = m_graph.nodes[n];
    const ValueId input = node.inputs.empty() ? kNoValue : node.inputs[0];
    auto present = presentValues(node.outputs);
    const std::vector<ValueId> outputs(present.begin(), present.end());
    const auto isFine = [&](ValueId id) { return isMovable(m_graph.value(id)); };
    if (input == kNoValue || !isFine(input) || !std::ranges::all_of(outputs, isFine)) {
        return false;
    }
    const auto known = m_moved.find(input);
    const ValueLayout own = layoutOf(input);
    if (isView(node) && known == m_moved.end() && own.isPlain()) {
        return false; // has its input's place
    }
    Moved moves =
        known != m_moved.end() ? known->second : Moved{input, own, inPlace(m_graph.value(input).type->shape, own), {}, n};
    const auto placesOf = [&](const MovedValue& from) {
        std::vector<MovedValue> all;
        for (const ValueId output : outputs) {
            if (auto places = moved(m_graph, node, output, from)) {
                all.push_back(std::move(*places));
            }
        }
        return all;
    };
    std::vector<MovedValue> places;
    try {
        places = placesOf(moves.places);
        if (places.size() < outputs.size()) {
            const Shape& shape = m_graph.value(input).type->shape;
            places = placesOf(inPlace(shape, {}));
            if (places.size() < outputs.size() || isView(node)) {
                return false;
            }
            TRY(readableSlot(input, {}));
            moves = {input, {}, {}, {}, n};
        }
    } catch (const OperatorError& refusal) {
        return tl::make_unexpected(refusal.error());
    }
    if (!isView(node)) {
        moves.operators += (moves.operators.empty() ? "" : " + ") + node.op;
        moves.node = n;
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
        moves.places = std::move(places[i]);
        m_moved[outputs[i]] = moves;
        keptNumber(outputs[i]) = keptNumber(moves.source);
    }
    return true;
}

Result<Assembly::Slot> Assembly::movedSlot(ValueId value, ValueLayout layout)
{
    const Moved moves = m_moved.at(value);
    const auto keep = [&](ValueLayout in, const Slot& slot) { return m_slots[{value, in.block}] = slot; };
    if (moves.operators.empty() && layout.isPlain()) { // another shape of a value that others may read row-major, too
        return keep(layout, TRY(readableSlot(moves.source, {})));
    }
    const bool isPart = m_layouts.within[static_cast<size_t>(value)] && layout == layoutOf(value);
    const auto digits = digitsIn(layout, moves.places);
    if (!digits) {
        const Slot plain = TRY(readableSlot(value, {}));
        const Slot to = isPart ? writableSlot(value) : newSlot(value);
        TRY(addTransform(value, plain, {}, to, layout));
        return keep(layout, to);
    }
    const int64_t offset = moves.places.offset * elementBytes(value);
    if (!isPart && areAdjacent(*digits) && offset == alignedBytes(offset)) {
        Slot slot = m_slots.at({moves.source, moves.layout.block});
        slot.offset += offset;
        slot.bytes = bytesOf(value);
        return keep(layout, slot);
    }
    const Slot to = isPart ? writableSlot(value) : newSlot(value);
    TRY(copyInto(value, layout, to));
    return keep(layout, to);
}

Result<Assembly::Slot> Assembly::swappedSlot(ValueId value, ir::DataType number)
{
    if (const auto known = m_swapped.find(value); known != m_swapped.end()) {
        return known->second;
    }
    const auto moves = m_moved.find(value);
    const bool isMoved = moves != m_moved.end() && keptNumber(value) == number;
    MovedValue places = isMoved ? moves->second.places : inPlace(m_graph.value(value).type->shape, {});
    std::swap(places.axes[places.axes.size() - 1], places.axes[places.axes.size() - 2]);
    const Slot from =
        isMoved ? m_slots.at({moves->second.source, moves->second.layout.block}) : TRY(readableSlot(value, {}, number));
    const std::vector<Digit> digits = digitsIn({}, places).value();
    const int64_t bytes = number.bytes();
    Slot to = from;
    to.offset += places.offset * bytes;
    to.bytes = elementsOf(m_graph.value(value).type->shape) * bytes;
    if (!areAdjacent(digits) || to.offset != alignedBytes(to.offset)) {
        to = {static_cast<int>(m_storages.size()), 0, 0, to.bytes};
        m_storages.push_back({to.bytes, -1, 0});
        Step step;
        step.name = m_graph.value(value).name;
        step.op = isMoved && !moves->second.operators.empty() ? moves->second.operators : "layout";
        step.layout = layoutText({}, m_graph.value(value).type->shape);
        step.node = isMoved ? static_cast<int>(moves->second.node) : -1;
        step.kernel = kernelOf(TRY(moveKernel(digits, places.offset, from.bytes / bytes, "move", number)));
        add(std::move(step), {from, to});
    }
    m_swapped.emplace(value, to);
    return to;
}

Result<bool> Assembly::copyInto(ValueId value, ValueLayout layout, const Slot& to)
{
    const auto known = m_moved.find(value);
    if (known == m_moved.end()) {
        const auto from = m_slots.find({value, layoutOf(value).block});
        if (from == m_slots.end()) {
            return false;
        }
        TRY(addTransform(value, from->second, layoutOf(value), to, layout));
        return true;
    }
    const Moved& moves = known->second;
    const auto digits = digitsIn(layout, moves.places);
    if (!digits) {
        return false;
    }
    const Slot from = m_slots.at({moves.source, moves.layout.block});
    const Node& node = m_graph.nodes[moves.node];
    Step step;
    step.name = nameOf(m_graph, node);
    step.op = moves.operators.empty() ? "layout" : moves.operators;
    step.layout = layoutText(layout, m_graph.value(value).type->shape);
    step.node = static_cast<int>(moves.node);
    step.kernel =
        kernelOf(TRY(moveKernel(*digits, moves.places.offset, from.bytes / elementBytes(value), "move", keptNumber(value))));
    add(std::move(step), {from, to});
    return true;
}

Result<void> Assembly::addTransform(ValueId value, const Slot& from, ValueLayout own, const Slot& to, ValueLayout layout)
{
    const Shape& shape = m_graph.value(value).type->shape;
    Step step;
    step.name = m_graph.value(value).name;
    step.op = "layout";
    step.layout = layoutText(layout, shape);
    step.transform = {shape, own, layout};
    step.kernel = kernelOf(TRY(layoutTransform(shape, own, layout, keptNumber(value))));
    add(std::move(step), {from, to});
    return {};
}

Assembly::Slot Assembly::newSlot(ValueId value)
{
    Slot slot;
    slot.storage = static_cast<int>(m_storages.size());
    slot.bytes = bytesOf(value);
    m_storages.push_back({slot.bytes, -1, 0});
    return slot;
}

} // namespace knobscope
