// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace knobscope {

/// The machine as people know it.
struct Machine {
    std::string cpu; ///< "AMD EPYC 9J14 96-Core Processor"; the architecture when the system does not say
    int cores = 1;   ///< that this process may use
};

Machine thisMachine();
/// The CPU's name in the text of /proc/cpuinfo; empty when it has none.
std::string cpuNameIn(const std::string& cpuinfo);

} // namespace knobscope
