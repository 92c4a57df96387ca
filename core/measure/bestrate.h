// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

namespace knobscope {

/// The best rate of the pace loop (core/measure/pace.h) that this machine has shown, in FLOP/s for a number of threads, kept over
/// programs in a small file of the user's: without it a program that meets a slow hour would take that for full pace. A file
/// that cannot be read or written costs no more than that.
class BestRate
{
public:
    /// `path`: empty: bestRatePath().
    explicit BestRate(std::string path = {});
    /// 0: none was seen yet.
    double of(int threads) const;
    /// Keeps it when it is better.
    void offer(int threads, double rate);

private:
    std::string m_path;
    std::string m_machine;
    std::map<int, double> m_rates;
};

/// $XDG_STATE_HOME/knobscope/pace.json (~/.local/state/…); empty when there is no home.
std::string bestRatePath();

} // namespace knobscope
