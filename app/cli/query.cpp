// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/store/sqlanswer.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

struct QueryFlags {
    std::string path;
    std::string question;
    int64_t limit = SqlLimits().rows;
    double seconds = std::chrono::duration<double>(SqlLimits().time).count();
    bool csv = false;
};

Result<Exit> listViews(const Output& output)
{
    Table table({{"view", "view"}, {"columns", "columns"}, {"meaning", "meaning"}});
    for (const SqlView& view : sqlViews()) {
        table.add({view.name, view.columns, view.meaning});
    }
    return output.answer("views", table);
}

Result<Exit> query(const Output& output, const QueryFlags& flags)
{
    if (flags.csv && output.isJson()) {
        return fail(ErrorCode::InvalidArgument, "--csv and --json cannot be used together");
    }
    if (flags.question.empty()) {
        return listViews(output);
    }
    SqlLimits limits;
    limits.rows = flags.limit;
    limits.time = std::chrono::milliseconds(static_cast<int64_t>(flags.seconds * 1e3));
    const auto answer = TRY(answerSql(flags.path, flags.question, limits));
    if (answer.isCut) {
        output.note("There are more rows; --limit shows them");
    }
    if (flags.csv) {
        output.text(answer.table.toCsv());
        return Exit::Success;
    }
    return output.answer("rows", answer.table, {{"cut", answer.isCut}});
}

} // namespace

void addQueryCommand(CLI::App& app, const Output& output, Action& action)
{
    auto flags = std::make_shared<QueryFlags>();
    CLI::App* command = app.add_subcommand("query", "Answer a question in SQL about a project");
    addProjectArgument(*command, flags->path);
    command->add_option("SQL", flags->question, "One SELECT of the views; without it, the views are listed");
    command->add_option("--limit", flags->limit, "Show at most this many rows")->check(between(1, 1e6))->capture_default_str();
    command->add_option("--seconds", flags->seconds, "Stop the question after this time")
        ->check(between(0.1, 3600))
        ->capture_default_str();
    command->add_flag("--csv", flags->csv, "Print comma-separated values");
    whenChosen(*command, action, [=, &output] { return query(output, *flags); });
}

} // namespace knobscope::cli
