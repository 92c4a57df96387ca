// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/machineprofile.h"

#include "core/base/coreplan.h"
#include "core/base/strings.h"
#include "core/target/fmaloop.h"

#include <fmt/format.h>

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

namespace knobscope {

namespace {

int64_t fromSys(int level)
{
    for (int index = 0; index < 8; ++index) {
        const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
        int found = 0;
        std::string type;
        int64_t size = 0;
        char unit = ' ';
        std::ifstream(folder + "level") >> found;
        std::ifstream(folder + "type") >> type;
        std::ifstream(folder + "size") >> size >> unit;
        if (found == level && type != "Instruction" && size > 0) {
            return unit == 'M' ? size << 20 : unit == 'K' ? size << 10 : size;
        }
    }
    return 0;
}

/// From sysconf, else from /sys/devices/system/cpu.
int64_t cacheSize(int name, int level)
{
    const long size = ::sysconf(name);
    return size > 0 ? static_cast<int64_t>(size) : fromSys(level);
}

MachineProfile readMachine()
{
    MachineProfile machine;
    std::ostringstream text;
    text << std::ifstream("/proc/cpuinfo").rdbuf();
    machine.cpu = cpuNameIn(text.str());
    if (utsname system{}; uname(&system) == 0) {
        machine.host = system.nodename;
        machine.cpu = machine.cpu.empty() ? system.machine : machine.cpu;
    }
    machine.cores = std::max(1, static_cast<int>(allowedCores().size()));
    machine.l1Bytes = cacheSize(_SC_LEVEL1_DCACHE_SIZE, 1);
    machine.l2Bytes = cacheSize(_SC_LEVEL2_CACHE_SIZE, 2);
    machine.l3Bytes = cacheSize(_SC_LEVEL3_CACHE_SIZE, 3);
    machine.fmaUnits = fmaUnits();
    return machine;
}

} // namespace

std::string cpuNameIn(const std::string& cpuinfo)
{
    std::istringstream lines(cpuinfo);
    std::string line;
    std::map<std::string, std::string, std::less<>> facts; // of the first core
    while (std::getline(lines, line)) {
        if (const size_t colon = line.find(':'); colon != std::string::npos) {
            facts.try_emplace(std::string(trimmed(line.substr(0, colon))), trimmed(line.substr(colon + 1)));
        }
    }
    for (const char* key : {"model name", "Hardware", "Model"}) { // on x86, or on some ARM boards
        const auto found = facts.find(key);
        if (found == facts.end()) {
            continue;
        }
        const std::string beforeSpeed = found->second.substr(0, found->second.find('@'));
        const bool isGeneric = beforeSpeed.find_first_of("0123456789") == std::string::npos;
        const bool hasFamily = facts.contains("cpu family") && facts.contains("model");
        return isGeneric && hasFamily ? fmt::format("{} (family {} model {})", found->second, facts["cpu family"], facts["model"])
                                      : found->second;
    }
    return {};
}

const MachineProfile& thisMachine()
{
    static const MachineProfile machine = readMachine();
    return machine;
}

} // namespace knobscope
