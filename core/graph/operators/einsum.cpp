// SPDX-License-Identifier: GPL-3.0-or-later
// Einstein summation.
#include "core/base/visibletext.h"
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace knobscope {
namespace {

/// Labels of an operand's or the result's axes. A letter is its character; the axes of "..." are numbers from 256, so that the
/// last one is the same in all operands.
using EinsumLabels = std::vector<int>;
constexpr int kFirstEllipsisLabel = 256;
constexpr double kMostProducts = 0x1p34; // about a minute

/// A parsed equation for operands of known shapes.
struct Equation {
    std::vector<EinsumLabels> operands;
    EinsumLabels result, summed;
    std::map<int, int64_t> extents;

    explicit Equation(const OperatorCall& call)
    {
        std::string text = call.text("equation", "");
        std::erase_if(text, [](unsigned char c) { return std::isspace(c); });
        const size_t arrow = text.find("->");
        const std::string inputs = text.substr(0, arrow);
        for (size_t begin = 0; begin <= inputs.size();) {
            const size_t end = std::min(inputs.find(',', begin), inputs.size());
            addOperand(call, inputs.substr(begin, end - begin));
            begin = end + 1;
        }
        call.require(operands.size() == call.inputs(), "attribute 'equation' has {} operands, but there are {} inputs",
                     operands.size(), call.inputs());
        if (arrow == std::string::npos) {
            implyResult();
        } else {
            result = labelsOf(call, text.substr(arrow + 2), ellipsisAxes());
        }
        for (const int label : result) {
            call.require(extents.contains(label) && std::ranges::count(result, label) == 1,
                         "attribute 'equation' has '{}' in its result, which is not in one of its operands or is there twice",
                         static_cast<char>(label));
        }
        for (const auto& [label, extent] : extents) {
            if (std::ranges::find(result, label) == result.end()) {
                summed.push_back(label);
            }
        }
    }

    Shape shapeOf(const EinsumLabels& labels) const
    {
        Shape shape;
        std::ranges::transform(labels, std::back_inserter(shape), [&](int label) { return extents.at(label); });
        return shape;
    }
    /// Distance in an operand's elements for one more of each of `labels`; 0 for an axis of extent 1 that is broadcast.
    std::vector<size_t> strides(size_t operand, const Shape& shape, const EinsumLabels& labels) const
    {
        const std::vector<int64_t> own = stridesOf(shape);
        std::vector<size_t> strides(labels.size(), 0);
        for (size_t axis = 0; axis < shape.size(); ++axis) {
            const auto at = std::ranges::find(labels, operands[operand][axis]);
            if (at != labels.end() && shape[axis] != 1) {
                strides[static_cast<size_t>(at - labels.begin())] += static_cast<size_t>(own[axis]);
            }
        }
        return strides;
    }

private:
    static EinsumLabels labelsOf(const OperatorCall& call, const std::string& text, size_t ellipsis)
    {
        EinsumLabels labels;
        for (size_t i = 0; i < text.size(); ++i) {
            if (text.compare(i, 3, "...") == 0) {
                for (size_t axis = 0; axis < ellipsis; ++axis) {
                    labels.push_back(kFirstEllipsisLabel + static_cast<int>(ellipsis - axis));
                }
                i += 2;
            } else {
                call.require(std::isalpha(static_cast<unsigned char>(text[i])) != 0, "attribute 'equation' has the character {}",
                             quotedName(text.substr(i, 1)));
                labels.push_back(static_cast<unsigned char>(text[i]));
            }
        }
        return labels;
    }
    void addOperand(const OperatorCall& call, const std::string& text)
    {
        const size_t number = operands.size();
        call.require(number < call.inputs(), "attribute 'equation' has more operands than the {} inputs", call.inputs());
        const Shape& shape = call.shape(number);
        const size_t letters = text.size() - (text.find("...") == std::string::npos ? 0 : 3);
        call.require(letters <= shape.size(), "operand '{}' of attribute 'equation' has more axes than input {} of shape {}",
                     visibleText(text), number + 1, shapeText(shape));
        operands.push_back(labelsOf(call, text, shape.size() - letters));
        call.require(operands.back().size() == shape.size(),
                     "operand '{}' of attribute 'equation' does not match input {} of shape {}", visibleText(text), number + 1,
                     shapeText(shape));
        for (size_t axis = 0; axis < shape.size(); ++axis) {
            int64_t& extent = extents.try_emplace(operands.back()[axis], 1).first->second;
            call.require(extent == 1 || shape[axis] == 1 || extent == shape[axis],
                         "input {} of shape {} does not match the others in axis {}", number + 1, shapeText(shape), axis);
            extent = extent == 1 ? shape[axis] : extent;
        }
    }
    size_t ellipsisAxes() const
    {
        return static_cast<size_t>(std::ranges::count_if(extents, [](const auto& e) { return e.first > kFirstEllipsisLabel; }));
    }
    /// Without an arrow: the axes of "...", then the letters that are there once, in alphabetical order.
    void implyResult()
    {
        for (auto e = extents.rbegin(); e != extents.rend() && e->first > kFirstEllipsisLabel; ++e) {
            result.push_back(e->first);
        }
        for (const auto& [label, extent] : extents) {
            std::ptrdiff_t times = 0;
            for (const EinsumLabels& operand : operands) {
                times += std::ranges::count(operand, label);
            }
            if (label < kFirstEllipsisLabel && times == 1) {
                result.push_back(label);
            }
        }
    }
};

std::vector<TensorType> inferEinsum(const OperatorCall& call)
{
    for (size_t i = 0; i < call.inputs(); ++i) {
        call.require(call.type(i).number == call.type(0).number && call.type(i).number != ir::boolean, "the inputs are {} and {}",
                     call.type(0).text(), call.type(i).text());
    }
    const Equation equation(call);
    double products = 1;
    for (const auto& [label, extent] : equation.extents) {
        products *= static_cast<double>(extent);
    }
    call.require(products <= kMostProducts, "attribute 'equation' asks for {:.3g} products, more than this program computes",
                 products);
    return {{call.type(0).number, equation.shapeOf(equation.result)}};
}

/// Walks through all values of the last of some axes before the next of the one before, as digits of a number.
class Odometer
{
public:
    Odometer(Shape extents, std::vector<std::vector<size_t>> strides)
        : m_extents(std::move(extents))
        , m_strides(std::move(strides))
        , m_digits(m_extents.size(), 0)
        , m_offsets(m_strides.size(), 0)
    {
    }
    std::span<const size_t> offsets() const { return m_offsets; }
    void step()
    {
        for (size_t axis = m_extents.size(); axis > 0; --axis) {
            const bool isFull = ++m_digits[axis - 1] == m_extents[axis - 1];
            for (size_t i = 0; i < m_offsets.size(); ++i) {
                const size_t stride = m_strides[i][axis - 1];
                m_offsets[i] =
                    isFull ? m_offsets[i] - stride * static_cast<size_t>(m_extents[axis - 1] - 1) : m_offsets[i] + stride;
            }
            if (!isFull) {
                return;
            }
            m_digits[axis - 1] = 0;
        }
    }

private:
    Shape m_extents;
    std::vector<std::vector<size_t>> m_strides;
    Shape m_digits;
    std::vector<size_t> m_offsets;
};

void evaluateEinsum(const OperatorCall& call, std::span<Tensor> out)
{
    const Equation equation(call);
    const Shape summed = equation.shapeOf(equation.summed);
    const int64_t terms = elementsOf(summed);
    const auto stridesFor = [&](const EinsumLabels& labels) {
        std::vector<std::vector<size_t>> all;
        for (size_t i = 0; i < call.inputs(); ++i) {
            all.push_back(equation.strides(i, call.shape(i), labels));
        }
        return all;
    };
    withType(out[0].number(), [&]<class T>() {
        using W = Accumulator<T>;
        std::vector<std::span<const T>> from;
        for (size_t i = 0; i < call.inputs(); ++i) {
            from.push_back(call.value(i).as<T>());
        }
        Odometer outer(out[0].shape(), stridesFor(equation.result));
        Odometer inner(summed, stridesFor(equation.summed));
        for (T& to : out[0].as<T>()) {
            W sum{};
            for (int64_t term = 0; term < terms; ++term) {
                W product{1};
                for (size_t i = 0; i < from.size(); ++i) {
                    product *= static_cast<W>(from[i][outer.offsets()[i] + inner.offsets()[i]]);
                }
                sum += product;
                inner.step();
            }
            to = static_cast<T>(sum);
            outer.step();
        }
    });
}

} // namespace

std::vector<Operator> einsumOperators()
{
    return {{"Einsum", 1, 64, inferEinsum, evaluateEinsum}};
}

} // namespace knobscope
