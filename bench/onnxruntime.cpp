// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/onnxruntime.h"

#include "core/base/childprocess.h"
#include "core/base/statistics.h"

#include <nlohmann/json.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace knobscope::bench {

namespace {

constexpr int kRounds = 8;
constexpr int kRuns = 8;     // per turn …
constexpr int kWarmRuns = 2; // … of which these are not counted: the other program's weights are in the caches
// Threads that have finished their share spin for a while, and would compete with the other program's.
constexpr auto kBetweenTurns = std::chrono::milliseconds(50);
constexpr const char* kNoPeer = "no peer: npm install --ignore-scripts in bench/peers";

} // namespace

Peer::Peer(const std::string& model, int threads, int64_t batch)
    : m_problem(kNoPeer)
{
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (pipe(in.data()) != 0 || pipe(out.data()) != 0) {
        return;
    }
    std::signal(SIGPIPE, SIG_IGN); // a node process that ended is an answer that does not come
    const pid_t starter = getpid();
    m_pid = fork();
    if (m_pid == 0) {
        dieWithParent(starter);
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        for (const int descriptor : {in[0], in[1], out[0], out[1]}) {
            close(descriptor);
        }
        execlp("node", "node", KNOBSCOPE_PEERS "/onnxruntime.mjs", model.c_str(), std::to_string(threads).c_str(),
               std::to_string(batch).c_str(), nullptr);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    m_to = fdopen(in[1], "w");
    m_from = fdopen(out[0], "r");
    readGreeting();
}

Peer::~Peer()
{
    if (m_to) {
        std::fclose(m_to);
        std::fclose(m_from);
        waitpid(m_pid, nullptr, 0);
    }
}

std::vector<double> Peer::time(int runs)
{
    std::fprintf(m_to, "%d\n", runs);
    std::fflush(m_to);
    const auto list = nlohmann::json::parse(line().value_or(""), nullptr, false);
    std::vector<double> seconds = list.is_array() ? list.get<std::vector<double>>() : std::vector<double>();
    for (double& one : seconds) {
        one /= 1e3;
    }
    return seconds;
}

std::optional<std::string> Peer::line()
{
    std::string text;
    int c = std::fgetc(m_from);
    for (; c != EOF && c != '\n'; c = std::fgetc(m_from)) {
        text += static_cast<char>(c);
    }
    return c == EOF ? std::nullopt : std::optional(text);
}

void Peer::readGreeting()
{
    const auto greeting = nlohmann::json::parse(line().value_or(""), nullptr, false);
    if (!greeting.is_object()) {
        return;
    }
    m_problem = greeting.value("error", "");
    m_isDynamic = greeting.value("dynamic", false);
    m_inputs = greeting.value("inputs", m_inputs);
}

NetworkOpening openingFor(WholeNetwork whole)
{
    const char* path = std::getenv("KNOBSCOPE_BENCH_PROJECT");
    if (!path || !*path) {
        return openingOf(whole, nullptr).value();
    }
    auto project = Project::open(path, Project::Mode::ReadOnly).value();
    auto reader = NetworkRunner::start("").value();
    (void)identify(reader, whole); // required to find the project's times of kernels within the network
    return openingOf(whole, &project).value();
}

Row shareOfPeer(const std::string& name, WholeNetwork whole, const std::string& model, int64_t batch, double target)
{
    const std::string limit = fmt::format("< {:g}", target);
    Peer peer(model, whole.threads, batch);
    if (!peer.problem().empty()) {
        return {name, 0, peer.problem(), limit, false};
    }
    if (peer.isDynamic()) {
        whole.shapes = peer.inputs();
    }
    auto runner = NetworkRunner::start("");
    const auto report = runner ? runner->open(openingFor(std::move(whole))) : fail(runner);
    if (!report) {
        return {name, 0, report.error().message, limit, false};
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
        const auto turn = runner->time(kRuns);
        if (!turn) {
            return {name, 0, turn.error().message, limit, false};
        }
        take(ours, *turn);
        take(theirs, peer.time(kRuns));
    }
    if (theirs.empty()) {
        return {name, 0, "ONNX Runtime's process ended", limit, false};
    }
    const double own = quantile(ours, 0.25);
    const double other = quantile(theirs, 0.25);
    return below(name, own / other, fmt::format("of {:.3g} ms; {} tuned, {} not", other * 1e3, report->tuned, report->untuned),
                 target);
}

} // namespace knobscope::bench
