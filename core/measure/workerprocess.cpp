// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/workerprocess.h"

#include "core/measure/firstcalllimit.h"

#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <vector>

extern char** environ;

namespace knobscope {

namespace {

bool isExecutable(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::string signalText(int number)
{
    switch (number) {
    case SIGSEGV: return "SIGSEGV (it touched memory that is not its own)";
    case SIGBUS: return "SIGBUS (it touched memory that does not exist)";
    case SIGILL: return "SIGILL (an instruction that this CPU does not have)";
    case SIGFPE: return "SIGFPE (an impossible division)";
    case SIGABRT: return "SIGABRT (it gave up)";
    case SIGKILL: return "SIGKILL (killed, perhaps for lack of memory)";
    default: return fmt::format("signal {}", number);
    }
}

} // namespace

Result<std::string> findWorker(const std::string& wanted)
{
    std::string asked = wanted;
    if (const char* fromEnvironment = std::getenv("KNOBSCOPE_WORKER"); asked.empty() && fromEnvironment) {
        asked = fromEnvironment;
    }
    if (!asked.empty()) {
        if (!isExecutable(asked)) {
            return fail(ErrorCode::NotFound, "The worker '{}' does not exist or cannot be executed", asked);
        }
        return asked;
    }
    std::error_code ignored;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const auto folder = self.parent_path();
    for (const auto& candidate : {folder / "knobscope-worker", folder.parent_path() / "bin" / "knobscope-worker"}) {
        if (isExecutable(candidate)) {
            return candidate.string();
        }
    }
    return fail(ErrorCode::NotFound,
                "knobscope-worker is missing: it should be in {}; build or install it, or name it in KNOBSCOPE_WORKER",
                folder.string());
}

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const Options& options)
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return fail(ErrorCode::Io, "No socket for a worker: {}", std::strerror(errno));
    }
    Channel ours(ends[0]);
    Channel theirs(ends[1]);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, theirs.descriptor(), 3);
    KeptWords words = options.keepsWords ? KeptWords::make() : KeptWords();
    if (words.descriptor() >= 0) {
        posix_spawn_file_actions_adddup2(&actions, words.descriptor(), STDERR_FILENO);
    }
    std::string cores;
    for (const int core : options.cores) {
        cores += (cores.empty() ? "" : ",") + std::to_string(core);
    }
    std::vector<std::string> command{
        options.executable, "--socket", "3", "--cores", cores, "--memory", std::to_string(options.memoryLimitBytes)};
    std::vector<char*> arguments;
    for (std::string& word : command) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, options.executable.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        return fail(ErrorCode::Io, "The worker {} could not be started: {}", options.executable, std::strerror(error));
    }
    theirs.close();
    std::unique_ptr<WorkerProcess> worker(new WorkerProcess(pid, std::move(ours), std::move(words)));
    const auto hello = worker->ask({{{"op", "hello"}}, {}}, options.helloSeconds);
    if (!hello && hello.error().code == ErrorCode::Timeout) {
        return fail(ErrorCode::Timeout,
                    "The worker {} did not answer within {} seconds; is this machine busy with programs that "
                    "go before all others, or is that another program?",
                    options.executable, options.helloSeconds);
    }
    if (!hello || hello->header.value("version", 0) != 1) {
        return fail(ErrorCode::Unsupported, "{} is not this program's worker: {}", options.executable,
                    hello ? "it answers in another version" : worker->howItEnded());
    }
    return worker;
}

WorkerProcess::~WorkerProcess()
{
    kill();
    howItEnded();
}

Result<Message> WorkerProcess::ask(const Message& request, double timeoutSeconds, const std::atomic<bool>* stop)
{
    if (m_hasAnswered) { // what it says before its first answer is why there is none
        m_words.clear();
    }
    if (auto sent = m_channel.send(request); !sent) {
        return fail(sent);
    }
    const auto deadline =
        std::chrono::steady_clock::now()
        + std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(timeoutSeconds));
    auto answer = m_channel.receive(stop ? waitUnlessStopped(deadline, *stop) : deadline);
    m_hasAnswered = m_hasAnswered || answer.has_value();
    return answer;
}

/// Until there is an answer, at most to the deadline. The new deadline: sooner when it was stopped, since a worker that answers
/// in a moment is worth more than a new one.
WorkerProcess::Deadline WorkerProcess::waitUnlessStopped(Deadline deadline, const std::atomic<bool>& stop)
{
    constexpr std::chrono::milliseconds look(10);
    constexpr std::chrono::milliseconds moment(200);
    while (!stop && std::chrono::steady_clock::now() < deadline) {
        if (m_channel.waitForData(look)) {
            return deadline;
        }
    }
    return std::min<Deadline>(deadline, std::chrono::steady_clock::now() + moment);
}

void WorkerProcess::kill()
{
    const std::lock_guard lock(m_mutex);
    if (!m_reaped) {
        ::kill(m_pid, SIGKILL);
    }
}

std::string WorkerProcess::howItEnded()
{
    const std::lock_guard lock(m_mutex);
    if (!m_reaped) {
        const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        pid_t ended = 0;
        while (ended == 0 || (ended < 0 && errno == EINTR)) {
            ended = ::waitpid(m_pid, &m_status, WNOHANG);
            if (ended == 0) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            if (std::chrono::steady_clock::now() > patience) {
                ::kill(m_pid, SIGKILL); // it closed its socket, or talks nonsense, and lives on
            }
        }
        m_reaped = true;
    }
    const std::string words = m_words.last();
    return (WIFSIGNALED(m_status) ? "it crashed with " + signalText(WTERMSIG(m_status))
                                  : fmt::format("it ended with code {}", WEXITSTATUS(m_status)))
         + (words.empty() ? std::string() : fmt::format(", saying '{}'", words));
}

bool WorkerProcess::wasCutOff() const
{
    return m_reaped && WIFEXITED(m_status) && WEXITSTATUS(m_status) == cutOffExit;
}

} // namespace knobscope
