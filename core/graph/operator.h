// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <exception>
#include <span>
#include <string_view>

namespace knobscope {

/// Thrown by an operator that cannot take its inputs or attributes; nothing else is, and it ends in inferNode and evaluateNode.
class Refusal : public std::exception
{
public:
    explicit Refusal(Error error)
        : m_error(std::move(error))
    {
    }
    const Error& error() const { return m_error; }
    const char* what() const noexcept override { return m_error.message.c_str(); }

private:
    Error m_error;
};

/// What an operator sees of one of its nodes: attributes, the inputs' types, and their elements where they are known.
class OperatorCall
{
public:
    OperatorCall(const Node& node, std::vector<const TensorType*> types, std::vector<const Tensor*> values)
        : m_node(node)
        , m_types(std::move(types))
        , m_values(std::move(values))
    {
    }
    /// With what the graph knows of the node's inputs.
    OperatorCall(const Graph& graph, const Node& node)
        : OperatorCall(node, KnownInputs(graph, node).types, KnownInputs(graph, node).values)
    {
    }

    const Node& node() const { return m_node; }
    const std::string& op() const { return m_node.op; }
    size_t inputs() const { return m_types.size(); }
    size_t outputs() const { return m_node.outputs.size(); }
    /// Whether an optional input is given.
    bool has(size_t input) const { return input < m_types.size() && m_types[input]; }
    /// Of an input that must be given.
    const TensorType& type(size_t input) const;
    const Shape& shape(size_t input) const { return type(input).shape; }
    /// Null while nothing is computed and the input is no constant.
    const Tensor* known(size_t input) const { return has(input) ? m_values[input] : nullptr; }
    /// Of an input that decides shapes: refused while it is not known.
    const Tensor& value(size_t input) const;

    bool hasAttribute(const std::string& name) const { return m_node.attributes.contains(name); }
    int64_t integer(const std::string& name, int64_t otherwise) const
    {
        return attribute(name, otherwise, [] { return phrase("an integer"); });
    }
    double real(const std::string& name, double otherwise) const
    {
        return attribute(name, otherwise, [] { return phrase("a number"); });
    }
    std::string text(const std::string& name, const std::string& otherwise) const
    {
        return attribute(name, otherwise, [] { return phrase("a text"); });
    }
    std::vector<int64_t> integers(const std::string& name, const std::vector<int64_t>& otherwise = {}) const
    {
        return attribute(name, otherwise, [] { return phrase("a list of integers"); });
    }

    /// An axis counted from the front; refused when it is outside -rank..rank-1. `what` names it: "attribute 'axis'".
    size_t axis(int64_t axis, size_t rank, const Sentence& what) const;
    /// The attribute of that name as such an axis.
    size_t axisAttribute(const std::string& name, int64_t otherwise, size_t rank) const
    {
        return axis(integer(name, otherwise), rank, phrase("attribute '{}'", name));
    }
    /// Distinct axes, in the order given.
    std::vector<size_t> axes(const std::vector<int64_t>& axes, size_t rank, const Sentence& what) const;
    /// An index of elements along an axis, counted from the front; refused when it is outside of it.
    int64_t place(int64_t index, int64_t extent) const;
    /// The shape that so many inputs have together, extents of 1 standing for any (ONNX's multidirectional broadcasting).
    Shape broadcast(size_t inputs) const;
    /// The same of two shapes.
    Shape broadcast(const Shape& one, const Shape& other) const;
    /// Refused unless the input's elements are real numbers.
    const TensorType& realType(size_t input) const;

    template<class... Args>
    [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) const
    {
        throw Refusal({ErrorCode::InvalidArgument, phrase(format, std::forward<Args>(args)...)});
    }
    template<class... Args>
    void require(bool holds, fmt::format_string<Args...> format, Args&&... args) const
    {
        if (!holds) {
            refuse(format, std::forward<Args>(args)...);
        }
    }
    /// What is legal and not there.
    template<class... Args>
    [[noreturn]] void unsupported(fmt::format_string<Args...> format, Args&&... args) const
    {
        throw Refusal({ErrorCode::Unsupported, phrase(format, std::forward<Args>(args)...)});
    }

private:
    template<class T>
    T attribute(const std::string& name, const T& otherwise, Sentence (*kind)()) const
    {
        const auto found = m_node.attributes.find(name);
        const auto* value = found == m_node.attributes.end() ? &otherwise : std::get_if<T>(&found->second);
        if (!value) {
            refuse("attribute '{}' must be {}", name, kind());
        }
        return *value;
    }
    const Node& m_node;
    std::vector<const TensorType*> m_types;
    std::vector<const Tensor*> m_values;
};

/// What passes may do with an operator's nodes.
enum class OperatorKind : uint8_t {
    Plain,
    ElementWise, ///< each element of the output comes from one element of each input: may be an epilogue
    Anchor,      ///< a sum of products whose output tile an epilogue can be computed on
    OfTypes      ///< its output follows from its inputs' types alone
};

/// One operator. `infer` gives the outputs' types, and refuses illegal nodes; `evaluate` is called with outputs of these types,
/// all zero, after `infer` has taken the same inputs with their elements.
struct Operator {
    std::string_view name; ///< ONNX's op_type
    size_t leastInputs = 1, mostInputs = 1;
    std::vector<TensorType> (*infer)(const OperatorCall&) = nullptr;
    void (*evaluate)(const OperatorCall&, std::span<Tensor>) = nullptr;
    OperatorKind kind = OperatorKind::Plain;
};

/// All that there are (operators/all.h).
std::span<const Operator> operators();
/// Null when there is none of that name.
const Operator* findOperator(std::string_view name);

/// How many there may be: "2", "1 to 3" or "2 or more".
Sentence countText(size_t least, size_t most);
/// The types of a node's outputs; a failure is a sentence without the node's name. `values` are null where elements are not
/// known.
Result<std::vector<TensorType>> inferNode(const Node& node, const std::vector<const TensorType*>& types,
                                          const std::vector<const Tensor*>& values);
/// A node's outputs, given its inputs (null where left out).
Result<std::vector<Tensor>> evaluateNode(const Node& node, const std::vector<const Tensor*>& inputs);
/// Whether a node's outputs follow from what is known of its inputs.
bool isKnown(const Node& node, const std::vector<const TensorType*>& types, const std::vector<const Tensor*>& values);
/// The same where `isKnown`: of an operator that goes by types alone, the elements of its inputs may be null.
Result<std::vector<Tensor>> evaluateNode(const Node& node, const std::vector<const TensorType*>& types,
                                         const std::vector<const Tensor*>& values);

} // namespace knobscope
