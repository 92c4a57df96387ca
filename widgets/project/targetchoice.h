// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

#include <QString>

#include <vector>

namespace knobscope {

/// A target in the list to choose from.
struct TargetChoice {
    QString title;  ///< "NVIDIA GPU, sm_90 (H100, H200)"
    QString text;   ///< in the syntax of parseTarget
    QString reason; ///< why its kernels cannot run here; empty if they can
};

/// Returns this machine's CPU, then the targets whose spaces can be explored and edited.
std::vector<TargetChoice> targetChoices();

/// Returns a short title for any target, such as a project's: "CPU (znver4)", "Any CPU"; the text of a kind that
/// has no title. Several targets may have the same one.
QString targetTitle(const Target& target);

/// Returns why tasks for the target cannot be tuned on this machine, a sentence; empty if they can.
QString runObstacle(const Target& target);

} // namespace knobscope
