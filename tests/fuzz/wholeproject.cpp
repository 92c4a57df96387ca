// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/wholeproject.h"

#include "core/store/bestcurve.h"
#include "core/store/notes.h"
#include "core/store/projectlog.h"
#include "core/store/timeline.h"
#include "core/study/comparedrun.h"
#include "core/study/failuregroups.h"
#include "core/study/price.h"
#include "core/study/projectspaces.h"
#include "core/tuning/resume.h"
#include "core/tuning/trialexport.h"
#include "tests/fuzz/readers.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

namespace knobscope::fuzz {

namespace {

/// A temporary folder that is removed with its content.
class OwnFolder
{
public:
    OwnFolder()
        : m_path((std::filesystem::temp_directory_path() / "knobscope-fuzz-XXXXXX").string())
    {
        require(::mkdtemp(m_path.data()) != nullptr, "There is no folder for temporary files");
    }
    ~OwnFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

void askTimeline(Project& project, int64_t trace, int64_t run)
{
    (void)timelineCounters(project, trace);
    const auto tracks = timelineTracks(project, trace);
    if (!tracks || tracks->empty()) {
        return;
    }
    int64_t from = INT64_MAX;
    int64_t to = INT64_MIN;
    for (const TrackRow& track : *tracks) {
        from = std::min(from, track.first);
        to = std::max(to, track.last);
    }
    const auto extent = extentOfRun(project, run);
    for (const auto& [begin, end] : {std::pair(from, to), extent && *extent ? **extent : std::pair(int64_t{0}, int64_t{1000})}) {
        const auto blocks = timelineWindow(project, {*tracks, begin, end, 100});
        std::vector<int64_t> names;
        for (const TrackBlocks& track : blocks ? *blocks : std::vector<TrackBlocks>()) {
            for (const SpanBlock& block : track.blocks) {
                names.push_back(block.name);
            }
        }
        (void)timelineNames(project, names);
        (void)rangeStatistics(project, *tracks, begin, end, 0);
        (void)GflopsCounter().window(project, begin, end, 100);
        (void)counterWindow(project, 1, begin, end, 100);
    }
    (void)timelinePauses(project, *tracks);
    const auto found = findSpan(project, *tracks, "i", {}, true);
    if (found && *found) {
        (void)placeOfMatch(project, *tracks, "i", **found);
        (void)neighbourOf(project, **found, true);
        (void)neighbourOf(project, **found, false);
        (void)spanAt(project, tracks->front(), 0, (*found)->begin, 1000);
    }
    (void)traceFlows(project, 1, std::nullopt, 100);
    if (const auto spans = spansOfTrial(project, run, 1)) {
        (void)flowOf(*spans);
    }
}

void askTrials(Project& project, const TunedRun& run)
{
    (void)project.points(run.run);
    (void)bestCurve(project, run.run);
    (void)failureReport(project, run);
    for (const char* column : {"gflops", "message", "tile_ow"}) {
        const auto order = orderTrials(project, {&run, 1}, {}, parseTrialSort(column));
        if (!order) {
            continue;
        }
        (void)trialRows(project, order->keys(0, 100));
        (void)exportCsv(project, *order, {&run, 1}, freshPath("trials.csv"));
        (void)exportLog(project, *order, {&run, 1}, freshPath("trials.log"));
    }
    MatchingTrials matching({TrialFilter{TrialFilter::Kind::Knob, "tile_ow", {-1, 28}}}, {{run.run, run.task}});
    (void)matching.update(project);
    (void)matching.contains(run.run, 1, 1.7e9);
}

void askForReading(Project& project)
{
    const auto tasks = project.tasks();
    for (const TaskRow& task : tasks ? *tasks : std::vector<TaskRow>()) {
        if (const auto made = taskFromJson(task.task)) {
            (void)measuredRate(project, *made, 1);
        }
    }
    const auto rows = project.runs();
    (void)unfinishedRuns(rows ? *rows : std::vector<RunRow>());
    (void)projectNotes(project);
    (void)storedLog(project);
    (void)spacesOfProject(project);
    const auto traces = timelineTraces(project);
    const auto runs = tunedRuns(project);
    for (const TunedRun& run : runs ? *runs : std::vector<TunedRun>()) {
        (void)project.trials(run.run);
        askTrials(project, run);
        askTimeline(project, 0, run.run);
        (void)resumableRun(project, run.run);
        const auto spans = projectSpans(project, run.run);
        for (auto span = spans ? (*spans)() : std::nullopt; span && *span;) {
            span = (*spans)();
        }
    }
    for (const TraceRow& trace : traces ? *traces : std::vector<TraceRow>()) {
        askTimeline(project, trace.id, 0);
    }
}

} // namespace

std::string freshPath(std::string_view name)
{
    static const OwnFolder folder;
    const std::string path = folder.path() + "/" + std::string(name);
    std::error_code ignored;
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
        std::filesystem::remove(path + suffix, ignored);
    }
    return path;
}

void askProject(const std::string& path)
{
    if (auto reading = Project::open(path, Project::Mode::ReadOnly)) {
        askForReading(*reading);
    } else {
        require(!reading.error().message.empty(), "A refusal without a word");
    }
    (void)runsOfProject(path);
    if (auto writing = Project::open(path, Project::Mode::ReadWrite)) {
        (void)addNote(*writing, {}, "read");
        (void)writing->copyTo(freshPath("copy.knobscope"));
    }
}

} // namespace knobscope::fuzz
