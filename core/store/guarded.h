// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/readjson.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <stdexcept>

namespace knobscope {

/// The sentence for what SQLite threw while the project at `path` was used.
Error projectError(const std::string& path, const SQLite::Exception& thrown);

/// The sentence for a project that another program holds locked (see isLocked()).
Error lockedError(const std::string& path);

/// What guarded() makes the failure of that a value in the file cannot be read.
class UnreadableValue : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// The JSON in a column. Throws UnreadableValue.
inline nlohmann::json columnJson(const std::string& text)
{
    auto json = readJson(text, "it");
    if (!json) {
        throw UnreadableValue(json.error().message);
    }
    return *std::move(json);
}

/// The same where it is an object. Throws UnreadableValue for any other kind.
inline nlohmann::json columnObject(const std::string& text)
{
    auto json = columnJson(text);
    if (!json.is_object()) {
        throw UnreadableValue("it is no JSON object");
    }
    return json;
}

/// Runs a piece of work on the project at `path`; what SQLite or JSON throw there becomes a failure that names the file.
template<class F>
auto guarded(const std::string& path, F&& work) -> decltype(work())
{
    try {
        return work();
    } catch (const SQLite::Exception& e) {
        return tl::make_unexpected(projectError(path, e));
    } catch (const UnreadableValue& e) {
        return fail(ErrorCode::Corrupt, "{} holds a value that cannot be read: {}; the file is damaged", path, e.what());
    } catch (const nlohmann::json::exception&) {
        return fail(ErrorCode::Corrupt, "{} holds a value of another kind than belongs there; the file is damaged", path);
    }
}

} // namespace knobscope
