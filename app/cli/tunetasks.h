// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/loop/loop.h"
#include "core/store/projectwriter.h"

#include <cstdint>
#include <memory>

namespace knobscope::cli {

/// A run that was made and where it is kept.
struct KeptRun {
    RunFinished finished;
    int64_t row = 0; ///< of the project; 0 when it is not kept
};

/// The runs that were begun, in the order of their tasks, and what ended them early.
struct KeptRuns {
    std::vector<KeptRun> runs;
    int signal = 0; ///< that stopped them; 0: none did
    Sentence disturbed; ///< what spoiled times of a run, the first of all; it was said
    std::vector<std::string> problems; ///< what the log or the project lacks, and where it is instead; they were said
    bool isProjectLost = false;        ///< the project was gone from its name, and the runs ended
};

/// Opens a project to write runs to; what goes wrong meanwhile is said on stderr.
Result<std::unique_ptr<ProjectWriter>> openProjectWriter(const Output& output, const std::string& project);

/// Tunes tasks with progress on stderr; Ctrl-C, SIGTERM and SIGHUP end it and keep what is finished. Results go to `project`
/// where it is not empty, by way of the writer that claimed its runs where there is one, and to the log that the first task's
/// options name. Of several tasks those that were not begun wait there.
Result<KeptRuns> tuneAndKeep(const Output& output, std::vector<LoopTask> tasks, const MeasureOptions& measuring,
                             const std::string& project, ProjectWriter* claiming = nullptr);

/// What `tune` and `resume` end with: a document, or a line a run, and the exit code.
class RunReport
{
public:
    void add(const std::vector<LoopTask>& tasks, const KeptRuns& kept);
    /// Of the runs added, `count` from `first` on computed the same: which template was fastest.
    void addWinner(const std::string& argument, const std::vector<LoopTask>& tasks, const KeptRuns& kept, size_t first,
                   size_t count);
    Exit show(const Output& output) const;

private:
    nlohmann::json m_runs = nlohmann::json::array();
    nlohmann::json m_winners = nlohmann::json::array();
    std::string m_text;
    bool m_allWorked = true;
    std::vector<std::string> m_problems;
    int m_signal = 0;
    Sentence m_disturbed;
};

} // namespace knobscope::cli
