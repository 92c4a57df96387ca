// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/printer.h"
#include "core/worker/codeworker.h"

namespace knobscope::cli {

/// A part of an answer: the value of "steps" or "figures" in the JSON document, and the text form.
struct Inspection {
    nlohmann::json json;
    std::string text;
    std::vector<std::string> notes; ///< remarks for the reader, one sentence each
};

Result<Inspection> inspectSteps(const Task& task, const ConfigEntity& entity);
Result<Inspection> inspectFigures(const Task& task, const ConfigEntity& entity);
/// A config's cost-model features with their column names; `kind` as parsed by featureKind.
Result<Inspection> inspectFeatures(const Task& task, const ConfigEntity& entity, const std::string& kind);

/// One item per printed line: its text and the primitives that made its loops.
nlohmann::json provenance(const std::vector<ir::PrintedLine>& lines, const std::vector<ir::Provenance>& primitives);

/// Whether only GPU tasks have this level of code.
bool isDeviceLevel(const std::string& show);
/// "loops", "cuda", "ptx" or "sass-info" of a GPU config, compiled in `compiler`.
Result<Inspection> inspectDevice(const Task& task, const ConfigEntity& entity, const std::string& show, CodeWorker& compiler);

} // namespace knobscope::cli
