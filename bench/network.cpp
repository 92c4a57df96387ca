// SPDX-License-Identifier: GPL-3.0-or-later
// Whole networks against ONNX Runtime, run alternately.
#include "bench/rows.h"

#include "core/base/childprocess.h"
#include "core/base/statistics.h"
#include "core/network/extract.h"
#include "core/network/modelfile.h"
#include "core/target/host.h"
#include "core/tuning/wholerun.h"

#include <nlohmann/json.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

namespace knobscope::bench {

namespace {

constexpr int kRounds = 8;
constexpr int kRuns = 8;     // per turn …
constexpr int kWarmRuns = 2; // … of which these are not counted: the other program's weights are in the caches
// Threads that have finished their share spin for a while, and would compete with the other program's.
constexpr auto kBetweenTurns = std::chrono::milliseconds(50);

/// ONNX Runtime with a model, in a node process.
class Peer
{
public:
    Peer(const std::string& model, int threads)
    {
        std::array<int, 2> in{};
        std::array<int, 2> out{};
        if (pipe(in.data()) != 0 || pipe(out.data()) != 0) {
            return;
        }
        const pid_t starter = getpid();
        m_pid = fork();
        if (m_pid == 0) {
            dieWithParent(starter);
            dup2(in[0], STDIN_FILENO);
            dup2(out[1], STDOUT_FILENO);
            for (const int descriptor : {in[0], in[1], out[0], out[1]}) {
                close(descriptor);
            }
            execlp("node", "node", KNOBSCOPE_PEERS "/onnxruntime.mjs", model.c_str(), std::to_string(threads).c_str(), nullptr);
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        m_to = fdopen(in[1], "w");
        m_from = fdopen(out[0], "r");
        m_isThere = answer().has_value();
    }
    ~Peer()
    {
        if (m_to) {
            std::fclose(m_to);
            std::fclose(m_from);
            waitpid(m_pid, nullptr, 0);
        }
    }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    bool isThere() const { return m_isThere; }
    /// Returns the seconds of each run.
    std::vector<double> time(int runs)
    {
        std::fprintf(m_to, "%d\n", runs);
        std::fflush(m_to);
        std::vector<double> seconds = answer().value_or(std::vector<double>());
        for (double& one : seconds) {
            one /= 1e3;
        }
        return seconds;
    }

private:
    std::optional<std::vector<double>> answer()
    {
        std::string line;
        for (int c = std::fgetc(m_from); c != EOF && c != '\n'; c = std::fgetc(m_from)) {
            line += static_cast<char>(c);
        }
        const auto list = nlohmann::json::parse(line, nullptr, false);
        return list.is_array() ? std::optional(list.get<std::vector<double>>()) : std::nullopt;
    }

    pid_t m_pid = -1;
    FILE* m_to = nullptr;
    FILE* m_from = nullptr;
    bool m_isThere = false;
};

NetworkOpening openingOf(const std::string& network, int threads)
{
    WholeNetwork whole{network, {}, hostTarget().value(), threads, {}, {}};
    const char* path = std::getenv("KNOBSCOPE_BENCH_PROJECT");
    if (!path || !*path) {
        return openingOf(whole, nullptr).value();
    }
    auto project = Project::open(path, Project::Mode::ReadOnly).value();
    auto reader = NetworkRunner::start("").value();
    (void)identify(reader, whole); // required to find the project's times of kernels within the network
    return openingOf(whole, &project).value();
}

/// Runs both alternately, so that a slow period of the machine affects both. Returns our share of the peer's time, from the least
/// disturbed quarter of each one's samples.
Row compared(const std::string& network, int threads, const std::string& model)
{
    const std::string name = fmt::format("{}.{}", network, threads);
    auto runner = NetworkRunner::start("");
    const auto report = runner ? runner->open(openingOf(network, threads)) : fail(runner);
    if (!report) {
        return {name, 0, report.error().message, "<= 1", false};
    }
    Peer peer(model, threads);
    if (!peer.isThere()) {
        return {name, 0, "no peer: npm install --ignore-scripts in bench/peers", "<= 1", false};
    }
    std::vector<double> ours;
    std::vector<double> theirs;
    const auto take = [](std::vector<double>& all, const std::vector<double>& turn) {
        if (turn.size() > kWarmRuns) {
            all.insert(all.end(), turn.begin() + kWarmRuns, turn.end());
        }
        std::this_thread::sleep_for(kBetweenTurns);
    };
    for (int round = 0; round < kRounds; ++round) {
        take(ours, runner->time(kRuns).value());
        take(theirs, peer.time(kRuns));
    }
    const double own = quantile(ours, 0.25);
    const double other = quantile(theirs, 0.25);
    return below(name, own / other, fmt::format("of {:.1f} ms; {} tuned, {} not", other * 1e3, report->tuned, report->untuned),
                 1);
}

/// Seconds from starting a process to the end of the first inference on a second start: the median of five.
Row started(const std::string& network)
{
    std::vector<double> samples;
    for (int start = 0; start < 5; ++start) {
        samples.push_back(seconds([&] {
            auto runner = NetworkRunner::start("");
            (void)(runner && runner->open(openingOf(network, 1)) && runner->time(1));
        }));
    }
    return below(network + ".start", median(samples), "s, kernels on disk", 1);
}

/// Memory of a second start after some runs, relative to the weights in the kernels' layout plus 1.3 times the minimum for values
/// and scratch memory.
Row memoryOfRun(const std::string& network)
{
    const std::string name = network + ".memory";
    auto runner = NetworkRunner::start("");
    const auto report = runner ? runner->open(openingOf(network, 1)) : fail(runner);
    const auto ran = report ? runner->time(3) : fail(report);
    const auto bytes = ran ? runner->memory() : fail(ran);
    if (!bytes) {
        return {name, 0, bytes.error().message, "<= 1", false};
    }
    const double allowed = static_cast<double>(report->weightBytes) + 1.3 * static_cast<double>(report->leastArenaBytes);
    return below(name, static_cast<double>(*bytes) / allowed,
                 fmt::format("of {:.1f} MB; weights {:.1f}, values and scratch {:.1f}", allowed / 1e6,
                             static_cast<double>(report->weightBytes) / 1e6, static_cast<double>(report->arenaBytes) / 1e6),
                 1);
}

/// Seconds from a file to its tuning tasks.
Row imported(const std::string& network, const std::string& file)
{
    const Target target = hostTarget().value();
    std::vector<double> samples;
    for (int sample = 0; sample < 5; ++sample) {
        samples.push_back(seconds([&] {
            const auto model = readModelNetwork(file);
            (void)extractTasks(model.value().network, target).value();
        }));
    }
    const double megabytes = static_cast<double>(std::filesystem::file_size(file)) / 1e6;
    return below(network + ".import", median(samples), fmt::format("s for {:.0f} MB", megabytes),
                 1.5 * std::max(1.0, megabytes / 100));
}

} // namespace

std::vector<Row> networkRows()
{
    const char* wanted = std::getenv("KNOBSCOPE_BENCH_NETWORK");
    std::istringstream names(wanted ? wanted
                                    : "resnet-18 resnet-50 vgg-16 mobilenet-v2 squeezenet-1.1 inception-v3 densenet-121");
    std::vector<Row> rows;
    for (std::string network; names >> network;) {
        const std::string file =
            fmt::format("{}/knobscope-bench-{}.onnx", std::filesystem::temp_directory_path().string(), getpid());
        const auto model = openModelNetwork(network);
        const auto written = model ? writeOnnx(model->imported.graph, file) : fail(model);
        if (!written) {
            rows.push_back({network, 0, written.error().message, "<= 1", false});
            continue;
        }
        const auto report = [&](Row row) {
            std::fprintf(stderr, "%s: %.3f %s\n", row.name.c_str(), row.value, row.unit.c_str());
            rows.push_back(std::move(row));
        };
        for (const int threads : {1, 2}) {
            report(compared(network, threads, file));
        }
        report(imported(network, file));
        std::filesystem::remove(file);
        report(started(network));
        report(memoryOfRun(network));
    }
    return rows;
}

} // namespace knobscope::bench
