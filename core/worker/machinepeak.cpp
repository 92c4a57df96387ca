// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/machinepeak.h"

#include "core/base/readjson.h"
#include "core/target/fmaloop.h"
#include "core/target/machineprofile.h"
#include "core/timing/disturbance.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/workerprocess.h"

#include <algorithm>
#include <numeric>
#include <thread>
#include <vector>

namespace knobscope {

namespace {

constexpr int kTries = 5;
constexpr int64_t kFmaRounds = 2'000'000;       ///< about 10 ms
constexpr size_t kStreamElements = size_t{8} << 20; ///< 32 MiB per array, three arrays per thread
constexpr int64_t kAssumedCacheBytes = 256 << 10;
constexpr int64_t kAssumedL1Bytes = 32 << 10;
constexpr double kProbeTimeoutSeconds = 60;

template<class Work>
double bestSeconds(Work&& work)
{
    double best = 0;
    for (int attempt = 0; attempt < kTries; ++attempt) {
        const double start = steadySeconds();
        work();
        const double seconds = steadySeconds() - start;
        best = attempt == 0 ? seconds : std::min(best, seconds);
    }
    return best;
}

double gflopsOf(const FmaLoop& loop, volatile float& sink)
{
    return loop.flops(kFmaRounds) / bestSeconds([&] { sink = loop.run(kFmaRounds); }) / 1e9;
}

// The triad in vectors, as kernels have them: in any build, and whatever the compiler's target is. `elements` are whole vectors.
#define KNOBSCOPE_TRIAD(NAME, ATTRIBUTE, BYTES)                                                                                  \
    ATTRIBUTE void NAME(float* a, const float* b, const float* c, float scalar, size_t elements)                                 \
    {                                                                                                                            \
        typedef float Vector __attribute__((vector_size(BYTES), aligned(alignof(float)), may_alias));                            \
        for (size_t i = 0; i < elements; i += (BYTES) / sizeof(float)) {                                                         \
            *reinterpret_cast<Vector*>(a + i) =                                                                                  \
                *reinterpret_cast<const Vector*>(b + i) + scalar * *reinterpret_cast<const Vector*>(c + i);                      \
        }                                                                                                                        \
    }

#ifdef __x86_64__
KNOBSCOPE_TRIAD(triad512, __attribute__((target("avx512f"))), 64)
KNOBSCOPE_TRIAD(triad256, __attribute__((target("avx2"))), 32)
#endif
KNOBSCOPE_TRIAD(triadPlain, , 16)

void triad(float* a, const float* b, const float* c, float scalar, size_t elements)
{
#ifdef __x86_64__
    const int lanes = widestFmaLoop().lanes;
    return lanes == 16 ? triad512(a, b, c, scalar, elements)
         : lanes == 8  ? triad256(a, b, c, scalar, elements)
                       : triadPlain(a, b, c, scalar, elements);
#else
    return triadPlain(a, b, c, scalar, elements);
#endif
}

/// Gigabytes per second; repeats arrays of fewer than kStreamElements elements.
double streamRate(size_t elements, volatile float& sink)
{
    std::vector<float> a(elements, 1.0f);
    const std::vector<float> b(elements, 2.0f);
    const std::vector<float> c(elements, 3.0f);
    const size_t rounds = std::max<size_t>(1, kStreamElements / elements);
    float scalar = 0.5f;
    const double seconds = bestSeconds([&] {
        for (size_t round = 0; round < rounds; ++round) {
            triad(a.data(), b.data(), c.data(), scalar, elements);
            sink = a[elements / 3];
            scalar += sink * 1e-9f; // makes the next round depend on this one
        }
    });
    return 12.0 * static_cast<double>(elements * rounds) / seconds / 1e9;
}

/// Elements of each of the triad's arrays, which fill half of a cache of `bytes`.
size_t elementsInHalf(int64_t bytes)
{
    constexpr size_t wholeVectors = 64; // elements
    return std::max(wholeVectors, static_cast<size_t>(bytes) / 2 / (3 * sizeof(float)) / wholeVectors * wholeVectors);
}

/// Sum over concurrent threads.
template<class Rate>
double onAll(int threads, Rate&& rate)
{
    std::vector<double> rates(static_cast<size_t>(threads), 0.0);
    std::vector<std::thread> others;
    for (size_t t = 1; t < rates.size(); ++t) {
        others.emplace_back([&, t] { rates[t] = rate(); });
    }
    rates[0] = rate();
    for (std::thread& other : others) {
        other.join();
    }
    return std::accumulate(rates.begin(), rates.end(), 0.0);
}

} // namespace

Result<MachinePeak> peakFromJson(const nlohmann::json& json)
{
    try {
        auto peak = json.get<MachinePeak>();
        if (!(peak.gflops > 0) || !(peak.gigabytesPerSecond > 0)) {
            return fail(ErrorCode::Parse, "The peak of a machine must be above zero");
        }
        return peak;
    } catch (const nlohmann::json::exception& e) {
        return fail(ErrorCode::Parse, "Not a measured peak: {}", jsonErrorCause(e));
    }
}

MachinePeak probeMachine(int threads)
{
    const FmaLoop loop = widestFmaLoop();
    MachinePeak peak;
    peak.threads = std::clamp(threads, 1, kMaxPeakThreads);
    peak.vectors = loop.name;
    peak.gflops = onAll(peak.threads, [&] {
        volatile float sink = 0;
        return gflopsOf(loop, sink);
    });
    peak.gigabytesPerSecond = onAll(peak.threads, [] {
        volatile float sink = 0;
        return streamRate(kStreamElements, sink);
    });
    const auto rateIn = [&](int64_t known, int64_t assumed) {
        return onAll(peak.threads, [&] {
            volatile float sink = 0;
            return streamRate(elementsInHalf(known > 0 ? known : assumed), sink);
        });
    };
    peak.cacheGigabytesPerSecond = rateIn(thisMachine().l2Bytes, kAssumedCacheBytes);
    peak.l1GigabytesPerSecond = rateIn(thisMachine().l1Bytes, kAssumedL1Bytes);
    peak.measured = unixTime();
    return peak;
}

Result<MachinePeak> measureMachinePeak(int threads, const std::string& worker)
{
    const auto executable = TRY(findWorker(worker));
    const MeasuringNotice notice("cpu");
    auto process = TRY(WorkerProcess::start({executable}));
    const auto answer = TRY(process->ask({{{"op", "peak"}, {"threads", threads}}, {}}, kProbeTimeoutSeconds));
    if (!answer.header.contains("peak")) {
        const Sentence why = readSentence(answer.header, "message");
        return fail(ErrorCode::Unsupported, "{} cannot measure the machine's peak: {}", executable,
                    why.empty() ? phrase("its version is different") : why);
    }
    return peakFromJson(answer.header["peak"]);
}

} // namespace knobscope
