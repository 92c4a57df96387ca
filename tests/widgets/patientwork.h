// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/latestwork.h"

#include <chrono>

namespace knobscope::testing {

/// Goes on until it is told to stop.
struct PatientWork : LatestWork {
    PatientWork()
    {
        request([](const std::atomic<bool>& stop) -> Deliver {
            while (!stop) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            return {};
        });
    }
};

} // namespace knobscope::testing
