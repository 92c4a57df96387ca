// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/weightblock.h"

#include "core/graph/halfnumbers.h"
#include "core/graph/parallelfor.h"
#include "core/runtime/layout.h"
#include "core/runtime/memoryplan.h"

#include <algorithm>

namespace knobscope {
namespace {

Tensor transposed(const Tensor& matrix)
{
    const int64_t rows = matrix.shape()[0];
    const int64_t columns = matrix.shape()[1];
    Tensor out(TensorType{matrix.number(), {columns, rows}});
    withType(matrix.number(), [&]<class T>() {
        const auto from = matrix.as<T>();
        const auto to = out.as<T>();
        for (int64_t r = 0; r < rows; ++r) {
            for (int64_t c = 0; c < columns; ++c) {
                to[static_cast<size_t>(c * rows + r)] = from[static_cast<size_t>(r * columns + c)];
            }
        }
    });
    return out;
}

/// Numbers that are rounded to bfloat16, in that type.
Tensor converted(const Tensor& from)
{
    Tensor to(TensorType{ir::bfloat16, from.shape()});
    const auto words = to.as<uint16_t>();
    std::ranges::transform(from.as<float>(), words.begin(), toBfloat16);
    return to;
}

} // namespace

size_t WeightBlock::add(ValueId value, ir::DataType number, const Shape& extents, bool isTransposed, bool isRun)
{
    const auto [found, isNew] = m_numbers.emplace(std::tuple(value, number.bits, extents, isTransposed), m_parts.size());
    if (isNew) {
        m_parts.push_back({value, number, extents, isTransposed, false, elementsOf(extents) * number.bytes()});
    }
    Part& part = m_parts[found->second];
    part.isRun = part.isRun || isRun;
    return found->second;
}

size_t WeightBlock::addPrepared(const ir::BufferNode& buffer)
{
    m_parts.push_back({kNoValue, buffer.type, {}, false, true, buffer.bytes()});
    return m_parts.size() - 1;
}

void WeightBlock::place()
{
    int64_t bytes = 0;
    const auto placeThose = [&](auto isNext) {
        const int64_t before = bytes;
        for (Part& part : m_parts) {
            if (isNext(part)) {
                part.offset = bytes;
                bytes += alignedBytes(part.bytes);
            }
        }
        return bytes - before;
    };
    placeThose([](const Part& one) { return one.isRun && one.value != kNoValue; });
    m_preparedBytes = placeThose([](const Part& one) { return one.value == kNoValue; });
    m_runBytes = bytes;
    placeThose([](const Part& one) { return !one.isRun; });
    m_bytes = ZeroedBytes(static_cast<size_t>(bytes), static_cast<size_t>(m_runBytes));
}

void WeightBlock::copy(const Part& part)
{
    if (part.value == kNoValue) {
        return;
    }
    const Tensor& tensor = *m_graph.value(part.value).constant;
    const Tensor plain = part.isTransposed ? transposed(tensor) : Tensor();
    const Tensor& whole = part.isTransposed ? plain : tensor;
    const bool isConverted = part.number == ir::bfloat16;
    packWeights(isConverted ? converted(whole) : whole, part.extents, m_bytes.data() + part.offset);
}

void WeightBlock::pack(int threads)
{
    place();
    parallelFor(m_parts.size(), threads, [&](size_t i) { copy(m_parts[i]); });
}

void WeightBlock::moveTo(Program& program)
{
    program.weights = std::move(m_bytes);
    program.runWeightBytes = m_runBytes;
    program.preparedBytes = m_preparedBytes;
}

} // namespace knobscope
