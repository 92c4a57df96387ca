// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readjson.h"
#include "core/base/strings.h"
#include "core/space/edit.h"

#include <algorithm>
#include <cctype>

namespace knobscope {

namespace {

bool isName(std::string_view text)
{
    return !text.empty()
        && std::all_of(text.begin(), text.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

/// Parses a number, a list, True or False, or bare text.
Result<nlohmann::json> readValue(std::string_view text)
{
    if (text == "True" || text == "true") {
        return true;
    }
    if (text == "False" || text == "false") {
        return false;
    }
    auto json = readJson(text, "the value");
    return json || json.error().code == ErrorCode::LimitExceeded ? std::move(json) : nlohmann::json(std::string(text));
}

/// Inverse of readValue(); omits quotes where possible.
std::string candidateText(const nlohmann::json& value)
{
    if (value.is_boolean()) {
        return value.get<bool>() ? "True" : "False";
    }
    if (value.is_string()) {
        auto bare = value.get<std::string>();
        const bool isPlain = !bare.empty() && trimmed(bare) == bare && bare.find('\n') == std::string::npos;
        if (isPlain && readValue(bare) == value) {
            return bare;
        }
    }
    return value.dump();
}

/// "size[-1]<=64", "size[1] in [2,4]", "tail==[1,1]", "prod[1:] in [64,128]".
Result<SplitFilter> readCondition(std::string_view text)
{
    using Op = SplitFilter::Op;
    struct Form {
        std::string_view begins; ///< before the position, if any
        std::string_view ends;   ///< after the position
        std::string_view sign;   ///< before the values
        Op op;
    };
    static constexpr Form forms[] = {{"size[", "]", "<=", Op::SizeLe},
                                     {"size[", "]", ">=", Op::SizeGe},
                                     {"size[", "]", "in", Op::SizeIn},
                                     {"prod[", ":]", "in", Op::ProdIn},
                                     {"tail", "", "==", Op::TailEq}};
    for (const Form& form : forms) {
        if (!text.starts_with(form.begins)) {
            continue;
        }
        std::string_view rest = text.substr(form.begins.size());
        const size_t end = rest.find(form.ends);
        const auto position = form.ends.empty() ? nlohmann::json(0) : jsonOrNull(rest.substr(0, end));
        rest = end == std::string_view::npos ? std::string_view() : trimmed(rest.substr(end + form.ends.size()));
        if (!position.is_number_integer() || !rest.starts_with(form.sign)) {
            continue;
        }
        const auto read = jsonOrNull(trimmed(rest.substr(form.sign.size())));
        const nlohmann::json values = read.is_number_integer() ? nlohmann::json::array({read}) : read;
        if (values.is_array() && !values.empty() && std::ranges::all_of(values, &nlohmann::json::is_number_integer)) {
            return SplitFilter{form.op, position.get<int64_t>(), values.get<std::vector<int64_t>>(), {}};
        }
    }
    return fail(ErrorCode::InvalidArgument,
                "'{}' is not a filter; write size[-1]<=64, size[1]>=2, size[1] in [2,4], tail==[1,1] or prod[1:] in [64,128]",
                text);
}

/// Parses conditions joined by "and".
Result<SplitFilter> readFilter(std::string_view text)
{
    constexpr std::string_view joint = " and ";
    SplitFilter all{SplitFilter::Op::And, 0, {}, {}};
    for (size_t end = text.find(joint);; end = text.find(joint)) {
        auto condition = TRY(readCondition(trimmed(text.substr(0, end))));
        if (all.all.size() == kMaxFilterParts) {
            return fail(ErrorCode::LimitExceeded, "A filter has at most {} conditions", kMaxFilterParts);
        }
        all.all.push_back(std::move(condition));
        if (end == std::string_view::npos) {
            return all.all.size() == 1 ? std::move(all.all.front()) : std::move(all);
        }
        text = text.substr(end + joint.size());
    }
}

Result<SpaceEdit> readProperty(const std::string& knob, std::string_view property, std::string_view value)
{
    if (property == "policy") {
        return SpaceEdit{SpaceEdit::Kind::Policy, knob, std::string(value)};
    }
    if (property == "max_factor") {
        const auto number = jsonOrNull(value);
        if (!number.is_number_integer()) {
            return fail(ErrorCode::InvalidArgument, "max_factor of {} must be an integer, not '{}'", knob, value);
        }
        return SpaceEdit{SpaceEdit::Kind::MaxFactor, knob, number};
    }
    if (property == "filter") {
        const auto filter = TRY(readFilter(value));
        return SpaceEdit{SpaceEdit::Kind::Filter, knob, filterToJson(filter)};
    }
    return fail(ErrorCode::InvalidArgument, "A knob has no property '{}'; use policy, max_factor or filter", property);
}

} // namespace

Result<SpaceEdit> parseEdit(std::string_view whole)
{
    const std::string_view text = trimmed(whole);
    if (!isUtf8(text)) {
        return fail(ErrorCode::InvalidArgument, "The edit is not valid UTF-8");
    }
    if (text.starts_with("where ")) {
        const std::string_view condition = trimmed(text.substr(6));
        const auto parsed = Expression::parse(condition);
        if (!parsed) {
            return fail(ErrorCode::InvalidArgument, "In '{}', {}", condition, parsed.error());
        }
        return SpaceEdit{SpaceEdit::Kind::Constrain, {}, std::string(condition)};
    }
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return fail(ErrorCode::InvalidArgument,
                    "'{}' is not an edit; write knob+=value, knob-=value, knob=value, knob.policy=…, knob.max_factor=…, "
                    "knob.filter=… or where CONDITION",
                    text);
    }
    const char sign = text[equals - 1];
    const bool isSigned = sign == '+' || sign == '-';
    const std::string_view left = trimmed(text.substr(0, isSigned ? equals - 1 : equals));
    const std::string_view value = trimmed(text.substr(equals + 1));
    const size_t dot = left.find('.');
    const std::string knob(left.substr(0, dot));
    if (!isName(knob)) {
        return fail(ErrorCode::InvalidArgument, "'{}' is not the name of a knob", knob);
    }
    if (value.empty()) {
        return fail(ErrorCode::InvalidArgument, "'{}' has no value after '='", text);
    }
    if (dot != std::string_view::npos) {
        return readProperty(knob, left.substr(dot + 1), value);
    }
    const auto kind = sign == '+' ? SpaceEdit::Kind::Add : sign == '-' ? SpaceEdit::Kind::Remove : SpaceEdit::Kind::Fix;
    auto read = readValue(value);
    if (!read) {
        return fail(read.error().code, "In the edit of {}, {}", knob, read.error());
    }
    return SpaceEdit{kind, knob, *std::move(read)};
}

std::string editText(const SpaceEdit& edit)
{
    const auto value = [&] { return edit.value.is_string() ? edit.value.get<std::string>() : edit.value.dump(); };
    switch (edit.kind) {
    case SpaceEdit::Kind::Add: return fmt::format("{}+={}", edit.knob, candidateText(edit.value));
    case SpaceEdit::Kind::Remove: return fmt::format("{}-={}", edit.knob, candidateText(edit.value));
    case SpaceEdit::Kind::Fix: return fmt::format("{}={}", edit.knob, candidateText(edit.value));
    case SpaceEdit::Kind::Policy: return fmt::format("{}.policy={}", edit.knob, value());
    case SpaceEdit::Kind::MaxFactor: return fmt::format("{}.max_factor={}", edit.knob, value());
    case SpaceEdit::Kind::Filter: {
        const auto filter = filterFromJson(edit.value);
        return fmt::format("{}.filter={}", edit.knob, filter ? filterText(*filter) : value());
    }
    case SpaceEdit::Kind::Constrain: return fmt::format("where {}", value());
    }
    return {};
}

nlohmann::json editsToJson(std::span<const SpaceEdit> edits)
{
    nlohmann::json out = nlohmann::json::array();
    for (const SpaceEdit& edit : edits) {
        out.push_back(editText(edit));
    }
    return out;
}

Result<std::vector<SpaceEdit>> editsFromJson(const nlohmann::json& json)
{
    std::vector<SpaceEdit> edits;
    if (!json.is_array()) {
        return fail(ErrorCode::Parse, "Edits must be a list of texts");
    }
    for (const auto& item : json) {
        if (!item.is_string()) {
            return fail(ErrorCode::Parse, "'{}' is not the text of an edit", item.dump().substr(0, 80));
        }
        auto edit = parseEdit(item.get<std::string>());
        if (!edit) {
            return fail(ErrorCode::Parse, "{}", edit.error()); // the file is at fault, not the caller
        }
        edits.push_back(std::move(*edit));
    }
    return edits;
}

} // namespace knobscope
