// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/inputfile.h"
#include "core/result/result.h"

#include <nlohmann/json.hpp>

#include <exception>
#include <string>
#include <string_view>

namespace knobscope {

/// A value as one line of text, or indented; what is no UTF-8 in it is replaced.
std::string jsonText(const nlohmann::json& json, int indent = -1);

/// Whether a text is UTF-8 throughout (RFC 3629): no JSON can be written of others. For what does not come out of JSON.
bool isUtf8(std::string_view text);

/// How much JSON a text may be. Values of nested lists are destroyed, compared and written by functions that call themselves, so
/// that depth costs stack; a value takes 16 to 200 bytes.
struct JsonLimits {
    size_t bytes = size_t{64} << 20;
    int depth = 64; ///< what this program writes has 6 levels, networks have 8
    size_t values = 1'000'000;
};

/// What was wrong with a JSON value, without the library's name and number of the exception: "key 'x' not found".
std::string jsonTrouble(const std::exception& thrown);

/// Reads JSON that comes from outside. Every failure is a sentence about `what` ("the record"), which it begins with.
Result<nlohmann::json> readJson(std::string_view text, std::string_view what, const JsonLimits& limits = {});
/// The same where only a value counts: null when the text is no JSON within the limits.
nlohmann::json jsonOrNull(std::string_view text, const JsonLimits& limits = {});
/// The same from a file, of which no more than the limit is read.
Result<nlohmann::json> readJsonFile(const std::string& path, Readable which, const JsonLimits& limits = {});

} // namespace knobscope
