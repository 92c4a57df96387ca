// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/target.h"

#include "core/base/readjson.h"
#include "core/base/strings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <ranges>
#include <sstream>
#include <utility>

namespace knobscope {
namespace {

/// Default keys of each target kind (TVM's target kind registry).
const std::map<std::string, std::vector<std::string>, std::less<>>& kindTable()
{
    static const std::map<std::string, std::vector<std::string>, std::less<>> table = {
        {"aocl", {"aocl", "hls"}},
        {"aocl_sw_emu", {"aocl", "hls"}},
        {"c", {"cpu"}},
        {"cuda", {"cuda", "gpu"}},
        {"ext_dev", {}},
        {"hexagon", {"hexagon"}},
        {"hybrid", {}},
        {"llvm", {"cpu"}},
        {"metal", {"metal", "gpu"}},
        {"nvptx", {"cuda", "gpu"}},
        {"opencl", {"opencl", "gpu"}},
        {"rocm", {"rocm", "gpu"}},
        {"sdaccel", {"sdaccel", "hls"}},
        {"stackvm", {}},
        {"vulkan", {"vulkan", "gpu"}},
        {"webgpu", {"webgpu", "gpu"}},
    };
    return table;
}

tl::unexpected<Error> unknownKind(const std::string& given)
{
    const std::string shown(truncateUtf8(given, 80));
    const auto kinds = kindTable() | std::views::keys;
    if (const auto meant = findClosestName(shown, {kinds.begin(), kinds.end()})) {
        return fail(ErrorCode::NotFound, "unknown target kind '{}'; did you mean '{}'?", shown, *meant);
    }
    return fail(ErrorCode::NotFound,
                "unknown target kind '{}'; use llvm, cuda or another of TVM's kinds, which docs/cli.md lists", shown);
}

constexpr size_t kLongestTarget = 4096; // real ones have less than 300 characters

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::vector<std::string> tokenize(std::string_view text)
{
    std::istringstream stream{std::string(text)};
    return {std::istream_iterator<std::string>(stream), {}};
}

bool isAttributeName(std::string_view name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

using Attributes = std::map<std::string, std::string>;

/// Parses one option from tokens[at] and advances `at`.
Result<std::pair<std::string, std::string>> parseOption(const std::vector<std::string>& tokens, size_t& at)
{
    std::string_view word = tokens[at++];
    if (word.front() != '-') {
        return fail(ErrorCode::InvalidArgument, "target option '{}' must start with '-', as in '-mcpu=znver4'", word);
    }
    word.remove_prefix(word.starts_with("--") ? 2 : 1);
    const size_t equals = word.find('=');
    std::string name(word.substr(0, equals));
    if (!isAttributeName(name) || name.front() == '-') {
        return fail(ErrorCode::InvalidArgument, "target option '{}' has no usable name; write '-name=value'", tokens[at - 1]);
    }
    if (name == "target") {
        name = "mtriple";
    }
    if (equals != std::string_view::npos) {
        if (equals + 1 == word.size()) {
            return fail(ErrorCode::InvalidArgument, "target option '-{}=' has no value; add one or remove the option", name);
        }
        return std::pair(std::move(name), std::string(word.substr(equals + 1)));
    }
    if (at < tokens.size() && tokens[at].front() != '-') {
        return std::pair(std::move(name), tokens[at++]);
    }
    return std::pair(std::move(name), std::string("1"));
}

Result<Attributes> parseOptions(const std::vector<std::string>& tokens)
{
    Attributes attrs;
    for (size_t at = 1; at < tokens.size();) {
        auto option = TRY(parseOption(tokens, at));
        const std::string name = option.first;
        if (!attrs.insert(std::move(option)).second) {
            return fail(ErrorCode::InvalidArgument, "target option '-{}' is given twice; remove one", name);
        }
    }
    return attrs;
}

Result<std::vector<std::string>> keysOf(const Attributes& attrs, const std::vector<std::string>& ofKind)
{
    std::vector<std::string> keys;
    const auto add = [&keys](std::string key) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            keys.push_back(std::move(key));
        }
    };
    const auto given = attrs.find("keys");
    if (given != attrs.end()) {
        for (std::string& key : splitText(given->second, ',')) {
            if (key.empty()) {
                return fail(ErrorCode::InvalidArgument,
                            "target option '-keys={}' has an empty key; separate keys by single commas", given->second);
            }
            add(std::move(key));
        }
    }
    if (const auto device = attrs.find("device"); device != attrs.end()) {
        if (device->second.find(',') != std::string::npos) {
            return fail(ErrorCode::InvalidArgument, "target option '-device={}' names more than one device; keep only one",
                        device->second);
        }
        add(device->second);
    }
    if (given == attrs.end()) {
        std::for_each(ofKind.begin(), ofKind.end(), add);
    }
    return keys;
}

std::string canonicalText(const Target& target)
{
    std::string text = target.kind;
    if (!target.keys.empty()) {
        text += fmt::format(" -keys={}", fmt::join(target.keys, ","));
    }
    for (const auto& [name, value] : target.attrs) {
        text += fmt::format(" -{}={}", name, value);
    }
    return text;
}

} // namespace

std::string Target::model() const
{
    return attr("model", "unknown");
}

std::string Target::attr(const std::string& name, std::string_view fallback) const
{
    const auto found = attrs.find(name);
    return found == attrs.end() ? std::string(fallback) : found->second;
}

bool Target::hasKey(std::string_view key) const
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

Result<Target> parseTarget(std::string_view text)
{
    if (text.size() > kLongestTarget) {
        return fail(ErrorCode::LimitExceeded, "the target text has {} characters; at most {} are read", text.size(),
                    kLongestTarget);
    }
    if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; })) {
        return fail(ErrorCode::InvalidArgument,
                    "the target text contains a control character; write it on one line, as in 'llvm -mcpu=znver4'");
    }
    if (!isUtf8(text)) {
        return fail(ErrorCode::InvalidArgument, "the target text is not UTF-8; write it as in 'llvm -mcpu=znver4'");
    }
    const std::vector<std::string> parts = tokenize(text);
    if (parts.empty()) {
        return fail(ErrorCode::InvalidArgument, "the target is empty; write a kind and its options, as in 'llvm -mcpu=znver4'");
    }
    const auto kind = kindTable().find(parts.front());
    if (kind == kindTable().end()) {
        return unknownKind(parts.front());
    }

    Target target;
    target.kind = kind->first;
    target.attrs = TRY(parseOptions(parts));
    target.keys = TRY(keysOf(target.attrs, kind->second));
    target.attrs.erase("keys");
    target.text = canonicalText(target);
    if (target.text.size() > kLongestTarget) {
        return fail(ErrorCode::LimitExceeded, "the target's complete text has {} characters; at most {} are read",
                    target.text.size(), kLongestTarget);
    }
    return target;
}

std::string withTripleSpelling(std::string_view targetText)
{
    constexpr std::string_view kOld = "-target=";
    std::string result;
    for (size_t at = 0; at < targetText.size();) {
        const bool startsWord = at == 0 || isBlank(targetText[at - 1]);
        if (startsWord && targetText.substr(at).starts_with(kOld)) {
            result += "-mtriple=";
            at += kOld.size();
        } else {
            result += targetText[at++];
        }
    }
    return result;
}

} // namespace knobscope
