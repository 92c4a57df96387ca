// SPDX-License-Identifier: GPL-3.0-or-later
// Studies in Optuna's SQLite storage: tables studies, study_directions, trials, trial_params and trial_values
// (optuna/storages/_rdb/models.py). A parameter's value is a number; for a choice it is the place in the list of its
// distribution.
#include "core/study/foreignresults.h"

#include "core/base/member.h"
#include "core/base/readjson.h"
#include "core/store/guarded.h"
#include "core/store/query.h"
#include "core/store/queryguard.h"

#include <cmath>
#include <map>

namespace knobscope {

namespace {

struct StudyRow {
    int64_t id = 0;
    std::string name;
};

/// Whether these are tables: a view would run the file author's SQL.
bool hasTables(SQLite::Database& database)
{
    Query q(database, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%' AND name IN"
                      " ('studies', 'study_directions', 'trials', 'trial_params', 'trial_values')");
    return q.number() == 5;
}

nlohmann::json valueOfParameter(double value, const std::string& distribution)
{
    const nlohmann::json json = jsonOrNull(distribution);
    const nlohmann::json attributes = memberOr(json, "attributes", nlohmann::json());
    const nlohmann::json choices = memberOr(attributes, "choices", nlohmann::json());
    if (choices.is_array()) {
        const bool isPlace = value >= 0 && value < static_cast<double>(choices.size());
        const nlohmann::json chosen = isPlace ? choices[static_cast<size_t>(value)] : nlohmann::json();
        return chosen.is_null() ? nlohmann::json("None") : chosen;
    }
    const bool isWhole = memberOr(json, "name", std::string()).starts_with("Int") && std::abs(value) < 9e15;
    return isWhole ? nlohmann::json(static_cast<int64_t>(value)) : nlohmann::json(value);
}

Result<StudyRow> chosenStudy(SQLite::Database& database, const std::string& path, const std::string& wanted)
{
    Query q(database, "SELECT study_id, study_name FROM studies ORDER BY study_id LIMIT 1000");
    std::vector<StudyRow> studies;
    std::string names;
    for (StudyRow row; q.next(row.id, row.name);) {
        if (wanted.empty() || row.name == wanted) {
            studies.push_back(row);
        }
        names += (names.empty() ? "" : ", ") + row.name.substr(0, 100);
    }
    if (studies.size() == 1) {
        return studies[0];
    }
    return names.empty() ? fail(ErrorCode::Parse, "{} contains no study", path)
         : wanted.empty()
             ? fail(ErrorCode::InvalidArgument, "{} contains several studies; choose one with --study: {}", path, names)
             : fail(ErrorCode::NotFound, "{} contains no study {}; it has {}", path, wanted, names);
}

Result<ForeignResults> readTrials(SQLite::Database& database, const std::string& path, const ForeignOptions& options)
{
    if (!hasTables(database)) {
        return fail(ErrorCode::Corrupt, "{} is a database, but not of Optuna's studies", path);
    }
    const auto study = TRY(chosenStudy(database, path, options.study));
    ForeignOptions units = options;
    if (Query(database, "SELECT count(*) FROM study_directions WHERE study_id = ? AND objective = 0 AND direction = 'MAXIMIZE'",
              study.id)
            .number()
        > 0) {
        units.unit = "1/s"; // more is better, so it is a speed
    }
    ForeignResults out{.tuner = "Optuna"};
    out.kernel = study.name;
    std::map<int64_t, NamedValues> values;
    Query parameters(database,
                     "SELECT p.trial_id, p.param_name, p.param_value, p.distribution_json FROM trial_params p"
                     " JOIN trials t ON t.trial_id = p.trial_id WHERE t.study_id = ? ORDER BY p.param_id LIMIT ?",
                     study.id, static_cast<int64_t>(ForeignLimits::values));
    int64_t trial = 0;
    double number = 0;
    for (std::string name, distribution; parameters.next(trial, name, number, distribution);) {
        values[trial].emplace_back(name, valueOfParameter(number, distribution));
    }
    Query trials(
        database,
        "SELECT t.trial_id, t.state, coalesce(t.datetime_complete, ''), coalesce(v.value_type, 'FINITE'), v.value IS NULL,"
        " coalesce(v.value, 0) FROM trials t LEFT JOIN trial_values v ON v.trial_id = t.trial_id AND v.objective = 0"
        " WHERE t.study_id = ? ORDER BY t.number LIMIT ?",
        study.id, static_cast<int64_t>(ForeignLimits::results) + 1);
    NamedEntries entries;
    int64_t isMissing = 0;
    for (std::string state, completed, type; trials.next(trial, state, completed, type, isMissing, number);) {
        const bool isFinite = type == "FINITE" && isMissing == 0;
        entries.addTrial(std::move(values[trial]), state == "COMPLETE" && !isFinite ? type : state, completed,
                         isFinite ? nlohmann::json(number) : nlohmann::json(), units);
    }
    TRY(checkSize(path, entries.size(), 0));
    TRY(entries.moveTo(out, path));
    return out;
}

} // namespace

Result<ForeignResults> readOptunaStudy(const std::string& path, const ForeignOptions& options)
{
    return guarded(path, [&]() -> Result<ForeignResults> {
        SQLite::Database database(path, SQLite::OPEN_READONLY);
        const QueryGuard guard(database.getHandle());
        return readTrials(database, path, options);
    });
}

} // namespace knobscope
