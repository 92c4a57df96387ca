// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/printer.h"
#include "core/measure/codeworker.h"

namespace knobscope::cli {

/// A part of an answer: what goes into the JSON document under "steps" or "figures", and the same for people.
struct Inspection {
    nlohmann::json json;
    std::string text;
    std::vector<std::string> notes; ///< what a reader must know of it, a sentence each
};

Result<Inspection> inspectSteps(const Task& task, const ConfigEntity& entity);
Result<Inspection> inspectFigures(const Task& task, const ConfigEntity& entity);
/// What a cost model sees of a config, with the columns' names; `kind` as featureKind reads it.
Result<Inspection> inspectFeatures(const Task& task, const ConfigEntity& entity, const std::string& kind);

/// One item a printed line: the text and the primitives that made its loops.
nlohmann::json provenance(const std::vector<ir::PrintedLine>& lines, const std::vector<ir::Provenance>& primitives);

/// Levels of code that only GPU tasks have.
bool isDeviceLevel(const std::string& show);
/// "loops", "cuda", "ptx" or "sass-info" of a GPU config; `by` makes the PTX, in `compiler`.
Result<Inspection> inspectDevice(const Task& task, const ConfigEntity& entity, const std::string& show, DeviceCompiler by,
                                 CodeWorker& compiler);

} // namespace knobscope::cli
