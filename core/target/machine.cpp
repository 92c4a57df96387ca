// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/machine.h"

#include <unistd.h>

#include <fstream>

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

int64_t cacheSize(int name, int level)
{
    const long size = ::sysconf(name);
    return size > 0 ? static_cast<int64_t>(size) : fromSys(level);
}

} // namespace

MachineFacts hostCaches()
{
    MachineFacts facts;
    facts.l1Bytes = cacheSize(_SC_LEVEL1_DCACHE_SIZE, 1);
    facts.l2Bytes = cacheSize(_SC_LEVEL2_CACHE_SIZE, 2);
    facts.l3Bytes = cacheSize(_SC_LEVEL3_CACHE_SIZE, 3);
    return facts;
}

} // namespace knobscope
