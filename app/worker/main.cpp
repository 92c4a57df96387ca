// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/standardstreams.h"

#include "core/base/coreplan.h"
#include "core/base/numbertext.h"
#include "core/base/strings.h"
#include "core/target/machineprofile.h"
#include "core/worker/networkservice.h"
#include "core/worker/workerservice.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// Sanitizers reserve terabytes of address space for their shadow memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KNOBSCOPE_HAS_SHADOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KNOBSCOPE_HAS_SHADOW 1
#endif
#endif

namespace {

#ifdef KNOBSCOPE_HAS_SHADOW
constexpr bool kCanLimitAddresses = false;
#else
constexpr bool kCanLimitAddresses = true;
#endif

void pinWorker(const std::string& cores)
{
    std::vector<int> numbers;
    for (const std::string& part : knobscope::splitText(cores, ',')) {
        if (const auto number = knobscope::parseNumber<int>(part); number && *number >= 0) {
            numbers.push_back(*number);
        }
    }
    knobscope::pinToCores(numbers);
}

/// Ignores termination signals sent to the whole process group: the parent process stops the worker after saving its results.
/// The parent blocked these signals until here.
void ignoreGroupSignals()
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
    (void)knobscope::thisMachine(); // before this process is restricted to some of its cores
    int socket = -1;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string option = argv[i];
        if (option == "--socket") {
            socket = std::atoi(argv[i + 1]);
        } else if (option == "--cores") {
            pinWorker(argv[i + 1]);
        } else if (option == "--memory" && kCanLimitAddresses && std::atoll(argv[i + 1]) > 0) {
            const auto bytes = static_cast<rlim_t>(std::atoll(argv[i + 1]));
            const rlimit limit{bytes, bytes};
            setrlimit(RLIMIT_AS, &limit);
        }
    }
    if (socket < 0 || fcntl(socket, F_GETFD) < 0) {
        std::fprintf(stderr, "knobscope-worker builds and runs kernels for knobscope and knobscope-cli, which start it; do not "
                             "start it by hand.\n");
        return 2;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL); // if the parent has already exited, the socket is closed and the worker ends
    ignoreGroupSignals();
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    knobscope::NetworkService networks;
    return knobscope::serveWorker(socket, [&](const knobscope::Message& request) { return networks.answer(request); });
}
