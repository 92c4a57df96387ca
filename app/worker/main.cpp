// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/standardstreams.h"

#include "core/measure/workerservice.h"
#include "core/network/networkservice.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

// Sanitizers reserve terabytes of addresses for their shadow.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KNOBSCOPE_HAS_SHADOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KNOBSCOPE_HAS_SHADOW 1
#endif
#endif

namespace {

#ifdef KNOBSCOPE_HAS_SHADOW
constexpr bool canLimitAddresses = false;
#else
constexpr bool canLimitAddresses = true;
#endif

void pinTo(const std::string& cores)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (size_t at = 0; at < cores.size();) {
        const int core = std::atoi(cores.c_str() + at);
        if (core >= 0 && core < CPU_SETSIZE) {
            CPU_SET(static_cast<size_t>(core), &set);
        }
        const size_t comma = cores.find(',', at);
        at = comma == std::string::npos ? cores.size() : comma + 1;
    }
    if (!cores.empty()) {
        sched_setaffinity(0, sizeof set, &set);
    }
}

/// What asks programs to end and comes to the whole process group is for the program that started us: it ends us when it has
/// saved its results. It held these signals back until here.
void leaveEndingToStarter()
{
    for (const int ending : {SIGINT, SIGTERM, SIGHUP}) {
        signal(ending, SIG_IGN);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

} // namespace

int main(int argc, char** argv)
{
    knobscope::openClosedStreams();
    int socket = -1;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string option = argv[i];
        if (option == "--socket") {
            socket = std::atoi(argv[i + 1]);
        } else if (option == "--cores") {
            pinTo(argv[i + 1]);
        } else if (option == "--memory" && canLimitAddresses && std::atoll(argv[i + 1]) > 0) {
            const auto bytes = static_cast<rlim_t>(std::atoll(argv[i + 1]));
            const rlimit limit{bytes, bytes};
            setrlimit(RLIMIT_AS, &limit);
        }
    }
    if (socket < 0 || fcntl(socket, F_GETFD) < 0) {
        std::fprintf(stderr,
                     "knobscope-worker builds and runs kernels for knobscope and knobscope-cli; it is not started by hand.\n");
        return 2;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    leaveEndingToStarter();
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    knobscope::NetworkService networks;
    return knobscope::serveWorker(socket, [&](const knobscope::Message& request) { return networks.answer(request); });
}
