// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/soak/programs.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace knobscope::soak {

namespace {

std::string content(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool isZombie(const std::string& folder)
{
    const std::string stat = content(folder + "/stat");
    const size_t end = stat.rfind(')');
    return end == stat.npos || stat.substr(end + 1, 2) == " Z";
}

} // namespace

pid_t startProgram(const StartOptions& options)
{
    std::vector<char*> arguments;
    for (const std::string& word : options.command) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid != 0) {
        return pid;
    }
    ::setpgid(0, 0);
    const int outputFile = ::open(options.outputFile.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(outputFile, 1);
    ::dup2(outputFile, 2);
    for (const std::string& variable : options.environment) {
        ::putenv(const_cast<char*>(variable.c_str()));
    }
    if (options.mostFileBytes > 0) {
        const auto most = static_cast<rlim_t>(options.mostFileBytes);
        const rlimit limit{most, most};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (options.mostAddressSpace > 0) {
        const auto most = static_cast<rlim_t>(options.mostAddressSpace);
        const rlimit limit{most, most};
        ::setrlimit(RLIMIT_AS, &limit);
    }
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
}

Ending runProgram(const StartOptions& options, double limitSeconds)
{
    const auto began = std::chrono::steady_clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
    const pid_t pid = startProgram(options);
    Ending ending;
    rusage used{};
    while (!ending.isTimely && elapsed() < limitSeconds) {
        ending.isTimely = ::wait4(pid, &ending.status, WNOHANG, &used) == pid;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    if (!ending.isTimely) {
        ::kill(-pid, SIGKILL);
        ::wait4(pid, &ending.status, 0, &used);
    }
    ending.seconds = elapsed();
    ending.mostBytes = int64_t{used.ru_maxrss} * 1024;
    return ending;
}

bool hasEnded(pid_t pid, int& status)
{
    return ::waitpid(pid, &status, WNOHANG) == pid;
}

std::vector<pid_t> processesWith(const std::string& variable)
{
    std::vector<pid_t> found;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const pid_t pid = std::atoi(entry.path().filename().c_str());
        if (pid <= 0 || pid == ::getpid()) {
            continue;
        }
        const std::string environment = '\0' + content(entry.path().string() + "/environ");
        if (environment.find('\0' + variable + '\0') != environment.npos && !isZombie(entry.path().string())) {
            found.push_back(pid);
        }
    }
    return found;
}

std::string describe(pid_t pid)
{
    const std::string folder = "/proc/" + std::to_string(pid);
    std::string command = content(folder + "/cmdline");
    std::replace(command.begin(), command.end(), '\0', ' ');
    const std::string stat = content(folder + "/stat");
    const size_t end = stat.rfind(')');
    return std::to_string(pid) + (end == stat.npos ? std::string() : stat.substr(end + 1, 2)) + " " + command;
}

std::vector<pid_t> workersWith(const std::string& variable)
{
    std::vector<pid_t> workers = processesWith(variable);
    std::erase_if(workers, [](pid_t pid) {
        return content("/proc/" + std::to_string(pid) + "/comm").find("knobscope-worke") == std::string::npos;
    });
    return workers;
}

} // namespace knobscope::soak
