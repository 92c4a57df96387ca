// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <set>
#include <span>
#include <string_view>

namespace knobscope {

/// Thrown by an operator for invalid inputs or attributes; operators throw nothing else. inferNode and evaluateNode catch it.
class OperatorError : public std::exception
{
public:
    explicit OperatorError(Error error)
        : m_error(std::move(error))
    {
    }
    const Error& error() const { return m_error; }
    const char* what() const noexcept override { return m_error.message.c_str(); }

private:
    Error m_error;
};

/// Calls `body` with ranges that together are [0, count), on several threads at once.
using Workers = std::function<void(int64_t count, const std::function<void(int64_t begin, int64_t end)>& body)>;

/// An operator's view of a node: attributes, types of the inputs, and their elements if known.
class OperatorCall
{
public:
    /// `workers`: threads for the operator's work; null: the caller's.
    OperatorCall(const Node& node, KnownInputs inputs, const Workers* workers = nullptr)
        : m_node(node)
        , m_inputs(std::move(inputs))
        , m_workers(workers)
    {
    }
    OperatorCall(const Graph& graph, const Node& node)
        : OperatorCall(node, {graph, node})
    {
    }

    const Node& node() const { return m_node; }
    const std::string& op() const { return m_node.op; }
    size_t inputs() const { return m_inputs.types.size(); }
    size_t outputs() const { return m_node.outputs.size(); }
    /// True if an optional input is present.
    bool has(size_t input) const { return input < inputs() && m_inputs.types[input]; }
    /// Type of a required input; throws an OperatorError if it is absent.
    const TensorType& type(size_t input) const;
    const Shape& shape(size_t input) const { return type(input).shape; }
    /// Elements of an input; null during inference unless the input is a constant.
    const Tensor* known(size_t input) const { return has(input) ? m_inputs.values[input] : nullptr; }
    /// Elements of an input that determines shapes; throws an OperatorError (DependsOnData) if they are unknown.
    const Tensor& value(size_t input) const;

    bool hasAttribute(const std::string& name) const
    {
        m_read.insert(name);
        return m_node.attributes.contains(name);
    }
    /// Accepts attributes that the result does not depend on, of whatever type.
    void ignore(std::initializer_list<const char*> names) const { m_read.insert(names.begin(), names.end()); }
    /// The attributes that were asked for so far.
    const std::set<std::string>& readAttributes() const { return m_read; }
    int64_t integer(const std::string& name, int64_t fallback) const
    {
        return attribute(name, fallback, [] { return phrase("an integer"); });
    }
    double real(const std::string& name, double fallback) const
    {
        return attribute(name, fallback, [] { return phrase("a number"); });
    }
    std::string text(const std::string& name, const std::string& fallback) const
    {
        return attribute(name, fallback, [] { return phrase("text"); });
    }
    std::vector<int64_t> integers(const std::string& name, const std::vector<int64_t>& fallback = {}) const
    {
        return attribute(name, fallback, [] { return phrase("a list of integers"); });
    }
    std::vector<double> reals(const std::string& name, const std::vector<double>& fallback = {}) const
    {
        return attribute(name, fallback, [] { return phrase("a list of numbers"); });
    }
    std::vector<std::string> texts(const std::string& name, const std::vector<std::string>& fallback = {}) const
    {
        return attribute(name, fallback, [] { return phrase("a list of texts"); });
    }

    /// Normalizes an axis to count from the front; throws an OperatorError if it is outside of -rank..rank-1. `what` names it in
    /// the message: "attribute 'axis'".
    size_t axis(int64_t axis, size_t rank, const Sentence& what) const;
    /// The attribute `name` as a normalized axis.
    size_t axisAttribute(const std::string& name, int64_t fallback, size_t rank) const
    {
        return axis(integer(name, fallback), rank, phrase("attribute '{}'", name));
    }
    /// Normalizes axes and checks that they are distinct; keeps the order.
    std::vector<size_t> axes(const std::vector<int64_t>& axes, size_t rank, const Sentence& what) const;
    /// Normalizes an index along an axis to count from the front; throws an OperatorError if it is out of range.
    int64_t place(int64_t index, int64_t extent) const;
    /// Shape of the first `inputs` inputs after ONNX's multidirectional broadcasting.
    Shape broadcast(size_t inputs) const;
    /// Broadcasts two shapes.
    Shape broadcast(const Shape& one, const Shape& other) const;
    /// Type of an input that must be float32 or float64; throws an OperatorError otherwise.
    const TensorType& realType(size_t input) const;

    /// Calls `body` with ranges that together are [0, count), on several threads if there are some and the work, `count` times
    /// `cost` elements, is worth it. `body` must not throw, nor read attributes.
    void inParts(int64_t count, int64_t cost, const std::function<void(int64_t begin, int64_t end)>& body) const;

    template<class... Args>
    [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) const
    {
        throw OperatorError({ErrorCode::InvalidArgument, phrase(format, std::forward<Args>(args)...)});
    }
    template<class... Args>
    void require(bool holds, fmt::format_string<Args...> format, Args&&... args) const
    {
        if (!holds) {
            refuse(format, std::forward<Args>(args)...);
        }
    }
    /// Throws an OperatorError for a valid node that is not implemented.
    template<class... Args>
    [[noreturn]] void unsupported(fmt::format_string<Args...> format, Args&&... args) const
    {
        throw OperatorError({ErrorCode::Unsupported, phrase(format, std::forward<Args>(args)...)});
    }

private:
    template<class T>
    T attribute(const std::string& name, const T& fallback, Sentence (*kind)()) const
    {
        m_read.insert(name);
        const auto found = m_node.attributes.find(name);
        const auto* value = found == m_node.attributes.end() ? &fallback : std::get_if<T>(&found->second);
        if (!value) {
            refuse("attribute '{}' must be {}", name, kind());
        }
        return *value;
    }
    const Node& m_node;
    KnownInputs m_inputs;
    const Workers* m_workers = nullptr;
    mutable std::set<std::string> m_read;
};

/// Properties of an operator that passes rely on.
enum class OperatorKind : uint8_t {
    Plain,
    ElementWise, ///< an output element depends on one element of each input; can be an epilogue
    Anchor, ///< a sum of products; epilogues can be computed on its output tile
    OfTypes ///< the output depends only on the types of the inputs
};

/// One operator. `infer` returns the types of the outputs, and throws an OperatorError for invalid nodes. It reads all attributes
/// that the operator has; a node with any other is refused. `evaluate` gets zeroed outputs of these types, after `infer` has
/// accepted the same inputs with their elements.
struct Operator {
    std::string_view name; ///< ONNX op_type
    size_t leastInputs = 1, mostInputs = 1;
    std::vector<TensorType> (*infer)(const OperatorCall&) = nullptr;
    void (*evaluate)(const OperatorCall&, std::span<Tensor>) = nullptr;
    OperatorKind kind = OperatorKind::Plain;
};

/// All operators (operators/all.h).
std::span<const Operator> operators();
/// Returns null if there is no such operator.
const Operator* findOperator(std::string_view name);

/// Text of a range of counts: "2", "1 to 3" or "2 or more".
Sentence countText(size_t least, size_t most);
/// Infers the types of a node's outputs. Errors do not name the node.
Result<std::vector<TensorType>> inferNode(const Node& node, const KnownInputs& inputs);
/// True if a node's outputs can be computed from its inputs.
bool isKnown(const Node& node, const KnownInputs& inputs);
/// Computes a node's outputs if `isKnown`, with the threads of `workers` if given. Errors do not name the node.
Result<std::vector<Tensor>> evaluateNode(const Node& node, const KnownInputs& inputs, const Workers* workers = nullptr);
/// The same into `outputs`, which are zeroed and of the types that inferNode() returns.
Result<void> evaluateInto(std::span<Tensor> outputs, const Node& node, const KnownInputs& inputs, const Workers* workers);
/// The same for a node whose types were inferred from these inputs.
Result<std::vector<Tensor>> evaluateAs(const std::vector<TensorType>& types, const Node& node, const KnownInputs& inputs,
                                       const Workers* workers = nullptr);

} // namespace knobscope
