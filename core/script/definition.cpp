// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/definition.h"

#include "core/ir/affine.h"
#include "core/op/arguments.h"
#include "core/script/expressions.h"

#include <algorithm>
#include <set>

namespace knobscope {

namespace {

using ir::Expr;
using Kind = TextExpression::Kind;

constexpr size_t kMaxDefinitions = 16; // AutoTVM's count of operations visits a tensor once for each path to it
constexpr size_t kMaxDimensions = 12;
constexpr int64_t kMaxElements = int64_t{1} << 40;

/// A condition that holds where an element is read: at least 0.
using Facts = std::vector<ir::Affine>;

/// Builds the tensors of the definitions. Runs twice: the first time only to learn the extents of inputs, from what is read.
class DefinitionBuilder
{
public:
    DefinitionBuilder(const ScheduleText& text, const TextSizes& sizes, std::map<std::string, std::vector<int64_t>>& inputShapes,
                      bool isMeasuring)
        : m_text(text)
        , m_sizes(sizes)
        , m_type(text.type == "float64" ? ir::float64 : ir::float32)
        , m_inputShapes(inputShapes)
        , m_isMeasuring(isMeasuring)
    {
    }

    Result<Computation> run()
    {
        if (m_text.definitions.size() > kMaxDefinitions) {
            return refuseAt(m_text.definitions[kMaxDefinitions].element.place,
                            phrase("at most {} definitions are allowed", kMaxDefinitions));
        }
        TRY(declareInputs());
        for (const DefinitionLine& line : m_text.definitions) {
            TRY(define(line));
        }
        const auto unread = std::ranges::find_if(m_text.definitions, [&](const DefinitionLine& line) {
            return &line != &m_text.definitions.back() && !m_read.contains(line.element.text);
        });
        if (unread != m_text.definitions.end()) {
            return refuseAt(unread->element.place,
                            phrase("no later line reads {}; the last definition is the result", unread->element.text));
        }
        if (m_inputShapes.empty()) {
            return refuseAt(m_text.definitions.back().element.place, phrase("the definitions read no input"));
        }
        Computation out;
        out.inputs = m_inputs;
        out.output = m_isMeasuring ? ir::Tensor() : m_tensors.at(m_text.definitions.back().element.text);
        return out;
    }

private:
    Result<void> declareInputs()
    {
        for (const TextExpression& input : m_text.inputs) {
            std::vector<int64_t> shape;
            for (const TextExpression& extent : input.parts) {
                shape.push_back(TRY(extentOf(extent)));
            }
            if (m_isMeasuring && m_inputShapes.contains(input.text)) {
                return refuseAt(input.place, phrase("input {} is declared twice", input.text));
            }
            m_declared.insert(input.text);
            m_inputShapes[input.text] = shape;
            TRY(checkShape(input.place, shape));
        }
        return {};
    }

    Result<int64_t> extentOf(const TextExpression& e) const
    {
        const int64_t extent = TRY(integerOf(e, valueAmong(m_sizes)));
        if (extent < 1 || extent > kMaxExtent) {
            return refuseAt(e.place, phrase("an extent is from 1 to {}, not {}", kMaxExtent, extent));
        }
        return extent;
    }

    static Result<void> checkShape(const TextPlace& place, const std::vector<int64_t>& shape)
    {
        int64_t elements = 1;
        for (const int64_t extent : shape) {
            elements = extent > kMaxElements / elements ? kMaxElements + 1 : elements * extent;
            if (elements > kMaxElements) {
                break;
            }
        }
        if (shape.empty() || shape.size() > kMaxDimensions || elements > kMaxElements) {
            return refuseAt(place, phrase("a tensor has 1 to {} dimensions and at most 2^40 elements", kMaxDimensions));
        }
        return {};
    }

    /// An axis: a name with a size of the same name, or `y=512`.
    Result<ir::IterVar> axisOf(const TextExpression& e, ir::IterKind kind)
    {
        const std::string name = e.keyword.empty() ? e.text : e.keyword;
        if (e.keyword.empty() && !e.isWord()) {
            return refuseAt(e.place, phrase("the name of a loop is needed here, as in C[y, x] or C[y=512, x=512]"));
        }
        if (m_axes.contains(name) || name.find('.') != std::string::npos) {
            return refuseAt(e.place, phrase("the loop {} is named twice, or its name contains a '.'", name));
        }
        const int64_t extent = TRY(extentOf(e));
        const ir::IterVar axis{ir::Var(name), extent, kind};
        m_axes.emplace(name, axis.var);
        m_ranges.setExtent(axis.var, axis.extent);
        return axis;
    }

    Result<void> define(const DefinitionLine& line)
    {
        const std::string& name = line.element.text;
        if (m_shapes.contains(name) || m_inputShapes.contains(name) || name.find('.') != std::string::npos) {
            return refuseAt(line.element.place, phrase("{} is already defined or read before, or its name contains a '.'", name));
        }
        m_axes.clear();
        ir::TensorNode node{ir::TensorKind::Compute, name, {}, m_type};
        for (const TextExpression& axis : line.element.parts) {
            node.axes.push_back(TRY(axisOf(axis, ir::IterKind::Spatial)));
            node.shape.push_back(node.axes.back().extent);
        }
        TRY(checkShape(line.element.place, node.shape));
        node.body = TRY(isReduction(line.value) ? reduction(line.value) : value(line.value, {}));
        m_shapes[name] = node.shape;
        if (!m_isMeasuring) {
            m_tensors.emplace(name, ir::Tensor(std::move(node)));
        }
        return {};
    }

    bool isReduction(const TextExpression& e) const
    {
        if (e.kind != Kind::Call || (e.text != "sum" && e.text != "max") || e.parts.size() < 2) {
            return false;
        }
        return e.text == "sum" || !e.parts[0].keyword.empty() || (e.parts[0].isWord() && !m_axes.contains(e.parts[0].text));
    }

    Result<Expr> reduction(const TextExpression& e)
    {
        std::vector<ir::IterVar> axes;
        double iterations = 1;
        for (size_t i = 0; i + 1 < e.parts.size(); ++i) {
            axes.push_back(TRY(axisOf(e.parts[i], ir::IterKind::Reduce)));
            iterations *= static_cast<double>(axes.back().extent);
        }
        if (axes.size() > kMaxDimensions || iterations > static_cast<double>(kMaxElements)) {
            return refuseAt(
                e.place, phrase("a {} runs over 1 to {} loops, with at most 2^40 iterations together", e.text, kMaxDimensions));
        }
        const Expr source = TRY(value(e.parts.back(), {}));
        return ir::reduce(e.text == "sum" ? ir::ReduceOp::Sum : ir::ReduceOp::Max, source, axes);
    }

    /// An integer expression of loops: an index, or a side of a condition.
    Result<Expr> index(const TextExpression& e)
    {
        if (e.isWord() && m_axes.contains(e.text)) {
            return Expr(m_axes.at(e.text));
        }
        if (e.kind != Kind::Operation) {
            const int64_t number = TRY(integerOf(e, valueAmong(m_sizes)));
            return Expr(number);
        }
        const Expr a = TRY(index(e.parts[0]));
        if (e.text == "neg") {
            return Expr(0) - a;
        }
        const Expr b = e.parts.size() < 2 ? Expr(0) : TRY(index(e.parts[1]));
        const auto divisor = ir::asInt(b);
        if (e.text == "+") {
            return a + b;
        }
        if (e.text == "-") {
            return a - b;
        }
        if (e.text == "*" && (divisor || ir::asInt(a))) {
            return a * b;
        }
        if ((e.text == "/" || e.text == "%") && divisor && *divisor >= 1) {
            return e.text == "/" ? ir::floorDiv(a, b) : ir::floorMod(a, b);
        }
        return refuseAt(e.place, phrase("an index is made of loops and numbers by +, -, * with a number, and / and % by a number "
                                        "of at least 1"));
    }

    Result<Expr> condition(const TextExpression& e)
    {
        if (e.kind == Kind::Operation && (e.text == "&&" || e.text == "||")) {
            const Expr a = TRY(condition(e.parts[0]));
            const Expr b = TRY(condition(e.parts[1]));
            return e.text == "&&" ? a && b : a || b;
        }
        if (e.kind == Kind::Operation && e.text == "!") {
            const Expr inner = TRY(condition(e.parts[0]));
            return !inner;
        }
        static const std::map<std::string, ir::BinaryOp> comparisons{{"<", ir::BinaryOp::Lt},  {"<=", ir::BinaryOp::Le},
                                                                     {">", ir::BinaryOp::Gt},  {">=", ir::BinaryOp::Ge},
                                                                     {"==", ir::BinaryOp::Eq}, {"!=", ir::BinaryOp::Ne}};
        const auto found = e.kind == Kind::Operation ? comparisons.find(e.text) : comparisons.end();
        if (found == comparisons.end()) {
            return refuseAt(e.place, phrase("a condition compares loops and numbers, as in y >= 1 && y < n"));
        }
        const Expr a = TRY(index(e.parts[0]));
        const Expr b = TRY(index(e.parts[1]));
        return ir::binary(found->second, a, b);
    }

    /// Bounds that hold if the condition is true, or if it is false.
    Result<void> learn(const TextExpression& e, bool holds, Facts& facts)
    {
        if (e.text == "!") {
            return learn(e.parts[0], !holds, facts);
        }
        if (e.text == "&&" || e.text == "||") {
            if ((e.text == "&&") == holds) {
                TRY(learn(e.parts[0], holds, facts));
                TRY(learn(e.parts[1], holds, facts));
            }
            return {};
        }
        const Expr left = TRY(index(e.parts[0]));
        const Expr right = TRY(index(e.parts[1]));
        const ir::Affine a = ir::toAffine(left, m_ranges);
        const ir::Affine b = ir::toAffine(right, m_ranges);
        const auto atLeast = [&](const ir::Affine& more, const ir::Affine& less, int64_t by) {
            ir::Affine fact = ir::add(more, less, -1);
            fact.constant -= by;
            facts.push_back(fact);
        };
        const bool isEqual = e.text == (holds ? "==" : "!=");
        if (isEqual || e.text == (holds ? ">=" : "<")) {
            atLeast(a, b, 0);
        }
        if (isEqual || e.text == (holds ? "<=" : ">")) {
            atLeast(b, a, 0);
        }
        if (e.text == (holds ? ">" : "<=")) {
            atLeast(a, b, 1);
        }
        if (e.text == (holds ? "<" : ">=")) {
            atLeast(b, a, 1);
        }
        return {};
    }

    Result<Expr> selected(const TextExpression& e, const Facts& facts)
    {
        if (e.parts.size() != 3) {
            return refuseAt(e.place, phrase("select needs a condition and two values, as in select(y >= 1, A[y - 1], 0)"));
        }
        const Expr when = TRY(condition(e.parts[0]));
        Facts inside = facts;
        Facts outside = facts;
        TRY(learn(e.parts[0], true, inside));
        TRY(learn(e.parts[0], false, outside));
        const Expr a = TRY(value(e.parts[1], inside));
        const Expr b = TRY(value(e.parts[2], outside));
        return ir::select(when, a, b);
    }

    Result<Expr> call(const TextExpression& e, const Facts& facts)
    {
        if (e.text == "select") {
            return selected(e, facts);
        }
        if (e.text == "sum" || isReduction(e)) {
            return refuseAt(e.place,
                            phrase("a {} must be the whole right side; give it a line of its own, and read its result", e.text));
        }
        static const std::map<std::string, Expr (*)(const Expr&)> functions{
            {"exp", ir::exp}, {"sqrt", ir::sqrt}, {"abs", ir::abs}, {"tanh", ir::tanh}, {"erf", ir::erf}};
        std::vector<Expr> values;
        for (const TextExpression& part : e.parts) {
            values.push_back(TRY(value(part, facts)));
        }
        if (const auto found = functions.find(e.text); found != functions.end() && values.size() == 1) {
            return found->second(values[0]);
        }
        if ((e.text == "max" || e.text == "min") && values.size() == 2) {
            return e.text == "max" ? ir::max(values[0], values[1]) : ir::min(values[0], values[1]);
        }
        return refuseAt(e.place,
                        phrase("'{}' with {} values is unknown; there are exp, sqrt, abs, tanh and erf of one value, max and "
                               "min of two, select(condition, a, b), and sum(k, …) and max(k, …) as the whole right side",
                               e.text, values.size()));
    }

    /// The value of a loop or size.
    Result<Expr> named(const TextExpression& e)
    {
        if (m_axes.contains(e.text)) {
            return ir::cast(m_type, Expr(m_axes.at(e.text)));
        }
        const int64_t number = TRY(integerOf(e, valueAmong(m_sizes)));
        return ir::constant(static_cast<double>(number), m_type);
    }

    Result<Expr> value(const TextExpression& e, const Facts& facts)
    {
        switch (e.kind) {
        case Kind::Number: return ir::constant(e.number, m_type);
        case Kind::Word: return named(e);
        case Kind::Element: return element(e, facts);
        case Kind::Call: return call(e, facts);
        case Kind::Operation: break;
        default: return refuseAt(e.place, phrase("a value is needed here"));
        }
        const Expr a = TRY(value(e.parts[0], facts));
        if (e.text == "neg") {
            return ir::constant(0, m_type) - a;
        }
        const Expr b = e.parts.size() < 2 ? a : TRY(value(e.parts[1], facts));
        static const std::map<std::string, ir::BinaryOp> operations{
            {"+", ir::BinaryOp::Add}, {"-", ir::BinaryOp::Sub}, {"*", ir::BinaryOp::Mul}, {"/", ir::BinaryOp::Div}};
        const auto found = operations.find(e.text);
        if (found == operations.end()) {
            return refuseAt(e.place, phrase("'{}' is not possible between values; use + - * /, max or min", e.text));
        }
        if (e.text == "/" && ir::isZero(b)) {
            return refuseAt(e.place, phrase("division by zero"));
        }
        return ir::binary(found->second, a, b);
    }

    Result<Expr> element(const TextExpression& e, const Facts& facts)
    {
        const auto defined = m_shapes.find(e.text);
        const auto declared = m_inputShapes.find(e.text);
        const bool isKnown = defined != m_shapes.end() || declared != m_inputShapes.end();
        const auto known = defined != m_shapes.end() ? defined : declared;
        if (isKnown && known->second.size() != e.parts.size()) {
            return refuseAt(e.place, phrase("{} has {} dimensions, but is read with {} indices", e.text, known->second.size(),
                                            e.parts.size()));
        }
        std::vector<Expr> indices;
        std::vector<int64_t> extents;
        for (size_t d = 0; d < e.parts.size(); ++d) {
            indices.push_back(TRY(index(e.parts[d])));
            const ir::Interval range = rangeOf(indices.back(), facts);
            const bool mayGrow = !isKnown || (m_isMeasuring && defined == m_shapes.end() && !m_declared.contains(e.text));
            if (range.min < 0 || (!mayGrow && range.max >= known->second[d])) {
                return refuseAt(e.parts[d].place,
                                phrase("{} is read outside: index {} runs from {} to {}{}; change it, or guard the read, as in "
                                       "select(y >= 1, A[y - 1], 0)",
                                       e.text, d + 1, range.min, range.max,
                                       mayGrow ? std::string() : fmt::format(", the extent is {}", known->second[d])));
            }
            extents.push_back(range.max + 1);
        }
        m_read.insert(e.text);
        if (defined != m_shapes.end()) {
            return m_isMeasuring ? ir::constant(1, m_type) : m_tensors.at(e.text)(indices);
        }
        return input(e, extents, indices);
    }

    Result<Expr> input(const TextExpression& e, const std::vector<int64_t>& extents, const std::vector<Expr>& indices)
    {
        if (m_isMeasuring) {
            auto& shape = m_inputShapes[e.text];
            shape.resize(extents.size());
            for (size_t d = 0; d < shape.size(); ++d) {
                shape[d] = std::max(shape[d], extents[d]);
            }
            TRY(checkShape(e.place, shape));
            return ir::constant(1, m_type);
        }
        auto found = m_tensors.find(e.text);
        if (found == m_tensors.end()) {
            found = m_tensors.emplace(e.text, ir::placeholder(e.text, m_inputShapes.at(e.text), m_type)).first;
            m_inputs.push_back(found->second);
        }
        return found->second(indices);
    }

    /// The values that an index takes, given the facts.
    ir::Interval rangeOf(const Expr& e, const Facts& facts) const
    {
        const ir::Affine sum = ir::toAffine(e, m_ranges);
        constexpr int64_t far = int64_t{1} << 40;
        ir::Interval range = ir::boundsOf(sum, m_ranges).value_or(ir::Interval{-far, far});
        for (const ir::Affine& fact : facts) { // fact >= 0, so sum >= sum - fact and sum <= sum + fact
            if (const auto below = ir::boundsOf(ir::add(sum, fact, -1), m_ranges)) {
                range.min = std::max(range.min, below->min);
            }
            if (const auto above = ir::boundsOf(ir::add(sum, fact, 1), m_ranges)) {
                range.max = std::min(range.max, above->max);
            }
        }
        range.max = std::min(range.max, kMaxExtent);
        return range;
    }

    const ScheduleText& m_text;
    const TextSizes& m_sizes;
    ir::DataType m_type;
    std::map<std::string, std::vector<int64_t>>& m_inputShapes;
    bool m_isMeasuring;
    std::set<std::string> m_declared;
    std::set<std::string> m_read;
    std::map<std::string, ir::Var> m_axes; ///< of the current definition
    ir::Ranges m_ranges;
    std::map<std::string, std::vector<int64_t>> m_shapes; ///< of the definitions so far
    std::map<std::string, ir::Tensor> m_tensors;
    std::vector<ir::Tensor> m_inputs;
};

} // namespace

Result<Computation> computationOfDefinitions(const ScheduleText& text, const TextSizes& sizes)
{
    std::map<std::string, std::vector<int64_t>> shapes;
    TRY(DefinitionBuilder(text, sizes, shapes, true).run());
    return DefinitionBuilder(text, sizes, shapes, false).run();
}

} // namespace knobscope
