// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/kernelcode.h"

namespace knobscope::cli {

/// A part of an answer: what goes into the JSON document under "steps" or "figures", and the same for people.
struct Inspection {
    nlohmann::json json;
    std::string text;
};

Result<Inspection> inspectSteps(const Task& task, const ConfigEntity& entity);
Result<Inspection> inspectFigures(const Task& task, const ConfigEntity& entity);
/// What a cost model sees of a config, with the columns' names; `kind` as featureKind reads it.
Result<Inspection> inspectFeatures(const Task& task, const ConfigEntity& entity, const std::string& kind);

} // namespace knobscope::cli
