// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/thismachine.h"

#include "core/base/strings.h"

#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace knobscope {

std::string cpuNameIn(const std::string& cpuinfo)
{
    std::istringstream lines(cpuinfo);
    std::string line;
    while (std::getline(lines, line)) {
        const size_t colon = line.find(':');
        const std::string key(trimmed(line.substr(0, colon)));
        // x86 uses "model name", some ARM boards "Hardware" or "Model".
        if (colon != std::string::npos && (key == "model name" || key == "Hardware" || key == "Model")) {
            return std::string(trimmed(line.substr(colon + 1)));
        }
    }
    return {};
}

Machine thisMachine()
{
    Machine machine;
    std::ifstream file("/proc/cpuinfo");
    std::ostringstream text;
    text << file.rdbuf();
    machine.cpu = cpuNameIn(text.str());
    if (utsname system{}; machine.cpu.empty() && uname(&system) == 0) {
        machine.cpu = system.machine;
    }
    cpu_set_t mask;
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) {
        machine.cores = std::max(1, CPU_COUNT(&mask));
    }
    return machine;
}

} // namespace knobscope
