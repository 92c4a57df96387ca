// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/target/machineprofile.h"
#include "core/task/task.h"

#include <cstdint>
#include <span>

namespace knobscope {

/// One derived figure of a config. Not measured: computed from the loop nest, or from the knobs if the template only declares a
/// space.
struct Figure {
    enum class Tone : uint8_t { Plain, Warning, Unknown }; ///< Unknown: `value` states what is unknown and why
    std::string id;           ///< "register_tile"
    Sentence name;            ///< "Register tile"; without the subject if there are several of its kind
    Sentence value;           ///< "28 of 32 vector registers"
    std::optional<double> number; ///< `value` as a number, in `unit`
    std::string unit;         ///< "registers", "bytes", "FLOP/byte", …; empty: a plain ratio
    std::string explanation;  ///< one sentence
    Tone tone = Tone::Plain;
    std::string subject;      ///< which of several of a kind it describes ("ic.inner"); empty: the whole config
};

/// Figures of a config from its loop nest or GPU program. An illegal config is an error.
Result<std::vector<Figure>> configFigures(const Task& task, const ConfigEntity& entity, const MachineProfile& machine);
/// Same for GPU templates; an illegal config has one figure, the reason.
std::vector<Figure> gpuFigures(const Task& task, const ConfigEntity& entity);

/// Figures of two configs of a task side by side, in the order of the first's; `differs` marks those that are not alike. A figure
/// that only one has is empty for the other.
Table figureComparison(std::span<const Figure> left, std::span<const Figure> right);

} // namespace knobscope
