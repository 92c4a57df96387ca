// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/arguments.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kMaxElements = int64_t{1} << 40;

const nlohmann::json emptyList = nlohmann::json::array();

std::string shortened(const nlohmann::json& json)
{
    std::string text = json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    return text.size() > 60 ? text.substr(0, 57) + "…" : text;
}

} // namespace

ArgumentReader::ArgumentReader(std::string templateName, const nlohmann::json& args)
    : m_template(std::move(templateName))
    , m_args(args.is_array() ? args : emptyList)
{
    if (!args.is_array()) {
        refuse(phrase("its arguments must be a list"));
    }
}

void ArgumentReader::refuse(const Sentence& sentence)
{
    if (!m_error) {
        m_error = Error(ErrorCode::InvalidArgument, phrase("{}: {}", m_template, sentence));
    }
}

void ArgumentReader::checkLayoutNchw(size_t i, const char* name)
{
    if (isNull(i)) {
        return;
    }
    const std::string text = m_args[i].is_string() ? m_args[i].get<std::string>() : "";
    constexpr std::string_view plain = "NCHW";
    bool isRight = text == plain;
    if (!isRight && text.starts_with(plain) && text.ends_with('c')) {
        const auto block = std::string_view(text).substr(plain.size(), text.size() - plain.size() - 1);
        isRight = block.size() <= 4 && std::all_of(block.begin(), block.end(), [](char c) { return c >= '0' && c <= '9'; });
    }
    if (!isRight) {
        refuse(phrase("argument {} ({}) must be \"NCHW\" or \"NCHW16c\" with a block of channels, not {}", i + 1, name,
                      shortened(m_args[i])));
    }
}

void ArgumentReader::checkEqual(size_t i, const char* name, const nlohmann::json& value)
{
    const bool isAsNumber = value.is_boolean() && !isNull(i) && m_args[i] == (value.get<bool>() ? 1 : 0);
    if (!isNull(i) && !isAsNumber && m_args[i] != value) {
        refuse(phrase("argument {} ({}) must be {} or null, not {}", i + 1, name, value.dump(), shortened(m_args[i])));
    }
}

bool ArgumentReader::truth(size_t i, const char* name, bool fallback)
{
    if (isNull(i)) {
        return fallback;
    }
    if (m_args[i] != true && m_args[i] != false && m_args[i] != 1 && m_args[i] != 0) {
        refuse(phrase("argument {} ({}) must be true, false or null, not {}", i + 1, name, shortened(m_args[i])));
        return fallback;
    }
    return m_args[i] == true || m_args[i] == 1;
}

void ArgumentReader::checkMaxCount(size_t count)
{
    if (m_args.is_array() && m_args.size() > count) {
        refuse(phrase("it expects {} arguments, but {} were given", count, m_args.size()));
    }
}

ArgumentReader::TensorArgument ArgumentReader::tensor(size_t i, const char* name, std::initializer_list<size_t> dimensions)
{
    TensorArgument out{std::vector<int64_t>(*dimensions.begin(), 1), ir::float32};
    const auto wrong = [&](const Sentence& why) {
        refuse(phrase("argument {} ({}) {}", i + 1, name, why));
        return TensorArgument{std::vector<int64_t>(*dimensions.begin(), 1), ir::float32};
    };
    if (i >= m_args.size()) {
        return wrong(phrase("is missing; only {} were given", m_args.size()));
    }
    const auto& json = m_args[i];
    if (!json.is_array() || json.size() != 3 || json[0] != "TENSOR" || !json[1].is_array() || !json[2].is_string()) {
        return wrong(phrase("must be [\"TENSOR\", shape, type], not {}", shortened(json)));
    }
    if (std::find(dimensions.begin(), dimensions.end(), json[1].size()) == dimensions.end()) {
        return wrong(phrase("has {} dimensions, but {} are expected", json[1].size(), *dimensions.begin()));
    }
    out.shape.clear();
    int64_t elements = 1;
    for (const auto& extent : json[1]) {
        if (!extent.is_number_integer() || extent < 1 || extent > kMaxExtent) {
            return wrong(phrase("has extent {}; extents are limited to 1 to 2^31 - 1", shortened(extent)));
        }
        out.shape.push_back(extent.get<int64_t>());
        if (__builtin_mul_overflow(elements, out.shape.back(), &elements) || elements > kMaxElements) {
            return wrong(phrase("has more than 2^40 elements, which is too many for any memory"));
        }
    }
    const auto type = ir::parseType(json[2].get<std::string>());
    if (!type) {
        return wrong(phrase("has an unknown type: {}", type.error()));
    }
    out.type = *type;
    return out;
}

int64_t ArgumentReader::integer(size_t i, const char* name, int64_t low, int64_t high)
{
    if (i >= m_args.size() || !m_args[i].is_number_integer()) {
        refuse(phrase("argument {} ({}) must be an integer", i + 1, name));
        return low;
    }
    const auto value = m_args[i].get<int64_t>();
    if (value < low || value > high) {
        refuse(phrase("argument {} ({}) is {}, but must be from {} to {}", i + 1, name, value, low, high));
        return low;
    }
    return value;
}

std::array<int64_t, 2> ArgumentReader::pair(size_t i, const char* name, int64_t low, int64_t high)
{
    const auto inRange = [&](const nlohmann::json& v) { return v.is_number_integer() && v >= low && v <= high; };
    if (i < m_args.size() && inRange(m_args[i])) {
        return {m_args[i].get<int64_t>(), m_args[i].get<int64_t>()};
    }
    if (i < m_args.size() && m_args[i].is_array() && m_args[i].size() == 2 && inRange(m_args[i][0]) && inRange(m_args[i][1])) {
        return {m_args[i][0].get<int64_t>(), m_args[i][1].get<int64_t>()};
    }
    refuse(phrase("argument {} ({}) must be two numbers from {} to {}", i + 1, name, low, high));
    return {low, low};
}

std::array<int64_t, 4> ArgumentReader::padding(size_t i)
{
    constexpr int64_t most = 1 << 20;
    std::vector<int64_t> numbers;
    if (i < m_args.size() && m_args[i].is_number_integer()) {
        numbers = {m_args[i].get<int64_t>()};
    } else if (i < m_args.size() && m_args[i].is_array()) {
        for (const auto& v : m_args[i]) {
            numbers.push_back(v.is_number_integer() ? v.get<int64_t>() : -1);
        }
    }
    const bool inRange = std::all_of(numbers.begin(), numbers.end(), [](int64_t v) { return v >= 0 && v <= most; });
    if (inRange && numbers.size() == 1) {
        return {numbers[0], numbers[0], numbers[0], numbers[0]};
    }
    if (inRange && numbers.size() == 2) {
        return {numbers[0], numbers[1], numbers[0], numbers[1]};
    }
    if (inRange && numbers.size() == 4) {
        return {numbers[0], numbers[1], numbers[2], numbers[3]};
    }
    refuse(phrase("argument {} (padding) must be one, two or four numbers from 0 to {}", i + 1, most));
    return {0, 0, 0, 0};
}

ir::DataType ArgumentReader::type(size_t i, ir::DataType fallback)
{
    if (isNull(i)) {
        return fallback;
    }
    const auto type =
        m_args[i].is_string() ? ir::parseType(m_args[i].get<std::string>()) : fail(ErrorCode::Parse, "it must be text");
    if (!type) {
        refuse(phrase("argument {} (type): {}", i + 1, type.error()));
        return fallback;
    }
    return *type;
}

ir::DataType ArgumentReader::outputType(size_t i, const TensorArgument& a, const TensorArgument& b)
{
    constexpr int leastBits = 32;
    const ir::DataType type = this->type(i, a.type);
    if (a.type.isBool() || b.type.isBool()) {
        return type; // checkFactorTypes() reports the error
    }
    if (type.isBool() || (a.type.isFloat() && !type.isFloat())) {
        refuse(phrase("argument {} (output type) is {}, which cannot represent sums of {} products; use null or a float type",
                      i + 1, type.text(), a.type.text()));
        return a.type;
    }
    const bool losesSign =
        type.code == ir::TypeCode::UInt && (a.type.code == ir::TypeCode::Int || b.type.code == ir::TypeCode::Int);
    if (a.type.isInteger() && type.isInteger() && (type.bits < leastBits || losesSign)) {
        refuse(phrase("argument {} (output type) is {}, which cannot represent sums of {} products; use int32", i + 1,
                      type.text(), a.type.text()));
    }
    return type;
}

void ArgumentReader::checkFactorTypes(const TensorArgument& a, const TensorArgument& b)
{
    if (a.type != b.type && !(a.type == ir::uint8 && b.type == ir::int8)) {
        refuse(phrase("its factors are {} and {}, but must have the same type", a.type.text(), b.type.text()));
    } else if (a.type.isBool()) {
        refuse(phrase("its factors are bool, which cannot be multiplied and added; use an integer or a float type"));
    }
}

std::string ArgumentReader::text(size_t i, const char* name)
{
    if (i >= m_args.size() || !m_args[i].is_string()) {
        refuse(phrase("argument {} ({}) must be text", i + 1, name));
        return {};
    }
    return m_args[i].get<std::string>();
}

} // namespace knobscope
