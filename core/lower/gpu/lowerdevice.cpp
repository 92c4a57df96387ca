// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/lowerdevice.h"

#include "core/ir/asynccopy.h"
#include "core/ir/visit.h"
#include "core/lower/gpu/passes.h"
#include "core/lower/passes.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace knobscope {

namespace {

std::string identifier(std::string name)
{
    for (char& c : name) {
        c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    }
    return name;
}

/// Removes loops of one iteration, and applies the unroll pragmas collected while building the nest.
ir::Stmt applyUnrollPragmas(const ir::Stmt& body, const UnrollPragmas& pragmas)
{
    return ir::transformStmt(body, [&](const ir::Stmt& s) {
        const auto* loop = s.as<ir::For>();
        if (!loop) {
            return s;
        }
        const ir::Stmt kept = loop->extent > 1 ? s : ir::substitute(loop->body, {{loop->var.id(), ir::Expr(0)}});
        const auto pragma = pragmas.find(loop->var.id());
        return pragma == pragmas.end() ? kept : autoUnroll(kept, pragma->second.maxSteps, pragma->second.explicitly);
    });
}

/// Moves shared buffers around the whole body.
ir::Stmt sharedAtTop(const ir::Stmt& body)
{
    std::vector<ir::Buffer> shared;
    ir::Stmt out = ir::transformStmt(body, [&](const ir::Stmt& s) {
        const auto* n = s.as<ir::Allocate>();
        if (!n || n->buffer->scope != ir::Scope::Shared) {
            return s;
        }
        if (std::find(shared.begin(), shared.end(), n->buffer) == shared.end()) {
            shared.push_back(n->buffer);
        }
        return n->body;
    });
    for (const ir::Buffer& buffer : shared) {
        out = ir::makeStmt(ir::Allocate{buffer, out});
    }
    return out;
}

/// The global buffers that a body reads or writes, in the program's order.
std::vector<ir::Buffer> globalsOf(const ir::Stmt& body, const ir::DeviceProgram& program)
{
    std::set<const ir::BufferNode*> used;
    ir::forEachAccess(body, [&](const ir::Buffer& buffer, const auto&) { used.insert(buffer.get()); });
    std::vector<ir::Buffer> out;
    for (const auto* list : {&program.parameters, &program.intermediates}) {
        std::ranges::copy_if(*list, std::back_inserter(out),
                             [&](const ir::Buffer& buffer) { return used.contains(buffer.get()); });
    }
    return out;
}

/// Whether all stores into the buffer are plain copies.
bool onlyCopies(const ir::Stmt& body, const ir::BufferNode& buffer)
{
    return std::ranges::all_of(ir::statementsOf<ir::Store>(body),
                               [&](const ir::Store* store) { return store->buffer.get() != &buffer || ir::asyncSource(*store); });
}

CopyPlans copyPlansOf(const BoundProgram& bounds, const ir::Stmt& body, std::vector<std::string>& notes)
{
    CopyPlans out;
    for (const StageBounds& stage : bounds.bounds) {
        CopyPlan plan{stage.stage->depth, stage.stage->isAsync};
        if (stage.buffer->scope != ir::Scope::Shared || (plan.depth == 1 && !plan.isAsync)) {
            continue;
        }
        if (plan.isAsync && !onlyCopies(body, *stage.buffer)) {
            notes.push_back(
                fmt::format("{} is copied synchronously, because it is computed during the copy", stage.buffer->name));
            plan.isAsync = false;
        }
        out[stage.buffer.get()] = plan;
    }
    return out;
}

Result<ir::DeviceKernel> lowerKernel(const BoundProgram& bounds, const StageBounds& root, ir::DeviceProgram& program,
                                     const std::string& name)
{
    ir::DeviceKernel kernel{.name = name, .isPrecomputed = root.stage->isPrecomputed};
    UnrollPragmas pragmas;
    const ir::Stmt nest = buildStageNest(bounds, root, pragmas);
    TRY(bindThreads(bounds, nest, pragmas, kernel));
    TRY(distributeOverLanes(kernel));
    for (const ir::For* loop : ir::statementsOf<ir::For>(kernel.body)) {
        kernel.virtualThreads *= loop->kind == ir::ForKind::VirtualThread ? loop->extent : 1;
    }
    const ir::Stmt plain = sharedAtTop(unrollTables(expandVirtualThreads(kernel.body)));
    const PipelinedCopies copies = pipelineCopies(plain, copyPlansOf(bounds, plain, program.notes));
    kernel.body = applyUnrollPragmas(copies.body, pragmas);
    kernel.body = TRY(insertBarriers(kernel, copies.done));
    kernel.parameters = globalsOf(kernel.body, program);
    return kernel;
}

} // namespace

Result<ir::DeviceProgram> lowerDevice(const Schedule& schedule, const std::string& name)
{
    TRY(schedule.check());
    const auto bounds = TRY(inferBounds(schedule, inlineStages(schedule), false, ThreadRule::Together));
    auto parameters = TRY(bounds.parametersOf(schedule));
    ir::DeviceProgram program{.name = name,
                              .parameters = std::move(parameters.buffers),
                              .inputs = parameters.inputs,
                              .provenance = schedule.primitives()};
    std::vector<const StageBounds*> roots;
    for (const StageBounds& stage : bounds.bounds) {
        if (stage.buffer->scope == ir::Scope::Workspace) {
            program.intermediates.push_back(stage.buffer);
        }
        if (!stage.stage->isPlaceholder() && stage.stage->attach != AttachKind::At) {
            roots.push_back(&stage);
        }
    }
    for (const StageBounds* root : roots) {
        const std::string kernelName = roots.size() == 1 ? name : fmt::format("{}_{}", name, root->stage->tensor.name());
        auto kernel = TRY(lowerKernel(bounds, *root, program, identifier(kernelName)));
        program.kernels.push_back(std::move(kernel));
    }
    return program;
}

} // namespace knobscope
