// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/base/numbertext.h"
#include "core/base/strings.h"
#include "core/report/report.h"
#include "core/store/filehead.h"

#include <CLI/CLI.hpp>

#include <chrono>

namespace knobscope::cli {

namespace {

struct ReportFlags {
    ReportRequest request;
    std::string runs;
    std::string networks;
    std::string file;
    std::string parts;
};

/// "1,2,5-8"
Result<std::vector<int64_t>> readNumbers(const std::string& text)
{
    constexpr int64_t most = 100'000;
    std::vector<int64_t> numbers;
    for (const std::string& part : text.empty() ? std::vector<std::string>() : splitText(text, ',')) {
        const std::vector<std::string> ends = splitText(trimmed(part), '-');
        const auto first = parseNumber<int64_t>(ends.front());
        const auto last = parseNumber<int64_t>(ends.back());
        if (ends.size() > 2 || !first || !last || *first < 1 || *last < *first || *last - *first >= most) {
            return fail(ErrorCode::InvalidArgument, "--runs expects numbers of runs, as in 1,2,5-8, not '{}'", part);
        }
        for (int64_t number = *first; number <= *last; ++number) {
            numbers.push_back(number);
        }
    }
    return numbers;
}

Result<std::vector<std::string>> readNames(const std::string& text)
{
    std::vector<std::string> names;
    for (const std::string& part : text.empty() ? std::vector<std::string>() : splitText(text, ',')) {
        names.emplace_back(trimmed(part));
        if (names.back().empty()) {
            return fail(ErrorCode::InvalidArgument, "--networks expects names, as in resnet-18,model.onnx, not '{}'", text);
        }
    }
    return names;
}

Result<Exit> report(const Output& output, ReportFlags flags)
{
    TRY(refuseDatabase(flags.file)); // before its configs are compiled
    flags.request.runs = TRY(readNumbers(flags.runs));
    flags.request.networks = TRY(readNames(flags.networks));
    CodeWorker::Options options;
    options.worker = flags.request.worker;
    CodeWorker compiler(options);
    LiveLine line(output);
    const auto begun = std::chrono::steady_clock::now(); // most reports take less than a second
    const auto made = makeReport(flags.request, compiler, [&](const Sentence& what, double share) {
        if (std::chrono::steady_clock::now() - begun > std::chrono::seconds(1) && line.isDue()) {
            line.draw(fmt::format("{:.0f} %: {}", share * 100, what));
        }
    });
    const Report report = TRY(made);
    TRY(writeReport(report, flags.file, flags.parts));
    nlohmann::json problems = nlohmann::json::array();
    for (const Sentence& problem : report.problems) {
        output.note("knobscope-cli: " + problem.message);
        problems.push_back(problem.message);
    }
    nlohmann::json parts = nlohmann::json::array();
    for (const ReportPart& part : flags.parts.empty() ? std::vector<ReportPart>() : report.parts) {
        parts.push_back(part.name);
    }
    const Sentence written = phrase("A report of {} (run|runs) was written to {}\n", report.runs, flags.file);
    return output.answer({{"file", flags.file}, {"runs", report.runs}, {"parts", parts}, {"problems", problems}},
                         written.message);
}

} // namespace

void addReportCommand(CLI::App& app, const Output& output, Action& action)
{
    auto flags = std::make_shared<ReportFlags>();
    CLI::App* command = app.add_subcommand("report", "Write a report of runs and networks as one HTML file");
    addProjectArgument(*command, flags->request.project);
    command->add_option("--runs", flags->runs, "Numbers of the runs, as in 1,2,5-8 (default: all)");
    command->add_option("--networks", flags->networks,
                        "Networks whose layers the runs tuned: bundled ones or .onnx files, as in resnet-18,model.onnx");
    command->add_option("-o,--output", flags->file, "HTML file to write")->required();
    command->add_option("--parts", flags->parts, "Folder for the charts as SVG, the tables as CSV and LaTeX, and the code");
    command->add_option("--worker", flags->request.worker, "Path of knobscope-worker");
    whenChosen(*command, action, [=, &output] { return report(output, *flags); });
}

} // namespace knobscope::cli
