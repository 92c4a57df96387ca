// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/extract.h"
#include "tests/fuzz/readers.h"

namespace knobscope::fuzz {

/// A file of networks, and the tasks of each on a CPU, an Arm board and a GPU.
void readNetworksText(std::string_view input)
{
    const auto networks = parseNetworks(input, "it");
    if (!networks) {
        require(!networks.error().message.empty(), "A refusal without a word");
        return;
    }
    for (const Network& network : *networks) {
        require(findNetwork(*networks, network.id()).has_value(), "A network that is not found by its own name");
        (void)network.totalFlops();
        for (const NetworkWorkload& workload : network.workloads) {
            (void)workload.text();
        }
        for (const char* target : {"llvm", "llvm -device=arm_cpu", "cuda"}) {
            const auto tasks = extractTasks(network, parseTarget(target).value(), TaskChoice::WithExtra);
            require(!tasks || tasks->tasks.size() + tasks->skipped.size() >= (network.workloads.empty() ? 0U : 1U),
                    "Workloads that are neither tasks nor skipped");
        }
    }
}

} // namespace knobscope::fuzz
