// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/ir/printer.h"
#include "core/worker/codeworker.h"

#include <cstdint>

namespace knobscope::cli {

Result<Answer> inspectSteps(const Task& task, const ConfigEntity& entity);
Result<Answer> inspectFigures(const Task& task, const ConfigEntity& entity);
/// Reasons why a CPU config is slow, each with the neighbour that is faster.
/// Measured trials of the project replace estimates; with an empty path there are only estimates.
Result<Answer> inspectFindings(const Task& task, int64_t index, const std::string& project, int threads);
/// A config's cost-model features with their column names; `kind` as parsed by featureKind.
Result<Answer> inspectFeatures(const Task& task, const ConfigEntity& entity, const std::string& kind);

/// One item per printed line: its text and the primitives that made its loops.
nlohmann::json provenance(const std::vector<ir::PrintedLine>& lines, const std::vector<ir::Provenance>& primitives);

/// Whether only GPU tasks have this level of code.
bool isDeviceLevel(const std::string& show);
/// "loops", "cuda", "ptx" or "sass-info" of a GPU config, compiled in `compiler`.
Result<Answer> inspectDevice(const Task& task, const ConfigEntity& entity, const std::string& show, CodeWorker& compiler);

} // namespace knobscope::cli
