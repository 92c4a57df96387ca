// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recordexport.h"

#include "core/loop/trialexport.h"

#include <array>
#include <fstream>

namespace knobscope::cli {

Exit exportRecords(const Output& output, const std::string& path, int64_t run, const std::string& to)
{
    auto project = Project::open(path, Project::Mode::ReadOnly);
    const auto known = project && run > 0 ? project->run(run) : Result<RunRow>();
    auto runs = project && known ? tunedRuns(*project) : fail(ErrorCode::Internal, "");
    if (!project || !known || !runs) {
        return output.failure(!project ? project.error() : !known ? known.error() : runs.error());
    }
    if (run > 0) {
        std::erase_if(*runs, [&](const TunedRun& r) { return r.run != run; });
    }
    const auto order = orderTrials(*project, *runs, {}, {TrialColumn::Run, {}, false});
    const auto written = order ? exportLog(*project, *order, *runs, to) : fail(order);
    if (!written) {
        return output.failure(written.error());
    }
    output.isJson() ? output.document({{"file", to}, {"written", *written}})
                    : output.text(fmt::format("{} records of version 0.2 written to {}\n", *written, to));
    return Exit::Success;
}

Result<void> refuseProject(const std::string& log)
{
    constexpr std::string_view sqlite = "SQLite format 3";
    std::array<char, sqlite.size()> head{};
    std::ifstream file(log, std::ios::binary);
    if (file.read(head.data(), head.size()) && std::string_view(head.data(), head.size()) == sqlite) {
        return fail(ErrorCode::InvalidArgument,
                    "{} is a project, not a log; `knobscope-cli records export {} -o LOG` makes a log of it", log, log);
    }
    return {};
}

} // namespace knobscope::cli
