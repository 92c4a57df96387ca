// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/projectwriter.h"
#include "core/store/spanwriter.h"
#include "core/store/taskrow.h"
#include "tests/fuzz/readers.h"
#include "tests/fuzz/wholeproject.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <array>
#include <fstream>
#include <iterator>

namespace knobscope::fuzz {

namespace {

/// Columns for the lines of an input, in this order; SQLite accepts numbers in text columns and texts in number columns.
constexpr std::array columns{"task.task",       "task.label",       "task.key",        "task.space_text",  "task.space_length",
                             "task.flops",      "run.parameters",   "run.options",     "run.seed",         "run.state",
                             "run.tuner",       "run.started",      "run.ended",       "run.budget",       "run.host_pid",
                             "run.host_start",  "trial.entity",     "trial.costs",     "trial.timing",     "trial.message",
                             "trial.config",    "trial.error_no",   "trial.gflops",    "trial.timestamp",  "trial.speedup",
                             "trial.pace",      "trial.number",     "span.args",       "span.ts",          "span.dur",
                             "span.depth",      "span.line",        "span.trial",      "track.pid",        "track.process",
                             "track.depths",    "track.first",      "track.last",      "trace.problems",   "trace.finest",
                             "trace.path",      "span_level.level", "span_level.cell", "span_level.depth", "span_level.first",
                             "span_level.busy", "span_level.count", "counter.name",    "sample.ts",        "sample.value",
                             "note.text",       "note.created",     "meta.value",      "string.text",      "trial.said"};

Task convolution()
{
    return makeTask("conv2d_NCHWc.x86",
                    nlohmann::json::parse(R"([["TENSOR", [1, 64, 56, 56], "float32"], ["TENSOR", [64, 64, 3, 3], "float32"],
                                              [1, 1], [1, 1, 1, 1], [1, 1], "NCHW", "NCHW", "float32"])"),
                    parseTarget("llvm").value())
        .value();
}

TrialRow trialOf(const Task& task, int64_t number)
{
    TrialRow row;
    row.number = number;
    row.index = number * 7;
    row.entity = entityToJson(task.space.at(row.index).value());
    row.errorNo = number % 3 == 0 ? 4 : 0;
    row.why = row.errorNo != 0 ? phrase("it needs {} bytes", 1000 + number) : Sentence();
    row.gflops = row.errorNo != 0 ? 0 : 10 + static_cast<double>(number);
    row.costs = {row.errorNo != 0 ? 1e9 : task.autotvmFlops / row.gflops / 1e9};
    row.speedup = row.gflops / 10;
    row.timing = {{"speedup", row.speedup}, {"pairs", 3}, {"candidate", {1e-3, 2e-3}}};
    row.timestamp = 1.7e9 + static_cast<double>(number);
    return row;
}

/// Creates a project with a run of six trials, its spans, an imported trace, a note and a variant: at least one row per table.
std::string madeProject()
{
    const std::string path = freshPath("columns.knobscope");
    (void)Project::open(path, Project::Mode::Create).value();
    const Task task = convolution();
    {
        auto writer = ProjectWriter::open(path).value();
        RunRow run;
        run.task = writer->addTask(taskRowOf(task, "resnet-18:2")).value();
        run.tuner = "random";
        run.state = "finished";
        run.started = 1.7e9;
        run.budget = 6;
        const int64_t id = writer->addRun(run).value();
        for (int64_t number = 1; number <= 6; ++number) {
            writer->addTrial(id, trialOf(task, number));
        }
        Span span{1.7e9, 0.5, "build", "build",     "build", "core/worker/buildkernel.cpp",
                  20,    17,  18,      "builder 1", "main",  {{"trial", 1}}};
        writer->addSpans(id, {span, span});
        writer->addSample("pace", "", 1.7e9, 0.9);
        require(writer->flush(), "The project cannot be written");
    }
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    database.exec("INSERT INTO note (run, created, text) VALUES (1, 1.7e9, 'a note');"
                  "INSERT INTO trace VALUES (1, 'a.json', 'complete', 1.7e9, 1, '[]');"
                  "PRAGMA journal_mode = DELETE; VACUUM");
    return path;
}

const std::string& projectBytes()
{
    static const std::string bytes = [] {
        std::ifstream file(madeProject(), std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    }();
    return bytes;
}

/// Stores a text in a column of the first row of a table.
void put(SQLite::Database& database, const std::string& column, std::string_view value)
{
    const size_t dot = column.find('.');
    const std::string table = column.substr(0, dot);
    const std::string name = column.substr(dot + 1);
    try {
        SQLite::Statement update(database,
                                 fmt::format("UPDATE {0} SET {1} = ?1 WHERE {1} = (SELECT {1} FROM {0} LIMIT 1)", table, name));
        update.bind(1, std::string(value));
        update.exec();
    } catch (const SQLite::Exception&) {
        return; // the schema rejects this value, so no file can contain it
    }
}

} // namespace

/// Reads a project whose columns are set to the lines of the input; an empty line keeps the column.
void readProjectColumns(std::string_view input)
{
    const std::string& bytes = projectBytes();
    const std::string path = freshPath("columns.knobscope");
    std::ofstream(path, std::ios::binary) << bytes;
    {
        SQLite::Database database(path, SQLite::OPEN_READWRITE);
        database.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; BEGIN");
        for (const char* column : columns) {
            if (const std::string_view value = takeLine(input); !value.empty()) {
                put(database, column, value);
            }
        }
        database.exec("COMMIT");
    }
    askProject(path);
}

} // namespace knobscope::fuzz
