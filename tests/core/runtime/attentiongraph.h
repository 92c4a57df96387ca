// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Graphs of attentions as exporters write them.

#include "core/graph/interpreter.h"
#include "core/runtime/attentionkernel.h"
#include "core/runtime/executor.h"
#include "core/target/host.h"
#include "tests/core/graph/handmade.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace knobscope {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

inline Attributes order(const std::vector<int64_t>& axes)
{
    return {{"perm", axes}};
}

enum class Scale : uint8_t { None, OfQueries, OfKeys, OfBoth, OfScores, Divided };
enum class Mask : uint8_t {
    None,
    Zeros,
    Causal,
    RowsOfNothing,
    Keys,
    Scores,
    TwoReshaped,
    Lowest,
    Conditions,      ///< a Where makes numbers that are added
    ChosenScores,    ///< a Where replaces scores
    HiddenKeys,      ///< the same with the condition the other way round
    ChosenThenAdded, ///< in this order
    Capped,
    CappedCausal,
};
inline constexpr unsigned kMasks = 14;
enum class Form : uint8_t { Plain, Heads, Packed, Grouped, Rows };

struct Case {
    int64_t batch = 1, heads = 1, queries = 1, keys = 1, size = 1, valueSize = 1;
    Scale scale = Scale::OfScores;
    Mask mask = Mask::None;
    Form form = Form::Heads;
    bool isGuarded = false;
    double spread = 1; ///< of queries
    int threads = 1;

    std::string text() const
    {
        return fmt::format(
            "batch {} heads {} queries {} keys {} size {} {} scale {} mask {} form {} guarded {} spread {} threads {}", batch,
            heads, queries, keys, size, valueSize, int(scale), int(mask), int(form), isGuarded, spread, threads);
    }
};

/// Each way to scale in each form, with few queries and keys.
inline std::vector<Case> scalesAndForms()
{
    std::vector<Case> all;
    for (const Scale scale : {Scale::None, Scale::OfQueries, Scale::OfKeys, Scale::OfBoth, Scale::OfScores, Scale::Divided}) {
        for (const Form form : {Form::Plain, Form::Heads, Form::Packed, Form::Grouped, Form::Rows}) {
            Case one{2, 4, 21, form == Form::Packed ? 21 : 37, 12, form == Form::Packed ? 12 : 10};
            one.scale = scale;
            one.form = form;
            all.push_back(one);
        }
    }
    return all;
}

/// Anything, with matrices of at most `mostSize` columns.
inline Case randomCase(std::mt19937& random, int64_t mostSize)
{
    const auto pick = [&](int64_t most) { return 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(most)); };
    Case one{pick(3), 2 * pick(3), pick(70), pick(90), pick(mostSize), pick(mostSize)};
    one.scale = static_cast<Scale>(random() % 6);
    one.mask = static_cast<Mask>(random() % kMasks);
    one.form = static_cast<Form>(random() % 5);
    one.isGuarded = random() % 2 == 0;
    one.threads = static_cast<int>(pick(2));
    if (one.form == Form::Packed) {
        one.queries = one.keys;
        one.valueSize = one.size;
    }
    return one;
}

/// The steps of an attention as exporters write them.
class AttentionGraph
{
public:
    explicit AttentionGraph(const Case& one)
        : c(one)
    {
        makeOperands();
        const double factor = 1 / std::sqrt(static_cast<double>(c.size));
        const auto scaled = [&](ValueId value, const char* name, double by) {
            return made.node(c.scale == Scale::Divided ? "Div" : "Mul", name, {value, number(by)});
        };
        if (c.scale == Scale::OfQueries || c.scale == Scale::OfBoth) {
            q = scaled(q, "scaledq", c.scale == Scale::OfBoth ? std::sqrt(factor) : factor);
        }
        if (c.scale == Scale::OfKeys || c.scale == Scale::OfBoth) {
            k = scaled(k, "scaledk", c.scale == Scale::OfBoth ? std::sqrt(factor) : factor);
        }
        const int64_t groups = c.heads / 2; // of heads that share keys: as further rows of the products
        if (c.form == Form::Rows) {
            q = made.node("Reshape", "rows", {q, made.integers("rowshape", {c.batch, groups, 2 * c.queries, c.size})});
        }
        ValueId scores = made.node("MatMul", "first", {q, k});
        if (c.form == Form::Rows) {
            scores = made.node("Reshape", "unrows", {scores, made.integers("scoreshape", {c.batch, c.heads, c.queries, c.keys})});
        }
        if (c.scale == Scale::OfScores || c.scale == Scale::Divided) {
            scores = scaled(scores, "scaled", c.scale == Scale::Divided ? 1 / factor : factor);
        }
        ValueId weights = made.node("Softmax", "weights", {masked(scores)}, {{"axis", int64_t{-1}}});
        if (c.isGuarded) {
            const ValueId test = made.node("IsNaN", "test", {weights});
            weights = made.node("Where", "safe", {test, number(0), weights});
        }
        if (c.form == Form::Rows) {
            weights =
                made.node("Reshape", "again", {weights, made.integers("weightshape", {c.batch, groups, 2 * c.queries, c.keys})});
        }
        ValueId output = made.node("MatMul", "second", {weights, v});
        if (c.form == Form::Rows) {
            output =
                made.node("Reshape", "byhead", {output, made.integers("headshape", {c.batch, c.heads, c.queries, c.valueSize})});
        }
        if (c.form != Form::Plain) {
            output = made.node("Transpose", "merged", {output}, order({0, 2, 1, 3}));
            output =
                made.node("Reshape", "flat", {output, made.integers("flatshape", {c.batch, c.queries, c.heads * c.valueSize})});
        }
        made.output(output);
    }

    HandMade made;
    std::vector<Tensor> given;

private:
    ValueId input(const std::string& name, const Shape& shape, double spread)
    {
        given.push_back(random(shape, spread));
        return made.input(name, shape);
    }
    Tensor random(const Shape& shape, double spread)
    {
        std::normal_distribution<float> normal(0, static_cast<float>(spread));
        Tensor tensor(TensorType{ir::float32, shape});
        for (float& value : tensor.as<float>()) {
            value = normal(m_random);
        }
        return tensor;
    }
    ValueId conditions(const Shape& shape)
    {
        Tensor tensor(TensorType{ir::boolean, shape});
        for (bool& value : tensor.as<bool>()) {
            value = m_random() % 4 != 0;
        }
        given.push_back(std::move(tensor));
        return made.input("conditions", shape, ir::boolean);
    }
    ValueId number(double value)
    {
        return made.graph.addConstant(fmt::format("number{}", m_numbers++), Tensor::of<float>({}, {static_cast<float>(value)}));
    }

    void makeOperands()
    {
        if (c.form == Form::Plain) {
            q = input("q", {c.batch, c.heads, c.queries, c.size}, c.spread);
            k = input("k", {c.batch, c.heads, c.size, c.keys}, 1);
            v = input("v", {c.batch, c.heads, c.keys, c.valueSize}, 1);
            return;
        }
        if (c.form == Form::Packed) { // needs as many queries as keys, and values of the keys' size
            ValueId all = input("qkv", {c.batch, c.keys, 3 * c.heads * c.size}, std::sqrt(c.spread));
            all = made.node("Reshape", "split", {all, made.integers("splitshape", {c.batch, c.keys, 3, c.heads, c.size})});
            all = made.node("Transpose", "parts", {all}, order({2, 0, 3, 1, 4}));
            const auto part = [&](const char* name, int64_t i) {
                return made.node("Gather", name,
                                 {all, made.graph.addConstant(fmt::format("{}at", name), Tensor::of<int64_t>({}, {i}))},
                                 {{"axis", int64_t{0}}});
            };
            q = part("q", 0);
            v = part("v", 2);
            k = made.node("Transpose", "k", {part("kk", 1)}, order({0, 1, 3, 2}));
            return;
        }
        const int64_t groups = c.form == Form::Grouped || c.form == Form::Rows ? c.heads / 2 : c.heads;
        const auto split = [&](const std::string& name, int64_t length, int64_t heads, int64_t size, double spread) {
            const ValueId flat = input(name, {c.batch, length, heads * size}, spread);
            const ValueId parted =
                made.node("Reshape", name + "heads", {flat, made.integers(name + "shape", {c.batch, length, heads, size})});
            return made.node("Transpose", name + "first", {parted}, order({0, 2, 1, 3}));
        };
        const auto repeated = [&](ValueId value, const std::string& name, int64_t size) {
            if (c.form != Form::Grouped) {
                return value;
            }
            value = made.node("Unsqueeze", name + "one", {value, made.integers(name + "axis", {2})});
            value =
                made.node("Expand", name + "more", {value, made.integers(name + "times", {c.batch, groups, 2, c.keys, size})});
            return made.node("Reshape", name + "all",
                             {value, made.integers(name + "allshape", {c.batch, c.heads, c.keys, size})});
        };
        q = split("q", c.queries, c.heads, c.size, c.spread);
        k = made.node("Transpose", "kturned", {repeated(split("k", c.keys, groups, c.size, 1), "kg", c.size)},
                      order({0, 1, 3, 2}));
        v = repeated(split("v", c.keys, groups, c.valueSize, 1), "vg", c.valueSize);
    }

    ValueId masked(ValueId scores)
    {
        const auto lower = [&](float hidden) {
            Tensor mask(TensorType{ir::float32, {c.queries, c.keys}});
            for (int64_t i = 0; i < mask.size(); ++i) {
                const bool isCausal = c.mask == Mask::Causal || c.mask == Mask::CappedCausal;
                const bool isHidden = isCausal ? i % c.keys > i / c.keys : i / c.keys % 3 == 1 || i % 5 == 2;
                mask.as<float>()[static_cast<size_t>(i)] = isHidden ? hidden : 0.F;
            }
            return made.graph.addConstant("mask", std::move(mask));
        };
        const auto add = [&](const char* name, ValueId mask) { return made.node("Add", name, {scores, mask}); };
        const auto chosen = [&](ValueId condition, ValueId isTrue, ValueId isFalse) {
            return made.node("Where", "chosen", {condition, isTrue, isFalse});
        };
        const auto capped = [&] {
            constexpr double cap = 1.5;
            const ValueId part = made.node("Tanh", "tanh", {made.node("Div", "part", {scores, number(cap)})});
            return made.node("Mul", "capped", {part, number(cap)});
        };
        const double lowest = std::numeric_limits<float>::lowest();
        switch (c.mask) {
        case Mask::None: return scores;
        case Mask::Conditions:
            return add("masked", chosen(conditions({c.batch, 1, c.queries, c.keys}), number(0), number(-kInfinity)));
        case Mask::ChosenScores: return chosen(conditions({1, 1, c.queries, c.keys}), scores, number(-kInfinity));
        case Mask::HiddenKeys: return chosen(conditions({c.batch, 1, 1, c.keys}), number(lowest), scores);
        case Mask::ChosenThenAdded:
            scores = chosen(conditions({c.batch, 1, c.queries, c.keys}), scores, number(1));
            return add("masked", input("mask", {c.batch, 1, 1, c.keys}, 2));
        case Mask::Capped: return capped();
        case Mask::CappedCausal: scores = capped(); return add("masked", lower(-kInfinity));
        case Mask::Zeros:
            return add("masked", made.graph.addConstant("mask", Tensor(TensorType{ir::float32, {1, 1, 1, c.keys}})));
        case Mask::Causal:
        case Mask::RowsOfNothing: return add("masked", lower(-kInfinity));
        case Mask::Lowest: return add("masked", lower(std::numeric_limits<float>::lowest()));
        case Mask::Keys: return add("masked", input("mask", {c.batch, 1, 1, c.keys}, 2));
        case Mask::Scores: return made.node("Add", "masked", {input("mask", {c.heads, c.queries, c.keys}, 2), scores});
        case Mask::TwoReshaped: {
            scores = add("biased", made.graph.addConstant("bias", random({1, c.heads, c.queries, c.keys}, 2)));
            scores =
                made.node("Reshape", "windows", {scores, made.integers("windowshape", {1, c.batch, c.heads, c.queries, c.keys})});
            scores = add("shifted", made.graph.addConstant("shift", random({1, c.batch, 1, c.queries, c.keys}, 2)));
            return made.node("Reshape", "back", {scores, made.integers("backshape", {c.batch, c.heads, c.queries, c.keys})});
        }
        }
        return scores;
    }

    Case c;
    ValueId q = kNoValue, k = kNoValue, v = kNoValue;
    std::mt19937 m_random{11};
    int m_numbers = 0;
};

inline Result<Program> programOf(const Graph& graph, int threads = 1, const Target& target = *hostTarget())
{
    ProgramOptions options;
    options.target = target;
    options.threads = threads;
    return makeProgram(graph, groupEpilogues(graph), options);
}

inline int64_t attentionSteps(const Program& program)
{
    return std::ranges::count(program.steps, "Attention", &Step::op);
}

} // namespace knobscope
