// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace knobscope {

/// This machine, for display.
struct Machine {
    std::string cpu; ///< "AMD EPYC 9J14 96-Core Processor"; the architecture if the system does not report it
    int cores = 1;   ///< number of cores that this process may use
};

Machine thisMachine();
/// The CPU's name in the text of /proc/cpuinfo; empty if it has none.
std::string cpuNameIn(const std::string& cpuinfo);

} // namespace knobscope
