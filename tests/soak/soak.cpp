// SPDX-License-Identifier: GPL-3.0-or-later
// Hours of tuning with faults: programs killed and stopped at any time, full disks, clock jumps, deleted files, two programs on
// one project. Counts lost and duplicated trials and leftovers. `./dev soak` runs it.
#include "core/base/processmemory.h"
#include "tests/soak/ledger.h"
#include "tests/soak/programs.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <thread>

namespace knobscope::soak {

namespace {

using Clock = std::chrono::steady_clock;

struct Settings {
    std::string programs;    ///< folder of knobscope-cli
    std::string clockJump;   ///< the library to preload
    std::string folder;
    double minutes = 10;
    int64_t trials = 20;     ///< minimum per round
    double between = 1.7;    ///< maximum seconds between two faults
    uint64_t seed = 1;
};

struct Counts {
    int64_t rounds = 0, accidents = 0, kills = 0, noted = 0, trials = 0, failed = 0;
    int64_t lost = 0, doubled = 0, torn = 0, orphans = 0, hung = 0, unreadable = 0, unfinished = 0;
    bool isClean() const { return lost + doubled + torn + orphans + hung + unreadable + unfinished == 0; }
};

/// One project with its log, tuned with faults until its run has ended.
class Round
{
public:
    /// `look` is called between faults.
    Round(const Settings& settings, int64_t number, std::mt19937_64& random, Counts& counts, std::function<void()> look)
        : m_settings(settings)
        , m_random(random)
        , m_counts(counts)
        , m_folder(fmt::format("{}/round-{}", settings.folder, number))
        , m_variable(fmt::format("KNOBSCOPE_SOAK={}-{}", ::getpid(), number))
        , m_number(number)
        , m_look(std::move(look))
    {
        std::filesystem::create_directories(m_folder);
    }

    void run()
    {
        const auto trials = std::to_string(m_settings.trials + static_cast<int64_t>(draw(30)));
        const auto seed = std::to_string(m_number);
        const char* const tuners[] = {"random", "ga", "default"};
        pid_t main = start({"tune", "resnet-18:3", "--project", project(), "--log", log(), "--tuner", tuners[draw(3)], "--trials",
                            trials, "--seed", seed, "--timeout", "5"});
        pid_t second = draw(4) == 0 ? start({"tune", "resnet-18:10", "--project", project(), "--tuner", "random", "--trials", "8",
                                             "--seed", seed, "--timeout", "5"})
                                    : -1;
        const auto patience = Clock::now() + std::chrono::minutes(6);
        int status = 0;
        while (Clock::now() < patience) {
            sleep(0.2 + (m_settings.between - 0.2) * static_cast<double>(draw(1500)) / 1500);
            m_look();
            if (second > 0 && hasEnded(second, status)) {
                second = -1;
            }
            m_ledger.note(project()); // takes a while, so the program may end meanwhile
            if (!hasEnded(main, status)) {
                accident(main);
                continue;
            }
            if (second < 0 && isFinished()) {
                main = -1;
                break;
            }
            main = start({"resume", project(), "--log", log()});
        }
        m_others.insert(m_others.end(), {main, second});
        finish();
    }

private:
    std::string project() const { return m_folder + "/p.knobscope"; }
    std::string log() const { return m_folder + "/l.log"; }
    uint64_t draw(uint64_t below) { return std::uniform_int_distribution<uint64_t>(0, below - 1)(m_random); }
    static void sleep(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

    pid_t start(std::vector<std::string> command)
    {
        command.insert(command.begin(), m_settings.programs + "/knobscope-cli");
        StartOptions options{std::move(command), m_folder + "/words", {m_variable, "XDG_STATE_HOME=" + m_settings.folder}, 0};
        if (draw(4) == 0) {
            options.environment.push_back("LD_PRELOAD=" + m_settings.clockJump);
        }
        if (draw(8) == 0) {
            options.mostFileBytes = static_cast<int64_t>(150'000 + draw(300'000));
        }
        return startProgram(options);
    }

    /// Whether no run is queued or interrupted, or the project was deleted.
    bool isFinished() { return Ledger::isFinished(project()) || m_isDeleted; }

    void accident(pid_t main)
    {
        ++m_counts.accidents;
        const auto workers = workersWith(m_variable);
        const pid_t worker = workers.empty() ? main : workers[draw(workers.size())];
        switch (draw(12)) {
        case 0: kill(main, SIGKILL); break;
        case 1:
            for (const pid_t pid : processesWith(m_variable)) {
                kill(pid, SIGKILL);
            }
            break;
        case 2:
        case 3: kill(worker, SIGKILL); break;
        case 4: pause({worker}); break;
        case 5: pause(processesWith(m_variable)); break;
        case 6: kill(main, SIGTERM); break;
        case 7: kill(-main, SIGINT); break;
        case 8: kill(-main, SIGHUP); break;
        case 9: another(); break;
        case 10: std::filesystem::remove(log()); break;
        default: loseProject(); break;
        }
    }

    void kill(pid_t pid, int signal)
    {
        m_counts.kills += ::kill(pid, signal) == 0 && signal != SIGSTOP && signal != SIGCONT ? 1 : 0;
    }

    void pause(const std::vector<pid_t>& processes)
    {
        for (const pid_t pid : processes) {
            ::kill(pid, SIGSTOP);
        }
        sleep(0.5 + 0.001 * static_cast<double>(draw(2500)));
        for (const pid_t pid : processes) {
            ::kill(pid, SIGCONT);
        }
    }

    /// Starts a second program on the active run; it must refuse, unless the first one has just ended: then it resumes the run.
    void another()
    {
        const pid_t pid = start({"resume", project(), "--log", log()});
        if (!waitForEnd(pid, 10)) {
            m_others.push_back(pid);
        }
    }

    /// Deletes the project, or replaces it by another file, in one of three rounds.
    void loseProject()
    {
        if (m_number % 3 != 0 || m_isDeleted) {
            return;
        }
        m_isDeleted = true;
        std::filesystem::remove(project());
        if (draw(2) == 0) {
            std::ofstream(project()) << "somebody else's";
        }
    }

    std::vector<std::string> projects() const
    {
        std::vector<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(m_folder)) {
            const std::string name = entry.path().filename();
            const bool isForeign = m_isDeleted && entry.path() == project() && std::filesystem::file_size(entry.path()) < 100;
            if (name.find(".knobscope") != name.npos && name.find("-wal") == name.npos && name.find("-shm") == name.npos
                && name.find("lock") == name.npos && !isForeign) {
                found.push_back(entry.path());
            }
        }
        return found;
    }

    bool waitForEnd(pid_t pid, double seconds)
    {
        int status = 0;
        for (const auto patience = Clock::now() + std::chrono::duration<double>(seconds); Clock::now() < patience; sleep(0.05)) {
            if (hasEnded(pid, status)) {
                return true;
            }
        }
        return false;
    }

    void finish()
    {
        for (const pid_t pid : m_others) {
            if (pid <= 0 || waitForEnd(pid, 60)) {
                continue;
            }
            ++m_counts.unfinished;
            reportProcess("not done", pid);
            ::kill(pid, SIGTERM);
            if (!waitForEnd(pid, 30)) {
                ++m_counts.hung;
                ::kill(pid, SIGKILL);
                waitForEnd(pid, 10);
            }
        }
        for (int i = 0; i < 50 && !processesWith(m_variable).empty(); ++i) {
            sleep(0.1);
        }
        const auto left = processesWith(m_variable);
        m_counts.orphans += static_cast<int64_t>(left.size());
        for (const pid_t pid : left) {
            reportProcess("left behind", pid);
            ::kill(pid, SIGKILL);
        }
        judge();
    }

    void reportProcess(const char* what, pid_t pid)
    {
        m_isKept = true;
        fmt::print("round {}: {}: {}\n", m_number, what, describe(pid));
        for (const pid_t one : processesWith(m_variable)) {
            fmt::print("    beside {}\n", describe(one));
        }
    }

    void judge()
    {
        const auto verdict = m_ledger.compare(projects());
        const auto lines = checkLog(log());
        ++m_counts.rounds;
        m_counts.noted += m_ledger.noted();
        m_counts.trials += verdict.trials;
        m_counts.failed += verdict.failed;
        m_counts.lost += verdict.lost;
        m_counts.doubled += verdict.doubled + lines.doubled;
        m_counts.torn += lines.torn;
        m_counts.unreadable += verdict.unreadable.empty() ? 0 : 1;
        const bool isClean =
            !m_isKept && verdict.lost + verdict.doubled + lines.doubled + lines.torn == 0 && verdict.unreadable.empty();
        fmt::print("round {}: {} trials seen, {} lost, {} doubled, log {} lines, {} doubled, {} torn{}{}\n", m_number,
                   m_ledger.noted(), verdict.lost, verdict.doubled, lines.lines, lines.doubled, lines.torn,
                   m_isDeleted ? "; its project was deleted" : "",
                   isClean ? "" : fmt::format("; kept in {} {}", m_folder, verdict.unreadable));
        std::fflush(stdout);
        if (isClean) {
            std::filesystem::remove_all(m_folder);
        }
    }

    const Settings& m_settings;
    std::mt19937_64& m_random;
    Counts& m_counts;
    std::string m_folder;
    std::string m_variable;
    int64_t m_number;
    std::function<void()> m_look;
    Ledger m_ledger;
    bool m_isDeleted = false;
    bool m_isKept = false; ///< for later inspection
    std::vector<pid_t> m_others; ///< programs that may still be running
};

/// A run without faults, to measure its memory.
class SteadyRun
{
public:
    explicit SteadyRun(const Settings& settings)
    {
        // 151,250 configs, more than can be measured in two hours.
        const std::string task =
            R"(["dense_pack.x86",["TENSOR",[512,512],"float32"],["TENSOR",[512,512],"float32"],null,"float32"])";
        m_pid = startProgram(
            {{settings.programs + "/knobscope-cli", "tune", task, "--project", settings.folder + "/steady.knobscope", "--tuner",
              "random", "--prune", "off", "--trials", "151000", "--seconds", std::to_string(settings.minutes * 60)},
             settings.folder + "/steady.words",
             {"XDG_STATE_HOME=" + settings.folder},
             0});
    }
    void sample()
    {
        if (const int64_t bytes = memoryOf(m_pid).resident; bytes > 0) {
            m_samples.push_back(bytes);
        }
    }
    std::string verdict() const
    {
        if (m_samples.size() < 3) {
            return "not sampled";
        }
        const auto early = m_samples[m_samples.size() / 10 + 1];
        return fmt::format("{:.1f} MB early, {:.1f} MB at the end ({:+.1f} %)", static_cast<double>(early) / 1e6,
                           static_cast<double>(m_samples.back()) / 1e6,
                           100.0 * (static_cast<double>(m_samples.back()) / static_cast<double>(early) - 1));
    }
    void end()
    {
        ::kill(m_pid, SIGTERM);
        int status = 0;
        for (int i = 0; i < 300 && !hasEnded(m_pid, status); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    }

private:
    pid_t m_pid = -1;
    std::vector<int64_t> m_samples;
};

int soak(const Settings& settings)
{
    // The folder is removed at the end, so it must be new.
    if (std::error_code error; !std::filesystem::create_directories(settings.folder, error)) {
        fmt::print(stderr, "knobscope-soak: {} is there already, or cannot be made; name a new folder with --folder\n",
                   settings.folder);
        return 1;
    }
    std::mt19937_64 random(settings.seed);
    Counts counts;
    SteadyRun steady(settings);
    const auto end = Clock::now() + std::chrono::duration<double>(settings.minutes * 60);
    for (int64_t round = 1; Clock::now() < end; ++round) {
        Round(settings, round, random, counts, [&] { steady.sample(); }).run();
    }
    steady.end();
    fmt::print(
        "\nrounds {}, accidents {}, of these kills {}\ntrials seen {}, in the end {}, of these failed {}\n"
        "lost {}, doubled {}, torn lines {}, orphans {}, hung {}, unreadable {}, unfinished {}\nmemory of a steady run: {}\n",
        counts.rounds, counts.accidents, counts.kills, counts.noted, counts.trials, counts.failed, counts.lost, counts.doubled,
        counts.torn, counts.orphans, counts.hung, counts.unreadable, counts.unfinished, steady.verdict());
    if (!counts.isClean()) {
        fmt::print("projects and logs are kept in {}\n", settings.folder);
        return 1;
    }
    std::filesystem::remove_all(settings.folder);
    return 0;
}

} // namespace

} // namespace knobscope::soak

int main(int argc, char** argv)
{
    knobscope::soak::Settings settings;
    const auto self = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    settings.programs = self;
    settings.clockJump = self.parent_path() / "tests" / "clockjump.so";
    settings.folder = std::filesystem::temp_directory_path() / fmt::format("knobscope-soak-{}", ::getpid());
    CLI::App app("Tunes through accidents and counts what was lost");
    app.add_option("--minutes", settings.minutes);
    app.add_option("--trials", settings.trials, "Of a round, at least");
    app.add_option("--between", settings.between, "Seconds between two accidents, at most")->check(CLI::Range(0.2, 60.0));
    app.add_option("--seed", settings.seed);
    app.add_option("--folder", settings.folder, "Made for projects and logs, kept when one is not as it should be");
    CLI11_PARSE(app, argc, argv);
    return knobscope::soak::soak(settings);
}
