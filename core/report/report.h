// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/worker/codeworker.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace knobscope {

/// The contents of a report.
struct ReportRequest {
    std::string project;
    std::vector<int64_t> runs;         ///< numbers; empty: all runs
    std::vector<std::string> networks; ///< bundled networks or ONNX files, with their layers as tuned by the chosen runs
    std::string worker;                ///< as for findWorker
};

/// A file that belongs to a report.
struct ReportPart {
    std::string name; ///< "task-1-trials.svg"
    std::string text;
};

struct Report {
    std::string html;  ///< one page without scripts, links or anything from elsewhere
    std::vector<ReportPart> parts;
    size_t runs = 0;
    std::vector<Sentence> problems; ///< what the report lacks, and why; the page has them too
};

/// Called now and then with what is being done, and the share that is done (0 to 1).
using ReportProgress = std::function<void(const Sentence& what, double share)>;

/// Makes a report of a project, without measuring. Its statements are those of compareRuns() for the chosen runs, without manual
/// and unfinished ones. Fails for an unknown run or network, if there is no run, and for a file that Project::open() rejects.
/// Soon after `stop` becomes true it ends with a Timeout.
Result<Report> makeReport(const ReportRequest& request, CodeWorker& compiler, const ReportProgress& progress = {},
                          const std::atomic<bool>* stop = nullptr);

/// Writes the page to `file` and the parts to `folder`, which is created if it is missing; empty: no parts.
Result<void> writeReport(const Report& report, const std::string& file, const std::string& folder = {});

} // namespace knobscope
