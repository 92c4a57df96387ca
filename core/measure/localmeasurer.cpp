// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/description.h"
#include "core/json/member.h"
#include "core/measure/codeworker.h"
#include "core/measure/cputicks.h"
#include "core/measure/kernelmessage.h"
#include "core/measure/machinelimit.h"
#include "core/measure/measurer.h"
#include "core/measure/runnerreferences.h"
#include "core/measure/trialjob.h"
#include "core/measure/waitingqueue.h"
#include "core/runtime/coreplan.h"
#include "core/task/host.h"
#include "core/task/targetdevice.h"
#include "core/task/task.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace knobscope {

namespace {

/// What trials run on.
enum class Hardware : uint8_t { Cpu, Cuda };

constexpr double leastFirstCall = 0.2; // a new process pays for pages and tables in its first call
constexpr double verifySeconds = 60; // the operator's definition is slow on large convolutions
constexpr auto lookAtCores = std::chrono::milliseconds(300);
constexpr double busyCores = 0.2; // a share of their time
constexpr double deviceSeconds = 60; // a driver's start, and what it finds on its first one

class LocalMeasurer : public Measurer
{
public:
    LocalMeasurer(const MeasureOptions& options, const std::string& executable, Hardware hardware)
        : m_options(options)
        , m_hardware(hardware)
        , m_builds(options.timeoutSeconds)
    {
        const CorePlan plan = planCores(allowedCores(), options.threads);
        // A GPU's kernels do not mind who uses this processor.
        m_alternates = plan.alternates && hardware == Hardware::Cpu;
        m_timedCores = plan.timed;
        m_freeCores = m_alternates ? std::vector<int>() : plan.building;
        const size_t builders = options.nParallel > 0 ? static_cast<size_t>(options.nParallel)
                              : m_alternates          ? 1
                                                      : std::max<size_t>(1, plan.building.size());
        // A CUDA driver reserves far more addresses than it uses.
        const int64_t runnerMemory = hardware == Hardware::Cuda ? 0 : options.memoryLimitBytes;
        m_runner = std::make_unique<RestartingWorker>(WorkerProcess::Options{executable, plan.timed, runnerMemory}, "runner");
        m_references.emplace(*m_runner, options, [this](const MeasureInput& input) { return builtByRunner(input); });
        for (size_t i = 0; i < builders; ++i) {
            m_builders.push_back(std::make_unique<RestartingWorker>(
                WorkerProcess::Options{executable, plan.building, options.memoryLimitBytes, 30, true},
                fmt::format("builder {}", i + 1)));
        }
    }

    ~LocalMeasurer() override { LocalMeasurer::stop(); }

    /// The GPU that it measures on, as the runner's driver describes it; kept for the builders, which start later.
    Result<DeviceDescription> openDevice()
    {
        const auto device = askForDevice();
        if (device) {
            m_builds.setDevice(deviceToJson(*device));
        }
        return device;
    }

    Result<DeviceDescription> askForDevice()
    {
        const auto answer = m_runner->ask({{{"op", "device"}, {"device", m_options.device}}, {}}, deviceSeconds);
        if (!answer) {
            return fail(answer.error().code, "Opening the GPU: {}", answer.error());
        }
        if (!answer->header.contains("device")) {
            return fail(ErrorCode::Unsupported, "{}", memberOr(answer->header, "message", std::string()));
        }
        return deviceFromJson(answer->header["device"]);
    }

    Result<void> startWorkers()
    {
        if (auto ok = m_runner->ensure(); !ok) {
            return ok;
        }
        for (const auto& builder : m_builders) {
            m_threads.emplace_back([this, worker = builder.get()] { buildLoop(*worker); });
        }
        m_threads.emplace_back([this] { runLoop(); });
        return {};
    }

    Result<void> accepts(const Task& task) const override
    {
        if (task.isGpu == (m_hardware == Hardware::Cuda)) {
            if (auto able = checkRunsHere(task.target); !able) {
                return able;
            }
            const auto tried = CodeWorker({m_options.worker}).tryTarget(task.target);
            return tried ? tried : fail(ErrorCode::Unsupported, "{}", tried.error());
        }
        return fail(ErrorCode::InvalidArgument, "{} runs on a {}, and this session measures on a {}", task.name,
                    task.isGpu ? "GPU" : "CPU", task.isGpu ? "CPU" : "GPU");
    }

    void beginRun(const Task& task, const Baseline& baseline) override
    {
        const std::lock_guard lock(m_runnerMutex);
        m_references->begin(taskToJson(task), baseline);
    }

    std::string whatDisturbs() const override
    {
        const double busy = m_hardware == Hardware::Cpu ? busyShareNow(m_timedCores, lookAtCores) : 0;
        return busy < busyCores
                 ? std::string()
                 : phrase("The machine is busy: other programs take {:.0f} % of the cores that kernels are timed on; speeds "
                          "will scatter, and some may be wrong. End them, or start again later",
                          busy * 100)
                       .message;
    }

    Result<void> submit(int64_t id, MeasureInput input) override
    {
        if (auto lost = whyLost(); !lost.empty()) {
            return fail(ErrorCode::Crashed, "{}", lost);
        }
        m_toBuild.push({id, std::move(input), {}, {}});
        return {};
    }

    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds wait) override
    {
        auto job = m_done.pop(wait);
        if (!job) {
            return std::nullopt;
        }
        return std::pair(job->id, std::move(job->result));
    }

    std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs) override;

    void stop() override
    {
        m_stopping = true;
        m_toBuild.close();
        m_toRun.close();
        m_done.close();
        for (const auto& builder : m_builders) {
            builder->stop();
        }
        m_runner->stop();
        for (std::thread& thread : m_threads) {
            thread.join();
        }
        m_threads.clear();
    }

    /// Two for each builder, and three that wait for the device: winners take long to time, and losers next to nothing.
    int capacity() const override { return static_cast<int>(m_builders.size()) * 2 + 3; }
    std::vector<int> freeCores() const override { return m_freeCores; }
    TimingKind kind() const override { return {std::max(1, m_options.threads), m_options.coldWeights}; }

private:
    void finish(TrialJob job)
    {
        if (job.result.error != MeasureError::None) {
            job.result.costs = {1e9};
        }
        job.result.timestamp = unixTime();
        job.result.allCost = job.result.buildSeconds + job.result.runSeconds;
        m_done.push(std::move(job));
    }

    /// For kernels that are no trials: what trials are relative to.
    Result<BuiltKernel> builtByRunner(const MeasureInput& input)
    {
        TrialJob job{0, input, {}, {}};
        return m_builds.build(*m_runner, job) ? Result<BuiltKernel>(std::move(job.kernel))
                                              : fail(ErrorCode::Unsupported, "{}", job.result.message);
    }

    void buildLoop(RestartingWorker& worker)
    {
        while (auto job = m_toBuild.pop()) {
            const auto turn = m_alternates ? std::unique_lock(m_coresMutex) : std::unique_lock<std::mutex>();
            if (m_builds.build(worker, *job)) {
                m_toRun.push(std::move(*job));
            } else if (!m_stopping) {
                finish(std::move(*job));
            }
        }
    }

    void runLoop()
    {
        while (auto job = m_toRun.pop()) {
            const std::lock_guard lock(m_runnerMutex);
            const auto turn = m_alternates ? std::unique_lock(m_coresMutex) : std::unique_lock<std::mutex>();
            run(std::move(*job));
        }
    }

    std::string whyLost()
    {
        const std::lock_guard lock(m_lostMutex);
        return m_lost;
    }

    /// After a crash the device may have gone as well: it is looked for before the next trial is blamed.
    bool deviceIsThere()
    {
        if (m_hardware == Hardware::Cpu || !m_runner->ensure() || !m_runner->isFresh() || m_stopping) {
            return true;
        }
        if (!whyLost().empty()) {
            return false;
        }
        const auto device = askForDevice();
        if (device || m_stopping) {
            return true;
        }
        const std::lock_guard lock(m_lostMutex);
        m_lost = phrase("The GPU is gone: {}", device.error()).message;
        return false;
    }

    void run(TrialJob job)
    {
        const std::string key = job.input.task.dump();
        bool isTimedAgain = false;
        for (int repetitions = 0; deviceIsThere(); ++repetitions) {
            if (m_options.paired) {
                m_references->ensure(key, job.input.task);
            }
            const auto answer = askToRun(job, key);
            if (m_stopping) {
                return;
            }
            if (answer && m_runner->stoppedSeconds() > 0 && repetitions < mostRepetitions) {
                m_runner->retire(); // what it timed while all was stopped it would compare others with
                continue;
            }
            if (answer) {
                m_runner->used();
                takeTimes(job, key, answer->header);
                if (job.result.timing.isImpossible && !std::exchange(isTimedAgain, true)) {
                    job.result.stages.clear();
                    continue;
                }
            } else if (answer.error().code == ErrorCode::LimitExceeded) {
                job.result.error = MeasureError::RunTimeout;
                job.result.message =
                    phrase("Running: its first call was stopped after {:g} s, as the best config takes {:.3g} ms",
                           firstCallSeconds(key), m_references->bestSeconds(key) * 1e3)
                        .message;
            } else {
                takeFailure(job.result, {}, fail(answer.error().code, "Running: {}", answer.error()).value());
            }
            finish(std::move(job));
            return;
        }
        takeFailure(job.result, {}, fail(ErrorCode::Io, "Running: {}", whyLost()).value());
        finish(std::move(job));
    }

    Result<Message> askToRun(TrialJob& job, const std::string& key)
    {
        const double start = steadySeconds();
        const Message request{{{"op", "run"},
                               {"key", key},
                               {"kernel", job.kernel.header},
                               {"options", optionsToJson(m_options)},
                               {"first_call_seconds", firstCallSeconds(key)},
                               {"best_rate", m_references->bestRate()},
                               {"task", job.input.task},
                               {"entity", entityToJson(job.input.entity)}},
                              job.kernel.code};
        auto answer = m_runner->ask(request, m_options.timeoutSeconds);
        job.result.runSeconds = std::max(0.0, steadySeconds() - start - m_runner->stoppedSeconds());
        return answer;
    }

    /// What the runner says of a kernel that it ran, or would not run.
    void takeTimes(TrialJob& job, const std::string& key, const nlohmann::json& h)
    {
        addStages(job.result, h, m_runner->name());
        job.result.costs = memberOr(h, "costs", std::vector<double>());
        job.result.timing = timingFromJson(memberOr(h, "timing", nlohmann::json()));
        job.result.isAnchor = memberOr(h, "is_anchor", false);
        takeVerdict(job.result, h);
        if (job.result.error == MeasureError::None && job.result.costs.empty()) {
            job.result.error = MeasureError::Unknown;
            job.result.message = "The worker's answer makes no sense; is it of another version?";
        }
        if (const auto doubt = whyImpossible(job, key)) {
            job.result.error = MeasureError::Unknown;
            job.result.message = *doubt;
            job.result.timing.isImpossible = true;
            m_references->takeBack(key, job.result.isAnchor);
            return;
        }
        m_references->hear(key, job.kernel, h);
        if (memberOr(h, "restart", false)) {
            m_runner->retire();
        }
    }

    std::optional<std::string> whyImpossible(const TrialJob& job, const std::string& key)
    {
        return m_hardware == Hardware::Cpu && job.result.error == MeasureError::None
                 ? m_limit.whyImpossible(job.input.task, key, job.result.meanCost(), m_references->bestRate())
                 : std::nullopt;
    }

    /// What the first call of a kernel may take, all its threads together; 0: as long as it likes.
    double firstCallSeconds(const std::string& key) const
    {
        const double best = m_references->bestSeconds(key);
        if (m_hardware != Hardware::Cpu || m_options.cutOff <= 0 || best <= 0) {
            return 0; // a GPU's kernel cannot be taken off it
        }
        return std::max(leastFirstCall, m_options.cutOff * best) * std::max(1, m_options.threads);
    }

    /// Whether one config works and answers rightly; its result says what is wrong. A crash costs nobody else anything.
    bool verify(const std::string& key, TrialJob& job);
    void rank(const std::string& key, std::vector<TrialJob>& jobs, std::span<const size_t> right);

    MeasureOptions m_options;
    Hardware m_hardware;
    std::mutex m_lostMutex;
    std::string m_lost;      ///< why the GPU takes no more trials; empty: it does
    std::vector<int> m_timedCores;
    std::vector<int> m_freeCores; ///< on which nothing is timed
    bool m_alternates = false;    ///< building and timing share their cores, and take turns on them:
    std::mutex m_coresMutex;
    std::vector<std::unique_ptr<RestartingWorker>> m_builders;
    std::unique_ptr<RestartingWorker> m_runner;
    std::mutex m_runnerMutex; ///< compare() and the run loop take turns
    std::optional<RunnerReferences> m_references;
    MachineLimit m_limit;
    JobBuilder m_builds; ///< knows the GPU before the builders start
    WaitingQueue<TrialJob> m_toBuild;
    WaitingQueue<TrialJob> m_toRun;
    WaitingQueue<TrialJob> m_done;
    std::vector<std::thread> m_threads;
    std::atomic<bool> m_stopping{false};
};

bool LocalMeasurer::verify(const std::string& key, TrialJob& job)
{
    const Message request{{{"op", "verify"},
                           {"key", key},
                           {"kernel", job.kernel.header},
                           {"options", optionsToJson(m_options)},
                           {"task", job.input.task},
                           {"entity", entityToJson(job.input.entity)}},
                          job.kernel.code};
    const auto answer = m_runner->ask(request, std::max(m_options.timeoutSeconds, verifySeconds));
    if (!answer) {
        takeFailure(job.result, {}, fail(answer.error().code, "Checking its answer: {}", answer.error()).value());
        return false;
    }
    m_runner->used();
    takeVerdict(job.result, answer->header);
    return job.result.error == MeasureError::None;
}

void LocalMeasurer::rank(const std::string& key, std::vector<TrialJob>& jobs, std::span<const size_t> right)
{
    if (right.empty()) {
        return;
    }
    m_references->ensure(key, jobs[right.front()].input.task);
    Message request{{{"op", "rank"}, {"key", key}, {"kernels", nlohmann::json::array()}, {"options", optionsToJson(m_options)}},
                    {}};
    for (const size_t i : right) {
        nlohmann::json header = jobs[i].kernel.header;
        header["bytes"] = jobs[i].kernel.code.size();
        request.header["kernels"].push_back(std::move(header));
        request.blob.insert(request.blob.end(), jobs[i].kernel.code.begin(), jobs[i].kernel.code.end());
    }
    const auto answer = m_runner->askUndisturbed(request, m_options.timeoutSeconds * static_cast<double>(right.size() + 1));
    if (answer) {
        m_references->hearScale(key, answer->header);
    }
    for (size_t j = 0; j < right.size(); ++j) {
        MeasureResult& result = jobs[right[j]].result;
        const auto all = answer ? memberOr(answer->header, "ranked", nlohmann::json()) : nlohmann::json();
        const nlohmann::json ranked = all.is_array() && j < all.size() ? all[j] : nlohmann::json();
        result.timing = timingFromJson(memberOr(ranked, "timing", nlohmann::json()));
        if (!(result.timing.speedup > 0)) {
            const Error why =
                answer ? Error(ErrorCode::Crashed, Sentence(memberOr(answer->header, "message", std::string()))) : answer.error();
            takeFailure(result, {}, fail(why.code, "Timing it against others: {}", why).value());
            continue;
        }
        const double anchor = m_references->anchorSeconds(key);
        result.costs = {anchor > 0 ? anchor / result.timing.speedup : result.timing.secondsNow};
        result.timing.isImpossible = whyImpossible(jobs[right[j]], key).has_value();
        result.isShownQuicker = memberOr(ranked, "is_quicker", false) && !result.timing.isImpossible;
    }
}

std::vector<MeasureResult> LocalMeasurer::compare(std::span<const MeasureInput> inputs)
{
    const std::lock_guard lock(m_runnerMutex);
    std::vector<TrialJob> jobs(inputs.size());
    std::vector<size_t> right;
    const std::string key = inputs.empty() ? std::string() : inputs.front().task.dump();
    for (size_t i = 0; i < inputs.size(); ++i) {
        jobs[i].input = inputs[i];
        if (m_builds.build(*m_runner, jobs[i]) && verify(key, jobs[i])) {
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

Result<std::unique_ptr<LocalMeasurer>> makeFor(Hardware hardware, const MeasureOptions& options)
{
    const auto executable = findWorker(options.worker);
    if (!executable) {
        return fail(executable);
    }
    if (options.threads < 1 || options.threads > 1024 || options.nParallel < 0) {
        return fail(ErrorCode::InvalidArgument, "{} threads cannot be measured on; use 1 to the number of cores",
                    options.threads);
    }
    return std::make_unique<LocalMeasurer>(options, *executable, hardware);
}

} // namespace

Result<std::unique_ptr<Measurer>> makeLocalMeasurer(const MeasureOptions& options)
{
    auto measurer = makeFor(Hardware::Cpu, options);
    if (!measurer) {
        return fail(measurer);
    }
    if (auto started = (*measurer)->startWorkers(); !started) {
        return fail(started);
    }
    return std::move(*measurer);
}

Result<std::unique_ptr<Measurer>> makeCudaMeasurer(const Target& target, const MeasureOptions& options)
{
    auto measurer = makeFor(Hardware::Cuda, options);
    if (!measurer) {
        return fail(measurer);
    }
    const auto device = (*measurer)->openDevice();
    if (!device) {
        return fail(device.error().code, "'{}' needs a GPU: {}", target.text, device.error());
    }
    if (auto ok = checkArchitecture(target, *device); !ok) {
        return fail(ok);
    }
    if (auto started = (*measurer)->startWorkers(); !started) {
        return fail(started);
    }
    return std::move(*measurer);
}

} // namespace knobscope
