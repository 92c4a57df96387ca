// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/inputfile.h"
#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <exception>
#include <string>
#include <string_view>

namespace knobscope {

/// A value as one line of text, or indented; replaces invalid UTF-8.
std::string jsonText(const nlohmann::json& json, int indent = -1);

/// Whether a text is valid UTF-8 (RFC 3629), as JSON requires. For texts that do not come from JSON.
bool isUtf8(std::string_view text);

/// Limits of a JSON text. Nested values are destroyed, compared and written recursively, so that depth costs stack; a value takes
/// 16 to 200 bytes.
struct JsonLimits {
    size_t bytes = size_t{64} << 20;
    int depth = 64; ///< this program writes at most 6 levels, networks have 8
    size_t values = 1'000'000;
};

/// The cause of a JSON exception, without the library's name and number: "key 'x' not found".
std::string jsonErrorCause(const std::exception& thrown);

/// Parses untrusted JSON. Every error message begins with `what` ("the record").
Result<nlohmann::json> readJson(std::string_view text, std::string_view what, const JsonLimits& limits = {});
/// Same without an error: null if the text is not JSON within the limits.
nlohmann::json jsonOrNull(std::string_view text, const JsonLimits& limits = {});
/// Same for a file, of which at most the limit is read.
Result<nlohmann::json> readJsonFile(const std::string& path, Readable which, const JsonLimits& limits = {});

} // namespace knobscope
