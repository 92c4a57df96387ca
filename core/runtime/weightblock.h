// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/program.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace knobscope {

/// The weights of a program in one block: constants as kernels read them, then what preparation writes, then constants that only
/// preparation reads, which can be freed. Weights are numbered as they are added, and have no places before pack().
class WeightBlock
{
public:
    explicit WeightBlock(const Graph& graph)
        : m_graph(graph)
    {
    }

    /// A constant of these numbers and extents; `isRun`: read by runs, not only by preparation. Equal ones are kept once.
    size_t add(ValueId value, ir::DataType number, const Shape& extents, bool isTransposed, bool isRun);
    /// Space for what a kernel prepares from weights.
    size_t addPrepared(const ir::BufferNode& buffer);
    int64_t bytesOf(size_t number) const { return m_parts[number].bytes; }

    /// Places all parts and copies the constants, with this many threads.
    void pack(int threads);
    int64_t offsetOf(size_t number) const { return m_parts[number].offset; }
    void moveTo(Program& program);

private:
    struct Part {
        ValueId value = kNoValue; ///< none: prepared by a kernel
        ir::DataType number;
        Shape extents;
        bool isTransposed = false;
        bool isRun = false;
        int64_t bytes = 0;
        int64_t offset = 0;
    };
    void place();
    void copy(const Part& part);

    const Graph& m_graph;
    std::vector<Part> m_parts;
    std::map<std::tuple<ValueId, int, Shape, bool>, size_t> m_numbers; ///< by value, bits, extents, and whether transposed
    int64_t m_runBytes = 0;
    int64_t m_preparedBytes = 0;
    ZeroedBytes m_bytes;
};

} // namespace knobscope
