// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include "core/base/unfinishedfile.h"
#include "core/report/reporthtml.h"

#include <fstream>

namespace knobscope {

namespace {

Result<void> writeFile(const std::string& path, const std::string& text)
{
    auto unfinished = TRY(UnfinishedFile::begin(path));
    std::ofstream file(unfinished.temporaryPath(), std::ios::binary);
    file << text;
    file.close();
    return file ? unfinished.commit() : fail(ErrorCode::Io, "{} cannot be written: {}", path, std::strerror(errno));
}

} // namespace

Result<Report> makeReport(const ReportRequest& request, CodeWorker& compiler, const ReportProgress& progress,
                          const std::atomic<bool>* stop)
{
    const ReportProgress notify = progress ? progress : [](const Sentence&, double) {};
    auto project = TRY(Project::open(request.project, Project::Mode::ReadOnly));
    auto data = TRY(readReport(project, request, compiler, notify, stop));
    std::vector<ReportedNetwork> networks;
    for (const std::string& network : request.networks) {
        notify(phrase("Reading the network {}", network), 1);
        for (ReportedNetwork& one : TRY(readNetwork(project, network, data, request, data.problems, stop))) {
            networks.push_back(std::move(one));
        }
    }
    return reportOf(data, networks);
}

Result<void> writeReport(const Report& report, const std::string& file, const std::string& folder)
{
    TRY(UnfinishedFile::begin(file)); // before the parts, which are of no use without it
    if (!folder.empty()) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        if (!std::filesystem::is_directory(folder, error)) {
            return fail(ErrorCode::Io, "The folder {} cannot be created: {}", folder, error.message());
        }
        for (const ReportPart& part : report.parts) {
            TRY(writeFile((std::filesystem::path(folder) / part.name).string(), part.text));
        }
    }
    return writeFile(file, report.html);
}

} // namespace knobscope
