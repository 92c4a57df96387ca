// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/plaintiming.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace knobscope {

double timeCalls(const std::function<void()>& call, int64_t number)
{
    const auto start = std::chrono::steady_clock::now();
    for (int64_t i = 0; i < number; ++i) {
        call();
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    return taken.count() / static_cast<double>(number);
}

std::vector<double> timePlain(const TimedBatch& batch, const std::function<void()>& beforeRepeat, const MeasureOptions& options)
{
    batch(1);
    int64_t number = std::max(1, options.number);
    std::vector<double> costs;
    for (int i = 0; i < std::max(1, options.repeat); ++i) {
        if (options.cooldownSeconds > 0) {
            std::this_thread::sleep_for(std::chrono::duration<double>(options.cooldownSeconds));
        }
        double cost = 0;
        while (true) {
            beforeRepeat();
            cost = batch(number);
            const double ms = cost * static_cast<double>(number) * 1e3;
            if (ms >= options.minRepeatMs) {
                break;
            }
            const double wanted = std::max(options.minRepeatMs / (cost * 1e3) + 1, 1.618 * static_cast<double>(number));
            number = static_cast<int64_t>(std::min(wanted, 1e9));
        }
        costs.push_back(cost);
    }
    return costs;
}

std::vector<double> trimmedCosts(std::vector<double> costs)
{
    if (costs.size() > 2) {
        std::sort(costs.begin(), costs.end());
        costs = std::vector<double>(costs.begin() + 1, costs.end() - 1);
    }
    return costs;
}

} // namespace knobscope
