// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/variants.h"

#include "core/json/readjson.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace knobscope {

namespace {

std::string keyOf(const std::string& task)
{
    return "variants " + task;
}

} // namespace

nlohmann::json variantsToJson(const std::vector<NamedEdits>& variants)
{
    nlohmann::json out = nlohmann::json::array();
    for (const NamedEdits& variant : variants) {
        out.push_back({{"name", variant.name}, {"edits", variant.edits}});
    }
    return out;
}

Result<std::vector<NamedEdits>> variantsFromJson(const nlohmann::json& json)
{
    const auto wrong = [&] {
        return fail(ErrorCode::Parse, "Variants are a list of {{\"name\", \"edits\"}}, not '{}'", json.dump().substr(0, 80));
    };
    if (!json.is_array()) {
        return wrong();
    }
    std::vector<NamedEdits> out;
    for (const auto& item : json) {
        if (!item.is_object() || !item.contains("name") || !item["name"].is_string() || !item.contains("edits")
            || !item["edits"].is_array()) {
            return wrong();
        }
        NamedEdits variant{item["name"].get<std::string>(), {}};
        for (const auto& edit : item["edits"]) {
            if (!edit.is_string()) {
                return wrong();
            }
            variant.edits.push_back(edit.get<std::string>());
        }
        out.push_back(std::move(variant));
    }
    return out;
}

Result<std::vector<NamedEdits>> variants(Project& project, const std::string& task)
{
    try {
        SQLite::Statement q(project.database(), "SELECT value FROM meta WHERE key = ?");
        q.bind(1, keyOf(task));
        if (!q.executeStep()) {
            return std::vector<NamedEdits>{};
        }
        auto read = variantsFromJson(jsonOrNull(q.getColumn(0).getString()));
        if (!read) {
            return fail(ErrorCode::Corrupt, "The variants in {} cannot be read: {}", project.path(), read.error().message);
        }
        return read;
    } catch (const SQLite::Exception& e) {
        return fail(ErrorCode::Io, "The variants in {} cannot be read: {}", project.path(), e.what());
    }
}

void setVariants(ProjectWriter& writer, const std::string& task, const std::vector<NamedEdits>& variants)
{
    writer.setMeta(keyOf(task), variants.empty()
                                    ? std::string()
                                    : variantsToJson(variants).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

} // namespace knobscope
