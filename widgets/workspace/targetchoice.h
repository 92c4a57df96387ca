// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

#include <QString>

#include <vector>

namespace knobscope {

/// A target that people choose from.
struct TargetChoice {
    QString title;  ///< "NVIDIA GPU, sm_90 (H100, H200)"
    QString text;   ///< as parseTarget reads it
    QString reason; ///< why kernels for it cannot be run here; empty when they can
};

/// This machine's CPU first, then the targets whose spaces can be explored and edited.
std::vector<TargetChoice> targetChoices();

/// Why tasks for it cannot be tuned on this machine, a sentence; empty when they can.
QString whyNotRunnable(const Target& target);

} // namespace knobscope
