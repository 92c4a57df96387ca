// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/machinepeak.h"

#include "core/measure/kernelmessage.h"
#include "core/measure/workerprocess.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace knobscope {

namespace {

constexpr int tries = 5;
constexpr int64_t fmaRounds = 2'000'000;       ///< about 10 ms
constexpr size_t streamElements = size_t{8} << 20; ///< 32 MiB an array, three arrays a thread
constexpr double probeTimeoutSeconds = 60;

// Ten accumulators hide four cycles of latency on two units. A macro, since GCC splits vectors of a template before it inlines
// it into a function for a richer instruction set.
#define KNOBSCOPE_FMA_LOOP(NAME, ATTRIBUTE, BYTES)                                                                               \
    ATTRIBUTE float NAME(int64_t rounds)                                                                                         \
    {                                                                                                                            \
        typedef float Vector __attribute__((vector_size(BYTES)));                                                                \
        const Vector m = Vector{} + 0.999999f;                                                                                   \
        const Vector c = Vector{} + 1e-6f;                                                                                       \
        Vector a = c, b = c + 1, d = c + 2, e = c + 3, f = c + 4, g = c + 5, h = c + 6, i = c + 7, j = c + 8, k = c + 9;         \
        for (int64_t r = 0; r < rounds; ++r) {                                                                                   \
            a = a * m + c, b = b * m + c, d = d * m + c, e = e * m + c, f = f * m + c;                                           \
            g = g * m + c, h = h * m + c, i = i * m + c, j = j * m + c, k = k * m + c;                                           \
        }                                                                                                                        \
        const Vector sum = a + b + d + e + f + g + h + i + j + k;                                                                \
        return sum[0];                                                                                                           \
    }

constexpr int accumulators = 10;

#ifdef __x86_64__
KNOBSCOPE_FMA_LOOP(spin512, __attribute__((target("avx512f,fma"), noinline)), 64)
KNOBSCOPE_FMA_LOOP(spin256, __attribute__((target("avx2,fma"), noinline)), 32)
#endif
KNOBSCOPE_FMA_LOOP(spinPlain, __attribute__((noinline)), 16)

struct Spin {
    float (*loop)(int64_t rounds);
    int lanes;
    const char* name;
};

Spin widestSpin()
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) {
        return {spin512, 16, "AVX-512"};
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return {spin256, 8, "AVX2"};
    }
    return {spinPlain, 4, "SSE2"};
#else
    return {spinPlain, 4, "the compiler's"};
#endif
}

template<class Work>
double bestSeconds(Work&& work)
{
    double best = 0;
    for (int attempt = 0; attempt < tries; ++attempt) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        best = attempt == 0 ? seconds : std::min(best, seconds);
    }
    return best;
}

double gflopsOf(const Spin& spin, volatile float& sink)
{
    const double seconds = bestSeconds([&] { sink = spin.loop(fmaRounds); });
    return 2.0 * accumulators * spin.lanes * static_cast<double>(fmaRounds) / seconds / 1e9;
}

double streamRate(volatile float& sink)
{
    std::vector<float> a(streamElements, 1.0f);
    const std::vector<float> b(streamElements, 2.0f);
    const std::vector<float> c(streamElements, 3.0f);
    float scalar = 0.5f;
    const double seconds = bestSeconds([&] {
        for (size_t i = 0; i < streamElements; ++i) {
            a[i] = b[i] + scalar * c[i];
        }
        sink = a[streamElements / 3];
        scalar += sink * 1e-9f; // the next round depends on this one
    });
    return 12.0 * static_cast<double>(streamElements) / seconds / 1e9;
}

/// The sum over threads that run at the same time.
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
    double sum = 0;
    for (const double r : rates) {
        sum += r;
    }
    return sum;
}

} // namespace

nlohmann::json peakToJson(const MachinePeak& p)
{
    return {{"threads", p.threads},
            {"gflops", p.gflops},
            {"gigabytes_per_second", p.gigabytesPerSecond},
            {"vectors", p.vectors},
            {"measured", p.measured}};
}

Result<MachinePeak> peakFromJson(const nlohmann::json& json)
{
    try {
        MachinePeak peak{json.at("threads").get<int>(), json.at("gflops").get<double>(),
                         json.at("gigabytes_per_second").get<double>(), json.at("vectors").get<std::string>(),
                         json.at("measured").get<double>()};
        if (!(peak.gflops > 0) || !(peak.gigabytesPerSecond > 0)) {
            return fail(ErrorCode::Parse, "A machine's peak must be above zero");
        }
        return peak;
    } catch (const nlohmann::json::exception& e) {
        return fail(ErrorCode::Parse, "This is no measured peak: {}", e.what());
    }
}

MachinePeak probeMachine(int threads)
{
    const Spin spin = widestSpin();
    MachinePeak peak;
    peak.threads = std::clamp(threads, 1, 64);
    peak.vectors = spin.name;
    peak.gflops = onAll(peak.threads, [&] {
        volatile float sink = 0;
        return gflopsOf(spin, sink);
    });
    peak.gigabytesPerSecond = onAll(peak.threads, [] {
        volatile float sink = 0;
        return streamRate(sink);
    });
    peak.measured = unixTime();
    return peak;
}

Result<MachinePeak> measureMachinePeak(int threads, const std::string& worker)
{
    const auto executable = findWorker(worker);
    if (!executable) {
        return fail(executable);
    }
    WorkerProcess::Options options;
    options.executable = *executable;
    auto process = WorkerProcess::start(options);
    if (!process) {
        return fail(process);
    }
    const auto answer = (*process)->ask({{{"op", "peak"}, {"threads", threads}}, {}}, probeTimeoutSeconds);
    if (!answer) {
        return fail(answer);
    }
    if (!answer->header.contains("peak")) {
        return fail(ErrorCode::Unsupported, "{} cannot measure the machine's peak: {}", *executable,
                    answer->header.value("message", "it is of another version"));
    }
    return peakFromJson(answer->header["peak"]);
}

} // namespace knobscope
