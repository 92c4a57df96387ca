// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/description.h"
#include "core/measure/codeworker.h"
#include "core/measure/coreplan.h"
#include "core/measure/kernelcache.h"
#include "core/measure/kernelmessage.h"
#include "core/measure/measurer.h"
#include "core/measure/restartingworker.h"
#include "core/measure/runnerreferences.h"
#include "core/measure/waitingqueue.h"
#include "core/task/host.h"
#include "core/task/targetdevice.h"
#include "core/task/task.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace knobscope {

namespace {

struct Job {
    int64_t id = 0;
    MeasureInput input;
    BuiltKernel kernel; ///< once built
    MeasureResult result;
};

/// What trials run on.
enum class Hardware : uint8_t { Cpu, Cuda };

constexpr double leastFirstCall = 0.2; // a new process pays for pages and tables in its first call
constexpr double verifySeconds = 60; // the operator's definition is slow on large convolutions
constexpr double deviceSeconds = 60; // a driver's start, and what it finds on its first one

class LocalMeasurer : public Measurer
{
public:
    LocalMeasurer(const MeasureOptions& options, const std::string& executable, Hardware hardware)
        : m_options(options)
        , m_hardware(hardware)
    {
        const CorePlan plan = planCores(allowedCores(), options.threads);
        // A GPU's kernels do not mind who uses this processor.
        m_alternates = plan.alternates && hardware == Hardware::Cpu;
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
            m_device = deviceToJson(*device);
        }
        return device;
    }

    Result<DeviceDescription> askForDevice()
    {
        const auto answer = m_runner->ask({{{"op", "device"}, {"device", m_options.device}}, {}}, deviceSeconds);
        if (!answer) {
            return fail(answer.error().code, "Opening the GPU: {}", answer.error().message);
        }
        if (!answer->header.contains("device")) {
            return fail(ErrorCode::Unsupported, "{}", answer->header.value("message", ""));
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
            return tried ? tried : fail(ErrorCode::Unsupported, "{}", tried.error().message);
        }
        return fail(ErrorCode::InvalidArgument, "{} runs on a {}, and this session measures on a {}", task.name,
                    task.isGpu ? "GPU" : "CPU", task.isGpu ? "CPU" : "GPU");
    }

    void beginRun(const Task& task, const Baseline& baseline) override
    {
        const std::lock_guard lock(m_runnerMutex);
        m_references->begin(taskToJson(task).dump(), baseline);
    }

    Result<void> submit(int64_t id, MeasureInput input) override
    {
        if (auto lost = whyLost(); !lost.empty()) {
            return fail(ErrorCode::Crashed, "{}", lost);
        }
        Job job;
        job.id = id;
        job.input = std::move(input);
        m_toBuild.push(std::move(job));
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
    int threads() const override { return std::max(1, m_options.threads); }

private:
    void finish(Job job, MeasureError error, const std::string& message)
    {
        job.result.error = error;
        job.result.message = message;
        if (error != MeasureError::None) {
            job.result.costs = {1e9};
        }
        job.result.timestamp = unixTime();
        job.result.allCost = job.result.buildSeconds + job.result.runSeconds;
        m_done.push(std::move(job));
    }

    static void addStages(Job& job, const nlohmann::json& header, const std::string& process)
    {
        for (StageTime& stage : stagesFromJson(header.value("stages", nlohmann::json::array()))) {
            stage.process = process;
            job.result.stages.push_back(std::move(stage));
        }
    }

    /// Fills in the kernel; false when the job ended here.
    bool build(RestartingWorker& worker, Job& job)
    {
        const StageClock looking("cached");
        const std::string key = builtKey(job.input, m_device);
        if (auto known = m_cache.find(key)) {
            job.kernel = std::move(*known);
            job.result.stages.push_back(looking.finish());
            job.result.stages.back().process = worker.name();
            return true;
        }
        const double start = steadySeconds();
        const Message request{
            {{"op", "build"}, {"task", job.input.task}, {"entity", entityToJson(job.input.entity)}, {"device", m_device}}, {}};
        auto answer = worker.ask(request, m_options.timeoutSeconds);
        job.result.buildSeconds = steadySeconds() - start;
        if (!answer) {
            const bool timedOut = answer.error().code == ErrorCode::Timeout;
            job.result.error = timedOut ? MeasureError::BuildTimeout : MeasureError::CompileHost;
            job.result.message = "Building: " + answer.error().message;
            return false;
        }
        addStages(job, answer->header, worker.name());
        job.result.error = static_cast<MeasureError>(answer->header.value("error", 8));
        job.result.message = answer->header.value("message", "");
        if (job.result.error != MeasureError::None) {
            return false;
        }
        job.kernel = {answer->header["kernel"], std::move(answer->blob)};
        m_cache.keep(key, job.kernel);
        return true;
    }

    /// For kernels that are no trials: what trials are relative to.
    Result<BuiltKernel> builtByRunner(const MeasureInput& input)
    {
        Job job;
        job.input = input;
        return build(*m_runner, job) ? Result<BuiltKernel>(std::move(job.kernel))
                                     : fail(ErrorCode::Unsupported, "{}", job.result.message);
    }

    void buildLoop(RestartingWorker& worker)
    {
        while (auto job = m_toBuild.pop()) {
            const auto turn = m_alternates ? std::unique_lock(m_coresMutex) : std::unique_lock<std::mutex>();
            if (build(worker, *job)) {
                m_toRun.push(std::move(*job));
            } else if (!m_stopping) {
                const auto error = job->result.error;
                const std::string message = job->result.message;
                finish(std::move(*job), error, message);
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
        m_lost = "The GPU is gone: " + device.error().message;
        return false;
    }

    void run(Job job)
    {
        const std::string key = job.input.task.dump();
        if (!deviceIsThere()) {
            finish(std::move(job), MeasureError::RuntimeDevice, whyLost());
            return;
        }
        if (m_options.paired) {
            m_references->ensure(key, job.input.task);
        }
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
        const auto answer = m_runner->ask(request, m_options.timeoutSeconds);
        job.result.runSeconds = steadySeconds() - start;
        if (m_stopping) {
            return;
        }
        if (!answer) {
            finishUnanswered(std::move(job), key, answer.error());
            return;
        }
        m_runner->used();
        const auto& h = answer->header;
        addStages(job, h, m_runner->name());
        job.result.costs = h.value("costs", std::vector<double>{});
        job.result.timing = timingFromJson(h.value("timing", nlohmann::json()));
        job.result.isAnchor = h.value("is_anchor", false);
        m_references->hear(key, job.kernel, h);
        const auto error = static_cast<MeasureError>(h.value("error", 8));
        const std::string message = h.value("message", "");
        if (h.value("restart", false)) {
            m_runner->retire();
        }
        finish(std::move(job), error, message);
    }

    void finishUnanswered(Job job, const std::string& key, const Error& why)
    {
        if (why.code == ErrorCode::LimitExceeded) {
            finish(std::move(job), MeasureError::RunTimeout,
                   fmt::format("Running: its first call was stopped after {:g} s, as the best config takes {:.3g} ms",
                               firstCallSeconds(key), m_references->bestSeconds(key) * 1e3));
            return;
        }
        finish(std::move(job), why.code == ErrorCode::Timeout ? MeasureError::RunTimeout : MeasureError::RuntimeDevice,
               "Running: " + why.message);
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
    bool verify(const std::string& key, Job& job);
    void rank(const std::string& key, std::vector<Job>& jobs, std::span<const size_t> right);

    MeasureOptions m_options;
    Hardware m_hardware;
    nlohmann::json m_device; ///< the GPU's description, set before the builders start; null: a CPU
    std::mutex m_lostMutex;
    std::string m_lost;      ///< why the GPU takes no more trials; empty: it does
    std::vector<int> m_freeCores; ///< on which nothing is timed
    bool m_alternates = false;    ///< building and timing share their cores, and take turns on them:
    std::mutex m_coresMutex;
    std::vector<std::unique_ptr<RestartingWorker>> m_builders;
    std::unique_ptr<RestartingWorker> m_runner;
    std::mutex m_runnerMutex; ///< compare() and the run loop take turns
    std::optional<RunnerReferences> m_references;
    KernelCache m_cache;
    WaitingQueue<Job> m_toBuild;
    WaitingQueue<Job> m_toRun;
    WaitingQueue<Job> m_done;
    std::vector<std::thread> m_threads;
    std::atomic<bool> m_stopping{false};
};

bool LocalMeasurer::verify(const std::string& key, Job& job)
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
        const bool timedOut = answer.error().code == ErrorCode::Timeout;
        job.result.error = timedOut ? MeasureError::RunTimeout : MeasureError::RuntimeDevice;
        job.result.message = "Checking its answer: " + answer.error().message;
        return false;
    }
    m_runner->used();
    job.result.error = static_cast<MeasureError>(answer->header.value("error", 8));
    job.result.message = answer->header.value("message", "");
    return job.result.error == MeasureError::None;
}

void LocalMeasurer::rank(const std::string& key, std::vector<Job>& jobs, std::span<const size_t> right)
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
    const auto answer = m_runner->ask(request, m_options.timeoutSeconds * static_cast<double>(right.size() + 1));
    for (size_t j = 0; j < right.size(); ++j) {
        MeasureResult& result = jobs[right[j]].result;
        if (!answer || !answer->header.contains("ranked")) {
            result.error = MeasureError::RuntimeDevice;
            result.message =
                "Timing it against others: " + (answer ? answer->header.value("message", "") : answer.error().message);
            continue;
        }
        const auto& ranked = answer->header["ranked"][j];
        result.timing = timingFromJson(ranked.value("timing", nlohmann::json()));
        result.isShownQuicker = ranked.value("is_quicker", false);
        const double anchor = m_references->anchorSeconds(key);
        result.costs = {anchor > 0 ? anchor / result.timing.speedup : result.timing.secondsNow};
    }
}

std::vector<MeasureResult> LocalMeasurer::compare(std::span<const MeasureInput> inputs)
{
    const std::lock_guard lock(m_runnerMutex);
    std::vector<Job> jobs(inputs.size());
    std::vector<size_t> right;
    const std::string key = inputs.empty() ? std::string() : inputs.front().task.dump();
    for (size_t i = 0; i < inputs.size(); ++i) {
        jobs[i].input = inputs[i];
        if (build(*m_runner, jobs[i]) && verify(key, jobs[i])) {
            right.push_back(i);
        }
    }
    rank(key, jobs, right);
    std::vector<MeasureResult> results;
    for (Job& job : jobs) {
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
        return fail(device.error().code, "'{}' needs a GPU: {}", target.text, device.error().message);
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
