// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"
#include "tests/core/space/candidatesdigest.h"

#include <algorithm>
#include <cstdint>

/// Reads the spaces of AutoTVM that are recorded in tests/fixtures/space-cases.json.
namespace knobscope::spacecases {

using nlohmann::json;
using Lists = std::vector<std::vector<int64_t>>;

/// Reads the fields of one knob and keeps the first error.
class Fields
{
public:
    Fields(const json& object, std::string owner)
        : m_object(object)
        , m_owner(std::move(owner))
    {
    }

    int64_t integer(const char* name)
    {
        if (!m_object.contains(name) || !m_object[name].is_number_integer()) {
            mustBe(name, "an integer");
            return 0;
        }
        return m_object[name].get<int64_t>();
    }

    std::string text(const char* name)
    {
        if (!m_object.contains(name) || !m_object[name].is_string()) {
            mustBe(name, "text");
            return {};
        }
        return m_object[name].get<std::string>();
    }

    Lists lists(const char* name)
    {
        Lists out;
        const json all = m_object.value(name, json::array());
        for (const auto& list : all.is_array() ? all : json::array({0})) {
            if (!list.is_array() || !std::all_of(list.begin(), list.end(), [](const json& v) { return v.is_number_integer(); })) {
                mustBe(name, "a list of lists of integers");
                return {};
            }
            out.push_back(list.get<std::vector<int64_t>>());
        }
        return out;
    }

    void mustBe(const char* name, const char* expected)
    {
        if (!m_error) {
            m_error = Error(ErrorCode::Parse, phrase("{}: \"{}\" must be {}", m_owner, name, expected));
        }
    }

    const std::optional<Error>& error() const { return m_error; }

private:
    const json& m_object;
    std::string m_owner;
    std::optional<Error> m_error;
};

inline Result<SplitKnob> readSplit(const json& object, Fields& fields)
{
    SplitKnob knob;
    knob.extent = fields.integer("extent");
    knob.outputs = fields.integer("num_outputs");
    const auto policy = splitPolicy(object.contains("policy") ? fields.text("policy") : "factors");
    if (!policy) {
        fields.mustBe("policy", "factors, power2, verbose or candidate");
    }
    knob.policy = policy.value_or(SplitKnob::Policy::Factors);
    if (object.contains("max_factor")) {
        knob.maxFactor = fields.integer("max_factor");
    }
    if (object.contains("no_tail")) {
        if (!object["no_tail"].is_boolean()) {
            fields.mustBe("no_tail", "true or false");
        } else {
            knob.noTail = object["no_tail"].get<bool>();
        }
    }
    if (object.contains("filter")) {
        knob.filter = TRY(filterFromJson(object["filter"]));
    }
    knob.candidates = fields.lists("candidate");
    return knob;
}

inline ReorderKnob readReorder(Fields& fields)
{
    return {fields.integer("num_axes"), fields.lists("candidate")};
}

inline Result<OtherKnob> readOther(const json& object, Fields& fields, const std::string& name)
{
    OtherKnob knob;
    if (!object.contains("candidates") || !object["candidates"].is_array()) {
        fields.mustBe("candidates", "a list");
        return knob;
    }
    for (const auto& value : object["candidates"]) {
        const auto entity = TRY(entityFromJson(json::array({json::array({name, "ot", value})})));
        knob.candidates.push_back(std::get<OtherEntity>(entity.values.front().second).value);
    }
    return knob;
}

inline Result<Knob> readKnob(const json& object, size_t number)
{
    if (!object.is_object() || !object.contains("name") || !object["name"].is_string()) {
        return fail(ErrorCode::Parse, "knob {}: \"name\" must be text", number);
    }
    const auto name = object["name"].get<std::string>();
    Fields fields(object, "knob " + name);
    const std::string kind = fields.text("kind");
    KnobDefinition definition;
    if (kind == "split") {
        auto split = readSplit(object, fields);
        if (!split) {
            return fail(ErrorCode::Parse, "knob {}: {}", name, split.error());
        }
        definition = std::move(*split);
    } else if (kind == "reorder") {
        definition = readReorder(fields);
    } else if (kind == "annotate") {
        definition = AnnotateKnob{fields.integer("num_axes"), fields.text("policy")};
    } else if (kind == "other") {
        definition = TRY(readOther(object, fields, name));
    } else {
        fields.mustBe("kind", "split, reorder, annotate or other");
    }
    if (fields.error()) {
        return tl::make_unexpected(*fields.error());
    }
    return Knob::make(name, std::move(definition));
}

/// Parses AutoTVM's multi_filter in its two usual forms: a sum or a product that is at most a value.
inline Result<Constraint> readMultiFilter(const json& object)
{
    const auto wrong =
        fail(ErrorCode::Parse, "\"multi_filter\" must contain \"op\" (sum_le or prod_le), \"terms\" and \"value\"");
    if (!object.is_object()) {
        return wrong;
    }
    Fields fields(object, "multi_filter");
    const std::string op = fields.text("op");
    const int64_t most = fields.integer("value");
    if ((op != "sum_le" && op != "prod_le") || fields.error() || !object.contains("terms") || !object["terms"].is_array()) {
        return wrong;
    }
    std::vector<ExpressionTerm> terms; // knobs may have any names: some are named after layers of models
    for (const auto& term : object["terms"]) {
        if (!term.is_object() || !term.contains("knob") || !term["knob"].is_string() || !term.contains("pos")
            || !term["pos"].is_number_integer()) {
            return wrong;
        }
        terms.push_back({term["knob"].get<std::string>(), term["pos"].get<int64_t>()});
    }
    if (terms.empty()) {
        return wrong;
    }
    auto condition = TRY(Expression::atMost(terms, op == "prod_le", most));
    return Constraint(std::move(condition), Constraint::Sizes::Literal);
}

inline json entityAsObject(const ConfigEntity& entity)
{
    json out = json::object();
    for (const auto& [name, value] : entity.values) {
        out[name] = valueToJson(value);
    }
    return out;
}

/// Builds a space from knob definitions in JSON: {"knobs": [{"name", "kind": "split"|"reorder"|"annotate"|"other", …}],
/// "multi_filter": …}. Errors name the knob and the field.
inline Result<ConfigSpace> spaceFromJson(const json& object)
{
    if (!object.is_object() || !object.contains("knobs") || !object["knobs"].is_array()) {
        return fail(ErrorCode::Parse, "\"knobs\" must be a list of knob definitions");
    }
    ConfigSpace space;
    size_t number = 0;
    for (const auto& item : object["knobs"]) {
        auto knob = TRY(readKnob(item, number++));
        TRY(space.define(std::move(knob)));
    }
    if (object.contains("multi_filter")) {
        auto filter = TRY(readMultiFilter(object["multi_filter"]));
        TRY(space.constrain(std::move(filter)));
    }
    return space;
}

/// Describes a case: {"id", "len", "range_length", "knobs": [{"name", "len", "entities_sha256"}], "points": [{"index", "entity",
/// "entity_repr"}], "space_repr"}, with the points at the indexes under "samples".
inline Result<json> describeCase(const json& object)
{
    const std::string id = object.is_object() && object.contains("id") && object["id"].is_string()
                             ? object["id"].get<std::string>()
                             : std::string("a case without id");
    const auto space = TRY(withPrefix(id, spaceFromJson(object)));
    json knobs = json::array();
    for (const Knob& knob : space.knobs()) {
        knobs.push_back({{"name", knob.name()}, {"len", knob.size()}, {"entities_sha256", candidatesDigest(knob)}});
    }
    json points = json::array();
    for (const auto& sample : object.value("samples", json::array())) {
        const json index = sample.is_object() ? sample.value("index", json()) : sample;
        if (!index.is_number_integer()) {
            return fail(ErrorCode::Parse, "{}: a sample's \"index\" must be an integer", id);
        }
        const auto entity = space.at(index.get<int64_t>());
        if (!entity) {
            points.push_back({{"index", index}, {"error", entity.error().message}});
            continue;
        }
        points.push_back({{"index", index}, {"entity", entityAsObject(*entity)}, {"entity_repr", entityText(*entity)}});
    }
    return json{{"id", id},         {"len", space.validCount().low}, {"range_length", space.rangeLength()}, {"knobs", knobs},
                {"points", points}, {"space_repr", space.text()}};
}

} // namespace knobscope::spacecases
