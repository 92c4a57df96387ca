// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/kernelcode.h"

#include "core/codegen/cuda/cudasource.h"
#include "core/codegen/cuda/programfor.h"
#include "core/task/devicecode.h"

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

namespace {

KernelCode withoutCode(const Sentence& problem)
{
    KernelCode out;
    for (LevelText& level : out.levels) {
        level.problem = problem;
    }
    return out;
}

void setNest(KernelCode& code, std::vector<NestLine> lines, std::vector<ir::Provenance> provenance)
{
    code.nest = std::move(lines);
    code.provenance = std::move(provenance);
    LevelText& loops = code.levels[0];
    for (const NestLine& line : code.nest) {
        loops.lines.push_back(line.text);
        loops.nestLine.push_back(static_cast<int>(loops.lines.size()));
    }
}

void setLevel(LevelText& level, Result<CodeText> text)
{
    if (text) {
        level.lines = std::move(text->lines);
        level.nestLine = std::move(text->nestLine);
    } else {
        level.problem = text.error();
    }
}

bool isAmong(CodeLevel level, std::span<const CodeLevel> levels)
{
    return std::find(levels.begin(), levels.end(), level) != levels.end();
}

/// CUDA C needs no compiler; PTX does.
KernelCode deviceCode(const Task& task, const ConfigEntity& entity, std::span<const CodeLevel> compiled)
{
    auto program = lowerDeviceConfig(task, entity);
    if (!program) {
        return withoutCode(program.error());
    }
    const auto architecture = cudaArchitectureOf(task.target);
    if (architecture) {
        program = programFor(*program, *architecture);
    }
    KernelCode out;
    out.isGpu = true;
    setNest(out, nestLines(*program), program->provenance);
    const std::vector<ir::PrintedLine> nest = ir::print(*program);
    setLevel(out.levels[1], cudaText(*program, nest));
    if (isAmong(CodeLevel::Assembly, compiled)) {
        setLevel(out.levels[2], architecture ? DeviceCompiler::find().ptxText(*program, *architecture) : fail(architecture));
    }
    return out;
}

} // namespace

KernelCode uncompiledCode(const Task& task, const ConfigEntity& entity)
{
    return kernelCode(task, entity, {});
}

KernelCode kernelCode(const Task& task, const ConfigEntity& entity, std::span<const CodeLevel> compiled)
{
    if (task.isGpu) {
        return deviceCode(task, entity, compiled);
    }
    const auto nest = lowerConfig(task, entity);
    if (!nest) {
        return withoutCode(nest.error());
    }
    KernelCode out;
    setNest(out, nestLines(*nest), nest->provenance);
    for (const CodeLevel which : {CodeLevel::Llvm, CodeLevel::Assembly}) {
        if (isAmong(which, compiled)) {
            setLevel(out.levels[static_cast<size_t>(which)], generatedText(task.target, *nest, which));
        }
    }
    out.assembly = assemblyFactsOf(out.levels[2].lines);
    if (isAmong(CodeLevel::Assembly, compiled) && out.levels[2].problem.empty()) {
        if (auto estimate = loopEstimate(task.target, out.levels[2].lines)) {
            out.loop = *std::move(estimate);
        } else {
            out.loopProblem = estimate.error();
        }
    }
    return out;
}

} // namespace knobscope
