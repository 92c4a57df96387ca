// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/entity.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>

namespace knobscope {

namespace {

// Formats values like CPython, since AutoTVM's text forms are Python's.

/// "[-1, 4, 8]"
std::string pythonList(const std::vector<int64_t>& values)
{
    return fmt::format("[{}]", fmt::join(values, ", "));
}

/// "(0, 1)", "(0,)"
std::string pythonTuple(const std::vector<int64_t>& values)
{
    return fmt::format("({}{})", fmt::join(values, ", "), values.size() == 1 ? "," : "");
}

/// "['none', 'unroll']"
std::string pythonList(const std::vector<std::string>& items)
{
    return items.empty() ? "[]" : fmt::format("['{}']", fmt::join(items, "', '"));
}

/// Python's str(value): strings without quotes, True and False, the shortest digits that read back as the same number.
std::string pythonText(const OtherValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? "True" : "False";
    }
    const std::string text = std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
    const bool lacksPoint = std::holds_alternative<double>(value) && text.find_first_of(".en") == std::string::npos;
    return lacksPoint ? text + ".0" : text;
}

nlohmann::json otherToJson(const OtherValue& value)
{
    return std::visit([](const auto& v) { return nlohmann::json(v); }, value);
}

const char* kindOf(const KnobValue& value)
{
    constexpr const char* kinds[] = {"sp", "re", "an", "ot"};
    return kinds[value.index()];
}

Result<std::vector<int64_t>> integers(const nlohmann::json& json, const std::string& knob)
{
    std::vector<int64_t> out;
    if (!json.is_array()) {
        return fail(ErrorCode::Parse, "Knob {}: expected a list of integers", knob);
    }
    for (const auto& item : json) {
        if (!item.is_number_integer()) {
            return fail(ErrorCode::Parse, "Knob {}: '{}' is not an integer", knob, item.dump());
        }
        out.push_back(item.get<int64_t>());
    }
    return out;
}

Result<KnobValue> annotateFromJson(const nlohmann::json& json, const std::string& knob)
{
    AnnotateEntity entity;
    entity.isAnchors = json.is_array() && !json.empty() && json.front().is_number_integer();
    if (entity.isAnchors) {
        entity.anchors = TRY(integers(json, knob));
        return entity;
    }
    if (!json.is_array()) {
        return fail(ErrorCode::Parse, "Knob {}: expected a list of annotations", knob);
    }
    for (const auto& word : json) {
        if (!word.is_string()) {
            return fail(ErrorCode::Parse, "Knob {}: '{}' is not an annotation", knob, word.dump());
        }
        entity.annotations.push_back(word.get<std::string>());
    }
    return entity;
}

Result<KnobValue> valueFromJson(const std::string& kind, const nlohmann::json& json, const std::string& knob)
{
    if (kind == "ot") {
        auto other = otherFromJson(json);
        return other ? Result<KnobValue>(OtherEntity{std::move(*other)})
                     : fail(ErrorCode::Parse, "Knob {}: '{}' is neither a number, true or false, nor text", knob, json.dump());
    }
    if (kind == "an") {
        return annotateFromJson(json, knob);
    }
    auto numbers = TRY(integers(json, knob));
    if (kind == "sp") {
        return SplitEntity{std::move(numbers)};
    }
    if (kind == "re") {
        return ReorderEntity{std::move(numbers)};
    }
    return fail(ErrorCode::Parse, "Knob {}: '{}' is not a kind of knob (sp, re, an, ot)", knob, kind);
}

} // namespace

std::optional<double> numericValue(const OtherValue& value)
{
    const auto number = [](const auto& v) -> std::optional<double> {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(v)>>) {
            return static_cast<double>(v);
        }
        return std::nullopt;
    };
    return std::visit(number, value);
}

std::optional<OtherValue> otherFromJson(const nlohmann::json& json)
{
    if (json.is_boolean()) {
        return json.get<bool>();
    }
    if (json.is_number_integer()) {
        return json.get<int64_t>();
    }
    if (json.is_number()) {
        return json.get<double>();
    }
    return json.is_string() ? std::optional<OtherValue>(json.get<std::string>()) : std::nullopt;
}

const KnobValue* ConfigEntity::find(std::string_view name) const
{
    const auto found = std::find_if(values.begin(), values.end(), [&](const auto& item) { return item.first == name; });
    return found == values.end() ? nullptr : &found->second;
}

std::string valueText(const KnobValue& value)
{
    if (const auto* split = std::get_if<SplitEntity>(&value)) {
        return pythonList(split->sizes);
    }
    if (const auto* reorder = std::get_if<ReorderEntity>(&value)) {
        return pythonList(reorder->order);
    }
    if (const auto* annotate = std::get_if<AnnotateEntity>(&value)) {
        return annotate->isAnchors ? pythonTuple(annotate->anchors) : pythonList(annotate->annotations);
    }
    return pythonText(std::get<OtherEntity>(value).value);
}

std::string entityText(const ConfigEntity& entity)
{
    std::string out = "[";
    for (const auto& [name, value] : entity.values) {
        out += fmt::format("{}('{}', {})", out.size() == 1 ? "" : ", ", name, valueText(value));
    }
    out += "],None";
    return entity.index ? fmt::format("{},{}", out, *entity.index) : out;
}

nlohmann::json valueToJson(const KnobValue& value)
{
    if (const auto* split = std::get_if<SplitEntity>(&value)) {
        return split->sizes;
    }
    if (const auto* reorder = std::get_if<ReorderEntity>(&value)) {
        return reorder->order;
    }
    if (const auto* annotate = std::get_if<AnnotateEntity>(&value)) {
        return annotate->isAnchors ? nlohmann::json(annotate->anchors) : nlohmann::json(annotate->annotations);
    }
    return otherToJson(std::get<OtherEntity>(value).value);
}

nlohmann::json entityToJson(const ConfigEntity& entity)
{
    nlohmann::json out = nlohmann::json::array();
    for (const auto& [name, value] : entity.values) {
        out.push_back({name, kindOf(value), valueToJson(value)});
    }
    return out;
}

Result<ConfigEntity> entityFromJson(const nlohmann::json& json)
{
    if (!json.is_array()) {
        return fail(ErrorCode::Parse, "A config entity must be a list of [name, kind, value]");
    }
    ConfigEntity entity;
    for (const auto& item : json) {
        if (!item.is_array() || item.size() != 3 || !item[0].is_string() || !item[1].is_string()) {
            return fail(ErrorCode::Parse, "'{}' is not [name, kind, value]", item.dump());
        }
        const auto name = item[0].get<std::string>();
        auto value = TRY(valueFromJson(item[1].get<std::string>(), item[2], name));
        entity.values.emplace_back(name, std::move(value));
    }
    return entity;
}

} // namespace knobscope
