// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/workerprocess.h"

#include "core/base/member.h"
#include "core/base/numbertext.h"
#include "core/base/processmemory.h"
#include "core/worker/firstcalllimit.h"
#include "core/worker/kernelmessage.h"

#include <fcntl.h>
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

namespace knobscope {

namespace {

bool isExecutable(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

Sentence signalText(int number)
{
    switch (number) {
    case SIGSEGV: return phrase("SIGSEGV (invalid memory access)");
    case SIGBUS: return phrase("SIGBUS (access to missing memory)");
    case SIGILL: return phrase("SIGILL (an instruction that this CPU does not support)");
    case SIGFPE: return phrase("SIGFPE (an invalid division)");
    case SIGABRT: return phrase("SIGABRT (it aborted)");
    case SIGKILL: return phrase("SIGKILL (killed, possibly for lack of memory)");
    default: return phrase("signal {}", number);
    }
}

/// Returns true for signals that a kernel or compiler can cause. Includes SIGKILL, which the OOM killer sends.
bool isCrashSignal(int signal)
{
    constexpr int raised[]{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU, SIGXFSZ, SIGPROF, SIGKILL};
    return std::find(std::begin(raised), std::end(raised), signal) != std::end(raised);
}

Sentence remedyFor(int error)
{
    switch (error) {
    case ENOENT: return phrase("it was moved or deleted; build or install it again");
    case EACCES: return phrase("make it executable, or name another one in KNOBSCOPE_WORKER");
    case EMFILE: return phrase("this program has reached its limit of open files; raise the limit (ulimit -n)");
    case ENFILE: return phrase("this machine has too many open files; close some programs");
    case EAGAIN: return phrase("there are too many processes; close some, or raise the limit (ulimit -u)");
    case ENOMEM: return phrase("memory ran out; close some programs, or raise the limit (ulimit -v)");
    default: return phrase("name another one in KNOBSCOPE_WORKER");
    }
}

Sentence whyAndRemedy(int error)
{
    return joined(Sentence(std::strerror(error)), remedyFor(error));
}

/// For glibc's malloc from 2.35 on: puts the heap on large pages, and tensors below 4 MiB into it. A page fault of a virtual
/// machine costs microseconds, and took half of a network's reading time (Inception-v3: 0.57 s, 0.08 s with these).
constexpr const char* kLargePages =
    "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=4194304:glibc.malloc.trim_threshold=1073741824";

/// Descriptor of a worker's socket; those below are the standard streams.
constexpr int kWorkerSocket = 3;

/// Start state of a worker: signals that ask programs to end are blocked until it ignores them; only the socket and the standard
/// streams are open. Copies the descriptors above the worker's own: if a standard stream of this program is closed, or another
/// thread closes 3 between two calls, one of them is the other's target.
class SpawnPlan
{
public:
    SpawnPlan(int socket, int capturedStderr)
        : m_socket(copyAboveWorkers(socket))
        , m_capturedStderr(copyAboveWorkers(capturedStderr))
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawn_file_actions_adddup2(&m_actions, m_socket.number(), kWorkerSocket);
        if (m_capturedStderr.isOpen()) {
            posix_spawn_file_actions_adddup2(&m_actions, m_capturedStderr.number(), STDERR_FILENO);
        }
        posix_spawn_file_actions_addclosefrom_np(&m_actions, kWorkerSocket + 1);
        sigset_t held;
        sigemptyset(&held);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
            sigaddset(&held, signal);
        }
        posix_spawnattr_init(&m_attributes);
        posix_spawnattr_setsigmask(&m_attributes, &held);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGMASK);
    }
    ~SpawnPlan()
    {
        posix_spawnattr_destroy(&m_attributes);
        posix_spawn_file_actions_destroy(&m_actions);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    /// Returns 0 or an errno.
    int spawn(pid_t& pid, std::vector<std::string> command, std::string tunables) const
    {
        if (m_error != 0) {
            return m_error;
        }
        std::vector<char*> arguments;
        for (std::string& word : command) {
            arguments.push_back(word.data());
        }
        arguments.push_back(nullptr);
        std::vector<char*> environment;
        for (char** one = environ; *one; ++one) {
            environment.push_back(*one);
        }
        if (!tunables.empty() && !std::getenv("GLIBC_TUNABLES")) {
            environment.push_back(tunables.data());
        }
        environment.push_back(nullptr);
        return ::posix_spawn(&pid, command.front().c_str(), &m_actions, &m_attributes, arguments.data(), environment.data());
    }

private:
    /// Returns a closed descriptor for a negative one.
    Descriptor copyAboveWorkers(int descriptor)
    {
        Descriptor copy(descriptor < 0 ? -1 : ::fcntl(descriptor, F_DUPFD_CLOEXEC, kWorkerSocket + 1));
        if (descriptor >= 0 && !copy.isOpen()) {
            m_error = errno;
        }
        return copy;
    }

    int m_error = 0; ///< errno of the copies
    Descriptor m_socket;
    Descriptor m_capturedStderr;
    posix_spawn_file_actions_t m_actions{};
    posix_spawnattr_t m_attributes{};
};

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
    return fail(ErrorCode::NotFound, "knobscope-worker is missing from {}; build or install it, or name it in KNOBSCOPE_WORKER",
                folder.string());
}

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const Options& options)
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return fail(ErrorCode::Io, "No socket could be created for a worker: {}", whyAndRemedy(errno));
    }
    Channel ours(ends[0]);
    Channel theirs(ends[1]);
    CapturedStderr capturedStderr = options.captureStderr ? CapturedStderr::make() : CapturedStderr();
    std::string cores;
    for (const int core : options.cores) {
        cores += (cores.empty() ? "" : ",") + std::to_string(core);
    }
    pid_t pid = -1;
    const int error = SpawnPlan(theirs.descriptor(), capturedStderr.descriptor())
                          .spawn(pid,
                                 {options.executable, "--socket", std::to_string(kWorkerSocket), "--cores", cores, "--memory",
                                  std::to_string(options.memoryLimitBytes)},
                                 options.isOnLargePages ? kLargePages : "");
    if (error != 0) {
        return fail(ErrorCode::Io, "The worker {} could not be started: {}", options.executable, whyAndRemedy(error));
    }
    theirs.close();
    std::unique_ptr<WorkerProcess> worker(
        new WorkerProcess(pid, options.residentLimitBytes, std::move(ours), std::move(capturedStderr)));
    const auto hello = worker->ask({{{"op", "hello"}}, {}}, options.helloSeconds);
    if (!hello && hello.error().code == ErrorCode::Timeout) {
        return fail(ErrorCode::Timeout,
                    "The worker {} did not answer within {} (second|seconds). Is the machine busy, or is this another program?",
                    options.executable, options.helloSeconds);
    }
    if (!hello || memberOr(hello->header, "version", 0) != kMessageVersion) {
        return fail(ErrorCode::Unsupported, "{} is not the worker of this program: {}", options.executable,
                    hello ? phrase("it has another version") : worker->exitReason());
    }
    worker->m_machine = fromJson<MachineProfile>(memberOr(hello->header, "machine", nlohmann::json::object()));
    return worker;
}

WorkerProcess::~WorkerProcess()
{
    kill();
    exitReason();
}

Result<Message> WorkerProcess::ask(const Message& request, double timeoutSeconds, const std::atomic<bool>* stop)
{
    if (m_hasAnswered) { // keeps the output before its first answer, which explains a missing answer
        m_capturedStderr.clear();
    }
    m_stoppedSeconds = 0;
    RunningDeadline deadline(timeoutSeconds);
    m_wasStopped = false;
    TRY(m_channel.send(request, &deadline));
    waitForAnswer(deadline, stop);
    auto answer = m_channel.receive(&deadline);
    deadline.poll(); // accounts for a suspension during the last wait
    m_stoppedSeconds = deadline.stoppedSeconds();
    m_hasAnswered = m_hasAnswered || answer.has_value();
    return answer;
}

/// Waits for an answer until the deadline. `stop` shortens that to a grace period: a worker that answers within it need not be
/// replaced.
void WorkerProcess::waitForAnswer(RunningDeadline& deadline, const std::atomic<bool>* stop)
{
    constexpr std::chrono::milliseconds look(10);
    constexpr std::chrono::milliseconds moment(200);
    constexpr int looksApart = 5; // polls between two readings of its memory
    for (int looks = 0; deadline.poll().count() > 0 && !m_channel.waitForData(stop ? look : look * looksApart); ++looks) {
        if (stop && *stop) {
            m_wasStopped = true;
            deadline.shorten(moment);
            return;
        }
        const bool isTime = m_residentLimitBytes > 0 && (!stop || looks % looksApart == 0);
        if (isTime && memoryOf(m_pid).own > m_residentLimitBytes) {
            m_exceededMemory = true;
            kill();
            return;
        }
    }
}

void WorkerProcess::kill()
{
    const std::lock_guard lock(m_mutex);
    if (!m_reaped) {
        ::kill(m_pid, SIGKILL);
        ::shutdown(m_channel.descriptor(), SHUT_RDWR); // wakes ask(), even if the system cannot end the process
    }
}

/// Returns true if the process is known to have exited, false while it runs.
bool WorkerProcess::hasExited()
{
    const std::lock_guard lock(m_mutex);
    if (!m_reaped) {
        const pid_t ended = ::waitpid(m_pid, &m_status, WNOHANG);
        m_reaped = ended > 0 || (ended < 0 && errno != EINTR);
    }
    return m_reaped;
}

Sentence WorkerProcess::exitReason()
{
    constexpr std::chrono::seconds patience(2);
    constexpr std::chrono::seconds longest(5);
    for (const auto began = std::chrono::steady_clock::now(); !m_isUnkillable && !hasExited();) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const auto waited = std::chrono::steady_clock::now() - began;
        if (waited > patience) {
            kill(); // it closed its socket or broke the protocol, and still runs
        }
        m_isUnkillable = waited > longest;
    }
    if (m_isUnkillable) {
        return phrase("it was killed but does not exit; the system is blocking it, for example because a disk or a GPU driver "
                      "does not respond");
    }
    if (m_exceededMemory) {
        return phrase("it used more than {} of memory, the limit of a worker on this machine, and was stopped; reduce the size "
                      "of its work, or raise the limit with KNOBSCOPE_WORKER_MEMORY (in MiB)",
                      bytesText(static_cast<double>(m_residentLimitBytes)));
    }
    const std::string capturedStderr = m_capturedStderr.lastLine();
    const Sentence end = WIFSIGNALED(m_status) ? phrase("it crashed with {}", signalText(WTERMSIG(m_status)))
                                               : phrase("it exited with code {}", WEXITSTATUS(m_status));
    return capturedStderr.empty() ? end : phrase("{}, with the message '{}'", end, capturedStderr);
}

bool WorkerProcess::wasKilledExternally() const
{
    return m_reaped && WIFSIGNALED(m_status) && !isCrashSignal(WTERMSIG(m_status));
}

bool WorkerProcess::wasCutOff() const
{
    return m_reaped && WIFEXITED(m_status) && WEXITSTATUS(m_status) == kCutOffExitCode;
}

} // namespace knobscope
