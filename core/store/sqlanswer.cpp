// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/sqlanswer.h"

#include "core/store/guarded.h"

#include <fmt/ranges.h>
#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>

namespace knobscope {

namespace {

constexpr int64_t kMostBytes = int64_t{64} << 20; ///< of an answer's texts

constexpr SqlView kViews[] = {
    {"run",
     "id, task, tuner, seed, state, started, ended, budget, trials, failed, best_config, best_gflops, best_seconds, best_speedup",
     "A tuning run of one task. Times are Unix seconds.",
     "SELECT r.id AS id, task.label AS task, r.tuner AS tuner, r.seed AS seed, r.state AS state, r.started AS started,"
     " r.ended AS ended, r.budget AS budget, (SELECT count(*) FROM main.trial t WHERE t.run = r.id) AS trials,"
     " (SELECT count(*) FROM main.trial t WHERE t.run = r.id AND t.gflops <= 0) AS failed, b.config AS best_config,"
     " b.gflops AS best_gflops, task.flops / b.gflops / 1e9 AS best_seconds, nullif(b.speedup, 0) AS best_speedup"
     " FROM main.run r JOIN main.task ON task.id = r.task LEFT JOIN main.trial b ON b.run = r.id AND b.number ="
     " (SELECT t.number FROM main.trial t WHERE t.run = r.id AND t.error_no = 0 AND t.gflops > 0"
     " ORDER BY t.gflops DESC, t.number LIMIT 1)"},
    {"trial", "run, number, config, gflops, seconds, speedup, error_no, message, ended, build_seconds, run_seconds",
     "A measured config. Failed trials have an error number, and no GFLOPS, seconds and speed-up.",
     "SELECT t.run AS run, t.number AS number, t.config AS config, nullif(t.gflops, 0) AS gflops,"
     " CASE WHEN t.gflops > 0 THEN task.flops / t.gflops / 1e9 END AS seconds, nullif(t.speedup, 0) AS speedup,"
     " t.error_no AS error_no, t.message AS message, t.timestamp AS ended, t.build_seconds AS build_seconds,"
     " t.run_seconds AS run_seconds FROM main.trial t JOIN main.run r ON r.id = t.run JOIN main.task ON task.id = r.task"},
    {"knob_value", "run, trial, config, knob, value",
     "A knob's value in a trial: a number, a text, or the list of a split as JSON text.",
     "SELECT t.run AS run, t.number AS trial, t.config AS config, json_extract(e.value, '$[0]') AS knob,"
     " json_extract(e.value, '$[2]') AS value FROM main.trial t, json_each(t.entity) e WHERE json_valid(t.entity)"},
    {"span", "run, trial, process, thread, name, category, begin_ns, duration_ns, depth, file, line, arguments",
     "A piece of work on the timeline, in nanoseconds.",
     "SELECT s.run AS run, nullif(s.trial, 0) AS trial, k.process AS process, k.thread AS thread, n.text AS name,"
     " c.text AS category, s.ts AS begin_ns, s.dur AS duration_ns, s.depth AS depth, f.text AS file, s.line AS line,"
     " s.args AS arguments FROM main.span s JOIN main.track k ON k.id = s.track LEFT JOIN main.string n ON n.id = s.name"
     " LEFT JOIN main.string c ON c.id = s.category LEFT JOIN main.string f ON f.id = s.file"},
    {"network_step", "network, task, arguments, config, seconds",
     "A tuned kernel timed inside a network. `network` names its fingerprint, target and threads.",
     "SELECT substr(m.key, 17) AS network, json_extract(e.value, '$[0]') AS task, json_extract(e.value, '$[1]') AS arguments,"
     " json_extract(e.value, '$[2]') AS config, json_extract(e.value, '$[3]') AS seconds"
     " FROM main.meta m, json_each(m.value) e WHERE m.key >= 'kernels seen in ' AND m.key < 'kernels seen in!'"
     " AND json_valid(m.value)"},
    {"note", "run, trial, task, network, created, text",
     "A note, about the project where nothing else is named. Tags begin with #.",
     "SELECT n.run AS run, json_extract(m.value, '$.trial') AS trial, json_extract(m.value, '$.task') AS task,"
     " json_extract(m.value, '$.network') AS network, n.created AS created, n.text AS text FROM main.note n LEFT JOIN main.meta m"
     " ON m.key = 'note ' || n.id || ' is about' AND json_valid(m.value)"}};

/// Allows reading: of the views, and by the views (`view` is the one that reads) of the project's tables. For a table of which no
/// column is read, SQLite asks once more, with no column and no view.
int mayDo(void*, int action, const char* table, const char* detail, const char* database, const char* view)
{
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION: return detail && std::string_view(detail) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_READ: {
        const std::string_view name = table ? table : "";
        const bool isOfProject = database && std::string_view(database) == "main" && name != "json_each" && name != "json_tree";
        const bool hasColumn = detail && *detail != 0;
        return isOfProject && !view && hasColumn ? SQLITE_DENY : SQLITE_OK;
    }
    default: return SQLITE_DENY;
    }
}

std::string viewNames()
{
    std::vector<std::string_view> names;
    std::ranges::transform(kViews, std::back_inserter(names), &SqlView::name);
    return fmt::format("{}", fmt::join(names, ", "));
}

struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Error questionError(sqlite3* connection)
{
    return {ErrorCode::InvalidArgument,
            phrase("The question cannot be answered: {}. It must be one SELECT of {}", sqlite3_errmsg(connection), viewNames())};
}

Result<Statement> prepared(sqlite3* connection, const std::string& question)
{
    sqlite3_stmt* made = nullptr;
    const char* rest = nullptr;
    const int code = sqlite3_prepare_v2(connection, question.c_str(), static_cast<int>(question.size()) + 1, &made, &rest);
    Statement statement(made);
    if (code != SQLITE_OK) {
        return tl::make_unexpected(questionError(connection));
    }
    const std::string_view left = rest ? rest : "";
    if (!statement || left.find_first_not_of(" \t\r\n;") != std::string_view::npos) {
        return fail(ErrorCode::InvalidArgument, "The question must be one SELECT of {}", viewNames());
    }
    return statement;
}

/// Blobs are read as the text of an SQL literal.
nlohmann::json valueOf(sqlite3_stmt* row, int column)
{
    const auto size = static_cast<size_t>(sqlite3_column_bytes(row, column));
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER: return sqlite3_column_int64(row, column);
    case SQLITE_FLOAT: return sqlite3_column_double(row, column);
    case SQLITE_NULL: return nullptr;
    case SQLITE_BLOB: {
        const auto* bytes = static_cast<const unsigned char*>(sqlite3_column_blob(row, column));
        return fmt::format("x'{:02x}'", fmt::join(std::span(bytes, size), ""));
    }
    default: return std::string(reinterpret_cast<const char*>(sqlite3_column_text(row, column)), size);
    }
}

/// Names of the result's columns, each once: "name", "name 2".
std::vector<std::string> columnNames(sqlite3_stmt* statement)
{
    std::vector<std::string> names;
    for (int column = 0; column < sqlite3_column_count(statement); ++column) {
        const std::string name = sqlite3_column_name(statement, column);
        std::string unique = name;
        for (int number = 2; std::ranges::count(names, unique) > 0; ++number) {
            unique = fmt::format("{} {}", name, number);
        }
        names.push_back(std::move(unique));
    }
    return names;
}

/// Numbers are right-aligned where a column has nothing else.
SqlAnswer answerOf(const std::vector<std::string>& names, const std::vector<std::vector<nlohmann::json>>& rows, bool isCut)
{
    std::vector<TableColumn> columns;
    for (size_t column = 0; column < names.size(); ++column) {
        const auto isNumber = [&](const auto& row) { return row[column].is_number() || row[column].is_null(); };
        columns.emplace_back(names[column], Sentence(names[column]), std::ranges::all_of(rows, isNumber) ? "{}" : "");
    }
    SqlAnswer answer{Table(std::move(columns)), isCut};
    for (const auto& row : rows) {
        Table::Row cells;
        std::ranges::transform(row, std::back_inserter(cells),
                               [](const nlohmann::json& value) { return value.is_null() ? TableCell() : TableCell(value); });
        answer.table.add(std::move(cells));
    }
    return answer;
}

} // namespace

std::span<const SqlView> sqlViews()
{
    return kViews;
}

Result<SqlAnswer> answerSql(const std::string& path, const std::string& question, const SqlLimits& limits)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    return guarded(path, [&]() -> Result<SqlAnswer> {
        sqlite3* connection = project.database().getHandle();
        project.database().exec("PRAGMA temp_store = MEMORY");
        for (const SqlView& view : kViews) {
            project.database().exec(fmt::format("CREATE TEMP VIEW {} AS {}", view.name, view.select));
        }
        const QueryGuard::Deadline deadline(project.guard(), limits.time, limits.stop);
        sqlite3_set_authorizer(connection, mayDo, nullptr);
        const auto statement = TRY(prepared(connection, question));
        const auto names = columnNames(statement.get());
        std::vector<std::vector<nlohmann::json>> rows;
        int64_t bytes = 0;
        int code = SQLITE_ROW;
        while ((code = sqlite3_step(statement.get())) == SQLITE_ROW) {
            if (std::ssize(rows) >= limits.rows || bytes > kMostBytes) {
                return answerOf(names, rows, true);
            }
            rows.emplace_back();
            for (int column = 0; column < static_cast<int>(names.size()); ++column) {
                rows.back().push_back(valueOf(statement.get(), column));
                bytes += sqlite3_column_bytes(statement.get(), column) + 16;
            }
        }
        if (code == SQLITE_INTERRUPT) {
            return limits.stop && *limits.stop
                     ? fail(ErrorCode::Timeout, "The question was stopped")
                     : fail(ErrorCode::Timeout, "The question took longer than {} seconds and was stopped; ask for less",
                            std::chrono::duration<double>(limits.time).count());
        }
        if (code == SQLITE_ERROR || code == SQLITE_TOOBIG || code == SQLITE_MISMATCH || code == SQLITE_AUTH) {
            return tl::make_unexpected(questionError(connection));
        }
        if (code != SQLITE_DONE) {
            throw SQLite::Exception(connection, code);
        }
        return answerOf(names, rows, false);
    });
}

} // namespace knobscope
