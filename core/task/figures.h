// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/machine.h"
#include "core/task/task.h"

#include <cstdint>

namespace knobscope {

/// One derived figure of a config. Nothing of it is measured: it follows from the loop nest, or from the knobs where a
/// template is only a space.
struct Figure {
    enum class Tone : uint8_t { Plain, Warning, Unknown }; ///< Unknown: `value` says what cannot be known, and why
    std::string id;           ///< "register_tile"
    Sentence name;            ///< "Register tile"; of several of a kind without the one it is about
    Sentence value;           ///< "28 of 32 vector registers"
    std::optional<double> number; ///< the same as a number, in `unit`
    std::string unit;         ///< "registers", "bytes", "FLOP/byte", …; empty: a plain ratio
    std::string explanation;  ///< one sentence
    Tone tone = Tone::Plain;
    std::string subject;      ///< which one of several it is about ("ic.inner"); empty: the whole config
};

/// The figures of a CPU config, from its loop nest; of a GPU config, from its knobs. An illegal config is an error.
Result<std::vector<Figure>> configFigures(const Task& task, const ConfigEntity& entity, const MachineFacts& machine);
/// For GPU templates, whose knobs name the parts of blocks and threads.
std::vector<Figure> gpuFigures(const Task& task, const ConfigEntity& entity);

} // namespace knobscope
