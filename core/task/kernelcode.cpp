// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/kernelcode.h"

#include <algorithm>

namespace knobscope {

std::string KernelCode::knobOf(int line) const
{
    if (line < 1 || static_cast<size_t>(line) > nest.size()) {
        return {};
    }
    const auto& loops = nest[static_cast<size_t>(line) - 1].loops;
    for (auto id = loops.rbegin(); id != loops.rend(); ++id) {
        if (const std::string& knob = provenance[static_cast<size_t>(*id)].knob; !knob.empty()) {
            return knob;
        }
    }
    return {};
}

KernelCode::Part KernelCode::partOf(const std::string& knob, int line) const
{
    if (knob.empty() || line < 1 || static_cast<size_t>(line) > nest.size()) {
        return Part::None;
    }
    const NestLine& at = nest[static_cast<size_t>(line) - 1];
    const auto made = [&](ir::ProvenanceId id) { return provenance[static_cast<size_t>(id)].knob == knob; };
    if (at.isLoop && made(at.loops.back())) {
        return Part::Own;
    }
    return std::any_of(at.loops.begin(), at.loops.end(), made) ? Part::Within : Part::None;
}

KernelCode kernelCode(const Task& task, const ConfigEntity& entity)
{
    KernelCode out;
    const auto nest = lowerConfig(task, entity);
    if (!nest) {
        for (LevelText& level : out.levels) {
            level.problem = nest.error().message;
        }
        return out;
    }
    out.nest = nestLines(*nest);
    out.provenance = nest->provenance;
    LevelText& loops = out.levels[0];
    for (const NestLine& line : out.nest) {
        loops.lines.push_back(line.text);
        loops.nestLine.push_back(static_cast<int>(loops.lines.size()));
    }
    for (const CodeLevel which : {CodeLevel::Llvm, CodeLevel::Assembly}) {
        LevelText& level = out.levels[static_cast<size_t>(which)];
        if (auto text = generatedText(task.target, *nest, which)) {
            level.lines = std::move(text->lines);
            level.nestLine = std::move(text->nestLine);
        } else {
            level.problem = text.error().message;
        }
    }
    out.assembly = assemblyFactsOf(out.levels[2].lines);
    return out;
}

} // namespace knobscope
