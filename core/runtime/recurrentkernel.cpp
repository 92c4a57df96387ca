// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/recurrentkernel.h"

#include "core/graph/operators/recurrent.h"
#include "core/runtime/nestparts.h"

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {
namespace {

using ir::Buffer;
using ir::Expr;
using ir::Stmt;
using ir::Var;

constexpr int64_t kUnits = kNestLanes;
constexpr int64_t kMostSums = 8 * 8; // of a step at once: eight of AVX2's vectors
constexpr int64_t kMostScratch = 64 << 20; // bytes for the products with the inputs, per thread

enum Input : size_t { X, Weights, Recurrence, Bias, Lengths, State, Cell, Peephole, InputCount };

/// Weights (rows, inputs) of one direction in memory as blocks of `width` rows, each block transposed.
struct PackedMatrix {
    Buffer buffer;
    int64_t rows = 0, inputs = 0, width = 0;

    /// Element of a row that is `lane` after the first row of its block, `begin`.
    Expr place(const Expr& direction, const Expr& begin, int64_t count, const Expr& lane, const Expr& input) const
    {
        return direction * (rows * inputs) + begin * inputs + input * count + lane;
    }
    /// A block ends at row `split`.
    Stmt pack(const Buffer& from, int64_t directions, int64_t split) const
    {
        const auto range = [&](const Expr& d, int64_t first, int64_t last) {
            return inParts("block", last - first, width, [&](const Expr& begin, int64_t count) {
                return loopOver("k", inputs, [&](const Expr& k) {
                    return loopOver("row", count, [&](const Expr& row) {
                        return storeTo(buffer, {place(d, begin + first, count, row, k)},
                                       ir::load(from, {d, begin + first + row, k}));
                    });
                });
            });
        };
        return loopOver("d", directions, [&](const Expr& d) { return ir::block({range(d, 0, split), range(d, split, rows)}); });
    }
};

class RecurrentNest
{
public:
    RecurrentNest(const OperatorCall& call)
        : m_op(call.op())
        , m_shape(call)
        , m_isReverse(call.text("direction", "forward") == "reverse")
        , m_isResetAfter(m_op == "GRU" && call.integer("linear_before_reset", 0) != 0)
        , m_rows(m_shape.batch % 4 == 0   ? 4
                 : m_shape.batch % 2 == 0 ? 2
                                          : 1)
        , m_units(m_shape.gates * m_shape.hidden)
        , m_split(m_op == "GRU" ? 2 * m_shape.hidden : m_units)
    {
        for (size_t i = 0; i < InputCount; ++i) {
            if (call.has(i)) {
                m_parameters[i] = ir::makeBuffer(fmt::format("in{}", i), call.shape(i), ir::float32, ir::Scope::Argument);
            }
        }
        m_weights = packed("weights", m_shape.features, kUnits);
        m_recurrence = packed("recurrence", m_shape.hidden, kMostSums / m_rows);
        m_inputs = scratch("from_inputs", {m_shape.sequence, m_rows, m_units});
        m_sums = scratch("sums", {m_rows, m_units});
        m_state = scratch("state", {m_rows, m_shape.hidden});
        m_cell = scratch("cell", {m_rows, m_shape.hidden});
        m_gated = scratch("gated", {m_rows, m_shape.hidden});
        const Shape output = m_shape.output();
        const Shape state = m_shape.state();
        for (size_t i = 0; i < call.outputs(); ++i) {
            if (call.node().outputs[i] != kNoValue) {
                m_outputs[i] = ir::makeBuffer(fmt::format("out{}", i), i == 0 ? output : state, ir::float32, ir::Scope::Argument);
            }
        }
    }

    int64_t scratchBytes() const { return m_inputs->bytes(); }

    ir::LoopNest nest() const
    {
        ir::LoopNest nest;
        nest.name = m_op == "LSTM" ? "lstm" : m_op == "GRU" ? "gru" : "rnn";
        for (const Buffer& input : m_parameters) {
            if (input) {
                nest.parameters.push_back(input);
            }
        }
        nest.inputs = nest.parameters.size();
        for (const Buffer& output : m_outputs) {
            if (output) {
                nest.parameters.push_back(output);
            }
        }
        nest.provenance.emplace_back();
        nest.prepared = {m_weights.buffer, m_recurrence.buffer};
        nest.prepare = ir::block({m_weights.pack(m_parameters[Weights], m_shape.directions, m_split),
                                  m_recurrence.pack(m_parameters[Recurrence], m_shape.directions, m_split)});
        const int64_t parts = m_shape.batch / m_rows;
        nest.body = loopOver(
            "part", m_shape.directions * parts,
            [&](const Expr& part) {
                if (m_shape.directions == 1) {
                    return sequences(0, part * m_rows);
                }
                return ir::makeStmt(
                    ir::IfThen{part < Expr(parts), sequences(0, part * m_rows), sequences(1, part * m_rows - parts * m_rows)});
            },
            ir::ForKind::Parallel);
        return nest;
    }

private:
    static Expr number(double value) { return ir::constant(value, ir::float32); }
    static Expr sigmoid(const Expr& x) { return number(1) / (number(1) + ir::exp(number(0) - x)); }
    PackedMatrix packed(const char* name, int64_t inputs, int64_t width) const
    {
        return {ir::makeBuffer(name, {m_shape.directions * m_units * inputs}, ir::float32, ir::Scope::Workspace), m_units, inputs,
                width};
    }
    static Buffer scratch(const char* name, Shape shape)
    {
        return ir::makeBuffer(name, std::move(shape), ir::float32, ir::Scope::Workspace);
    }

    /// All steps of `m_rows` sequences, from `first` on, in one direction.
    Stmt sequences(int64_t direction, const Expr& first) const
    {
        const Stmt body = ir::block({inputProducts(direction, first), initialStates(direction, first),
                                     loopOver("step", m_shape.sequence,
                                              [&](const Expr& i) {
                                                  const bool isReverse = m_isReverse || direction == 1;
                                                  return step(direction, first, isReverse ? Expr(m_shape.sequence - 1) - i : i);
                                              }),
                                     lastStates(direction, first)});
        return allocated({m_inputs, m_sums, m_state, m_cell, m_gated}, body);
    }

    std::vector<Expr> stateAt(int64_t direction, const Expr& row, const Expr& unit) const
    {
        return m_shape.isBatchFirst ? std::vector<Expr>{row, direction, unit} : std::vector<Expr>{direction, row, unit};
    }

    /// The bias that a sum of unit `unit` starts with; GRU's hidden gate has two sums if it is reset after its product.
    Expr inputBias(int64_t direction, const Expr& unit, bool hasOwnSums) const
    {
        if (!m_parameters[Bias]) {
            return number(0);
        }
        const Expr own = ir::load(m_parameters[Bias], {direction, unit});
        return hasOwnSums ? own : own + ir::load(m_parameters[Bias], {direction, unit + m_units});
    }

    /// from_inputs = x W^T + bias for all steps, in tiles of steps and units.
    Stmt inputProducts(int64_t direction, const Expr& first) const
    {
        const auto range = [&](int64_t begin, int64_t end, bool hasOwnSums) {
            return inParts("units", end - begin, kUnits, [&](const Expr& part, int64_t units) {
                const Expr unit = part + begin;
                return loopOver("row", m_rows, [&](const Expr& row) {
                    return inParts("steps", m_shape.sequence, kNestTileRows, [&](const Expr& from, int64_t steps) {
                        return inputTile(direction, first, row, from, steps, unit, units, hasOwnSums);
                    });
                });
            });
        };
        return ir::block({range(0, m_split, false), range(m_split, m_units, m_isResetAfter)});
    }

    /// A tile of from_inputs: the products with the inputs of some steps of sequence `row`.
    Stmt inputTile(int64_t direction, const Expr& first, const Expr& row, const Expr& from, int64_t steps, const Expr& unit,
                   int64_t units, bool hasOwnSums) const
    {
        return productTile(
            steps, units, m_shape.features,
            [&](const Expr&, const Expr& lane) { return inputBias(direction, unit + lane, hasOwnSums); },
            [&](const Expr& step, const Expr& k) {
                const Expr time = from + step;
                return ir::load(m_parameters[X], m_shape.isBatchFirst ? std::vector<Expr>{first + row, time, k}
                                                                      : std::vector<Expr>{time, first + row, k});
            },
            [&](const Expr& k, const Expr& lane) {
                return ir::load(m_weights.buffer, {m_weights.place(direction, unit, units, lane, k)});
            },
            [&](const Expr& step, const Expr& lane, const Expr& sum) {
                return storeTo(m_inputs, {from + step, row, unit + lane}, sum);
            });
    }

    /// sums[begin, end) = start + of R^T, where `of` is the state, or the state that GRU's reset gate has passed.
    Stmt stateProducts(int64_t direction, const Buffer& of, int64_t begin, int64_t end, const ElementAt& start) const
    {
        return inParts("units", end - begin, m_recurrence.width, [&](const Expr& part, int64_t units) {
            const Expr unit = part + begin;
            return productTile(
                m_rows, units, m_shape.hidden, [&](const Expr& row, const Expr& lane) { return start(row, unit + lane); },
                [&](const Expr& row, const Expr& k) { return ir::load(of, {row, k}); },
                [&](const Expr& k, const Expr& lane) {
                    return ir::load(m_recurrence.buffer, {m_recurrence.place(direction, unit, units, lane, k)});
                },
                [&](const Expr& row, const Expr& lane, const Expr& sum) { return storeTo(m_sums, {row, unit + lane}, sum); });
        });
    }

    /// Statements for each unit of the state of each sequence, vectors at a time.
    Stmt eachUnit(const std::function<Stmt(const Expr& row, const Expr& unit)>& body) const
    {
        return loopOver("row", m_rows, [&](const Expr& row) {
            return inParts("units", m_shape.hidden, kUnits, [&](const Expr& begin, int64_t units) {
                return loopOver(
                    "lane", units, [&](const Expr& lane) { return body(row, begin + lane); }, ir::ForKind::Vectorized);
            });
        });
    }

    Stmt initialStates(int64_t direction, const Expr& first) const
    {
        return eachUnit([&](const Expr& row, const Expr& unit) {
            const auto initial = [&](Input input) {
                return m_parameters[input] ? ir::load(m_parameters[input], stateAt(direction, first + row, unit)) : number(0);
            };
            return ir::block({storeTo(m_state, {row, unit}, initial(State)), storeTo(m_cell, {row, unit}, initial(Cell))});
        });
    }

    Stmt lastStates(int64_t direction, const Expr& first) const
    {
        return eachUnit([&](const Expr& row, const Expr& unit) {
            std::vector<Stmt> stores;
            for (size_t i : {size_t{1}, size_t{2}}) {
                if (m_outputs[i]) {
                    stores.push_back(storeTo(m_outputs[i], stateAt(direction, first + row, unit),
                                             ir::load(i == 1 ? m_state : m_cell, {row, unit})));
                }
            }
            return ir::block(std::move(stores));
        });
    }

    Stmt step(int64_t direction, const Expr& first, const Expr& time) const
    {
        const auto fromInputs = [&](const Expr& row, const Expr& unit) { return ir::load(m_inputs, {time, row, unit}); };
        std::vector<Stmt> all{stateProducts(direction, m_state, 0, m_split, fromInputs)};
        if (m_op == "LSTM") {
            all.push_back(eachUnit([&](const Expr& row, const Expr& unit) { return lstmUnit(direction, row, unit); }));
        } else if (m_op == "RNN") {
            all.push_back(eachUnit(
                [&](const Expr& row, const Expr& unit) { return storeTo(m_state, {row, unit}, ir::tanh(sum(row, unit, 0))); }));
        } else {
            all.push_back(gruStep(direction, fromInputs));
        }
        if (m_outputs[0]) {
            all.push_back(eachUnit([&](const Expr& row, const Expr& unit) {
                const std::vector<Expr> at = m_shape.isBatchFirst ? std::vector<Expr>{first + row, time, direction, unit}
                                                                  : std::vector<Expr>{time, direction, first + row, unit};
                return storeTo(m_outputs[0], at, ir::load(m_state, {row, unit}));
            }));
        }
        return ir::block(std::move(all));
    }

    Expr sum(const Expr& row, const Expr& unit, int64_t gate) const
    {
        return ir::load(m_sums, {row, unit + gate * m_shape.hidden});
    }

    /// Gates: input, output, forget, cell. Peepholes: input, output, forget.
    Stmt lstmUnit(int64_t direction, const Expr& row, const Expr& unit) const
    {
        const Expr cell = ir::load(m_cell, {row, unit});
        const auto gate = [&](int64_t number) {
            const Expr own = sum(row, unit, number);
            return sigmoid(m_parameters[Peephole]
                               ? own + ir::load(m_parameters[Peephole], {direction, unit + number * m_shape.hidden}) * cell
                               : own);
        };
        return ir::block({storeTo(m_cell, {row, unit}, gate(2) * cell + gate(0) * ir::tanh(sum(row, unit, 3))),
                          storeTo(m_state, {row, unit}, gate(1) * ir::tanh(cell))});
    }

    /// Gates: update, reset, hidden. The first two have their sums already.
    Stmt gruStep(int64_t direction, const ElementAt& fromInputs) const
    {
        std::vector<Stmt> all;
        if (m_isResetAfter) {
            all.push_back(stateProducts(direction, m_state, m_split, m_units, [&](const Expr&, const Expr& unit) {
                return m_parameters[Bias] ? ir::load(m_parameters[Bias], {direction, unit + m_units}) : number(0);
            }));
        } else {
            all.push_back(eachUnit([&](const Expr& row, const Expr& unit) {
                return storeTo(m_gated, {row, unit}, sigmoid(sum(row, unit, 1)) * ir::load(m_state, {row, unit}));
            }));
            all.push_back(stateProducts(direction, m_gated, m_split, m_units, fromInputs));
        }
        all.push_back(eachUnit([&](const Expr& row, const Expr& unit) {
            const Expr own = sum(row, unit, 2);
            const Expr whole = m_isResetAfter ? fromInputs(row, unit + m_split) + sigmoid(sum(row, unit, 1)) * own : own;
            const Var hidden("hidden");
            const Expr read = ir::letRef(hidden, ir::float32);
            const Expr next = read + sigmoid(sum(row, unit, 0)) * (ir::load(m_state, {row, unit}) - read);
            return storeTo(m_state, {row, unit}, ir::let({{hidden, ir::tanh(whole)}}, next));
        }));
        return ir::block(std::move(all));
    }

    std::string m_op;
    RecurrentShape m_shape;
    bool m_isReverse, m_isResetAfter;
    int64_t m_rows; ///< sequences that run together
    int64_t m_units; ///< sums of a step
    int64_t m_split; ///< from here on they are GRU's hidden gate, whose product comes later; else m_units
    std::array<Buffer, InputCount> m_parameters;
    std::array<Buffer, 3> m_outputs;
    PackedMatrix m_weights, m_recurrence;
    Buffer m_inputs, m_sums, m_state, m_cell, m_gated;
};

bool isSupported(const OperatorCall& call)
{
    const Node& node = call.node();
    const auto isConstant = [&](size_t input) { return call.known(input) != nullptr; };
    for (size_t i = 0; i < call.inputs(); ++i) {
        if (call.has(i) && call.type(i).number != ir::float32) {
            return false; // also lengths of sequences
        }
    }
    std::vector<std::string> usual;
    const RecurrentShape shape(call);
    for (int64_t d = 0; d < shape.directions; ++d) {
        usual.insert(usual.end(), call.op() == "RNN" ? 0 : 1, "Sigmoid");
        usual.insert(usual.end(), call.op() == "LSTM" ? 2 : 1, "Tanh");
    }
    const std::vector<std::string> activations = call.texts("activations");
    return isConstant(Weights) && isConstant(Recurrence) && (activations.empty() || activations == usual)
        && !call.hasAttribute("clip") && call.integer("input_forget", 0) == 0 && !node.outputs.empty()
        && shape.sequence * shape.batch * shape.hidden * shape.features > 0;
}

} // namespace

std::optional<GroupKernel> recurrentKernel(const Graph& graph, const Node& node)
{
    if (node.op != "LSTM" && node.op != "GRU" && node.op != "RNN") {
        return std::nullopt;
    }
    const OperatorCall call(graph, node);
    if (!isSupported(call)) {
        return std::nullopt;
    }
    const RecurrentNest builder(call);
    if (builder.scratchBytes() > kMostScratch) {
        return std::nullopt;
    }
    GroupKernel kernel;
    kernel.nest = builder.nest();
    for (size_t i = 0; i < node.inputs.size(); ++i) {
        if (call.has(i)) {
            kernel.inputs.push_back({node.inputs[i], {}, i == Weights || i == Recurrence, call.shape(i)});
        }
    }
    for (const ValueId output : presentValues(node.outputs)) {
        kernel.outputs.push_back(output);
    }
    return kernel;
}

} // namespace knobscope
