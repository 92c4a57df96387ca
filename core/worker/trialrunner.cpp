// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/trialrunner.h"

#include "core/base/member.h"
#include "core/base/sentencejson.h"
#include "core/task/task.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>
#include <utility>

namespace knobscope {

namespace {

constexpr double kMinFirstCallSeconds = 0.2; // the first call of a new process includes page faults and tables
constexpr double kVerifySeconds = 60;   // the operator's definition is slow on large convolutions
constexpr double kDeviceSeconds = 60;   // includes the driver's first start on a machine

} // namespace

TrialRunner::TrialRunner(WorkerProcess::Options worker, const MeasureOptions& options, Hardware hardware, JobBuilder& builds)
    : m_options(options)
    , m_hardware(hardware)
    , m_builds(builds)
    , m_worker(std::move(worker), "runner")
    , m_references(m_worker, options, [this](const MeasureInput& input) { return built(input); })
{
}

void TrialRunner::stop()
{
    m_stopping = true;
    m_worker.stop();
}

Result<DeviceDescription> TrialRunner::queryDevice()
{
    const auto answer = m_worker.ask({{{"op", "device"}, {"device", m_options.device}}, {}}, kDeviceSeconds);
    if (!answer) {
        return fail(answer.error().code, "Opening the GPU: {}", answer.error());
    }
    if (!answer->header.contains("device")) {
        return fail(ErrorCode::Unsupported, "{}", readSentence(answer->header, "message"));
    }
    return deviceFromJson(answer->header["device"]);
}

Sentence TrialRunner::lossReason()
{
    const std::lock_guard lock(m_lostMutex);
    return m_lost;
}

void TrialRunner::beginRun(const Task& task, const Baseline& baseline)
{
    const std::lock_guard lock(m_mutex);
    m_references.begin(taskToJson(task), baseline);
}

/// Builds kernels that are not trials: the references.
Result<BuiltKernel> TrialRunner::built(const MeasureInput& input)
{
    TrialJob job{0, input, {}, {}};
    return m_builds.build(m_worker, job) ? Result<BuiltKernel>(std::move(job.kernel))
                                         : fail(ErrorCode::Unsupported, "{}", job.result.why);
}

/// After a crash, checks that the device still exists, so that its loss is not blamed on the next trial.
bool TrialRunner::isDevicePresent()
{
    if (m_hardware == Hardware::Cpu || !m_worker.ensure() || !m_worker.isFresh() || m_stopping) {
        return true;
    }
    if (!lossReason().empty()) {
        return false;
    }
    const auto device = queryDevice();
    if (device || m_stopping) {
        return true;
    }
    const std::lock_guard lock(m_lostMutex);
    m_lost = phrase("The GPU is no longer available: {}", device.error());
    return false;
}

bool TrialRunner::run(TrialJob& job)
{
    const std::string key = job.input.task.dump();
    bool isTimedAgain = false;
    for (int repetitions = 0; isDevicePresent(); ++repetitions) {
        if (m_options.paired) {
            m_references.ensure(key, job.input.task);
        }
        const auto answer = askToRun(job, key);
        if (m_stopping) {
            return false;
        }
        if (answer && m_worker.stoppedSeconds() > 0 && repetitions < kMaxRepetitions) {
            m_worker.retire(); // discards references that were timed during the suspension
            continue;
        }
        if (answer) {
            m_worker.markUsed();
            readTimes(job, key, answer->header);
            if (job.result.timing.isImpossible && !std::exchange(isTimedAgain, true)) {
                job.result.stages.clear();
                continue;
            }
        } else if (answer.error().code == ErrorCode::LimitExceeded) {
            job.result.error = MeasureError::RunTimeout;
            job.result.why = phrase("Running: its first call was stopped after {:g} s, because the best config takes {:.3g} ms",
                                    firstCallSeconds(key), m_references.bestSeconds(key) * 1e3);
        } else {
            setFailure(job.result, {}, fail(answer.error().code, "Running: {}", answer.error()).value());
        }
        return true;
    }
    setFailure(job.result, {}, fail(ErrorCode::Io, "Running: {}", lossReason()).value());
    return true;
}

Message TrialRunner::requestFor(const char* op, const std::string& key, const TrialJob& job) const
{
    return {{{"op", op},
             {"key", key},
             {"kernel", job.kernel.header},
             {"options", m_options},
             {"task", job.input.task},
             {"entity", entityToJson(job.input.entity)}},
            job.kernel.code};
}

Result<Message> TrialRunner::askToRun(TrialJob& job, const std::string& key)
{
    const double start = steadySeconds();
    Message request = requestFor("run", key, job);
    request.header["first_call_seconds"] = firstCallSeconds(key);
    request.header["best_rate"] = m_references.bestRate();
    auto answer = m_worker.ask(request, m_options.timeoutSeconds);
    job.result.runSeconds = std::max(0.0, steadySeconds() - start - m_worker.stoppedSeconds());
    return answer;
}

/// Copies the runner's answer about a kernel.
void TrialRunner::readTimes(TrialJob& job, const std::string& key, const nlohmann::json& answer)
{
    addStages(job.result, answer, m_worker.name());
    job.result.costs = memberOr(answer, "costs", std::vector<double>());
    job.result.timing = fromJson<Timing>(memberOr(answer, "timing", nlohmann::json()));
    job.result.isAnchor = memberOr(answer, "is_anchor", false);
    readStatus(job.result, answer);
    if (job.result.error == MeasureError::None && job.result.costs.empty()) {
        job.result.error = MeasureError::Unknown;
        job.result.why = protocolError();
    }
    if (const auto doubt = whyImpossible(job, key)) {
        job.result.error = MeasureError::Unknown;
        job.result.why = *doubt;
        job.result.timing.isImpossible = true;
        m_references.invalidate(key, job.result.isAnchor);
        return;
    }
    m_references.recordResult(key, job.kernel, answer);
    if (memberOr(answer, "restart", false)) {
        m_worker.retire();
    }
}

std::optional<Sentence> TrialRunner::whyImpossible(const TrialJob& job, const std::string& key)
{
    return m_hardware == Hardware::Cpu && job.result.error == MeasureError::None
             ? m_limit.whyImpossible(job.input.task, key, job.result.meanCost(), m_references.bestRate())
             : std::nullopt;
}

/// CPU-time limit of a kernel's first call in seconds, summed over its threads; 0: no limit.
double TrialRunner::firstCallSeconds(const std::string& key) const
{
    const double best = m_references.bestSeconds(key);
    if (m_hardware != Hardware::Cpu || m_options.cutOff <= 0 || best <= 0) {
        return 0; // a running GPU kernel cannot be stopped
    }
    return std::max(kMinFirstCallSeconds, m_options.cutOff * best) * std::max(1, m_options.threads);
}

/// Returns true if a config works and its output is correct, else records its error. A crash affects no other config.
bool TrialRunner::verify(const std::string& key, TrialJob& job)
{
    const auto answer = m_worker.ask(requestFor("verify", key, job), std::max(m_options.timeoutSeconds, kVerifySeconds));
    if (!answer) {
        setFailure(job.result, {}, fail(answer.error().code, "Checking its answer: {}", answer.error()).value());
        return false;
    }
    m_worker.markUsed();
    readStatus(job.result, answer->header);
    return job.result.error == MeasureError::None;
}

void TrialRunner::rank(const std::string& key, std::vector<TrialJob>& jobs, std::span<const size_t> right)
{
    if (right.empty()) {
        return;
    }
    m_references.ensure(key, jobs[right.front()].input.task);
    Message request{{{"op", "rank"}, {"key", key}, {"kernels", nlohmann::json::array()}, {"options", m_options}}, {}};
    for (const size_t i : right) {
        nlohmann::json header = jobs[i].kernel.header;
        header["bytes"] = jobs[i].kernel.code.size();
        request.header["kernels"].push_back(std::move(header));
        request.blob.insert(request.blob.end(), jobs[i].kernel.code.begin(), jobs[i].kernel.code.end());
    }
    const auto answer = m_worker.askUndisturbed(request, m_options.timeoutSeconds * static_cast<double>(right.size() + 1));
    if (answer) {
        m_references.recordScale(key, answer->header);
    }
    for (size_t j = 0; j < right.size(); ++j) {
        MeasureResult& result = jobs[right[j]].result;
        const auto all = answer ? memberOr(answer->header, "ranked", nlohmann::json()) : nlohmann::json();
        const nlohmann::json ranked = all.is_array() && j < all.size() ? all[j] : nlohmann::json();
        result.timing = fromJson<Timing>(memberOr(ranked, "timing", nlohmann::json()));
        if (!(result.timing.speedup > 0)) {
            const Error why = answer ? Error(ErrorCode::Crashed, readSentence(answer->header, "message")) : answer.error();
            setFailure(result, {}, fail(why.code, "Timing it against others: {}", why).value());
            continue;
        }
        const double anchor = m_references.anchorSeconds(key);
        result.costs = {anchor > 0 ? anchor / result.timing.speedup : result.timing.secondsNow};
        result.timing.isImpossible = whyImpossible(jobs[right[j]], key).has_value();
        result.isSignificantlyFaster = memberOr(ranked, "is_quicker", false) && !result.timing.isImpossible;
    }
}

std::vector<MeasureResult> TrialRunner::compare(std::span<const MeasureInput> inputs)
{
    const std::lock_guard lock(m_mutex);
    std::vector<TrialJob> jobs(inputs.size());
    std::vector<size_t> right;
    const std::string key = inputs.empty() ? std::string() : inputs.front().task.dump();
    for (size_t i = 0; i < inputs.size(); ++i) {
        jobs[i].input = inputs[i];
        if (m_builds.build(m_worker, jobs[i]) && verify(key, jobs[i])) {
            right.push_back(i);
        }
    }
    rank(key, jobs, right);
    std::vector<MeasureResult> results;
    for (TrialJob& job : jobs) {
        if (job.result.error != MeasureError::None) {
            job.result.costs = {1e9};
        }
        job.result.timestamp = unixTime();
        results.push_back(std::move(job.result));
    }
    return results;
}

} // namespace knobscope
