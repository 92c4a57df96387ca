// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>

namespace knobscope {

/// The sentence for what SQLite threw while the project at `path` was used.
Error projectError(const std::string& path, const SQLite::Exception& thrown);

/// Runs a piece of work on the project at `path`; what SQLite or JSON throw there becomes a failure that names the file.
template<class F>
auto guarded(const std::string& path, F&& work) -> decltype(work())
{
    try {
        return work();
    } catch (const SQLite::Exception& e) {
        return tl::make_unexpected(projectError(path, e));
    } catch (const nlohmann::json::exception& e) {
        return fail(ErrorCode::Corrupt, "{} holds a value that cannot be read: {}", path, e.what());
    }
}

} // namespace knobscope
