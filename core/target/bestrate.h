// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/machineprofile.h"

#include <map>
#include <string>

namespace knobscope {

/// Best rate of the pace loop (core/timing/pace.h) seen on a machine, in FLOP/s per number of threads, stored across program
/// runs in a small file in the user's home. Without it, a program that starts in a slow phase would take that for full pace.
/// Ignores a file that cannot be read or written.
class BestRate
{
public:
    /// `path`: empty: pace.json in the stateFolder().
    explicit BestRate(const MachineProfile& machine = thisMachine(), std::string path = {});
    /// Returns 0 if no rate is known.
    double rateFor(int threads) const;
    /// Stores the rate if it is better.
    void offer(int threads, double rate);

private:
    std::string m_path;
    std::string m_machine;
    std::map<int, double> m_rates;
};

/// $XDG_STATE_HOME/knobscope (~/.local/state/knobscope); empty without a home directory.
std::string stateFolder();

} // namespace knobscope
