// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/trialrunner.h"

#include "core/base/member.h"
#include "core/base/sentencejson.h"
#include "core/task/task.h"
#include "core/worker/timinganswer.h"

#include <algorithm>
#include <utility>

namespace knobscope {

namespace {

constexpr double kScaleSeconds = 0.3; // a third of it is for the pairs of two templates' anchors
constexpr double kMinFirstCallSeconds = 0.2; // the first call of a new process includes page faults and tables
constexpr double kVerifySeconds = 60;   // the operator's definition is slow on large convolutions
/// Minimum timeout for references, which take a third of a second to time: a short limit meant for the tested kernels must not
/// stop them, or every kernel fails.
constexpr double kMinReferenceSeconds = 10;
constexpr int kMaxRepetitions = 4; // of a timing
constexpr double kDeviceSeconds = 60;   // includes the driver's first start on a machine
constexpr double kMinLead = 1e-4; // of a new best, as in TrialTimer

/// Seconds at full pace by a trial's own samples; 0: unknown.
double measuredNow(const Timing& timing)
{
    return timing.pace > 0 ? timing.secondsNow * timing.pace : timing.secondsNow;
}

} // namespace

TrialRunner::TrialRunner(WorkerProcess::Options worker, const MeasureOptions& options, Hardware hardware, JobBuilder& builds)
    : m_options(options)
    , m_hardware(hardware)
    , m_builds(builds)
    , m_worker(std::move(worker), "runner")
    , m_threads(std::max(1, options.threads))
    , m_referenceTimeout(std::max(options.timeoutSeconds, kMinReferenceSeconds))
{
}

Result<void> TrialRunner::start()
{
    TRY(m_worker.ensure());
    m_rate = BestRate(machine());
    return {};
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

TrialRunner::TaskState& TrialRunner::stateOf(const nlohmann::json& task)
{
    const auto [place, isNew] = m_tasks.try_emplace(task.dump());
    TaskState& state = place->second;
    if (isNew) {
        const auto made = taskFromJson(task);
        state.task = task;
        state.operations = made ? minOperations(*made) : 0;
    }
    return state;
}

void TrialRunner::beginRun(const Task& task, const Baseline& baseline)
{
    const std::lock_guard lock(m_mutex);
    TaskState& state = stateOf(taskToJson(task));
    References<BuiltKernel>& references = state.references;
    const auto isNamed = [&](const std::optional<ConfigEntity>& config) {
        return baseline.anchor && config && baseline.anchor->values == config->values;
    };
    const bool isReplaced = state.newAnchor && isNamed(state.wantedAnchor);
    if (baseline.anchor && !isNamed(state.wantedAnchor)) {
        if (!isNamed(state.newAnchor)) {
            references = {};
            state.isAnchorSought = false;
        }
        state.wantedAnchor = baseline.anchor;
        state.newAnchor = {};
    }
    state.isAnchorNews = state.newAnchor.has_value();
    const Baseline known = isReplaced ? Baseline() : baseline; // figures are relative to the anchor that they were measured with
    if (known.anchorSeconds > 0) {
        references.anchorSeconds = known.anchorSeconds;
    }
    references.mayBeCorrected = false;
    references.best = {};
    references.bestSpeedup = known.best ? known.bestSpeedup : 1;
    state.wantedBest = known.best;
}

/// Request about a reference, which has time to calibrate the pace; a kernel under test may have a short limit.
Message TrialRunner::referenceRequest(const char* op, const BuiltKernel& kernel, const MeasureOptions& options) const
{
    Message request = requestFor(op, kernel, options);
    request.header["best_rate"] = bestRate();
    request.header["calibrate"] = true;
    return request;
}

Result<void> TrialRunner::load(const BuiltKernel& kernel)
{
    const auto answer = TRY(m_worker.ask(referenceRequest("load", kernel, m_options), m_referenceTimeout));
    return answer.header.contains("ok") ? Result<void>() : fail(ErrorCode::Crashed, "{}", readSentence(answer.header, "message"));
}

/// Drops a reference that does not run any more.
void TrialRunner::loadReference(References<BuiltKernel>& references, const std::string& key)
{
    const bool isBest = references.best.key == key;
    const auto loaded = load(isBest ? references.best : references.anchor);
    if (loaded || loaded.error().code == ErrorCode::Io) { // Io: not the kernel's fault
        return;
    }
    references.best = {};
    references.bestSpeedup = 1;
    if (!isBest) {
        references.anchor = {};
    }
}

Result<Message> TrialRunner::askTimed(Message request, TaskState& state, double timeout)
{
    request.header["best_rate"] = bestRate();
    for (int asked = 1;; ++asked) {
        request.header["references"] = state.references.mapped([](const BuiltKernel& kernel) { return kernel.key; });
        auto answer = m_worker.ask(request, timeout);
        if (!answer) {
            return answer;
        }
        const auto missing = memberOr(answer->header, "missing", std::string());
        if (asked <= kMaxRepetitions && !missing.empty()) {
            loadReference(state.references, missing);
        } else if (asked > kMaxRepetitions || m_worker.stoppedSeconds() == 0) {
            m_rate.offer(m_threads, memberOr(answer->header, "best_rate", 0.0));
            const double seconds = memberOr(answer->header, "anchor_seconds", 0.0);
            state.references.anchorSeconds = seconds > 0 ? seconds : state.references.anchorSeconds;
            return answer;
        }
    }
}

TrialRunner::TaskState* TrialRunner::sharedScaleTask(const TaskState& state)
{
    const auto part = [](const TaskState& of, const char* name) { return memberOr(of.task, name, nlohmann::json()); };
    const nlohmann::json args = part(state, "args");
    for (auto& [key, other] : m_tasks) {
        const References<BuiltKernel>& references = other.references;
        if (&other == &state || references.anchorSeconds <= 0 || !args.is_array() || part(other, "args") != args
            || part(other, "target") != part(state, "target")) {
            continue;
        }
        if (references.anchor.key.empty() && !std::exchange(other.isAnchorSought, true)) {
            findAnchor(other); // its seconds are known from an earlier run
        }
        if (!references.anchor.key.empty()) {
            return &other;
        }
    }
    return nullptr;
}

bool TrialRunner::setAnchor(TaskState& state, BuiltKernel kernel)
{
    References<BuiltKernel>& references = state.references;
    if (references.anchorSeconds > 0) {
        if (!load(kernel)) {
            return false;
        }
    } else {
        TaskState* shared = sharedScaleTask(state);
        MeasureOptions options = m_options;
        options.check = false;
        options.paired = true;
        if (shared && !options.thorough) { // in pairs with the other anchor, but not for long: a network has many templates
            options.thorough = true;
            options.timeoutSeconds = kScaleSeconds;
        }
        TaskState scale = shared ? *shared : state;
        scale.references.mayBeCorrected = false; // timings of its own task do that
        scale.references.best = {};
        const auto answer = askTimed(referenceRequest("run", kernel, options), scale, m_referenceTimeout);
        const auto costs = answer ? memberOr(answer->header, "costs", std::vector<double>()) : std::vector<double>();
        if (costs.empty() || !(costs.front() > 0)) {
            return false;
        }
        references.anchorSeconds = costs.front();
        references.mayBeCorrected = !shared;
    }
    references.anchor = std::move(kernel);
    return true;
}

void TrialRunner::findAnchor(TaskState& state)
{
    const auto becomesAnchor = [&](const ConfigEntity& config) {
        auto kernel = built({state.task, config});
        return kernel && setAnchor(state, std::move(*kernel));
    };
    if (state.wantedAnchor) {
        if (becomesAnchor(*state.wantedAnchor)) {
            return;
        }
        state.references = {}; // they are relative to it
        state.wantedBest = {};
    }
    const auto made = taskFromJson(state.task);
    const auto configs = made ? anchorConfigs(*made) : std::vector<ConfigEntity>();
    if (const auto found = std::ranges::find_if(configs, becomesAnchor); found != configs.end() && state.wantedAnchor) {
        replaceAnchor(state, *found);
    }
}

void TrialRunner::replaceAnchor(TaskState& state, const ConfigEntity& config)
{
    state.newAnchor = config;
    state.isAnchorNews = true;
}

void TrialRunner::ensureReferences(TaskState& state)
{
    if (!m_worker.ensure()) {
        return;
    }
    References<BuiltKernel>& references = state.references;
    if (references.anchor.key.empty() && !std::exchange(state.isAnchorSought, true)) {
        findAnchor(state);
    }
    if (!references.anchor.key.empty() && state.wantedBest) {
        auto best = built({state.task, *std::exchange(state.wantedBest, std::nullopt)});
        references.best = best ? std::move(*best) : BuiltKernel();
        references.bestSpeedup = best ? references.bestSpeedup : 1;
    }
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
    TaskState& state = stateOf(job.input.task);
    for (bool isTimedAgain = false; isDevicePresent(); isTimedAgain = true) {
        if (m_options.paired) {
            ensureReferences(state);
        }
        const auto answer = askToRun(job, state);
        if (m_stopping) {
            return false;
        }
        if (answer) {
            readTimes(job, state, answer->header);
            if (job.result.timing.isImpossible && !isTimedAgain) {
                job.result.stages.clear();
                continue;
            }
        } else if (answer.error().code == ErrorCode::LimitExceeded) {
            job.result.error = MeasureError::RunTimeout;
            job.result.why = phrase("Running: its first call was stopped after {:g} s, because the best config takes {:.3g} ms",
                                    firstCallSeconds(state), state.bestSeconds() * 1e3);
        } else {
            setFailure(job.result, {}, fail(answer.error().code, "Running: {}", answer.error()).value());
        }
        return true;
    }
    setFailure(job.result, {}, fail(ErrorCode::Io, "Running: {}", lossReason()).value());
    return true;
}

/// Request for an operation on a built kernel.
Message TrialRunner::requestFor(const char* op, const BuiltKernel& kernel, const MeasureOptions& options) const
{
    return {{{"op", op}, {"key", kernel.key}, {"kernel", kernel.header}, {"options", options}}, kernel.code};
}

/// The same for a config, whose output may be checked.
Message TrialRunner::requestFor(const char* op, const TrialJob& job) const
{
    Message request = requestFor(op, job.kernel, m_options);
    request.header["task"] = job.input.task;
    request.header["entity"] = entityToJson(job.input.entity);
    return request;
}

Result<Message> TrialRunner::askToRun(TrialJob& job, TaskState& state)
{
    Message request = requestFor("run", job);
    request.header["first_call_seconds"] = firstCallSeconds(state);
    auto answer = askTimed(std::move(request), state, m_options.timeoutSeconds);
    job.result.runSeconds = m_worker.runningSeconds();
    return answer;
}

/// Copies the runner's answer about a kernel, which may have become the best or the anchor.
void TrialRunner::readTimes(TrialJob& job, TaskState& state, const nlohmann::json& answer)
{
    References<BuiltKernel>& references = state.references;
    MeasureResult& result = job.result;
    auto outcome = fromJson<RunOutcome>(answer);
    addStages(result, answer, m_worker.name());
    result.costs = std::move(outcome.costs);
    result.timing = std::move(outcome.timing);
    readStatus(result, answer);
    if (result.error == MeasureError::None && result.costs.empty()) {
        result.error = MeasureError::Unknown;
        result.why = protocolError();
    }
    if (const auto doubt = whyImpossible(state, result)) {
        result.error = MeasureError::Unknown;
        result.why = *doubt;
        result.timing.isImpossible = true;
        return;
    }
    limitToPossible(state, result, outcome.isBest);
    result.isAnchor = m_options.paired && references.anchor.key.empty() && result.error == MeasureError::None;
    if (result.isAnchor) {
        references = {job.kernel, result.costs.front(), true, {}, 1};
        replaceAnchor(state, job.input.entity);
    } else if (outcome.isBest) {
        references.best = job.kernel;
        references.bestSpeedup = result.timing.speedup;
    }
    if (std::exchange(state.isAnchorNews, false)) {
        result.newAnchor = state.newAnchor;
    }
    if (outcome.mustRestart) {
        m_worker.retire();
    }
}

std::optional<Sentence> TrialRunner::whyImpossible(const TaskState& state, const MeasureResult& result) const
{
    // Costs follow from the anchor's time. If that does not fit to its speed in the pairs, all costs are too low until the run's
    // end corrects them, and the fastest configs would fail: what was measured just now must be impossible, too.
    return m_hardware == Hardware::Cpu && result.error == MeasureError::None
             ? knobscope::whyImpossible(state.operations, std::max(result.meanCost(), measuredNow(result.timing)), bestRate())
             : std::nullopt;
}

void TrialRunner::limitToPossible(const TaskState& state, MeasureResult& result, bool isBest) const
{
    if (m_hardware != Hardware::Cpu || result.error != MeasureError::None
        || !knobscope::whyImpossible(state.operations, result.meanCost(), bestRate())) {
        return;
    }
    double seconds = measuredNow(result.timing);
    if (double& speedup = result.timing.speedup; speedup > 0) {
        const double least = isBest ? state.references.bestSpeedup * (1 + kMinLead) : 0; // it is faster than the best so far
        speedup = std::max(least, speedup * result.meanCost() / seconds);
        seconds = state.references.anchorSeconds / speedup;
    }
    result.costs = {seconds};
}

/// CPU-time limit of a kernel's first call in seconds, summed over its threads; 0: no limit.
double TrialRunner::firstCallSeconds(const TaskState& state) const
{
    const double best = state.bestSeconds();
    if (m_hardware != Hardware::Cpu || m_options.cutOff <= 0 || best <= 0) {
        return 0; // a running GPU kernel cannot be stopped
    }
    return std::max(kMinFirstCallSeconds, m_options.cutOff * best) * m_threads;
}

/// Returns true if a config works and its output is correct, else records its error. A crash affects no other config.
bool TrialRunner::verify(TrialJob& job)
{
    const auto answer = m_worker.ask(requestFor("verify", job), std::max(m_options.timeoutSeconds, kVerifySeconds));
    if (!answer) {
        setFailure(job.result, {}, fail(answer.error().code, "Checking its answer: {}", answer.error()).value());
        return false;
    }
    readStatus(job.result, answer->header);
    return job.result.error == MeasureError::None;
}

void TrialRunner::rank(std::vector<TrialJob>& jobs, std::span<const size_t> right)
{
    if (right.empty()) {
        return;
    }
    TaskState& state = stateOf(jobs[right.front()].input.task);
    ensureReferences(state);
    Message request{{{"op", "rank"}, {"kernels", nlohmann::json::array()}, {"options", m_options}}, {}};
    for (const size_t i : right) {
        nlohmann::json header = jobs[i].kernel.header;
        header["bytes"] = jobs[i].kernel.code.size();
        request.header["kernels"].push_back(std::move(header));
        request.blob.insert(request.blob.end(), jobs[i].kernel.code.begin(), jobs[i].kernel.code.end());
    }
    const auto answer = askTimed(std::move(request), state, m_options.timeoutSeconds * static_cast<double>(right.size() + 1));
    const nlohmann::json list = answer ? memberOr(answer->header, "ranked", nlohmann::json()) : nlohmann::json();
    auto ranked = fromJson<std::vector<RankedKernel>>(list);
    ranked.resize(right.size()); // a kernel without a timing failed
    for (size_t j = 0; j < right.size(); ++j) {
        MeasureResult& result = jobs[right[j]].result;
        result.timing = std::move(ranked[j].timing);
        if (!(result.timing.speedup > 0)) {
            const Error why = answer ? Error(ErrorCode::Crashed, readSentence(answer->header, "message")) : answer.error();
            setFailure(result, {}, fail(why.code, "Timing it against others: {}", why).value());
            continue;
        }
        const bool hasAnchor = !state.references.anchor.key.empty();
        result.costs = {hasAnchor ? state.references.anchorSeconds / result.timing.speedup : result.timing.secondsNow};
        result.timing.isImpossible = whyImpossible(state, result).has_value();
        result.isSignificantlyFaster = ranked[j].isSignificantlyFaster && !result.timing.isImpossible;
    }
}

std::vector<MeasureResult> TrialRunner::compare(std::span<const MeasureInput> inputs)
{
    (void)isDevicePresent(); // here, because building with the same worker would hide that it is new
    std::vector<TrialJob> jobs(inputs.size());
    std::vector<size_t> right;
    for (size_t i = 0; i < inputs.size(); ++i) {
        jobs[i].input = inputs[i];
        if (m_builds.build(m_worker, jobs[i]) && verify(jobs[i])) {
            right.push_back(i);
        }
    }
    rank(jobs, right);
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
