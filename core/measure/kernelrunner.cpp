// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/kernelrunner.h"

#include "core/measure/pairedtiming.h"
#include "core/measure/plaintiming.h"
#include "core/measure/statistics.h"
#include "core/op/evaluate.h"
#ifdef KNOBSCOPE_HAVE_LLVM
#include "core/codegen/llvm/kernelloader.h"
#endif

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace knobscope {

#ifndef KNOBSCOPE_HAVE_LLVM
class LoadedKernel
{
public:
    KernelFunction function() const { return nullptr; }
};
class KernelLoader
{
public:
    static Result<std::unique_ptr<KernelLoader>> create()
    {
        return fail(ErrorCode::Unsupported, "This build has no LLVM to load kernels with");
    }
    Result<std::unique_ptr<LoadedKernel>> load(const CompiledKernel&)
    {
        return fail(ErrorCode::Unsupported, "This build has no LLVM to load kernels with");
    }
};
#endif

namespace {

constexpr double tolerance = 1e-4;          // AutoTVM's, relative to the largest output
constexpr double shortCallSeconds = 40e-6;  // shorter calls are timed several at a time, so that the clock costs under 1 %
constexpr size_t keptSamples = 400;
constexpr double plainSecondsBudget = 0.05; // for the first kernel of a task, which has no reference …
constexpr int plainBursts = 12;             // … in bursts over a third of a second, longer than most slow stretches
constexpr double plainSecondsMost = 0.3;    // enough of a slow kernel
constexpr auto burstPause = std::chrono::milliseconds(25);

int64_t elementsOf(const KernelArgument& argument)
{
    int64_t count = 1;
    for (const int64_t extent : argument.shape) {
        count *= extent;
    }
    return count;
}

/// How many calls of this length are timed together.
int64_t callsFor(double seconds)
{
    return static_cast<int64_t>(std::clamp(std::ceil(shortCallSeconds / std::max(seconds, 1e-9)), 1.0, 1000.0));
}

/// Pairs for a candidate that is about to become the reference. One that wins by far is soon followed by a better one, and its
/// scale is renewed by its own samples: the close races are those that need many pairs.
PairedPolicy winnerPolicy(const PairedTiming& first)
{
    PairedPolicy policy;
    policy.hopelessAbove = policy.dropAbove = policy.likelyAbove = 1e9;
    const bool isFarAhead = first.high < policy.clearWinBelow;
    policy.clearWinBelow = 0;
    policy.contenderPairs = isFarAhead ? 5 : 15;
    policy.mostPairs = isFarAhead ? 5 : policy.mostPairs;
    return policy;
}

void flushFromCache(const void* data, int64_t bytes)
{
#if defined(__x86_64__)
    for (int64_t at = 0; at < bytes; at += 64) {
        __builtin_ia32_clflush(static_cast<const char*>(data) + at);
    }
#else
    (void)data;
    std::vector<char> evict(static_cast<size_t>(std::max<int64_t>(bytes, 64 << 20)), 1);
    asm volatile("" : : "r"(evict.data()) : "memory");
#endif
}

} // namespace

struct KernelRunner::Prepared {
    CompiledKernel kernel;
    std::unique_ptr<LoadedKernel> loaded;
    std::vector<std::shared_ptr<TensorBuffer>> buffers;
    std::shared_ptr<TensorBuffer> workspace;
    std::vector<void*> arguments;
    ThreadPool* pool = nullptr;

    void call() { loaded->function()(arguments.data(), workspace ? workspace->data() : nullptr, &ThreadPool::parallelFor, pool); }
    /// Seconds of one call.
    double timed(int64_t calls)
    {
        return timeCalls([this] { call(); }, calls);
    }
};

struct KernelRunner::Reference {
    std::unique_ptr<Prepared> prepared;
    double seconds = 0;           ///< long-run time
    std::vector<double> samples;  ///< of its own runs, newest last
};

std::vector<double> KernelRunner::timeInBursts(Prepared& kernel, int64_t calls)
{
    std::vector<double> samples;
    double total = 0;
    for (int burst = 0; burst < plainBursts && (total < plainSecondsMost || burst < 3); ++burst) {
        if (burst > 0) {
            std::this_thread::sleep_for(burstPause);
            total += kernel.timed(1); // the caches are another program's after a pause
        }
        double spent = 0;
        for (int i = 0; i < 1 || (spent < plainSecondsBudget / plainBursts && i < 10); ++i) {
            samples.push_back(kernel.timed(calls));
            spent += samples.back() * static_cast<double>(calls);
        }
        total += spent;
    }
    return samples;
}

KernelRunner::KernelRunner() = default;
KernelRunner::~KernelRunner()
{
    m_references.clear(); // loaded kernels go before their loader
}

Result<std::unique_ptr<KernelRunner::Prepared>> KernelRunner::prepare(const CompiledKernel& kernel, const MeasureOptions& options)
{
    if (!m_loader) {
        auto loader = KernelLoader::create();
        if (!loader) {
            return fail(loader);
        }
        m_loader = std::move(*loader);
    }
    if (!m_pool || m_pool->threads() != options.threads) {
        m_references.clear();
        m_pool = std::make_unique<ThreadPool>(std::max(1, options.threads));
    }
    auto prepared = std::make_unique<Prepared>();
    prepared->kernel = kernel;
    prepared->pool = m_pool.get();
    auto loaded = m_loader->load(kernel);
    if (!loaded) {
        return fail(loaded);
    }
    prepared->loaded = std::move(*loaded);
    const auto add = [&](const BufferPool::Key& key, bool isInput) -> Result<std::shared_ptr<TensorBuffer>> {
        return m_buffers.get(key, isInput, options.check);
    };
    for (size_t i = 0; i < kernel.arguments.size(); ++i) {
        const KernelArgument& argument = kernel.arguments[i];
        const int64_t bytes = elementsOf(argument) * argument.type.bytes();
        auto buffer = add({static_cast<int>(i), bytes, argument.type, options.seed + i}, !argument.isOutput);
        if (!buffer) {
            return fail(buffer);
        }
        prepared->arguments.push_back((*buffer)->data());
        prepared->buffers.push_back(std::move(*buffer));
    }
    const int64_t scratch = kernel.workspaceBytes + kernel.threadWorkspaceBytes * std::max(1, options.threads);
    if (scratch > 0) {
        auto workspace = add({-1, scratch, ir::float32, 0}, false);
        if (!workspace) {
            return fail(workspace);
        }
        prepared->workspace = std::move(*workspace);
    }
    return prepared;
}

Result<void> KernelRunner::checkOutput(Prepared& prepared, const nlohmann::json& task, const nlohmann::json& entityJson)
{
    const auto made = m_tasks.task(task);
    const auto entity = entityFromJson(entityJson);
    if (!made || !entity) {
        return fail(made ? entity.error().code : made.error().code, "The answer could not be checked: {}",
                    made ? entity.error().message : made.error().message);
    }
    const auto schedule = scheduleConfig(**made, *entity);
    if (!schedule) {
        return fail(schedule);
    }
    const auto inputs = schedule->inputs();
    TensorValues values;
    for (size_t i = 0; i < inputs.size(); ++i) {
        values[&inputs[i].node()] =
            toDoubles(prepared.arguments[i], elementsOf(prepared.kernel.arguments[i]), prepared.kernel.arguments[i].type);
    }
    const auto expected = evaluate(schedule->outputs().front(), values);
    if (!expected) {
        return fail(expected);
    }
    const KernelArgument& output = prepared.kernel.arguments.back();
    const auto actual = toDoubles(prepared.arguments.back(), elementsOf(output), output.type);
    double scale = 1e-30;
    for (const double v : *expected) {
        scale = std::max(scale, std::abs(v));
    }
    for (size_t i = 0; i < actual.size(); ++i) {
        const double error = std::abs(actual[i] - (*expected)[i]) / scale;
        if (!(error <= tolerance)) {
            return fail(ErrorCode::InvalidArgument, "Element {} of {} is {:.6g} and should be {:.6g}", i, output.name, actual[i],
                        (*expected)[i]);
        }
    }
    return {};
}

void KernelRunner::timeIt(const std::string& taskKey, std::unique_ptr<Prepared> candidate, double warmUpSeconds,
                          const MeasureOptions& options, RunOutcome& out)
{
    if (!options.paired) {
        const auto flush = [&] {
            for (size_t i = 1; options.cacheFlush && i < candidate->buffers.size(); ++i) {
                flushFromCache(candidate->buffers[i]->data(), candidate->buffers[i]->bytes());
            }
        };
        out.costs = trimmedCosts(timePlain([&] { candidate->call(); }, flush, options));
        return;
    }
    const int64_t calls = callsFor(warmUpSeconds);
    auto& reference = m_references[taskKey];
    if (!reference) {
        const std::vector<double> samples = timeInBursts(*candidate, calls);
        const double alone = undisturbed(samples);
        out.costs = {alone};
        reference = std::make_unique<Reference>(Reference{std::move(candidate), alone, samples});
        out.isReference = true;
        out.referenceSeconds = reference->seconds;
        return;
    }
    const auto timeCandidate = [&] { return candidate->timed(calls); };
    const auto timeReference = [&] { return reference->prepared->timed(calls); };
    PairedTiming timing = timePaired(timeCandidate, timeReference, {}, warmUpSeconds);
    bool wins = timing.ratio < 1 && timing.high < 1.02 && !timing.dropped;
    if (wins) {
        // It was chosen for being quick, so those pairs flatter it; the scale of all that follows needs pairs that do not.
        PairedTiming fresh = timePaired(timeCandidate, timeReference, winnerPolicy(timing));
        fresh.reference.insert(fresh.reference.end(), timing.reference.begin(), timing.reference.end());
        fresh.pairs += timing.pairs;
        timing = std::move(fresh);
        wins = timing.ratio < 1;
    }
    reference->samples.insert(reference->samples.end(), timing.reference.begin(), timing.reference.end());
    if (reference->samples.size() > keptSamples) {
        reference->samples.erase(reference->samples.begin(), reference->samples.end() - keptSamples);
    }
    reference->seconds = undisturbed(reference->samples);
    out.ratio = timing.ratio;
    out.pairs = timing.pairs;
    const double seconds = timing.ratio * reference->seconds;
    if (wins) {
        // The winner inherits the long-run scale: its own samples are few and from one stretch of time.
        std::vector<double> scaled;
        for (const double sample : reference->samples) {
            scaled.push_back(sample * timing.ratio);
        }
        reference = std::make_unique<Reference>(Reference{std::move(candidate), seconds, std::move(scaled)});
        out.isReference = true;
        out.referenceSeconds = seconds;
    }
    // AutoTVM takes the mean of the costs: it must be the estimate.
    out.costs = {seconds};
}

RunOutcome KernelRunner::run(const std::string& taskKey, const CompiledKernel& kernel, const MeasureOptions& options,
                             const nlohmann::json& task, const nlohmann::json& entity)
{
    RunOutcome out;
    m_buffers.trim();
    const StageClock loading("load");
    auto prepared = prepare(kernel, options);
    out.stages.push_back(loading.finish());
    if (!prepared) {
        out.error = MeasureError::RuntimeDevice;
        out.message = prepared.error().message;
        return out;
    }
    const StageClock warming("warm up");
    const double warmUpSeconds = (*prepared)->timed(1);
    out.stages.push_back(warming.finish());
    if (options.check) {
        const StageClock checking("check");
        const auto right = checkOutput(**prepared, task, entity);
        out.stages.push_back(checking.finish());
        if (!right) {
            out.error = MeasureError::WrongAnswer;
            out.message = right.error().message;
            return out;
        }
    }
    const StageClock timing("time");
    timeIt(taskKey, std::move(*prepared), warmUpSeconds, options, out);
    out.stages.push_back(timing.finish());
    return out;
}

Result<void> KernelRunner::setReference(const std::string& taskKey, const CompiledKernel& kernel, double seconds,
                                        const MeasureOptions& options)
{
    auto prepared = prepare(kernel, options);
    if (!prepared) {
        return fail(prepared);
    }
    (*prepared)->call();
    m_references[taskKey] =
        std::make_unique<Reference>(Reference{std::move(*prepared), seconds, std::vector<double>(20, seconds)});
    return {};
}

Result<std::vector<double>> KernelRunner::compare(const std::vector<CompiledKernel>& kernels, const MeasureOptions& options)
{
    constexpr int rounds = 31;
    std::vector<std::unique_ptr<Prepared>> all;
    std::vector<int64_t> calls;
    for (const CompiledKernel& kernel : kernels) {
        auto prepared = prepare(kernel, options);
        if (!prepared) {
            return fail(prepared);
        }
        (*prepared)->call();
        calls.push_back(callsFor((*prepared)->timed(1)));
        all.push_back(std::move(*prepared));
    }
    std::vector<std::vector<double>> ratios(all.size());
    std::vector<double> base;
    for (int round = 0; round < rounds; ++round) {
        const double own = all[0]->timed(calls[0]);
        base.push_back(own);
        ratios[0].push_back(1);
        for (size_t i = 1; i < all.size(); ++i) {
            ratios[i].push_back(all[i]->timed(calls[i]) / own);
        }
    }
    std::vector<double> seconds;
    for (const auto& r : ratios) {
        seconds.push_back(median(r) * undisturbed(base));
    }
    return seconds;
}

} // namespace knobscope
