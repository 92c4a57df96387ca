// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that compute each element by itself.
#include "tests/randomgraphs/recipes.h"

#include <algorithm>
#include <map>
#include <set>

namespace knobscope::randomgraphs {

namespace {

/// Attributes of functions of one number, each with the range that it is drawn from.
const std::map<std::string, std::vector<std::pair<std::string, ValueRange>>>& unaryAttributes()
{
    static const std::map<std::string, std::vector<std::pair<std::string, ValueRange>>> kAll = {
        {"Celu", {{"alpha", {0.2, 2}}}},
        {"Elu", {{"alpha", {0.2, 2}}}},
        {"HardSigmoid", {{"alpha", {0.05, 1}}, {"beta", {0, 1}}}},
        {"LeakyRelu", {{"alpha", {-0.5, 1.5}}}},
        {"Selu", {{"alpha", {0.5, 2}}, {"gamma", {0.5, 2}}}},
        {"Shrink", {{"bias", {-1, 1}}, {"lambd", {0, 1}}}},
        {"ThresholdedRelu", {{"alpha", {-0.5, 1.5}}}},
    };
    return kAll;
}

/// Brings an input into the domain of a function, most of the time.
EdgeId intoDomain(ModelBuilder& model, const std::string& op, EdgeId x)
{
    static const std::set<std::string> kPositive = {"Log", "Sqrt"};
    static const std::set<std::string> kUnit = {"Acos", "Asin", "Atanh"};
    const bool isReal = model.edge(x).type.number.isFloat();
    if (isReal && kPositive.contains(op) && model.chance(0.8)) {
        return model.addNode("Abs", {x}) ? model.newest() : x;
    }
    if (isReal && kUnit.contains(op) && model.chance(0.8)) {
        return model.addNode("Tanh", {x}) ? model.newest() : x;
    }
    if (op == "Acosh" && model.chance(0.8)) {
        return model.addNode("Cosh", {x}) ? model.newest() : x;
    }
    return x;
}

bool addUnary(ModelBuilder& model, const std::string& op)
{
    EdgeId x = model.pick();
    if (x == kNoEdge) {
        return false;
    }
    NodeAttributes attributes;
    if (const auto known = unaryAttributes().find(op); known != unaryAttributes().end()) {
        for (const auto& [name, range] : known->second) {
            if (model.chance(0.6)) {
                attributes.push_back(attribute(name, model.real(range.low, range.high)));
            }
        }
    }
    if (op == "IsInf" && model.chance(0.5)) {
        attributes = {attribute("detect_positive", model.draw(0, 1)), attribute("detect_negative", model.draw(0, 1))};
    }
    if (op == "Gelu" && model.chance(0.5)) {
        attributes = {attribute("approximate", std::string("tanh"))};
    }
    x = intoDomain(model, op, x);
    return model.addNode(op, {x}, attributes);
}

bool addClip(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick();
    if (x == kNoEdge) {
        return false;
    }
    const ir::DataType number = model.edge(x).type.number;
    const double low = number.isFloat() ? model.real(-2, 0.5) : 0;
    if (model.opset() < 11) {
        NodeAttributes attributes;
        if (model.chance(0.7)) {
            attributes.push_back(attribute("min", low));
        }
        if (model.chance(0.7)) {
            attributes.push_back(attribute("max", low + model.real(0.1, 3)));
        }
        return model.addNode(op, {x}, attributes);
    }
    const auto bound = [&](double value) { return model.addRandomConstant({number, {}}, value, value); };
    const EdgeId least = model.chance(0.8) ? bound(low) : kNoEdge;
    const EdgeId most = model.chance(0.8) ? bound(low + static_cast<double>(model.draw(1, 3))) : kNoEdge;
    return model.addNode(op, most == kNoEdge && least == kNoEdge ? std::vector{x} : std::vector{x, least, most});
}

/// A second operand: another tensor that fits, the same one, or a constant.
EdgeId partnerOf(ModelBuilder& model, EdgeId x, ValueRange range)
{
    const TensorType type = model.edge(x).type;
    const auto fits = [&](const Edge& edge) {
        const Shape& other = edge.type.shape;
        bool isSame = edge.type.number == type.number;
        for (size_t i = 1; isSame && i <= std::min(other.size(), type.shape.size()); ++i) {
            const int64_t a = other[other.size() - i];
            const int64_t b = type.shape[type.shape.size() - i];
            isSame = a == b || a == 1 || b == 1;
        }
        return isSame;
    };
    const EdgeId found = model.chance(0.55) ? model.pick(fits) : kNoEdge;
    return found != kNoEdge ? found
                            : model.addRandomConstant({type.number, broadcastable(model, type.shape)}, range.low, range.high);
}

/// Before opset 7 the second operand was part of the first one's shape, from 'axis' on.
bool addOldBinary(ModelBuilder& model, const std::string& op, EdgeId x, ValueRange range)
{
    const TensorType type = model.edge(x).type;
    const auto rank = static_cast<int64_t>(type.shape.size());
    const EdgeId same = model.pick([&](const Edge& edge) { return edge.type == type; });
    if (model.chance(0.4) && same != kNoEdge) {
        return model.addNode(op, {x, same});
    }
    const int64_t from = model.draw(0, rank);
    const int64_t to = model.chance(0.5) ? rank : model.draw(from, rank);
    const EdgeId y =
        model.addRandomConstant({type.number, Shape(type.shape.begin() + from, type.shape.begin() + to)}, range.low, range.high);
    NodeAttributes attributes{attribute("broadcast", int64_t{1})};
    if (to < rank || model.chance(0.5)) {
        attributes.push_back(attribute("axis", from));
    }
    return model.addNode(op, {x, y}, attributes);
}

bool addBinary(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick();
    if (x == kNoEdge) {
        return false;
    }
    const ir::DataType number = model.edge(x).type.number;
    const bool isReal = number.isFloat();
    const bool isDivision = op == "Div" || op == "Mod";
    const ValueRange range = isDivision ? ValueRange{1, 4} : isReal ? ValueRange{-2, 2} : ValueRange{0, 3};
    const NodeAttributes attributes =
        op == "Mod" && (isReal || model.chance(0.3)) ? NodeAttributes{attribute("fmod", int64_t{1})} : NodeAttributes{};
    if (model.opset() < 7 && op != "Mod") {
        return addOldBinary(model, op, x, range);
    }
    const EdgeId y = isDivision && (!isReal || op == "Mod")
                       ? model.addRandomConstant({number, broadcastable(model, model.shapeOf(x))}, range.low, range.high)
                       : partnerOf(model, x, range);
    const bool isSwapped = !isDivision && model.chance(0.3);
    return isSwapped ? model.addNode(op, {y, x}, attributes) : model.addNode(op, {x, y}, attributes);
}

bool addPow(ModelBuilder& model, const std::string& op)
{
    EdgeId x = model.pickReal(0, 5);
    if (x == kNoEdge) {
        return false;
    }
    const ir::DataType number = model.edge(x).type.number;
    static const std::vector<double> kExponents = {1, 2, 3, 0.5, -1, 4, 1.5, 0, -2};
    if (model.opset() < 7 || model.chance(0.6)) {
        const double exponent = model.oneOf(kExponents);
        const EdgeId y = model.addRandomConstant({number, {}}, exponent, exponent);
        return model.addNode(op, {x, y}, {attribute("broadcast", int64_t{1})});
    }
    if (!model.addNode("Abs", {x})) {
        return false;
    }
    x = model.newest();
    return model.addNode(op, {x, model.addRandomConstant({number, broadcastable(model, model.shapeOf(x))}, -2, 3)});
}

bool addPRelu(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pickReal(1, 5);
    if (x == kNoEdge) {
        return false;
    }
    Shape slopes = model.shapeOf(x);
    if (model.opset() < 7) {
        slopes = {slopes.size() > 1 ? slopes[1] : 1};
    } else if (slopes.size() > 2 && model.chance(0.6)) {
        slopes.erase(slopes.begin());
        std::fill(slopes.begin() + 1, slopes.end(), 1);
    }
    return model.addNode(op, {x, model.addRandomConstant({model.edge(x).type.number, slopes}, -0.5, 1.5)});
}

bool addVariadic(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick();
    if (x == kNoEdge) {
        return false;
    }
    const TensorType type = model.edge(x).type;
    std::vector<EdgeId> inputs{x};
    const int64_t more = model.draw(0, 3);
    for (int64_t i = 0; i < more; ++i) {
        inputs.push_back(model.opset() >= 8  ? partnerOf(model, x, {-2, 2})
                         : model.chance(0.5) ? model.addRandomConstant(type, -2, 2)
                                             : model.pick([&](const Edge& edge) { return edge.type == type; }));
    }
    std::erase(inputs, kNoEdge);
    return model.addNode(op, inputs);
}

EdgeId pickBool(ModelBuilder& model, const Shape& shape)
{
    const EdgeId found = model.pick([](const Edge& edge) { return edge.type.number == ir::boolean; });
    return found != kNoEdge && model.chance(0.7) ? found
                                                 : model.addRandomConstant({ir::boolean, broadcastable(model, shape)}, 0, 1);
}

bool addLogic(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick([](const Edge& edge) { return edge.type.number == ir::boolean; });
    if (x == kNoEdge) {
        return false;
    }
    return op == "Not"       ? model.addNode(op, {x})
         : model.opset() < 7 ? addOldBinary(model, op, x, {0, 1})
                             : model.addNode(op, {x, pickBool(model, model.shapeOf(x))});
}

bool addWhere(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick();
    if (x == kNoEdge) {
        return false;
    }
    const EdgeId condition = pickBool(model, model.shapeOf(x));
    const EdgeId y = partnerOf(model, x, {-2, 2});
    return model.chance(0.5) ? model.addNode(op, {condition, x, y}) : model.addNode(op, {condition, y, x});
}

bool addCast(ModelBuilder& model, const std::string& op)
{
    static const std::vector<ir::DataType> kTypes = {ir::float32, ir::float32, ir::float64, ir::int32,
                                                     ir::int64,   ir::int8,    ir::uint8,   ir::boolean};
    EdgeId x = model.pick();
    if (x == kNoEdge) {
        return false;
    }
    const ir::DataType from = model.edge(x).type.number;
    const ir::DataType to = model.oneOf(kTypes);
    if (!to.isFloat() && to != ir::boolean) { // what does not fit is undefined
        if (!from.isFloat() && from != ir::boolean && model.edge(x).type.number != to) {
            return false;
        }
        if (from.isFloat()) {
            model.forbidSpecialValues();
            const bool isClipped = model.addNode("Sigmoid", {x})
                                && model.addNode("Mul", {model.newest(), model.addRandomConstant({from, {}}, 50, 50)},
                                                 {attribute("broadcast", int64_t{1})});
            x = isClipped ? model.newest() : kNoEdge;
        }
    }
    if (x == kNoEdge) {
        return false;
    }
    if (op == "CastLike") {
        return model.addNode(op, {x, model.addRandomConstant({to, {}}, 0, 1)});
    }
    const std::map<std::string, std::pair<int64_t, std::string>> names = {
        {"float32", {1, "FLOAT"}}, {"float64", {11, "DOUBLE"}}, {"int32", {6, "INT32"}}, {"int64", {7, "INT64"}},
        {"int8", {3, "INT8"}},     {"uint8", {2, "UINT8"}},     {"bool", {9, "BOOL"}}};
    const auto& [number, word] = names.at(to.text());
    return model.addNode(op, {x}, {model.opset() < 6 ? attribute("to", word) : attribute("to", number)});
}

} // namespace

Shape broadcastable(ModelBuilder& model, Shape shape)
{
    for (int64_t& extent : shape) {
        extent = model.chance(0.3) ? 1 : extent == 1 && model.chance(0.15) ? model.draw(2, 5) : extent;
    }
    if (model.chance(0.35)) {
        shape.erase(shape.begin(), shape.begin() + model.draw(0, std::ssize(shape)));
    }
    if (shape.size() < 5 && elementsOf(shape) < 500 && model.chance(0.06)) {
        shape.insert(shape.begin(), model.draw(1, 3));
    }
    return shape;
}

std::vector<Recipe> elementwiseRecipes()
{
    std::vector<Recipe> all;
    for (const char* op : {"Acos",     "Acosh",    "Asin",      "Asinh", "Atan",  "Atanh", "Ceil",     "Celu",   "Cos",
                           "Cosh",     "Floor",    "HardSwish", "Mish",  "Round", "Selu",  "Shrink",   "Sin",    "Sinh",
                           "Softplus", "Softsign", "Tan",       "IsInf", "IsNaN", "Sign",  "Identity", "Dropout"}) {
        all.push_back({op, addUnary, 0.4});
    }
    for (const char* op : {"Abs", "Elu", "Erf", "Exp", "Gelu", "HardSigmoid", "LeakyRelu", "Log", "Neg", "Reciprocal", "Relu",
                           "Sigmoid", "Sqrt", "Tanh", "ThresholdedRelu"}) {
        all.push_back({op, addUnary, 1});
    }
    for (const char* op : {"Add", "Sub", "Mul", "Div"}) {
        all.push_back({op, addBinary, 3});
    }
    for (const char* op : {"Mod", "Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual"}) {
        all.push_back({op, addBinary, 0.5});
    }
    for (const char* op : {"And", "Or", "Xor", "Not"}) {
        all.push_back({op, addLogic, 0.5});
    }
    for (const char* op : {"Max", "Min", "Sum", "Mean"}) {
        all.push_back({op, addVariadic, 1});
    }
    all.insert(all.end(), {{"Clip", addClip, 1.5},
                           {"Pow", addPow, 1.5},
                           {"PRelu", addPRelu, 1},
                           {"Where", addWhere, 1.5},
                           {"Cast", addCast, 1.5},
                           {"CastLike", addCast, 0.4}});
    return all;
}

} // namespace knobscope::randomgraphs
