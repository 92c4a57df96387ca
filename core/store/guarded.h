// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/readjson.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <stdexcept>

namespace knobscope {

/// Error for an SQLite exception thrown while the project at `path` was used.
Error projectError(const std::string& path, const SQLite::Exception& thrown);

/// Error for a project that another program has locked (see isLocked()).
Error lockedError(const std::string& path);

/// A value in the file cannot be parsed; guarded() turns it into an Error.
class UnreadableValue : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Parses the JSON in a column. Throws UnreadableValue.
inline nlohmann::json columnJson(const std::string& text)
{
    auto json = readJson(text, "it");
    if (!json) {
        throw UnreadableValue(json.error().message);
    }
    return *std::move(json);
}

/// Same for a column that must hold an object. Throws UnreadableValue for any other kind.
inline nlohmann::json columnObject(const std::string& text)
{
    auto json = columnJson(text);
    if (!json.is_object()) {
        throw UnreadableValue("it is not a JSON object");
    }
    return json;
}

/// Runs `work` on the project at `path` and turns SQLite and JSON exceptions into an Error that names the file.
template<class F>
auto guarded(const std::string& path, F&& work) -> decltype(work())
{
    try {
        return work();
    } catch (const SQLite::Exception& e) {
        return tl::make_unexpected(projectError(path, e));
    } catch (const UnreadableValue& e) {
        return fail(ErrorCode::Corrupt, "{} contains a value that cannot be read: {}; the file is damaged", path, e.what());
    } catch (const nlohmann::json::exception&) {
        return fail(ErrorCode::Corrupt, "{} contains a value of an unexpected type; the file is damaged", path);
    }
}

} // namespace knobscope
