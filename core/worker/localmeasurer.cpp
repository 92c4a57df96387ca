// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/coreplan.h"
#include "core/target/host.h"
#include "core/target/targetdevice.h"
#include "core/task/task.h"
#include "core/timing/disturbance.h"
#include "core/timing/measurer.h"
#include "core/worker/codeworker.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/makemeasurer.h"
#include "core/worker/trialrunner.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace knobscope {

namespace {

/// Cores for building and timing; if these are the same, building and timing alternate.
class Cores
{
public:
    Cores(int threads, Hardware hardware)
        : m_plan(planCores(allowedCores(), threads))
    {
        m_plan.alternates = m_plan.alternates && hardware == Hardware::Cpu; // GPU timing is unaffected by CPU load
    }
    const std::vector<int>& timed() const { return m_plan.timed; }
    const std::vector<int>& building() const { return m_plan.building; }
    /// Cores that are never used for timing.
    std::vector<int> free() const { return m_plan.alternates ? std::vector<int>() : m_plan.building; }
    size_t builders(int wanted) const
    {
        return wanted > 0 ? static_cast<size_t>(wanted) : m_plan.alternates ? 1 : std::max<size_t>(1, m_plan.building.size());
    }
    std::unique_lock<std::mutex> lock() { return m_plan.alternates ? std::unique_lock(m_mutex) : std::unique_lock<std::mutex>(); }

private:
    CorePlan m_plan;
    std::mutex m_mutex;
};

/// Blocking queue that can be closed.
template<class T>
class WaitingQueue
{
public:
    void push(T value)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_items.push_back(std::move(value));
        }
        m_changed.notify_one();
    }
    std::optional<T> pop()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_closed || !m_items.empty(); });
        return take();
    }
    std::optional<T> pop(std::chrono::milliseconds wait)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, wait, [&] { return m_closed || !m_items.empty(); });
        return take();
    }
    void close()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_closed = true;
            m_items.clear();
        }
        m_changed.notify_all();
    }

private:
    std::optional<T> take()
    {
        if (m_items.empty()) {
            return std::nullopt;
        }
        T value = std::move(m_items.front());
        m_items.pop_front();
        return value;
    }
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<T> m_items;
    bool m_closed = false;
};

/// Passes configs from the builders to the runner: queues, and the threads that wait for workers.
class LocalMeasurer : public Measurer
{
public:
    LocalMeasurer(const MeasureOptions& options, const std::string& executable, Hardware hardware)
        : m_options(options)
        , m_hardware(hardware)
        , m_notice(deviceName())
        , m_cores(options.threads, hardware)
        , m_builds(options.timeoutSeconds)
        // The CUDA driver reserves far more address space than it uses.
        , m_runner({executable, m_cores.timed(), hardware == Hardware::Cuda ? 0 : options.memoryLimitBytes}, options, hardware,
                   m_builds)
    {
        WorkerProcess::Options builder{executable, m_cores.building(), options.memoryLimitBytes, 30, true};
        const size_t builders = m_cores.builders(options.nParallel);
        constexpr int64_t enough = int64_t{1} << 30; // bytes; sufficient for LLVM and any config
        builder.residentLimitBytes =
            std::max(std::min(enough, builder.residentLimitBytes), builder.residentLimitBytes / static_cast<int64_t>(builders));
        for (size_t i = 0; i < builders; ++i) {
            m_builders.push_back(std::make_unique<RestartingWorker>(builder, fmt::format("builder {}", i + 1)));
        }
    }

    ~LocalMeasurer() override { LocalMeasurer::stop(); }

    /// Returns the GPU to measure on, as described by the runner's driver, and stores it for the builders, which start later.
    Result<DeviceDescription> openDevice()
    {
        auto device = TRY(m_runner.queryDevice());
        m_builds.setDevice(deviceToJson(device));
        return device;
    }

    Result<void> startWorkers()
    {
        TRY(m_runner.start());
        m_machine = m_runner.machine();
        for (const auto& builder : m_builders) {
            m_threads.emplace_back([this, worker = builder.get()] { buildLoop(*worker); });
        }
        m_threads.emplace_back([this] { runLoop(); });
        return {};
    }

    Result<void> accepts(const Task& task) const override
    {
        if (task.isGpu == (m_hardware == Hardware::Cuda)) {
            TRY(checkRunsHere(task.target));
            const auto tried = CodeWorker({m_options.worker}).tryTarget(task.target);
            return tried ? tried : fail(ErrorCode::Unsupported, "{}", tried.error());
        }
        return fail(ErrorCode::InvalidArgument, "{} runs on a {}, but this session measures on a {}", task.name,
                    task.isGpu ? "GPU" : "CPU", task.isGpu ? "CPU" : "GPU");
    }

    void beginRun(const Task& task, const Baseline& baseline) override { m_runner.beginRun(task, baseline); }

    Sentence loadWarning() const override
    {
        return m_hardware == Hardware::Cpu ? knobscope::loadWarning(m_cores.timed()) : otherMeasurerWarning();
    }
    Sentence otherMeasurerWarning() const override { return findOtherMeasurer(deviceName()); }

    Result<void> submit(int64_t id, MeasureInput input) override
    {
        if (const Sentence lost = m_runner.lossReason(); !lost.empty()) {
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

    std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs) override
    {
        const auto trial = m_runner.lock();
        const auto turn = m_cores.lock();
        return m_runner.compare(inputs);
    }

    void stop() override
    {
        m_toBuild.close();
        m_toRun.close();
        m_done.close();
        m_runner.stop();
        for (const auto& builder : m_builders) {
            builder->stop();
        }
        for (std::thread& thread : m_threads) {
            thread.join();
        }
        m_threads.clear();
        m_notice.reset();
    }

    /// Two per builder, and three that wait for the device: winners take long to time, losers very little.
    int capacity() const override { return static_cast<int>(m_builders.size()) * 2 + 3; }
    std::vector<int> freeCores() const override { return m_cores.free(); }
    MachineProfile machine() const override { return m_machine; }
    TimingKind kind() const override { return {std::max(1, m_options.threads), m_options.coldWeights}; }

private:
    /// Device name in notices.
    std::string deviceName() const
    {
        return m_hardware == Hardware::Cpu ? "cpu" : m_options.device.empty() ? "cuda:0" : m_options.device;
    }

    void buildLoop(RestartingWorker& worker)
    {
        while (auto job = m_toBuild.pop()) {
            const auto turn = m_cores.lock();
            if (m_builds.build(worker, *job)) {
                m_toRun.push(std::move(*job));
            } else if (!m_runner.isStopping()) {
                finish(std::move(*job));
            }
        }
    }

    void runLoop()
    {
        while (auto job = m_toRun.pop()) {
            const auto trial = m_runner.lock();
            const auto turn = m_cores.lock();
            if (m_runner.run(*job)) {
                finish(std::move(*job));
            }
        }
    }

    void finish(TrialJob job)
    {
        if (job.result.error != MeasureError::None) {
            job.result.costs = {1e9};
        }
        job.result.timestamp = unixTime();
        job.result.allCost = job.result.buildSeconds + job.result.runSeconds;
        m_done.push(std::move(job));
    }

    MeasureOptions m_options;
    Hardware m_hardware;
    MachineProfile m_machine;
    std::optional<MeasuringNotice> m_notice; ///< until stop()
    Cores m_cores;
    JobBuilder m_builds; ///< needs the GPU before the builders start
    TrialRunner m_runner;
    std::vector<std::unique_ptr<RestartingWorker>> m_builders;
    WaitingQueue<TrialJob> m_toBuild;
    WaitingQueue<TrialJob> m_toRun;
    WaitingQueue<TrialJob> m_done;
    std::vector<std::thread> m_threads;
};

Result<std::unique_ptr<LocalMeasurer>> makeFor(Hardware hardware, const MeasureOptions& options)
{
    const auto executable = TRY(findWorker(options.worker));
    if (options.threads < 1 || options.threads > 1024 || options.nParallel < 0) {
        return fail(ErrorCode::InvalidArgument, "{} threads cannot be used; choose a number from 1 to the number of cores",
                    options.threads);
    }
    return std::make_unique<LocalMeasurer>(options, executable, hardware);
}

} // namespace

Result<std::unique_ptr<Measurer>> makeLocalMeasurer(const MeasureOptions& options)
{
    auto measurer = TRY(makeFor(Hardware::Cpu, options));
    TRY(measurer->startWorkers());
    return measurer;
}

Result<std::unique_ptr<Measurer>> makeCudaMeasurer(const Target& target, const MeasureOptions& options)
{
    auto measurer = TRY(makeFor(Hardware::Cuda, options));
    const auto device = measurer->openDevice();
    if (!device) {
        return fail(device.error().code, "'{}' needs a GPU: {}", target.text, device.error());
    }
    TRY(checkArchitecture(target, *device));
    TRY(measurer->startWorkers());
    return measurer;
}

Result<std::unique_ptr<Measurer>> makeMeasurer(const Target& target, const MeasureOptions& options)
{
    if (target.hasKey("cuda")) {
        return makeCudaMeasurer(target, options);
    }
    if (target.hasKey("gpu")) {
        return fail(ErrorCode::Unsupported,
                    "Kernels for '{}' can be displayed but not measured here; cuda and llvm targets can be measured",
                    target.text);
    }
    return makeLocalMeasurer(options);
}

} // namespace knobscope
