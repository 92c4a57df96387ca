// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/openextents.h"

#include "core/base/numbertext.h"
#include "core/base/strings.h"
#include "core/base/visibletext.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>

namespace knobscope {
namespace {

constexpr int64_t kMostExtent = int64_t{1} << 40; // sums of these do not overflow; checkShape() has the true limit

/// The terms of a sum, without spaces around them; one if it is none.
std::vector<std::string> termsOf(const std::string& name)
{
    std::vector<std::string> terms(1);
    for (const char c : name) {
        if (c == '+') {
            terms.emplace_back();
        } else if (c != ' ') {
            terms.back() += c;
        }
    }
    const bool isSum = std::ranges::none_of(terms, [](const std::string& term) {
        return term.empty()
            || std::ranges::any_of(term, [](char c) { return std::string_view("*-/()").find(c) != std::string_view::npos; });
    });
    return isSum && terms.size() > 1 ? terms : std::vector<std::string>{name};
}

std::optional<int64_t> numberIn(const std::string& term)
{
    const bool isNumber = !term.empty() && std::ranges::all_of(term, [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? parseNumber<int64_t>(term) : std::nullopt;
}

bool hasWord(std::string_view name, std::string_view word)
{
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower.find(word) != std::string::npos;
}

int64_t proposedFor(const DeclaredInput& input, size_t axis, std::string_view name)
{
    constexpr int64_t channels = 3;
    constexpr int64_t side = 224;
    constexpr int64_t tokens = 128;
    const bool isOfSequence = hasWord(name, "seq") || hasWord(name, "past") || hasWord(name, "len") || hasWord(name, "token");
    if (input.extents[axis].number > 0) {
        return input.extents[axis].number;
    }
    if (axis == 0 || hasWord(name, "batch")) {
        return 1;
    }
    const bool isImage = input.extents.size() == 4 && !isOfSequence;
    return isImage && axis == 1 ? channels : isImage ? side : tokens;
}

/// The number of an extent that may be a sum; nullopt if the number of a part is missing.
std::optional<int64_t> numberOf(const std::string& name, const ChosenExtents& extents)
{
    if (const auto whole = extents.find(name); whole != extents.end()) {
        return whole->second;
    }
    int64_t sum = 0;
    for (const std::string& term : termsOf(name)) {
        const auto chosen = extents.find(term);
        const auto number = chosen != extents.end() ? std::optional(chosen->second) : numberIn(term);
        if (!number || *number < 0 || *number > kMostExtent) {
            return std::nullopt;
        }
        sum += *number;
    }
    return sum;
}

Result<Shape> shapeOf(const DeclaredInput& input, const ChosenExtents& extents)
{
    Shape shape;
    for (const DeclaredExtent& extent : input.extents) {
        const auto number = extent.name.empty() ? std::optional(extent.number) : numberOf(extent.name, extents);
        if (!number) {
            return fail(ErrorCode::InvalidArgument, "the extent {} of the input {} is open; set it, as in {}",
                        quotedName(extent.name), quotedName(input.name), exampleOptions(openExtents(std::span(&input, 1))));
        }
        shape.push_back(*number);
    }
    return shape;
}

} // namespace

std::vector<OpenExtent> openExtents(std::span<const DeclaredInput> inputs)
{
    std::vector<OpenExtent> open;
    std::set<std::string> known;
    for (const DeclaredInput& input : inputs) {
        for (size_t axis = 0; axis < input.extents.size(); ++axis) {
            for (const std::string& term : termsOf(input.extents[axis].name)) {
                if (!term.empty() && !numberIn(term) && known.insert(term).second) {
                    open.push_back({term, proposedFor(input, axis, term)});
                }
            }
        }
    }
    return open;
}

Result<std::map<std::string, Shape>> shapesWith(std::span<const DeclaredInput> inputs, const ChosenExtents& extents,
                                                std::map<std::string, Shape> given)
{
    const std::vector<OpenExtent> open = openExtents(inputs);
    for (const auto& [name, number] : extents) {
        const bool isWhole = std::ranges::any_of(inputs, [&](const DeclaredInput& input) {
            return std::ranges::find(input.extents, name, &DeclaredExtent::name) != input.extents.end();
        });
        if (!isWhole && std::ranges::find(open, name, &OpenExtent::name) == open.end()) {
            return fail(ErrorCode::NotFound, "it has no open extent {}{}", quotedName(name),
                        open.empty() ? Sentence() : phrase("; set those it has, as in {}", exampleOptions(open)));
        }
    }
    for (const DeclaredInput& input : inputs) {
        const bool isOpen = std::ranges::any_of(input.extents, [](const DeclaredExtent& extent) { return !extent.name.empty(); });
        if (isOpen && !given.contains(input.name)) {
            given[input.name] = TRY(shapeOf(input, extents));
        }
    }
    return given;
}

std::string exampleOptions(std::span<const OpenExtent> extents)
{
    constexpr size_t most = 8; // of a hostile file with thousands
    std::string text;
    for (const OpenExtent& extent : extents.first(std::min(extents.size(), most))) {
        const std::string name = visibleText(truncateUtf8(extent.name, 80), Lines::Escape);
        const bool isWord =
            std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; });
        text += fmt::format("{}--dim {}={}", text.empty() ? "" : " ", isWord ? name : fmt::format("'{}'", name), extent.proposed);
    }
    return extents.size() > most ? text + " …" : text;
}

} // namespace knobscope
