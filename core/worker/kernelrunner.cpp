// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/kernelrunner.h"

#include "core/base/sentencejson.h"
#include "core/device/cuda/cudadriver.h"
#include "core/timing/plaintiming.h"
#include "core/worker/firstcalllimit.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <thread>

namespace knobscope {

namespace {

/// Calls of at least this length are steady: what one of them takes needs no other sample.
constexpr double kSlowReferenceSeconds = 0.02;
constexpr double kCountedSeconds = 0.1; ///< of calls

/// A kernel that is itself the reference: it is as fast as that by definition, so that no pairs are needed.
void takeReference(RunOutcome& out, double referenceSeconds, double warmUpSeconds)
{
    out.costs = {referenceSeconds};
    out.timing.speedup = 1;
    out.timing.ratio = 1;
    out.timing.secondsNow = warmUpSeconds;
    out.timing.candidate = {warmUpSeconds};
}

void fill(RunOutcome& out, const Error& problem)
{
    out.error = problem.code == ErrorCode::Timeout     ? MeasureError::RunTimeout
              : problem.code == ErrorCode::Unsupported ? MeasureError::CompileDevice
                                                       : MeasureError::RuntimeDevice;
    out.why = problem;
    out.costs.clear();
    out.timing = {};
    out.isBest = false;
    out.mustRestart = isSticky(problem);
}

} // namespace

KernelRunner::KernelRunner(std::unique_ptr<KernelHost> host)
    : m_host(std::move(host))
    , m_timer({[this] { return m_host->rate(); }, [](std::chrono::milliseconds pause) { std::this_thread::sleep_for(pause); }})
{
}

Result<std::unique_ptr<TimedKernel>> KernelRunner::prepare(const PackedKernel& kernel, const MeasureOptions& options)
{
    if (!m_host->isCompatible(options)) {
        m_loaded.clear();
    }
    return m_host->prepare(kernel, options);
}

std::string KernelRunner::missing(const ReferenceKeys& references, const MeasureOptions& options)
{
    for (const std::string& key : {references.anchor, references.best}) {
        if (!key.empty() && (!m_host->isCompatible(options) || !m_loaded.find(key))) {
            return key;
        }
    }
    return {};
}

TimedReferences KernelRunner::referred(const ReferenceKeys& references)
{
    return references.mapped([this](const std::string& key) { return m_loaded.find(key).get(); });
}

Result<std::unique_ptr<TimedKernel>> KernelRunner::prepareAndCall(const KernelRequest& request)
{
    auto kernel = TRY(prepare(request.kernel, request.options));
    kernel->call();
    TRY(kernel->problem());
    return kernel;
}

Result<std::vector<double>> KernelRunner::answerOf(const KernelRequest& request, TimedKernel& kernel)
{
    if (m_host->layoutsAreFixed() && m_answerTask == request.task) {
        return m_answer;
    }
    const auto made = m_tasks.task(request.task);
    const auto entity = entityFromJson(request.entity);
    if (!made || !entity) {
        return fail(made ? entity.error().code : made.error().code, "The answer could not be checked: {}",
                    made ? entity.error() : made.error());
    }
    m_answer = TRY(m_expected.of(**made, *entity, kernel));
    m_answerTask = request.task;
    return m_answer;
}

Result<void> KernelRunner::compare(const KernelRequest& request, TimedKernel& kernel, const std::vector<double>& expected)
{
    const auto task = TRY(m_tasks.task(request.task));
    const auto entity = TRY(entityFromJson(request.entity));
    const double tolerance = toleranceOf(*task, entity, kernel.arguments().back().type);
    return compareAnswer(kernel, expected, request.kernel.header.value("tolerance", tolerance));
}

Result<void> KernelRunner::checkOutput(const KernelRequest& request, TimedKernel& kernel)
{
    const auto expected = TRY(answerOf(request, kernel));
    return compare(request, kernel, expected);
}

RunOutcome KernelRunner::run(const KernelRequest& request, ReferenceKeys& references, double firstCallSeconds)
{
    RunOutcome out;
    m_host->trim();
    const StageClock loading("load");
    auto kernel = prepare(request.kernel, request.options);
    out.stages.push_back(loading.finish());
    if (!kernel) {
        fill(out, kernel.error());
        return out;
    }
    const StageClock warming("warm up");
    const double warmUpSeconds = [&] {
        const FirstCallLimit limit(firstCallSeconds);
        return (*kernel)->timeBatch(1);
    }();
    out.stages.push_back(warming.finish());
    if (const auto problem = (*kernel)->problem(); !problem) {
        fill(out, problem.error());
        return out;
    }
    if (request.options.check) {
        const StageClock checking("check");
        const auto right = checkOutput(request, **kernel);
        out.stages.push_back(checking.finish());
        if (!right) {
            out.error = MeasureError::WrongAnswer;
            out.why = right.error();
            return out;
        }
    }
    const StageClock timing("time");
    TimedReferences referred = this->referred(references);
    const bool isReference = request.options.paired && !request.options.thorough && !request.key.empty()
                          && request.key == references.anchor && references.best.empty();
    Result<void> timed;
    if (isReference && warmUpSeconds >= kSlowReferenceSeconds) {
        takeReference(out, references.anchorSeconds, warmUpSeconds);
    } else {
        timed = m_timer.time(**kernel, warmUpSeconds, referred, request.options, out);
    }
    references.anchorSeconds = referred.anchorSeconds;
    out.stages.push_back(timing.finish());
    if (!timed) {
        fill(out, timed.error());
    } else if (!out.why.empty() && out.why != readSentence(request.kernel.header, "note")) {
        out.stages.back().name = "time (throttled)";
    }
    if (out.isBest) {
        m_loaded.insert(request.key, std::move(*kernel)); // the next requests refer to it
    }
    return out;
}

RunOutcome KernelRunner::verify(KernelRequest request)
{
    RunOutcome out;
    request.options.check = true; // fills outputs with a value that no kernel produces by chance
    const auto kernel = prepareAndCall(request);
    if (!kernel) {
        fill(out, kernel.error());
        return out;
    }
    const auto expected = answerOf(request, **kernel);
    if (!expected) {
        out.why = expected.error();
        return out;
    }
    if (const auto right = compare(request, **kernel, *expected); !right) {
        out.error = MeasureError::WrongAnswer;
        out.why = right.error();
    }
    return out;
}

Result<void> KernelRunner::load(const KernelRequest& request)
{
    auto kernel = TRY(prepareAndCall(request));
    m_loaded.insert(request.key, std::move(kernel));
    return {};
}

Result<KernelCounts> KernelRunner::count(const KernelRequest& request)
{
    const auto kernel = TRY(prepareAndCall(request));
    const auto call = [&] { kernel->call(); };
    KernelCounts counts;
    counts.calls = static_cast<int64_t>(std::clamp(kCountedSeconds / std::max(1e-9, timeCalls(call, 1)), 3.0, 1e5));
    for (const auto events : {hardwareEvents(), softwareEvents()}) { // one group after the other: each fits into the counters
        auto counters = EventCounters::open(events);
        if (!counters) {
            counts.problem = counters.error();
            continue;
        }
        counters->start();
        counts.seconds = timeCalls(call, counts.calls);
        counters->stop();
        for (EventCount event : TRY(counters->counts())) {
            event.count /= static_cast<double>(counts.calls);
            counts.events.push_back(std::move(event));
        }
        if (!counters->missing().empty()) {
            counts.problem = phrase("This machine does not count {}", fmt::format("{}", fmt::join(counters->missing(), ", ")));
        }
    }
    TRY(kernel->problem());
    return counts;
}

Result<std::vector<RankedKernel>> KernelRunner::rank(const std::vector<PackedKernel>& packed, ReferenceKeys& references,
                                                     const MeasureOptions& options)
{
    std::vector<std::unique_ptr<TimedKernel>> kernels;
    for (const PackedKernel& one : packed) {
        auto kernel = TRY(prepare(one, options));
        kernels.push_back(std::move(kernel));
    }
    TimedReferences referred = this->referred(references);
    auto ranked = m_timer.rank(kernels, referred, options);
    references.anchorSeconds = referred.anchorSeconds;
    return ranked;
}

} // namespace knobscope
