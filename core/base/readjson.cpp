// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readjson.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace knobscope {

namespace {

/// Nesting depth and number of values of a JSON text, estimated from brackets and commas outside of strings.
struct Outline {
    int depth = 0;
    size_t values = 1;
};

Outline outlineOf(std::string_view text)
{
    Outline outline;
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        switch (text[i]) {
        case '"':
            for (++i; i < text.size() && text[i] != '"'; ++i) {
                i += text[i] == '\\' ? 1 : 0;
            }
            break;
        case '[':
        case '{':
            outline.depth = std::max(outline.depth, ++depth);
            ++outline.values;
            break;
        case ']':
        case '}': --depth; break;
        case ',': ++outline.values; break;
        default: break;
        }
    }
    return outline;
}

tl::unexpected<Error> tooLong(std::string_view what, const JsonLimits& limits)
{
    return fail(ErrorCode::LimitExceeded, "{} is longer than {} bytes, the largest size that is read", what, limits.bytes);
}

} // namespace

std::string jsonText(const nlohmann::json& json, int indent)
{
    return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool isUtf8(std::string_view text)
{
    try {
        return !nlohmann::json(std::string(text)).dump().empty();
    } catch (const nlohmann::json::type_error&) { // thrown for invalid UTF-8
        return false;
    }
}

std::string jsonErrorCause(const std::exception& thrown)
{
    const std::string_view whole = thrown.what();
    const size_t end = whole.find("] ");
    return std::string(whole.starts_with("[json.exception.") && end != whole.npos ? whole.substr(end + 2) : whole);
}

Result<nlohmann::json> readJson(std::string_view text, std::string_view what, const JsonLimits& limits)
{
    if (text.size() > limits.bytes) {
        return tooLong(what, limits);
    }
    const Outline outline = outlineOf(text);
    if (outline.depth > limits.depth) {
        return fail(ErrorCode::LimitExceeded, "{} is nested more than {} levels deep", what, limits.depth);
    }
    if (outline.values > limits.values) {
        return fail(ErrorCode::LimitExceeded, "{} contains more than {} values, the largest number that is read", what,
                    limits.values);
    }
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        return fail(ErrorCode::Parse, "{} is not valid JSON; the first error is at byte {}", what, error.byte);
    } catch (const nlohmann::json::out_of_range&) {
        return fail(ErrorCode::Parse, "{} contains a number that is too large", what);
    }
}

nlohmann::json jsonOrNull(std::string_view text, const JsonLimits& limits)
{
    return readJson(text, "it", limits).value_or(nlohmann::json());
}

Result<nlohmann::json> readJsonFile(const std::string& path, Readable which, const JsonLimits& limits)
{
    const auto file = TRY(InputFile::open(path, which));
    std::string text;
    std::array<char, 65536> block;
    // read() reports an I/O error as a state; stream iterators would throw.
    while (text.size() <= limits.bytes && (file->read(block.data(), block.size()) || file->gcount() > 0)) {
        text.append(block.data(), static_cast<size_t>(file->gcount()));
    }
    if (file->bad()) {
        return fail(ErrorCode::Io, "{} cannot be read: {}", path, std::strerror(errno));
    }
    return readJson(text, path, limits);
}

} // namespace knobscope
