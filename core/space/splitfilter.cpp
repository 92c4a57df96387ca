// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/splitfilter.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <ranges>
#include <string_view>

namespace knobscope {

namespace {

constexpr std::array<std::string_view, 6> kNames{"size_le", "size_ge", "size_in", "tail_eq", "prod_in", "and"};

bool contains(const std::vector<int64_t>& values, int64_t value)
{
    return std::find(values.begin(), values.end(), value) != values.end();
}

} // namespace

std::optional<int64_t> elementAt(const std::vector<int64_t>& values, int64_t position)
{
    const auto count = static_cast<int64_t>(values.size());
    const int64_t at = position < 0 ? count + position : position;
    return at < 0 || at >= count ? std::nullopt : std::optional(values[static_cast<size_t>(at)]);
}

bool SplitFilter::keeps(const std::vector<int64_t>& sizes) const
{
    const auto size = elementAt(sizes, position);
    switch (op) {
    case Op::SizeLe: return size && *size <= values[0];
    case Op::SizeGe: return size && *size >= values[0];
    case Op::SizeIn: return size && contains(values, *size);
    case Op::TailEq:
        return values.size() <= sizes.size()
            && std::equal(values.begin(), values.end(), sizes.end() - static_cast<std::ptrdiff_t>(values.size()));
    case Op::ProdIn: {
        int64_t product = 1;
        const int64_t first = position < 0 ? position + static_cast<int64_t>(sizes.size()) : position;
        for (auto i = static_cast<size_t>(std::max<int64_t>(0, first)); i < sizes.size(); ++i) {
            if (__builtin_mul_overflow(product, sizes[i], &product)) {
                return false;
            }
        }
        return contains(values, product);
    }
    case Op::And: return std::all_of(all.begin(), all.end(), [&](const SplitFilter& f) { return f.keeps(sizes); });
    }
    return false;
}

Result<SplitFilter> filterFromJson(const nlohmann::json& json)
{
    if (!json.is_object() || !json.contains("op") || !json["op"].is_string()) {
        return fail(ErrorCode::Parse, "A filter must be an object with \"op\", not '{}'", json.dump().substr(0, 80));
    }
    const auto name = json["op"].get<std::string>();
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) {
        return fail(ErrorCode::Parse, "'{}' is not a filter; use size_le, size_ge, size_in, tail_eq, prod_in or and", name);
    }
    SplitFilter filter;
    filter.op = static_cast<SplitFilter::Op>(found - kNames.begin());
    if (filter.op == SplitFilter::Op::And) {
        for (const auto& part : json.value("args", nlohmann::json::array())) {
            auto inner = TRY(filterFromJson(part));
            if (inner.op == SplitFilter::Op::And) {
                std::move(inner.all.begin(), inner.all.end(), std::back_inserter(filter.all));
            } else {
                filter.all.push_back(std::move(inner));
            }
            if (filter.all.size() > kMaxFilterParts) {
                return fail(ErrorCode::LimitExceeded, "A filter has at most {} conditions", kMaxFilterParts);
            }
        }
        return filter;
    }
    for (const char* field : {"pos", "from"}) {
        if (json.contains(field)) {
            if (!json[field].is_number_integer()) {
                return fail(ErrorCode::Parse, "Filter {}: \"{}\" must be an integer", name, field);
            }
            filter.position = json[field].get<int64_t>();
        }
    }
    const nlohmann::json values = json.contains("values") ? json["values"]
                                : json.contains("value")  ? nlohmann::json::array({json["value"]})
                                                          : nlohmann::json();
    if (!values.is_array() || values.empty()) {
        return fail(ErrorCode::Parse, "Filter {}: \"value\" or \"values\" is missing", name);
    }
    for (const auto& value : values) {
        if (!value.is_number_integer()) {
            return fail(ErrorCode::Parse, "Filter {}: '{}' is not an integer", name, value.dump().substr(0, 80));
        }
        filter.values.push_back(value.get<int64_t>());
    }
    return filter;
}

nlohmann::json filterToJson(const SplitFilter& filter)
{
    nlohmann::json out{{"op", std::string(kNames[static_cast<size_t>(filter.op)])}};
    using Op = SplitFilter::Op;
    if (filter.op == Op::And) {
        out["args"] = nlohmann::json::array();
        for (const SplitFilter& part : filter.all) {
            out["args"].push_back(filterToJson(part));
        }
        return out;
    }
    if (filter.op != Op::TailEq) {
        out[filter.op == Op::ProdIn ? "from" : "pos"] = filter.position;
    }
    if (filter.op == Op::SizeLe || filter.op == Op::SizeGe) {
        out["value"] = filter.values[0];
    } else {
        out["values"] = filter.values;
    }
    return out;
}

std::string filterText(const SplitFilter& filter)
{
    switch (filter.op) {
    case SplitFilter::Op::SizeLe: return fmt::format("size[{}] <= {}", filter.position, filter.values[0]);
    case SplitFilter::Op::SizeGe: return fmt::format("size[{}] >= {}", filter.position, filter.values[0]);
    case SplitFilter::Op::SizeIn: return fmt::format("size[{}] in [{}]", filter.position, fmt::join(filter.values, ", "));
    case SplitFilter::Op::TailEq: return fmt::format("tail == [{}]", fmt::join(filter.values, ", "));
    case SplitFilter::Op::ProdIn: return fmt::format("prod[{}:] in [{}]", filter.position, fmt::join(filter.values, ", "));
    case SplitFilter::Op::And: return fmt::format("{}", fmt::join(filter.all | std::views::transform(filterText), " and "));
    }
    return {};
}

} // namespace knobscope
