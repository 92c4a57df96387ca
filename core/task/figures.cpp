// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/figures.h"

#include "core/base/numbertext.h"
#include "core/lower/footprint.h"
#include "core/template/template.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace knobscope {

namespace {

using Tone = Figure::Tone;

class FigureList
{
public:
    FigureList(const Task& task, const ConfigEntity& entity, const ir::LoopNest& nest, const MachineProfile& machine)
        : m_task(task)
        , m_entity(entity)
        , m_machine(machine)
        , m_footprint(footprintOf(nest, int64_t{machine.vectorBits} / 8 * machine.vectorRegisters))
    {
    }

    std::vector<Figure> all()
    {
        registerTile();
        vectorWidth();
        innermostLoop();
        workingSets();
        parallelChunks();
        intensity();
        iterations();
        overhead();
        scratch();
        rounding();
        return std::move(m_figures);
    }

private:
    void add(const char* id, Sentence name, Sentence value, std::optional<double> number, const char* unit,
             const char* explanation, Tone tone = Tone::Plain)
    {
        m_figures.push_back({id, std::move(name), std::move(value), number, unit, explanation, tone});
    }

    void registerTile()
    {
        const char* const why = "Sums that are kept in vector registers while the innermost loops run; more than the available "
                                "ones spill to the stack.";
        if (!m_footprint.accumulator) {
            add("register_tile", phrase("Register tile"), phrase("none: the sums are kept in memory"), 0, "registers", why,
                Tone::Warning);
            return;
        }
        const ir::BufferNode& tile = **m_footprint.accumulator;
        int64_t rows = 1;
        for (size_t d = 0; d + 1 < tile.shape.size(); ++d) {
            rows *= tile.shape[d];
        }
        const int64_t columns = tile.shape.empty() ? 1 : tile.shape.back();
        const std::string shape = fmt::format("{}x{} {}", rows, columns, tile.type.text());
        if (m_machine.vectorBits == 0) {
            add("register_tile", phrase("Register tile"), phrase("{}; the target's registers are unknown", shape), std::nullopt,
                "registers", why, Tone::Unknown);
            return;
        }
        const int64_t lanes = std::max<int64_t>(1, m_machine.vectorBits / (8 * tile.type.bytes()));
        const int64_t used = rows * ((columns + lanes - 1) / lanes);
        const bool tooMany = used > m_machine.vectorRegisters;
        add("register_tile", phrase("Register tile"),
            tooMany ? phrase("{}: {} of {} vector registers, so it spills", shape, groupedNumber(used), m_machine.vectorRegisters)
                    : phrase("{}: {} of {} vector registers", shape, groupedNumber(used), m_machine.vectorRegisters),
            static_cast<double>(used), "registers", why, tooMany ? Tone::Warning : Tone::Plain);
    }

    void vectorWidth()
    {
        const char* const why =
            "Elements that one vectorized loop handles at a time; fewer than a register holds leave lanes idle.";
        const auto loop = std::find_if(m_footprint.loops.rbegin(), m_footprint.loops.rend(),
                                       [](const LoopLevel& level) { return level.kind == ir::ForKind::Vectorized; });
        if (loop == m_footprint.loops.rend()) {
            add("vector_width", phrase("Vector width"), phrase("1: the busiest loop is not vectorized"), 1, "elements", why,
                Tone::Warning);
            return;
        }
        const int bytes = m_footprint.accumulator ? (*m_footprint.accumulator)->type.bytes() : 4;
        const int64_t bits = loop->extent * bytes * 8;
        if (m_machine.vectorBits == 0) {
            add("vector_width", phrase("Vector width"), phrase("{} (element|elements), {} bits", loop->extent, bits),
                static_cast<double>(loop->extent), "elements", why);
            return;
        }
        const int64_t registers = (bits + m_machine.vectorBits - 1) / m_machine.vectorBits;
        const bool wasteful = bits % m_machine.vectorBits != 0;
        const Sentence taken = registers == 1 ? phrase("1 register of {} bits", m_machine.vectorBits)
                                              : phrase("{} registers of {} bits", registers, m_machine.vectorBits);
        add("vector_width", phrase("Vector width"),
            wasteful ? phrase("{} (element|elements) of {} bits: {}, not full", loop->extent, bytes * 8, taken)
                     : phrase("{} (element|elements) of {} bits: {}", loop->extent, bytes * 8, taken),
            static_cast<double>(loop->extent), "elements", why, wasteful ? Tone::Warning : Tone::Plain);
    }

    static bool isRealLoop(const LoopLevel& level)
    {
        return level.kind == ir::ForKind::Serial || level.kind == ir::ForKind::Parallel;
    }

    void innermostLoop()
    {
        const char* const why = "The innermost loop that is neither unrolled nor vectorized, and the work of one iteration.";
        double inside = 1;
        for (auto level = m_footprint.loops.rbegin(); level != m_footprint.loops.rend(); ++level) {
            if (isRealLoop(*level)) {
                add("innermost_loop", phrase("Innermost loop"),
                    inside == 1 ? phrase("{}, {} iterations of 1 element operation", level->name, groupedNumber(level->extent))
                                : phrase("{}, {} iterations of {} element operations", level->name, groupedNumber(level->extent),
                                         groupedNumber(std::llround(inside))),
                    static_cast<double>(level->extent), "turns", why);
                return;
            }
            inside *= static_cast<double>(level->extent);
        }
        add("innermost_loop", phrase("Innermost loop"), phrase("none: everything is unrolled"), 0, "turns", why);
    }

    Sentence fit(int64_t bytes) const
    {
        const Sentence size = bytesPhrase(bytes);
        if (m_machine.l1Bytes == 0 || m_machine.l2Bytes == 0) {
            return phrase("{}; the target's cache sizes are unknown", size);
        }
        const std::array<std::pair<const char*, int64_t>, 3> caches{
            {{"L1", m_machine.l1Bytes}, {"L2", m_machine.l2Bytes}, {"L3", m_machine.l3Bytes}}};
        for (const auto& [name, most] : caches) {
            if (most > 0 && bytes <= most) {
                return phrase("{}, {:.0f} % of {} ({})", size, 100.0 * static_cast<double>(bytes) / static_cast<double>(most),
                              name, bytesPhrase(most));
            }
        }
        return phrase("{}, more than any cache", size);
    }

    void workingSets()
    {
        for (size_t depth = m_footprint.loops.size(); depth-- > 0;) {
            const LoopLevel& level = m_footprint.loops[depth];
            if (isRealLoop(level)) {
                add("working_set", phrase("Working set"), fit(level.bytes), static_cast<double>(level.bytes), "bytes",
                    "Bytes that one complete run of this loop accesses, without registers; data that fits into a cache is read "
                    "from there the next time.");
                m_figures.back().subject = level.name;
            }
        }
    }

    void parallelChunks()
    {
        const auto loop = std::find_if(m_footprint.loops.begin(), m_footprint.loops.end(),
                                       [](const LoopLevel& level) { return level.kind == ir::ForKind::Parallel; });
        const bool found = loop != m_footprint.loops.end();
        add("parallel_chunks", phrase("Parallel pieces"),
            found ? phrase("{} of {}", groupedNumber(loop->extent), loop->name) : phrase("none: one thread does everything"),
            found ? static_cast<double>(loop->extent) : 1, "pieces",
            "Iterations of the parallel loop, which are distributed over the threads.");
    }

    void intensity()
    {
        const double perByte = m_task.plainFlops / static_cast<double>(std::max<int64_t>(1, m_footprint.argumentBytes));
        add("arithmetic_intensity", phrase("Arithmetic intensity"),
            phrase("{:.1f} FLOP per byte ({} of inputs and outputs)", perByte, bytesPhrase(m_footprint.argumentBytes)), perByte,
            "FLOP/byte",
            "Operations for each byte that has to be moved at least once; low values are bound by memory, whatever the config.");
    }

    void iterations()
    {
        add("iterations", phrase("Iterations"),
            phrase("{} of the busiest statement", groupedNumber(std::llround(m_footprint.executions))), m_footprint.executions,
            "iterations", "How often the statement with most of the work is executed, all loops multiplied.");
    }

    void overhead()
    {
        const double extra = m_task.plainFlops > 0 ? m_footprint.flops / m_task.plainFlops - 1 : 0;
        const bool large = extra > 0.02;
        add("extra_work", phrase("Extra work"),
            m_footprint.isUpperBound && extra > 0.0005 ? phrase("at most {:.1f} %", 100 * extra)
                                                       : phrase("{:.1f} %", 100 * std::max(0.0, extra)),
            std::max(0.0, extra), "",
            "Operations of the loop nest beyond the operator's own: tails that are computed and discarded, addition of partial "
            "sums.",
            large ? Tone::Warning : Tone::Plain);
    }

    void scratch()
    {
        const int64_t bytes = m_footprint.workspaceBytes + (m_machine.vectorRegisters > 0 ? m_footprint.threadBytes : 0);
        add("scratch", phrase("Scratch memory"), bytes == 0 ? phrase("none") : bytesPhrase(bytes), static_cast<double>(bytes),
            "bytes",
            "Padded, rearranged or transformed copies, which are written and read again in each call; copies that each thread "
            "has count once.");
    }

    void rounding()
    {
        const auto made = findTemplate(m_task.name);
        const auto lost = made && (*made)->rounding ? (*made)->rounding(m_entity, m_task.args) : std::nullopt;
        if (lost) {
            add("rounding", phrase("Rounding"),
                phrase("observed: {:.0e} of the largest output; at most {:.0e}", lost->seen, lost->bound), lost->bound, "",
                "Precision that transforms and sums lose against double precision: the most that tests observed for random "
                "shapes, and a bound with a margin. Above 48 input channels both grow with the square root of their number.");
        }
    }

    const Task& m_task;
    const ConfigEntity& m_entity;
    const MachineProfile& m_machine;
    Footprint m_footprint;
    std::vector<Figure> m_figures;
};

} // namespace

Result<std::vector<Figure>> configFigures(const Task& task, const ConfigEntity& entity, const MachineProfile& machine)
{
    if (task.isGpu) {
        return gpuFigures(task, entity);
    }
    const auto nest = TRY(lowerConfig(task, entity));
    return FigureList(task, entity, nest, machine).all();
}

Table figureComparison(std::span<const Figure> left, std::span<const Figure> right)
{
    const auto nameOfFigure = [](const Figure& figure) {
        return figure.subject.empty() ? figure.name : phrase("{} of {}", figure.name, figure.subject);
    };
    const auto isSame = [](const Figure& figure) {
        return [&figure](const Figure& other) { return other.id == figure.id && other.subject == figure.subject; };
    };
    Table table({{"name", "figure"}, {"left", "left"}, {"right", "right"}, {"differs", "differs"}});
    const auto add = [&](const Figure& any, const Figure* first, const Figure* second) {
        const bool differs = !first || !second || first->value != second->value;
        table.add({nameOfFigure(any), first ? TableCell(first->value) : TableCell(),
                   second ? TableCell(second->value) : TableCell(), TableCell(differs, Sentence(differs ? "≠" : ""))});
    };
    for (const Figure& figure : left) {
        const auto other = std::ranges::find_if(right, isSame(figure));
        add(figure, &figure, other == right.end() ? nullptr : &*other);
    }
    for (const Figure& figure : right) {
        if (std::ranges::none_of(left, isSame(figure))) {
            add(figure, nullptr, &figure);
        }
    }
    return table;
}

} // namespace knobscope
