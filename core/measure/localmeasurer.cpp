// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/description.h"
#include "core/measure/codeworker.h"
#include "core/measure/kernelcache.h"
#include "core/measure/kernelmessage.h"
#include "core/measure/measurer.h"
#include "core/measure/restartingworker.h"
#include "core/measure/waitingqueue.h"
#include "core/task/host.h"
#include "core/task/task.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace knobscope {

namespace {

std::vector<int> allowedCores()
{
    std::vector<int> cores;
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        for (int core = 0; core < CPU_SETSIZE; ++core) {
            if (CPU_ISSET(core, &allowed)) {
                cores.push_back(core);
            }
        }
    }
    return cores;
}

struct Job {
    int64_t id = 0;
    MeasureInput input;
    nlohmann::json kernel;          ///< header, once built
    std::vector<std::byte> object;
    MeasureResult result;
    double submitted = 0;
};

/// What trials run on.
enum class Hardware : uint8_t { Cpu, Cuda };

constexpr double leastFirstCall = 0.2; // a new process pays for pages and tables in its first call
constexpr double deviceSeconds = 60; // a driver's start, and what it finds on its first one

class LocalMeasurer : public Measurer
{
public:
    LocalMeasurer(const MeasureOptions& options, const std::string& executable, Hardware hardware)
        : m_options(options)
        , m_hardware(hardware)
    {
        std::vector<int> cores = allowedCores();
        const auto threads = static_cast<size_t>(std::max(1, options.threads));
        const size_t measured = std::min(threads, cores.size());
        const std::vector<int> runnerCores(cores.end() - static_cast<std::ptrdiff_t>(measured), cores.end());
        std::vector<int> builderCores(cores.begin(), cores.end() - static_cast<std::ptrdiff_t>(measured));
        m_freeCores = builderCores;
        const size_t builders =
            options.nParallel > 0 ? static_cast<size_t>(options.nParallel) : std::max<size_t>(1, builderCores.size());
        // A CUDA driver reserves far more addresses than it uses.
        const int64_t runnerMemory = hardware == Hardware::Cuda ? 0 : options.memoryLimitBytes;
        m_runner = std::make_unique<RestartingWorker>(WorkerProcess::Options{executable, runnerCores, runnerMemory}, "runner");
        for (size_t i = 0; i < builders; ++i) {
            m_builders.push_back(std::make_unique<RestartingWorker>(
                WorkerProcess::Options{executable, builderCores, options.memoryLimitBytes, 30, true},
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

    Result<void> submit(int64_t id, MeasureInput input) override
    {
        if (auto lost = whyLost(); !lost.empty()) {
            return fail(ErrorCode::Crashed, "{}", lost);
        }
        Job job;
        job.id = id;
        job.input = std::move(input);
        job.submitted = unixTime();
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

    int capacity() const override { return static_cast<int>(m_builders.size()) * 2 + 1; }
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
            job.kernel = std::move(known->header);
            job.object = std::move(known->code);
            job.result.stages.push_back(looking.finish());
            job.result.stages.back().process = worker.name();
            return true;
        }
        const double start = unixTime();
        const Message request{
            {{"op", "build"}, {"task", job.input.task}, {"entity", entityToJson(job.input.entity)}, {"device", m_device}}, {}};
        auto answer = worker.ask(request, m_options.timeoutSeconds);
        job.result.buildSeconds = unixTime() - start;
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
        job.kernel = answer->header["kernel"];
        job.object = std::move(answer->blob);
        m_cache.keep(key, {job.kernel, job.object});
        return true;
    }

    void buildLoop(RestartingWorker& worker)
    {
        while (auto job = m_toBuild.pop()) {
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
        restoreReference(key);
        const double start = unixTime();
        const Message request{{{"op", "run"},
                               {"key", key},
                               {"kernel", job.kernel},
                               {"options", optionsToJson(m_options)},
                               {"first_call_seconds", firstCallSeconds(key)},
                               {"task", job.input.task},
                               {"entity", entityToJson(job.input.entity)}},
                              job.object};
        const auto answer = m_runner->ask(request, m_options.timeoutSeconds);
        job.result.runSeconds = unixTime() - start;
        if (m_stopping) {
            return;
        }
        if (!answer) {
            if (answer.error().code == ErrorCode::LimitExceeded) {
                finish(std::move(job), MeasureError::RunTimeout,
                       fmt::format("Running: its first call was stopped after {:g} s, as the best config takes {:.3g} ms",
                                   firstCallSeconds(key), m_references[key].seconds * 1e3));
                return;
            }
            const bool timedOut = answer.error().code == ErrorCode::Timeout;
            finish(std::move(job), timedOut ? MeasureError::RunTimeout : MeasureError::RuntimeDevice,
                   "Running: " + answer.error().message);
            return;
        }
        m_runner->used();
        const auto& h = answer->header;
        addStages(job, h, m_runner->name());
        job.result.costs = h.value("costs", std::vector<double>{});
        job.result.pairs = h.value("pairs", 0);
        if (h.contains("ratio")) {
            job.result.ratio = h["ratio"].get<double>();
        }
        if (h.value("is_reference", false)) {
            m_references[key] = Reference{job.kernel, job.object, h.value("reference_seconds", 0.0)};
        }
        const auto error = static_cast<MeasureError>(h.value("error", 8));
        const std::string message = h.value("message", "");
        if (h.value("restart", false)) {
            m_runner->retire();
        }
        finish(std::move(job), error, message);
    }

    /// What the first call of a kernel may take, all its threads together; 0: as long as it likes.
    double firstCallSeconds(const std::string& key) const
    {
        const auto best = m_references.find(key);
        if (m_hardware != Hardware::Cpu || m_options.cutOff <= 0 || best == m_references.end()) {
            return 0; // a GPU's kernel cannot be taken off it
        }
        return std::max(leastFirstCall, m_options.cutOff * best->second.seconds) * std::max(1, m_options.threads);
    }

    /// After a crash the new runner knows no reference; it gets the old one back with its time.
    void restoreReference(const std::string& key)
    {
        if (!m_runner->ensure() || !m_runner->isFresh() || !m_references.contains(key)) {
            return;
        }
        const Reference& r = m_references[key];
        const Message request{{{"op", "reference"},
                               {"key", key},
                               {"kernel", r.kernel},
                               {"seconds", r.seconds},
                               {"options", optionsToJson(m_options)}},
                              r.object};
        if (m_runner->ask(request, m_options.timeoutSeconds)) {
            m_runner->used();
        }
    }

    struct Reference {
        nlohmann::json kernel;
        std::vector<std::byte> object;
        double seconds = 0;
    };

    MeasureOptions m_options;
    Hardware m_hardware;
    nlohmann::json m_device; ///< the GPU's description, set before the builders start; null: a CPU
    std::mutex m_lostMutex;
    std::string m_lost;      ///< why the GPU takes no more trials; empty: it does
    std::vector<int> m_freeCores; ///< those of the builders
    std::vector<std::unique_ptr<RestartingWorker>> m_builders;
    std::unique_ptr<RestartingWorker> m_runner;
    std::mutex m_runnerMutex; ///< compare() and the run loop take turns
    std::map<std::string, Reference> m_references;
    KernelCache m_cache;
    WaitingQueue<Job> m_toBuild;
    WaitingQueue<Job> m_toRun;
    WaitingQueue<Job> m_done;
    std::vector<std::thread> m_threads;
    std::atomic<bool> m_stopping{false};
};

std::vector<MeasureResult> LocalMeasurer::compare(std::span<const MeasureInput> inputs)
{
    const std::lock_guard lock(m_runnerMutex);
    std::vector<MeasureResult> results(inputs.size());
    Message request{{{"op", "compare"}, {"kernels", nlohmann::json::array()}, {"options", optionsToJson(m_options)}}, {}};
    std::vector<size_t> compared;
    for (size_t i = 0; i < inputs.size(); ++i) {
        Job job;
        job.input = inputs[i];
        const bool built = build(*m_runner, job);
        results[i] = std::move(job.result);
        if (!built) {
            results[i].costs = {1e9};
            continue;
        }
        job.kernel["bytes"] = job.object.size();
        request.header["kernels"].push_back(job.kernel);
        request.blob.insert(request.blob.end(), job.object.begin(), job.object.end());
        compared.push_back(i);
    }
    if (compared.empty()) {
        return results;
    }
    const auto answer = m_runner->ask(request, m_options.timeoutSeconds * static_cast<double>(compared.size() + 1));
    for (size_t j = 0; j < compared.size(); ++j) {
        MeasureResult& result = results[compared[j]];
        result.timestamp = unixTime();
        if (answer && answer->header.contains("seconds")) {
            result.costs = {answer->header["seconds"][j].get<double>()};
        } else {
            result.error = MeasureError::RuntimeDevice;
            result.costs = {1e9};
            result.message = answer ? answer->header.value("message", "") : answer.error().message;
        }
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

/// Code of another architecture than the device's cannot be measured on it.
Result<void> checkArchitecture(const Target& target, const DeviceDescription& device)
{
    const std::string given = target.attr("arch");
    if (given.empty()) {
        return {};
    }
    const auto wanted = parseArch(given);
    if (!wanted) {
        return fail(wanted);
    }
    if (wanted->major != device.capability.major || wanted->minor > device.capability.minor) {
        return fail(ErrorCode::Unsupported, "Code for {} does not run on {} ({}, {}): leave -arch out of the target", given,
                    device.id, device.name, device.capability.arch());
    }
    return {};
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
