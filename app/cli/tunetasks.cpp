// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tunetasks.h"

#include "app/cli/interruptguard.h"
#include "app/cli/progresstext.h"

#include "core/base/numbertext.h"
#include "core/store/filehead.h"
#include "core/tuning/loglistener.h"
#include "core/tuning/resume.h"
#include "core/tuning/runsentence.h"
#include "core/tuning/storelistener.h"
#include "core/worker/makemeasurer.h"

#include <utility>

namespace knobscope::cli {

namespace {

/// Prints AutoTVM's progress line.
class ProgressPrinter : public LoopListener
{
public:
    explicit ProgressPrinter(const Output& output)
        : m_output(output)
        , m_line(output)
    {
    }

    void runStarted(const RunStarted& e) override
    {
        m_prefix = taskPrefix(e.position.number, e.position.count);
        m_label = e.label;
        if (e.restored > 0) {
            m_output.note(
                m_prefix
                + phrase(" {} (trial from an earlier session is|trials from an earlier session are) kept", e.restored).message);
        }
        m_latest = {.total = e.options.trials};
        draw(m_latest);
    }
    void progress(const Progress& p) override
    {
        // A run's first trial comes some time after its start line.
        const bool isFirst = std::exchange(m_latest, p).done == 0;
        if (isFirst || m_line.isDue()) {
            draw(p);
        }
    }
    void runFinished(const RunFinished& e) override
    {
        draw(m_latest);
        m_line.end(" Done.\n");
        m_output.note(fmt::format("{} {}", m_prefix, endOfRun(m_label, e)));
        if (e.pruning.pruned > 0 || e.pruning.checked > 0) {
            m_output.note(fmt::format("{} {}", m_prefix, pruningSentence(e.pruning)));
        }
    }
    void logLine(const Sentence& line) override { m_line.note(line.message); }
    void warning(const Sentence& line) override
    {
        m_disturbed = m_disturbed.empty() ? line : m_disturbed;
        logLine(line);
    }
    const Sentence& disturbed() const { return m_disturbed; }

private:
    void draw(const Progress& p)
    {
        std::string line = progressLine(m_prefix, p);
        if (p.secondsLeft >= 0) {
            line += fmt::format(" | {} left", durationText(p.secondsLeft));
        }
        if (p.trialsPerSecond > 0) {
            line += fmt::format(" | {:.1f} trials/s", p.trialsPerSecond);
        }
        m_line.draw(line);
    }
    const Output& m_output;
    LiveLine m_line;
    std::string m_prefix;
    std::string m_label;
    Progress m_latest;
    Sentence m_disturbed;
};

struct Listeners {
    std::unique_ptr<ProjectWriter> ownWriter;
    ProjectWriter* writer = nullptr;
    std::unique_ptr<StoreListener> store;
    std::unique_ptr<LogAppender> log; // listeners refer to it: it must not move
    std::unique_ptr<LogListener> logger;
};

Result<Listeners> openListeners(const Output& output, const std::string& project, ProjectWriter* claiming, const std::string& log,
                                const MeasureOptions& measuring)
{
    Listeners keepers;
    if (isDatabaseFile(log)) {
        return fail(ErrorCode::InvalidArgument,
                    "{} is a project or another database, not an AutoTVM log; name another file with --log", log);
    }
    keepers.writer = claiming;
    if (!claiming && !project.empty()) {
        TRY(Project::open(project, Project::Mode::Create));
        keepers.ownWriter = TRY(openProjectWriter(output, project));
        keepers.writer = keepers.ownWriter.get();
    }
    if (keepers.writer) {
        keepers.store = std::make_unique<StoreListener>(*keepers.writer, measuring);
    }
    if (!log.empty()) {
        auto appender = TRY(LogAppender::open(log));
        output.note(fmt::format("Records are appended to {}", log));
        keepers.log = std::make_unique<LogAppender>(std::move(appender));
        keepers.logger = std::make_unique<LogListener>(*keepers.log);
    }
    return keepers;
}

std::string endedEarly(const Sentence& why, const std::string& project, const std::string& log)
{
    const std::string kept = !project.empty() ? "Existing measurements are kept; `knobscope-cli resume` continues the run"
                           : !log.empty()     ? "The measurements are in the log"
                                              : "The measurements are not kept; name a file with --project";
    return fmt::format("The run stopped before its limits, for a reason unrelated to the configs: {}. {}", why, kept);
}

} // namespace

Result<std::unique_ptr<ProjectWriter>> openProjectWriter(const Output& output, const std::string& project)
{
    return ProjectWriter::open(project, [&output](const Sentence& problem) { output.note("knobscope-cli: " + problem.message); });
}

Result<StoredRuns> tuneAndStore(const Output& output, std::vector<LoopTask> tasks, const MeasureOptions& measuring,
                                const std::string& project, ProjectWriter* claiming)
{
    if (tasks.empty()) {
        return fail(ErrorCode::InvalidArgument, "There is no task to tune");
    }
    auto measurer = TRY(makeMeasurer(tasks.front().task.target, measuring));
    for (const LoopTask& task : tasks) {
        TRY(measurer->accepts(task.task));
    }
    const std::string log = tasks.front().options.log; // the tasks are moved
    auto keepers = TRY(openListeners(output, project, claiming, log, measuring));
    ProjectWriter* writer = keepers.writer;
    if (writer && tasks.size() > 1) {
        TRY(storeWaiting(*writer, tasks, measuring));
    }
    LoopControl control;
    ProgressPrinter printer(output);
    std::vector<LoopListener*> listeners{&printer};
    if (keepers.store) {
        listeners.push_back(keepers.store.get());
    }
    if (keepers.logger) {
        listeners.push_back(keepers.logger.get());
    }
    Result<std::vector<RunFinished>> finished;
    StoredRuns kept;
    {
        const InterruptGuard guard(control);
        finished = tune(std::move(tasks), *measurer, control, listeners);
        kept.signal = InterruptGuard::signalNumber();
    }
    measurer->stop();
    if (!finished) {
        return fail(finished);
    }
    kept.disturbed = printer.disturbed();
    if (keepers.logger && !keepers.logger->problem().empty()) {
        kept.problems.push_back(keepers.logger->problem().message);
    }
    if (keepers.store && !keepers.store->settle()) {
        kept.problems.push_back(keepers.store->problem().message);
    }
    kept.isProjectLost = writer && !writer->loss().empty();
    if (!finished->empty() && finished->back().reason == "failed") {
        kept.problems.push_back(endedEarly(finished->back().detail, project, log));
    }
    for (const std::string& problem : kept.problems) {
        output.note("knobscope-cli: " + problem);
    }
    for (size_t i = 0; i < finished->size(); ++i) {
        const bool isStored = keepers.store && i < keepers.store->runs().size();
        kept.runs.push_back({std::move((*finished)[i]), isStored ? keepers.store->runs()[i] : 0});
    }
    return kept;
}

void RunReport::add(const std::vector<LoopTask>& tasks, const StoredRuns& kept)
{
    for (size_t i = 0; i < kept.runs.size(); ++i) {
        const RunFinished& f = kept.runs[i].finished;
        const int64_t row = kept.runs[i].row > 0 ? kept.runs[i].row : static_cast<int64_t>(m_runs.rows().size() + 1);
        m_runs.add({row, tasks[i].label, tasks[i].options.tuner, f.trials, f.errors,
                    f.bestIndex < 0 ? TableCell(f.bestGflops, "-") : TableCell(f.bestGflops), positiveCell(f.bestSeconds),
                    positiveCell(f.bestSpeedup),
                    TableCell(f.bestIndex, f.bestIndex < 0 ? "no config worked" : std::to_string(f.bestIndex)), f.reason,
                    f.warm.from(), f.pace, f.seconds, f.trialsPerSecond, pruneCountToJson(f.pruning), warmStartToJson(f.warm),
                    f.detail.message});
        m_allWorked = m_allWorked && (f.bestIndex >= 0 || f.trials == 0);
    }
    m_signal = kept.signal != 0 ? kept.signal : m_signal;
    m_disturbed = m_disturbed.empty() ? kept.disturbed : m_disturbed;
    m_problems.insert(m_problems.end(), kept.problems.begin(), kept.problems.end());
}

void RunReport::addWinner(const std::string& argument, const std::vector<LoopTask>& tasks, const StoredRuns& kept, size_t first,
                          size_t count)
{
    const RunFinished* best = nullptr;
    size_t at = first;
    for (size_t i = first; i < first + count && i < kept.runs.size(); ++i) {
        const RunFinished& f = kept.runs[i].finished;
        if (f.bestIndex >= 0 && (!best || f.bestSeconds < best->bestSeconds)) {
            best = &f;
            at = i;
        }
    }
    if (!best) {
        return;
    }
    m_winners.add({argument, tasks[at].task.name, tasks[at].task.args, best->bestIndex, best->bestSeconds, best->bestGflops});
}

Exit RunReport::show(const Output& output) const
{
    nlohmann::json document{{"runs", m_runs.toJson()},
                            {"problems", m_problems},
                            {"disturbed", sentenceOrNull(m_disturbed)},
                            {"flops_counted", "autotvm"}};
    if (!m_winners.empty()) {
        document["winners"] = m_winners.toJson();
    }
    output.answer(document, m_runs.toText() + (m_winners.empty() ? "" : "\n" + m_winners.toText()));
    if (m_signal != 0) {
        return exitOfSignal(m_signal);
    }
    if (!m_allWorked) {
        output.note("knobscope-cli: every trial of a task failed; see `trials` or the log for the reasons");
    }
    return m_allWorked && m_problems.empty() ? Exit::Success : Exit::Failure;
}

} // namespace knobscope::cli
