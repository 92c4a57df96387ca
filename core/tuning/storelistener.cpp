// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/storelistener.h"

#include "core/base/numbertext.h"
#include "core/base/sentencejson.h"
#include "core/target/machineprofile.h"
#include "core/tuning/loglistener.h"
#include "core/tuning/storedrun.h"
#include "core/worker/kernelmessage.h"

#include <filesystem>

namespace knobscope {

namespace {

/// Rounds raw samples to four digits: no clock is more precise, and they are most of a trial's row.
Timing rounded(Timing timing)
{
    for (auto* samples : {&timing.candidate, &timing.partner}) {
        for (double& seconds : *samples) {
            seconds = roundToDigits(seconds, 4);
        }
    }
    return timing;
}

TrialRow rowOf(int64_t number, const ConfigEntity& entity, const MeasureResult& result, double gflops)
{
    TrialRow row{.number = number,
                 .index = entity.index.value_or(-1),
                 .entity = entityToJson(entity),
                 .costs = result.costs,
                 .speedup = result.timing.speedup,
                 .pace = result.timing.pace,
                 .errorNo = static_cast<int>(result.error),
                 .why = result.why,
                 .allCost = result.allCost,
                 .timestamp = result.timestamp,
                 .gflops = gflops,
                 .buildSeconds = result.buildSeconds,
                 .runSeconds = result.runSeconds};
    if (!result.timing.candidate.empty() || result.timing.isImpossible) {
        row.timing = rounded(result.timing);
    }
    return row;
}

} // namespace

nlohmann::json StoreListener::optionsJson() const
{
    nlohmann::json options{{"run", runOptionsToJson(m_options)}, {"measure", m_measuring}, {"machine", m_machine}};
    if (m_baseline.anchor) {
        options["anchor"] = entityToJson(*m_baseline.anchor);
    }
    if (!m_disturbance.empty()) {
        options["disturbed"] = sentenceToJson(m_disturbance);
    }
    return options;
}

Result<void> StoreListener::prepare(const RunStarted& event)
{
    m_options = event.options;
    m_pattern = recordOf(*event.task, {}, {});
    m_unwritten.clear();
    readScale(event);
    if (event.resumedRow > 0) {
        return resumeRun(event);
    }
    const auto id = TRY(addRunOf(m_writer, *event.task, event.label, event.options, optionsJson(), "running"));
    m_runs.push_back(id);
    m_writer.traceWritingFor(id);
    return {};
}

/// Keeps the scale of the machine that made the first trials, if the run has any, and what disturbed them; else takes that of an
/// earlier run, or a new anchor.
void StoreListener::readScale(const RunStarted& event)
{
    m_machine = event.machine;
    m_disturbance = {};
    m_baseline = {};
    m_isContinued = event.restored > 0;
    auto project = Project::open(m_writer.path(), Project::Mode::ReadOnly);
    if (project && m_isContinued) {
        const auto row = project->run(event.resumedRow);
        m_machine = row ? machineOf(*row) : std::string();
        m_disturbance = row ? disturbanceOf(*row) : Sentence();
        m_baseline.anchor = row ? anchorOf(*row) : std::nullopt;
        return;
    }
    if (project) {
        m_baseline = anchorIn(*project, *event.task, m_measuring, m_machine).value_or(Baseline());
    }
    const bool isPaired = m_measuring.paired && !event.task->isGpu;
    auto configs = isPaired && !m_baseline.anchor ? anchorConfigs(*event.task) : std::vector<ConfigEntity>();
    if (!configs.empty()) {
        m_baseline.anchor = std::move(configs.front());
    }
}

Result<void> StoreListener::resumeRun(const RunStarted& event)
{
    const auto trials = TRY(m_writer.claim(std::span(&event.resumedRow, 1)));
    if (trials != event.restored) {
        return fail(ErrorCode::Unsupported,
                    "Run {} of {} now has {} (trial|trials), not {}: another program continued it; try again", event.resumedRow,
                    m_writer.path(), trials, event.restored);
    }
    m_runs.push_back(event.resumedRow);
    m_writer.setRunState(event.resumedRow, "running");
    m_writer.traceWritingFor(event.resumedRow);
    m_writer.setRunOptions(event.resumedRow, m_options.trials, optionsJson());
    return m_writer.flush() ? Result<void>() : tl::make_unexpected(m_writer.refusal());
}

Result<void> StoreListener::checkCanContinue()
{
    return m_writer.loss().empty() ? Result<void>() : fail(ErrorCode::Io, "its project was moved or deleted");
}

void StoreListener::queueUnwritten(const TrialFinished& event)
{
    const uint64_t written = m_writer.written();
    while (!m_unwritten.empty() && m_unwritten.front().place <= written) {
        m_unwritten.pop_front();
    }
    m_unwritten.push_back({m_writer.accepted(), recordOf(m_pattern, event.entity, event.result)});
}

void StoreListener::rescue(int64_t run)
{
    const uint64_t written = m_writer.written();
    std::erase_if(m_unwritten, [&](const Unwritten& trial) { return trial.place <= written; });
    std::error_code ignored;
    const std::string beginning =
        (std::filesystem::temp_directory_path(ignored) / fmt::format("knobscope-unwritten-run-{}", run)).string();
    size_t kept = 0;
    auto log = LogAppender::createPrivate(beginning);
    for (const Unwritten& trial : m_unwritten) {
        kept += log && log->append(trial.record) ? 1 : 0;
    }
    const std::string path = log ? log->path() : beginning + "….log";
    reportOnce(
        kept == m_unwritten.size()
            ? phrase("The last {} (trial|trials) of run {} could not be written to {}; they are in the AutoTVM log {}", kept, run,
                     m_writer.path(), path)
            : phrase("The last {} (trial|trials) of run {} could not be written to {}, and {} of them could not be written "
                     "to {} either",
                     m_unwritten.size(), run, m_writer.path(), m_unwritten.size() - kept, path));
}

void StoreListener::reportOnce(const Sentence& problem)
{
    if (m_problem.message.find(problem.message) == std::string::npos) {
        m_problem = joined(std::move(m_problem), problem); // after those of earlier runs
    }
}

void StoreListener::trialFinished(const TrialFinished& event)
{
    const int64_t run = lastRun();
    if (run == 0) {
        return;
    }
    TrialRow row = rowOf(event.number, event.entity, event.result, event.gflops);
    if (event.reason.kind != ProposalKind::Unknown) {
        row.reason = reasonToJson(event.reason);
    }
    m_writer.addTrial(run, std::move(row));
    queueUnwritten(event);
    const nlohmann::json args{{"run", run}, {"trial", event.number}, {"config", event.entity.index.value_or(-1)}};
    std::vector<Span> spans;
    for (const StageTime& stage : event.stages) {
        const std::string thread = stage.process == "knobscope" ? "tuner" : stage.process;
        spans.push_back({stage.start, stage.seconds, stage.name, "trial", stage.function, stage.file, stage.line, stage.pid,
                         stage.tid, stage.process, thread, args});
    }
    m_writer.addSpans(run, std::move(spans));
    if (const auto load = m_load.next(unixTime())) {
        m_writer.addSample("CPU load", "%", load->since, load->percent);
    }
}

void StoreListener::trialCorrected(const TrialCorrected& event)
{
    const int64_t run = lastRun();
    if (run == 0) {
        return;
    }
    m_writer.correctTrial(run, rowOf(event.number, event.entity, event.result, event.gflops));
    // A rescued log has one record per trial; the project may have lost the trial with its correction.
    std::erase_if(m_unwritten, [&](const Unwritten& trial) { return trial.record.entity == event.entity; });
    m_unwritten.push_back({m_writer.accepted(), recordOf(m_pattern, event.entity, event.result)});
}

void StoreListener::anchorReplaced(const ConfigEntity& anchor)
{
    m_baseline = {};
    if (!m_isContinued) { // else no single anchor has measured the run
        m_baseline.anchor = anchor;
    }
    limitsChanged(m_options);
}

void StoreListener::scaleCorrected(const TrialScale& scale)
{
    if (lastRun() > 0) {
        m_writer.scaleTrials(lastRun(), scale);
    }
}

void StoreListener::warning(const Sentence& disturbance)
{
    m_disturbance = disturbance;
    limitsChanged(m_options);
}

void StoreListener::limitsChanged(const RunOptions& options)
{
    m_options = options;
    if (lastRun() > 0) {
        m_writer.setRunOptions(lastRun(), options.trials, optionsJson());
    }
}

void StoreListener::runFinished(const RunFinished& event)
{
    const int64_t run = lastRun();
    if (run == 0) {
        return;
    }
    if (event.pruning.judged > 0 || !event.warm.isCold()) {
        nlohmann::json options = optionsJson();
        options["pruning"] = pruneCountToJson(event.pruning);
        options["warm_start"] = warmStartToJson(event.warm);
        m_writer.setRunOptions(run, m_options.trials, options);
    }
    m_writer.setRunState(run, event.reason == "failed" ? "stopped" : event.reason); // a failed run can be resumed
    m_writer.traceWritingFor(0);
    if (!flush()) {
        rescue(run);
    }
}

bool StoreListener::flush()
{
    const bool isWritten = m_writer.flush();
    if (const Sentence loss = m_writer.loss(); !loss.empty()) {
        reportOnce(loss);
    }
    return isWritten;
}

bool StoreListener::settle()
{
    if (!flush() && m_problem.empty()) {
        reportOnce(m_writer.refusal());
    }
    return m_problem.empty();
}

} // namespace knobscope
