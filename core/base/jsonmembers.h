// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/member.h"
#include "core/base/sentencejson.h"

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// JSON objects for structs that list their members once:
///
///     void visitMembers(MaybeConst<MachinePeak> auto& peak, const auto& visit)
///     {
///         visit("threads", peak.threads);
///         visit("vectors", peak.vectors, JsonMember::Optional);
///     }
///
/// A struct that is stored as a list has a visitElements() instead: `visit(stage.name, stage.start, stage.seconds);`. Members are
/// texts, numbers, JSON, enums, Sentences, such structs, and vectors and optionals of those. The struct is in namespace
/// knobscope, outside of an anonymous one, and its function is declared before its first use as JSON. Then
///
/// * `nlohmann::json json = peak;` writes all members
/// * `json.get<MachinePeak>()` throws nlohmann::json::exception for a missing or ill-typed member
/// * `fromJson<MachinePeak>(json)` reads untrusted input: missing and ill-typed members keep their defaults
namespace knobscope {

template<class T, class Of>
concept MaybeConst = std::is_same_v<std::remove_const_t<T>, Of>;

template<class T>
concept HasJsonMembers = requires(T& object) { visitMembers(object, 0); };
template<class T>
concept HasJsonElements = requires(T& object) { visitElements(object, 0); };

/// Treatment of a member by `json = object` and `json.get<T>()`.
enum class JsonMember : uint8_t {
    Required,
    Optional, ///< keeps its default if it is missing
    OmitIfUnset, ///< likewise, and false and nullopt are not written
};

/// Several members as one list: `visit("interval", JsonList(t.low, t.high));`
template<class... Members>
struct JsonList {
    explicit JsonList(Members&... list)
        : members(list...)
    {
    }
    std::tuple<Members&...> members;
};

template<class... Members>
void visitElements(const JsonList<Members...>& list, const auto& visit)
{
    std::apply(visit, list.members);
}

template<class T>
inline constexpr bool isVectorOfStructs = false;
template<class T>
inline constexpr bool isVectorOfStructs<std::vector<T>> = HasJsonMembers<T> || HasJsonElements<T>;

template<HasJsonMembers T>
void to_json(nlohmann::json& json, const T& object)
{
    json = nlohmann::json::object();
    visitMembers(object, [&]<class Member>(const char* key, const Member& member, JsonMember kind = JsonMember::Required) {
        if constexpr (std::is_same_v<Member, Sentence>) {
            writeSentence(json, key, member);
        } else if constexpr (isOptional<Member>) {
            if (member) {
                json[key] = *member;
            } else if (kind != JsonMember::OmitIfUnset) {
                json[key] = nullptr;
            }
        } else if constexpr (std::is_same_v<Member, bool>) {
            if (member || kind != JsonMember::OmitIfUnset) {
                json[key] = member;
            }
        } else {
            json[key] = member;
        }
    });
}

template<HasJsonElements T>
void to_json(nlohmann::json& json, const T& object)
{
    visitElements(object, [&](const auto&... members) { json = nlohmann::json::array({members...}); });
}

template<HasJsonMembers T>
void from_json(const nlohmann::json& json, T& object)
{
    visitMembers(object, [&]<class Member>(const char* key, Member&& member, JsonMember kind = JsonMember::Required) {
        using Value = std::remove_cvref_t<Member>;
        if constexpr (std::is_same_v<Value, Sentence>) {
            member = readSentence(json, key);
        } else if (kind == JsonMember::Required || json.contains(key)) {
            const nlohmann::json& found = json.at(key);
            if constexpr (isOptional<Value>) {
                member = found.is_null() ? Value() : Value(found.template get<typename Value::value_type>());
            } else {
                found.get_to(member);
            }
        }
    });
}

template<HasJsonElements T>
void from_json(const nlohmann::json& json, T& object)
{
    visitElements(object, [&](auto&... members) {
        size_t i = 0;
        (json.at(i++).get_to(members), ...);
    });
}

/// Reads untrusted JSON and never throws. Missing and ill-typed members keep their values; malformed structs of a list are left
/// out, malformed numbers are 0.
template<class T>
void readJsonInto(const nlohmann::json& json, T& value)
{
    if constexpr (HasJsonMembers<T>) {
        visitMembers(value, [&]<class Member>(const char* key, Member&& member, JsonMember = JsonMember::Required) {
            if constexpr (std::is_same_v<std::remove_cvref_t<Member>, Sentence>) {
                member = readSentence(json, key);
            } else if (const nlohmann::json* found = memberOf(json, key)) {
                readJsonInto(*found, member);
            }
        });
    } else if constexpr (HasJsonElements<T>) {
        visitElements(value, [&](auto&... members) {
            size_t i = 0;
            if (json.is_array() && json.size() == sizeof...(members)) {
                (readJsonInto(json[i++], members), ...);
            }
        });
    } else if constexpr (isVectorOfStructs<T>) {
        using Element = typename T::value_type;
        value.clear();
        for (const nlohmann::json& item : json.is_array() ? json : nlohmann::json::array()) {
            if (auto read = valueOr(item, std::optional<Element>())) {
                value.push_back(std::move(*read));
            }
        }
    } else if constexpr (std::is_same_v<T, std::vector<double>>) {
        value.clear();
        for (const nlohmann::json& item : json.is_array() ? json : nlohmann::json::array()) {
            value.push_back(valueOr(item, 0.0));
        }
    } else {
        value = valueOr(json, std::move(value));
    }
}

/// Same for a new value.
template<class T>
T fromJson(const nlohmann::json& json, T value = {})
{
    readJsonInto(json, value);
    return value;
}

} // namespace knobscope
